// Searches that look at eight bytes at a time, since most of a store's text is looked through only
// for where it ends.
extension Span<UInt8> {
  /// A word with this byte eight times is 0x01…01 times the byte.
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// The eight bytes from `index` on, the first in the lowest place.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The place of `byte` at or after `start`, the end if there is none.
  @inline(__always)
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    let wanted = Self.ones &* UInt64(byte)
    var index = start
    while index + 8 <= count {
      // Zero where the byte is. Taking one from each byte borrows into the high bit of a zero, and
      // of nothing below the first one.
      let word = word(at: index) ^ wanted
      let hits = (word &- Self.ones) & ~word & Self.highBits
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] != byte { index += 1 }
    return index
  }

  /// The place of the first byte in `range` that is no ASCII, its end if there is none.
  @inline(__always)
  func firstNonASCII(in range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      let hits = word(at: index) & Self.highBits
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < range.upperBound, self[index] < 0x80 { index += 1 }
    return index
  }

  /// The place of the first byte in `range` that is no ASCII or zero, its end if there is none.
  @inline(__always)
  private func firstNonASCIIOrZero(in range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      // Taking one from a zero borrows into its high bit, and below the first hit from no other.
      let word = word(at: index)
      let hits = ((word &- Self.ones) | word) & Self.highBits
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < range.upperBound, 1..<0x80 ~= self[index] { index += 1 }
    return index
  }
}

// The standard library can tell, too, but takes as long for it as the rest of reading does.
extension Span<UInt8> {
  /// Whether the bytes are well-formed UTF-8.
  var isValidUTF8: Bool { isWellFormed { firstNonASCII(in: $0) } }

  /// Whether the bytes are well-formed UTF-8 without U+0000.
  var isStorableText: Bool { isWellFormed { firstNonASCIIOrZero(in: $0) } }

  /// Whether each byte that `next` finds in the ranges it gets begins a scalar that is no ASCII.
  @inline(__always)
  private func isWellFormed(_ next: (Range<Int>) -> Int) -> Bool {
    var index = next(0..<count)
    while index < count {
      let length = lengthOfScalar(at: index)
      guard length > 0 else { return false }
      index = next(index + length..<count)
    }
    return true
  }

  /// How many bytes the scalar at `index` takes; 0 if it is ASCII, or ill-formed (Unicode 3.9,
  /// table 3-7).
  @inline(__always)
  private func lengthOfScalar(at index: Int) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch self[index] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard index + length <= count, second.contains(self[index + 1]) else { return 0 }
    for place in index + 2..<index + length where self[place] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

extension Span<UInt8> {
  /// The FNV-1a hash (RFC 9923) of the bytes in `range`.
  func fnv1a(_ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(self[index])) &* 0x100_0000_01B3 }
    return hash
  }
}
