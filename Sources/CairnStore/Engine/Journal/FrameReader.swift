/// Finds the frames in the bytes of a segment in order, up to the first break of the chain.
struct FrameReader {
  /// A whole frame: its range, and the seed for the next frame.
  struct Frame {
    var range: Range<Int>
    var checksum: UInt32
  }

  /// The offset at which the next frame would start.
  private(set) var offset: Int
  /// The number that the next frame must have.
  private(set) var number: UInt64
  /// The checksum that the next frame continues from.
  private(set) var seed: UInt32

  init(offset: Int, number: UInt64, seed: UInt32) {
    self.offset = offset
    self.number = number
    self.seed = seed
  }

  /// Returns the next frame; `nil` at the first bytes that do not continue the chain.
  ///
  /// `bytes` are the segment's from `start` on.
  mutating func next(in bytes: Span<UInt8>, start: Int = 0) -> Frame? {
    let first = offset - start
    guard bytes.hasPrefix("%txn ", at: first), let end = Self.endLine(in: bytes, from: first)
    else { return nil }
    let close = bytes.firstIndex(of: .newline, from: end)
    guard close < bytes.count else { return nil }
    var seal = end + 5
    guard bytes.takesNumber(number, at: &seal), bytes.takesNumber(UInt64(end - first), at: &seal),
      close == seal + 8
    else { return nil }
    let checksum = CRC32C.checksum(of: bytes.extracting(first..<seal), seed: seed)
    guard bytes.hasHexadecimal(checksum, at: seal) else { return nil }
    let frame = Frame(range: offset..<start + close + 1, checksum: checksum)
    offset = frame.range.upperBound
    number += 1
    seed = checksum
    return frame
  }

  /// Returns the frames in `bytes`, which are the segment's from `start` on.
  mutating func frames(in bytes: [UInt8], start: Int) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    let text = bytes.span
    while let frame = next(in: text, start: start) {
      frames.append(Array(bytes[frame.range.lowerBound - start..<frame.range.upperBound - start]))
    }
    return frames
  }

  /// Whether another frame follows the broken one at the start of `bytes`.
  ///
  /// The next frame starts a line. If the line end before it was damaged, it is within the last
  /// line of the broken frame.
  static func hasFrame(behindFirstLineOf bytes: [UInt8]) -> Bool {
    let text = bytes.span
    var lines = TextLines(from: text.endOfLine(from: 0))
    while lines.next(in: text) {
      let line = lines.range
      if text.hasPrefix("%txn ", at: line.lowerBound) { return true }
      guard text.hasPrefix("%end ", at: line.lowerBound) else { continue }
      if line.contains(where: { text.hasPrefix("%txn ", at: $0) }) { return true }
    }
    return false
  }

  /// Whether the broken frame at the start of `bytes` has all its bytes, so that it was damaged.
  ///
  /// A write that did not finish leaves out the end of a frame, or blocks of it. Such parts read as
  /// line ends or zeros.
  static func isComplete(_ bytes: [UInt8], number: UInt64) -> Bool {
    let isBlank = { (byte: UInt8) in byte == .newline || byte == 0 }
    guard let last = bytes.lastIndex(where: { !isBlank($0) }), last + 1 < bytes.count else {
      return false
    }
    let frame = bytes[...last]
    // One byte may be wrong, but two blank ones in a row were not written.
    guard !zip(frame, frame.dropFirst()).contains(where: { isBlank($0) && $0 == $1 }) else {
      return false
    }
    // The line end may be the wrong byte.
    return hasEnd(frame, number) || hasEnd(frame.dropLast(), number)
  }

  /// Whether `frame` ends with its last line, in which a byte may be wrong.
  private static func hasEnd(_ frame: ArraySlice<UInt8>, _ number: UInt64) -> Bool {
    (1...19).contains { digits in
      // The line has its own place as a number.
      let place = frame.count - "%end \(number)  ".utf8.count - digits - 8
      let line = "%end \(number) \(place) "
      guard place > 0, line.utf8.count + 8 == frame.count - place else { return false }
      return zip(frame[place...], line.utf8).count { $0 != $1 } <= 1
    }
  }

  /// The start of the frame's last line.
  ///
  /// It never matches a line of a value, which starts with a sign.
  private static func endLine(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var lines = TextLines(from: start)
    while lines.next(in: bytes) {
      let line = lines.range.lowerBound
      if bytes[line] == UInt8(ascii: "%"), bytes.hasPrefix("%end ", at: line) { return line }
      if bytes[line] == .newline { return nil }
    }
    return nil
  }
}

// Compared as bytes for speed, because a history has a hundred thousand frames.
extension Span<UInt8> {
  /// Whether `number` in decimal digits and a blank are at `place`, which is then moved past them.
  fileprivate func takesNumber(_ number: UInt64, at place: inout Int) -> Bool {
    var divisor: UInt64 = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      guard place < count, self[place] == 48 + UInt8(truncatingIfNeeded: number / divisor % 10)
      else { return false }
      place += 1
      divisor /= 10
    }
    guard place < count, self[place] == .space else { return false }
    place += 1
    return true
  }

  /// Whether `number` is at `place` in eight hexadecimal digits.
  fileprivate func hasHexadecimal(_ number: UInt32, at place: Int) -> Bool {
    guard place + 8 <= count else { return false }
    for index in 0..<8 {
      let digit = UInt8(truncatingIfNeeded: number >> UInt32(28 - index * 4) & 15)
      guard self[place + index] == (digit < 10 ? 48 + digit : 87 + digit) else { return false }
    }
    return true
  }
}
