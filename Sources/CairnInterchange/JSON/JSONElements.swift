internal import CairnJSON

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
