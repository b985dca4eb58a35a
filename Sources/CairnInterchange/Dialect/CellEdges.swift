/// The characters at the edges of a cell that are no part of its value: blanks, no-break spaces,
/// and characters without width.
enum CellEdges {
  /// Returns whether ``trimmed(_:of:)`` may change a text with these first and last bytes.
  static func mayTrim(_ first: UInt8, _ last: UInt8) -> Bool {
    min(first, last) <= Byte.space || first | last >= 0x80
  }

  /// Returns the range of a text without the characters at its edges.
  static func trimmed(_ range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end {
      let count = lengthAtStart(start..<end, bytes)
      if count == 0 { break }
      start += count
    }
    while start < end {
      let count = lengthAtEnd(start..<end, bytes)
      if count == 0 { break }
      end -= count
    }
    return start..<end
  }

  /// Returns a text without the characters at its edges.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let range = trimmed(0..<bytes.count, of: bytes.span)
    return bytes.dropFirst(range.lowerBound).prefix(range.count)
  }

  private static func lengthAtStart(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Int {
    let first = bytes[range.lowerBound]
    if first == Byte.space || first == Byte.tab { return 1 }
    return begins(first) ? length(at: range.lowerBound, range, bytes) : 0
  }

  private static func lengthAtEnd(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Int {
    let end = range.upperBound
    let last = bytes[end - 1]
    if last == Byte.space || last == Byte.tab { return 1 }
    guard last >= 0x80 else { return 0 }
    for count in 2...3 where length(at: end - count, range, bytes) == count { return count }
    return 0
  }

  private static func begins(_ byte: UInt8) -> Bool { byte == 0xC2 || byte == 0xE2 || byte == 0xEF }

  /// Returns the length of the character at a position if it is no part of a value, else 0.
  ///
  /// A joiner stays, since it may be a part of a picture or of a word.
  private static func length(at start: Int, _ range: Range<Int>, _ bytes: Span<UInt8>) -> Int {
    guard start >= range.lowerBound, start + 1 < range.upperBound else { return 0 }
    let (first, second) = (bytes[start], bytes[start + 1])
    // U+00A0, a no-break space.
    if first == 0xC2 { return second == 0xA0 ? 2 : 0 }
    guard start + 2 < range.upperBound else { return 0 }
    switch (first, second, bytes[start + 2]) {
    // U+2007, U+202F: no-break spaces; U+200B, U+200E, U+200F, U+2060: no width.
    case (0xE2, 0x80, 0x87), (0xE2, 0x80, 0xAF), (0xE2, 0x80, 0x8B), (0xE2, 0x80, 0x8E),
      (0xE2, 0x80, 0x8F), (0xE2, 0x81, 0xA0):
      return 3
    // U+FEFF, a byte order mark.
    case (0xEF, 0xBB, 0xBF): return 3
    default: return 0
    }
  }
}
