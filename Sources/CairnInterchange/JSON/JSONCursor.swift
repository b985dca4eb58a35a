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

/// Cuts bytes into the JSON values that stand one after another, without reading them.
///
/// Two layouts are cut: the elements of one array, and values with only blanks between them. Each
/// piece is then read by itself, so that a bad one costs only itself, and a million objects are
/// never in memory at once.
struct JSONElements {
  /// Whether the pieces are the elements of an array.
  let isArray: Bool
  private var cursor: JSONCursor
  private var isFirst = true

  /// Starts at the first value of a whole input, within the brackets if it is an array.
  init(_ bytes: [UInt8]) {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.init(JSONPiece(bytes: bytes.dropFirst(mark), start: JSONPosition()))
  }

  /// Starts at the first value of a piece of the input, within the brackets if it is an array.
  init(_ piece: JSONPiece) {
    cursor = JSONCursor(piece)
    isArray = cursor.take(Byte.openBracket)
  }

  /// The next piece; `nil` after the last one.
  mutating func next() -> JSONPiece? {
    guard let byte = cursor.next else { return nil }
    if isArray {
      if isFirst, byte == Byte.closeBracket { return nil }
      if !isFirst, !cursor.take(Byte.comma) { return nil }
    }
    isFirst = false
    let piece = cursor.takeValue()
    // A bracket or comma that belongs to nothing is a piece of its own, so that cutting ends.
    return !isArray && piece.bytes.isEmpty ? cursor.takeByte() : piece
  }

  /// The line of the piece after the one that came last, `nil` if none comes.
  func nextLine() -> Int? {
    var cursor = cursor
    if isArray, !cursor.take(Byte.comma) { return nil }
    return cursor.nextLine()
  }

  /// Whether nothing but blanks, and the bracket of an array, is left.
  func isAtEnd() -> Bool {
    var cursor = cursor
    return (!isArray || cursor.take(Byte.closeBracket)) && cursor.next == nil
  }

  /// Where the next piece would start.
  mutating func position() -> JSONPosition { cursor.position() }
}

/// Cuts a stream of bytes into lines, each a piece of JSON.
struct JSONLines {
  private var lines: ByteLines

  init(_ source: ByteStream) {
    lines = ByteLines(source)
  }

  /// The next line that is not blank, without its end; `nil` after the last one.
  mutating func next() throws(InterchangeError) -> JSONPiece? {
    while let line = try lines.next() {
      let start = JSONPosition(line: lines.number, offset: lines.offset)
      if !line.allSatisfy({ $0 <= Byte.space }) { return JSONPiece(bytes: line, start: start) }
    }
    return nil
  }
}

/// Cuts a JSON object into its members, without reading their values.
enum JSONMembers {
  /// The members of the object in `piece`; `nil` if that is no object, or cannot be cut.
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
    // What is no name is no object's, and whoever reads the whole will say why.
    return try? reader.only().string
  }
}
