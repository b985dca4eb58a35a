/// A mistake in a JSON text.
public enum JSONError: Error, Hashable, Sendable {
  /// The text has something else than expected.
  case unexpected(found: String, expected: String, at: JSONPosition)
  /// The text ends too early.
  case unfinished(expected: String, at: JSONPosition)
  /// A number has an invalid form, for example a leading zero.
  case invalidNumber(at: JSONPosition)
  /// A control character in a string is not escaped.
  case controlCharacter(UInt8, at: JSONPosition)
  /// A backslash is followed by an invalid character.
  case invalidEscape(at: JSONPosition)
  /// Half of a surrogate pair is missing.
  case loneSurrogate(at: JSONPosition)
  /// The bytes are not UTF-8.
  case invalidText(at: JSONPosition)
  /// Arrays and objects are nested too deep.
  case tooDeep(at: JSONPosition)
}

extension JSONError {
  /// The position of the mistake.
  public var position: JSONPosition {
    switch self {
    case .unexpected(_, _, let position), .unfinished(_, let position),
      .invalidNumber(let position), .controlCharacter(_, let position),
      .invalidEscape(let position), .loneSurrogate(let position), .invalidText(let position),
      .tooDeep(let position):
      position
    }
  }

  /// The mistake, without the position.
  public var reason: String {
    switch self {
    case .unexpected(let found, let expected, _): "expected \(expected), found \(found)"
    case .unfinished(let expected, _): "expected \(expected), but the text ends"
    case .invalidNumber: "this is no JSON number"
    case .controlCharacter(let byte, _):
      "a control character in a string must be written as \(JSONWriter.escape(of: byte))"
    case .invalidEscape: "unknown character after a backslash"
    case .loneSurrogate: "half of a surrogate pair is missing"
    case .invalidText: "this is not UTF-8"
    case .tooDeep: "arrays and objects are nested deeper than \(JSONReader.depthLimit)"
    }
  }
}

extension JSONError: CustomStringConvertible {
  /// A sentence: "line 3, column 14: expected a comma or ], found }".
  public var description: String { "\(position): \(reason)" }
}

/// A position in a text, for people (line and column) and for programs (offset).
public struct JSONPosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// The number of bytes before it.
  public var offset: Int

  /// Creates a position; by default, the start of a text or of a line.
  public init(line: Int = 1, column: Int = 1, offset: Int = 0) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// Moves the position over bytes of the text.
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
  /// The position for people: "line 3, column 14".
  public var description: String { "line \(line), column \(column)" }
}
