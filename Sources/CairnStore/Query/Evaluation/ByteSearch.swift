/// Finds a few bytes in many, sixteen places at a time.
///
/// A place can only match where its first byte and its last are right. Both are compared for
/// sixteen neighboring places at once; the bytes between are looked at only where both are.
package struct ByteSearch: Sendable {
  private typealias Lanes = SIMD16<UInt8>

  package let needle: [UInt8]
  private let first: Lanes
  private let last: Lanes

  /// A search for `needle`; `precondition`: it has a byte.
  package init(_ needle: [UInt8]) {
    precondition(!needle.isEmpty, "nothing is found everywhere")
    self.needle = needle
    first = Lanes(repeating: needle.first ?? 0)
    last = Lanes(repeating: needle.last ?? 0)
  }

  /// The first place in `range` of `bytes` where the needle begins; it ends in the range, too.
  package func firstMatch(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= bytes.count, "bytes that aren't there")
    let end = range.upperBound - needle.count + 1
    guard range.lowerBound < end else { return nil }
    // Every load lies within the range that was just checked.
    return unsafe bytes.withUnsafeBytes { unsafe firstMatch(in: $0, range.lowerBound, before: end) }
  }

  /// Whether the needle is in `bytes`.
  package func isFound(in bytes: [UInt8]) -> Bool {
    firstMatch(in: bytes, 0..<bytes.count) != nil
  }

  private func firstMatch(
    in bytes: UnsafeRawBufferPointer, _ start: Int, before end: Int
  ) -> Int? {
    var place = start
    while place + 16 <= end {
      let hits = unsafe candidates(in: bytes, at: place)
      if let match = unsafe firstMatch(in: bytes, at: place, hits) { return match }
      place += 16
    }
    while place < end {
      if unsafe matches(bytes, at: place) { return place }
      place += 1
    }
    return nil
  }

  /// The places whose first and last bytes are right, a byte of ones each.
  @inline(__always)
  private func candidates(in bytes: UnsafeRawBufferPointer, at place: Int) -> SIMD2<UInt64> {
    let heads = unsafe bytes.loadUnaligned(fromByteOffset: place, as: Lanes.self)
    let tails = unsafe bytes.loadUnaligned(
      fromByteOffset: place + needle.count - 1, as: Lanes.self)
    // A mask is a byte of ones or zeros for each lane.
    let hits = ((heads ^ first) | (tails ^ last)) .== Lanes()
    return unsafe unsafeBitCast(hits, to: SIMD2<UInt64>.self)
  }

  private func firstMatch(
    in bytes: UnsafeRawBufferPointer, at place: Int, _ hits: SIMD2<UInt64>
  ) -> Int? {
    guard hits[0] | hits[1] != 0 else { return nil }
    for half in 0..<2 {
      var rest = hits[half]
      while rest != 0 {
        let match = place + half * 8 + rest.trailingZeroBitCount / 8
        if unsafe matches(bytes, at: match) { return match }
        rest &= ~(0xFF << UInt64(rest.trailingZeroBitCount & ~7))
      }
    }
    return nil
  }

  private func matches(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
    for index in needle.indices where unsafe bytes[place + index] != needle[index] { return false }
    return true
  }
}
