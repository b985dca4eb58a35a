/// A place in a text, for people (line and column) and for programs (offset).
public struct JSONPosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// The number of bytes before it.
  public var offset: Int

  /// Creates a position, by default the start of a text or of the line that `line` says.
  public init(line: Int = 1, column: Int = 1, offset: Int = 0) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// Moves on over bytes of the text.
  mutating func advance(over bytes: Span<UInt8>) {
    offset += bytes.count
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == ASCII.lineFeed {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}

extension JSONPosition: CustomStringConvertible {
  /// The position as people say it: "line 3, column 14".
  public var description: String { "line \(line), column \(column)" }
}
