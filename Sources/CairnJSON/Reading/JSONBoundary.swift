/// Finds where a value ends without reading it, in bytes that arrive in pieces.
///
/// Only brackets and quotation marks count; whether the value is valid is for the parser to say.
struct JSONBoundary {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// How many bytes of the value were looked at.
  private var scanned = 0

  /// Whether a value was begun whose end is not known.
  var isInside: Bool { scanned > 0 }

  /// Returns where the value that begins at `start` ends, or `nil` if that is not there yet.
  ///
  /// The next call goes on where this one stopped, whatever `start` is then.
  mutating func end(in bytes: Span<UInt8>, from start: Int) -> Int? {
    for index in (start + scanned)..<bytes.count {
      if let end = step(over: bytes[index], at: index, isFirst: index == start) { return end }
    }
    scanned = bytes.count - start
    return nil
  }

  private mutating func step(over byte: UInt8, at index: Int, isFirst: Bool) -> Int? {
    if isInString { return stepInString(over: byte) ? index + 1 : nil }
    let isDelimiter = Self.isDelimiter(byte)
    if depth == 0, !isFirst, isDelimiter { return index }
    switch byte {
    case ASCII.quote: isInString = true
    case ASCII.openBrace, ASCII.openBracket: depth += 1
    case ASCII.closeBrace, ASCII.closeBracket: depth -= 1
    default: break
    }
    let isOpen = depth > 0 || isInString
    return isDelimiter && !isOpen ? index + 1 : nil
  }

  /// Tells whether `byte` ends the string, and with it the value.
  private mutating func stepInString(over byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if byte == ASCII.backslash {
      isEscaped = true
    } else if byte == ASCII.quote {
      isInString = false
      return depth == 0
    }
    return false
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.quote, ASCII.comma, ASCII.colon, ASCII.openBrace, ASCII.closeBrace,
      ASCII.openBracket, ASCII.closeBracket:
      true
    default: ASCII.isBlank(byte)
    }
  }
}
