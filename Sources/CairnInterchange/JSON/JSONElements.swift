internal import CairnJSON

/// Cuts bytes into the JSON values that stand one after another, without reading them.
///
/// Two layouts are cut: the elements of one array, and values with only blanks between them. Each
/// piece is then read by itself, so that a bad one costs only itself, and a million objects are
/// never in memory at once. A piece whose brackets don't close goes to the end of the input.
struct JSONElements {
  /// A piece with its place in the whole.
  struct Piece {
    var bytes: ArraySlice<UInt8>
    var start: JSONPosition
  }

  private let bytes: [UInt8]
  /// Whether the pieces are the elements of an array.
  let isArray: Bool
  private var index: Int
  private var line = 1
  /// How many characters of the line lie before `counted`.
  ///
  /// Counting goes on where it stopped: a whole file may be one line, and a count from its start for
  /// each element would take the square of its length.
  private var characters = 0
  private var counted = 0
  private var isFirst = true

  /// Starts at the first value of `bytes`, within the brackets if it is an array.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    isArray = bytes[index...].first { $0 > Byte.space } == Byte.openBracket
    skipBlanks()
    if isArray { index += 1 }
  }

  /// The next piece; `nil` after the last one.
  mutating func next() -> Piece? {
    skipBlanks()
    guard index < bytes.count else { return nil }
    if isArray {
      if isFirst, bytes[index] == UInt8(ascii: "]") { return nil }
      if !isFirst, !skipComma() { return nil }
    }
    isFirst = false
    skipBlanks()
    let start = position()
    let first = index
    skipValue()
    // A bracket or comma that belongs to nothing is a piece of its own, so that cutting ends.
    if !isArray, index == first { index += 1 }
    return Piece(bytes: bytes[first..<index], start: start)
  }

  /// Whether nothing but blanks, and the bracket of an array, is left.
  mutating func isAtEnd() -> Bool {
    skipBlanks()
    guard isArray else { return index == bytes.count }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "]") else { return false }
    return bytes[(index + 1)...].allSatisfy { $0 <= Byte.space }
  }

  /// Where the next piece would start.
  mutating func position() -> JSONPosition {
    characters += bytes[counted..<index].count { $0 & 0xC0 != 0x80 }
    counted = index
    return JSONPosition(line: line, column: characters + 1, offset: index)
  }

  private mutating func skipComma() -> Bool {
    guard bytes[index] == Byte.comma else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index] <= Byte.space { step() }
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
    while index < bytes.count {
      switch bytes[index] {
      case Byte.quote:
        skipString()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), Byte.openBracket: depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
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
    while index < bytes.count, bytes[index] != Byte.quote {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
      step()
    }
    if index < bytes.count { index += 1 }
  }
}
