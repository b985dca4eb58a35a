/// Lines as vCard and iCalendar write them: they end with CRLF, and long ones are folded.
struct ContentLines {
  private(set) var bytes: [UInt8] = []

  private static let longest = 75

  /// Writes a line.
  ///
  /// A line too long for readers is folded, never within a character.
  mutating func write(_ line: String) {
    var count = 0
    for scalar in line.unicodeScalars {
      let length = UTF8.width(scalar)
      if count + length > Self.longest {
        bytes += [Byte.carriageReturn, Byte.lineFeed, Byte.space]
        count = 1
      }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
      count += length
    }
    bytes += [Byte.carriageReturn, Byte.lineFeed]
  }

  /// Returns the bytes written since the last call, and removes them.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
