internal import CairnJSON

/// A part of an input that should be one JSON value, with its position in the input.
struct JSONPiece {
  var bytes: ArraySlice<UInt8>
  var start: JSONPosition
}

/// Finds the ends of JSON values without parsing them.
///
/// A value whose brackets don't close extends to the end of the bytes.
struct JSONCursor {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var line: Int
  /// The number of characters of the line before `counted`.
  ///
  /// Counting continues from there. A whole file may be one line, and counting from its start for
  /// each value would take quadratic time.
  private var characters: Int
  private var counted: Int

  /// Starts at the beginning of `piece`.
  init(_ piece: JSONPiece) {
    bytes = piece.bytes
    index = bytes.startIndex
    line = piece.start.line
    characters = piece.start.column - 1
    counted = index
  }

  /// The next byte that is not a blank; `nil` at the end.
  var next: UInt8? { bytes[index...].first { $0 > Byte.space } }

  /// Skips blanks.
  ///
  /// - Returns: The line of the next byte; `nil` at the end.
  mutating func nextLine() -> Int? {
    skipBlanks()
    return index < bytes.endIndex ? line : nil
  }

  /// Skips blanks, and then `byte` if it comes next.
  ///
  /// - Returns: Whether it came next.
  @discardableResult
  mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard index < bytes.endIndex, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Skips blanks and returns the next value, which is empty if none follows.
  mutating func takeValue() -> JSONPiece {
    let start = position()
    let first = index
    skipValue()
    return JSONPiece(bytes: bytes[first..<index], start: start)
  }

  /// Skips blanks and returns the next byte.
  mutating func takeByte() -> JSONPiece {
    let start = position()
    let first = index
    index = min(index + 1, bytes.endIndex)
    return JSONPiece(bytes: bytes[first..<index], start: start)
  }

  /// Skips blanks, and returns the position.
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

  /// Skips a value: to its closing bracket, or to the end of a plain value.
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

/// Splits bytes into consecutive JSON values, without parsing them.
///
/// Two layouts are supported: the elements of one array, and values separated by blanks. Each piece
/// is then parsed separately. A bad piece affects no other piece, and a million objects are never
/// in memory at once.
struct JSONElements {
  /// Whether the pieces are the elements of an array.
  let isArray: Bool
  private var cursor: JSONCursor
  private var isFirst = true

  /// Starts at the first value of a whole input, inside the brackets if it is an array.
  init(_ bytes: [UInt8]) {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.init(JSONPiece(bytes: bytes.dropFirst(mark), start: JSONPosition()))
  }

  /// Starts at the first value of a piece of the input, inside the brackets if it is an array.
  init(_ piece: JSONPiece) {
    cursor = JSONCursor(piece)
    isArray = cursor.take(Byte.openBracket)
  }

  /// Returns the next piece; `nil` after the last one.
  mutating func next() -> JSONPiece? {
    guard let byte = cursor.next else { return nil }
    if isArray {
      if isFirst, byte == Byte.closeBracket { return nil }
      if !isFirst, !cursor.take(Byte.comma) { return nil }
    }
    isFirst = false
    let piece = cursor.takeValue()
    // A stray bracket or comma is a piece of its own, so that splitting always ends.
    return !isArray && piece.bytes.isEmpty ? cursor.takeByte() : piece
  }

  /// Returns the line of the next piece; `nil` if there is none.
  func nextLine() -> Int? {
    var cursor = cursor
    if isArray, !cursor.take(Byte.comma) { return nil }
    return cursor.nextLine()
  }

  /// Returns whether only blanks, and the closing bracket of an array, are left.
  func isAtEnd() -> Bool {
    var cursor = cursor
    return (!isArray || cursor.take(Byte.closeBracket)) && cursor.next == nil
  }

  /// Returns the start of the next piece.
  mutating func position() -> JSONPosition { cursor.position() }
}

/// Splits a stream of bytes into lines, each of them a piece of JSON.
struct JSONLines {
  private var lines: ByteLines

  init(_ source: ByteStream) {
    lines = ByteLines(source)
  }

  /// Returns the next line that is not blank, without its line end; `nil` after the last one.
  mutating func next() throws(InterchangeError) -> JSONPiece? {
    while let line = try lines.next() {
      let start = JSONPosition(line: lines.number, offset: lines.offset)
      if !line.allSatisfy({ $0 <= Byte.space }) { return JSONPiece(bytes: line, start: start) }
    }
    return nil
  }
}

/// Splits a JSON object into its members, without parsing their values.
enum JSONMembers {
  /// Returns the members of the object in `piece`; `nil` if it is no object or can't be split.
  static func members(of piece: JSONPiece) -> [(name: String, value: JSONPiece)]? {
    var cursor = JSONCursor(piece)
    guard cursor.take(Byte.openBrace) else { return nil }
    var members: [(name: String, value: JSONPiece)] = []
    if cursor.next != Byte.closeBrace {
      repeat {
        guard let name = name(in: cursor.takeValue()), cursor.take(Byte.colon) else { return nil }
        members.append((name, cursor.takeValue()))
      } while cursor.take(Byte.comma)
    }
    guard cursor.take(Byte.closeBrace), cursor.next == nil else { return nil }
    return members
  }

  private static func name(in piece: JSONPiece) -> String? {
    var reader = JSONReader(piece.bytes, from: piece.start)
    // An invalid name makes the object invalid; parsing the whole object reports the reason.
    return try? reader.only().string
  }
}
