internal import CairnJSON

/// A part of an input that should be one JSON value, with its place in the whole.
struct JSONPiece {
  var bytes: ArraySlice<UInt8>
  var start: JSONPosition
}

/// Goes through JSON without reading it, and so finds where values end.
///
/// A value whose brackets don't close goes to the end of the bytes.
struct JSONCursor {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var line: Int
  /// How many characters of the line lie before `counted`.
  ///
  /// Counting goes on where it stopped: a whole file may be one line, and a count from its start
  /// for each value would take the square of its length.
  private var characters: Int
  private var counted: Int

  /// Starts where `piece` does.
  init(_ piece: JSONPiece) {
    bytes = piece.bytes
    index = bytes.startIndex
    line = piece.start.line
    characters = piece.start.column - 1
    counted = index
  }

  /// The next byte that is no blank, `nil` at the end.
  var next: UInt8? { bytes[index...].first { $0 > Byte.space } }

  /// Goes past blanks.
  ///
  /// - Returns: The line of what comes then, `nil` at the end.
  mutating func nextLine() -> Int? {
    skipBlanks()
    return index < bytes.endIndex ? line : nil
  }

  /// Goes past blanks, and past `byte` if that comes then.
  ///
  /// - Returns: Whether it came.
  @discardableResult
  mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard index < bytes.endIndex, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Goes past blanks and a value, which is empty if none comes.
  mutating func takeValue() -> JSONPiece {
    let start = position()
    let first = index
    skipValue()
    return JSONPiece(bytes: bytes[first..<index], start: start)
  }

  /// Goes past blanks and whatever byte comes then.
  mutating func takeByte() -> JSONPiece {
    let start = position()
    let first = index
    index = min(index + 1, bytes.endIndex)
    return JSONPiece(bytes: bytes[first..<index], start: start)
  }

  /// Goes past blanks, and says where it is then.
  mutating func position() -> JSONPosition {
    skipBlanks()
    characters += bytes[counted..<index].count { $0 & 0xC0 != 0x80 }
    counted = index
    return JSONPosition(line: line, column: characters + 1, offset: index)
  }

  private mutating func skipBlanks() {
    while index < bytes.endIndex, bytes[index] <= Byte.space { step() }
  }

  private mutating func step() {
    if bytes[index] == Byte.lineFeed {
      line += 1
      characters = 0
      counted = index + 1
    }
    index += 1
  }

  /// Goes to the end of a value: past its closing bracket, or to what ends a plain one.
  private mutating func skipValue() {
    var depth = 0
    while index < bytes.endIndex {
      switch bytes[index] {
      case Byte.quote:
        skipString()
        if depth == 0 { return }
        continue
      case Byte.openBrace, Byte.openBracket: depth += 1
      case Byte.closeBrace, Byte.closeBracket:
        if depth == 0 { return }
        depth -= 1
        if depth == 0 { return index += 1 }
      case Byte.comma where depth == 0: return
      case 0...Byte.space where depth == 0: return
      default: break
      }
      step()
    }
  }

  private mutating func skipString() {
    index += 1
    while index < bytes.endIndex, bytes[index] != Byte.quote {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex { index += 1 }
      step()
    }
    if index < bytes.endIndex { index += 1 }
  }
}
