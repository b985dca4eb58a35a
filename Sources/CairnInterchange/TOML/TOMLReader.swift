/// Reads TOML, as people write it above their notes.
///
/// 1. All of TOML is supported. The values are the same as for equivalent YAML: quoted text stays
///    text even if it looks like a number, and other values keep their spelling with all digits.
/// 2. Fields keep their order; a table has the position of its first field.
/// 3. Mistakes are reported by line and column. Nesting is limited to 512 levels, so that no input
///    exhausts the stack.
///
/// Source: TOML 1.0.0.
struct TOMLReader {
  /// The deepest nesting of lists and tables.
  static let depthLimit = 512

  let bytes: [UInt8]
  var index = 0
  private(set) var marks = TOMLDocument.Marks()
  private let firstLine: Int
  private var depth = 0
  /// The table for the keys being read.
  private var base: [String] = []

  /// Creates a reader of UTF-8 with line feeds or Windows line ends.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - line: The number of its first line.
  init(_ bytes: [UInt8], firstLine line: Int = 1) {
    self.bytes = bytes
    firstLine = line
  }

  /// Reads the fields of the whole text; empty if it has none.
  mutating func document() throws(TOMLError) -> [YAMLValue.Field] {
    var root = TOMLTable(.header)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try skipToContent()
    while byte != nil {
      let start = index
      if byte == Byte.openBracket {
        base = []
        base = try header(in: &root)
      } else {
        let (path, value) = try pair()
        try placing(start) { () throws(TOMLTable.Clash) in
          try root.set(value, at: path, in: base)
        }
      }
      skipBlanks()
      guard byte == nil || isAtLineEnd || byte == Self.hash else {
        throw error("text after the value")
      }
      try skipToContent()
    }
    return root.fields
  }

  /// Reads the header `[table]`, or `[[table]]` for one of several tables.
  private mutating func header(in root: inout TOMLTable) throws(TOMLError) -> [String] {
    let start = index
    index += 1
    let isOneOfSeveral = byte == Byte.openBracket
    if isOneOfSeveral { index += 1 }
    skipBlanks()
    guard let first = byte, Self.isBare(first) || first == Byte.quote || first == Self.apostrophe
    else { throw error("a table needs a name between its brackets", at: start) }
    let path = try key()
    for _ in 0..<(isOneOfSeveral ? 2 : 1) {
      guard byte == Byte.closeBracket else { throw error("the table's name is never closed") }
      index += 1
    }
    try placing(start) { () throws(TOMLTable.Clash) in
      try root.begin(path, isOneOfSeveral: isOneOfSeveral)
    }
    marks.headers.append((path, start..<index))
    return path
  }

  /// Reads `key = value`.
  private mutating func pair() throws(TOMLError) -> (path: [String], value: YAMLValue) {
    skipBlanks()
    let (start, outer) = (index, base)
    let path = try key()
    guard byte == Self.equals else { throw error("= is expected after a key") }
    index += 1
    skipBlanks()
    let first = index
    base = outer + path
    defer { base = outer }
    let value = try value()
    if marks.pairs[base] == nil {
      marks.pairs[base] = TOMLDocument.Pair(
        start: start, value: first..<index, table: outer, isInline: depth > 0)
    }
    return (path, value)
  }

  /// Reads a key with points between its parts, and the blanks around it.
  private mutating func key() throws(TOMLError) -> [String] {
    var path: [String] = []
    while true {
      skipBlanks()
      let start = index
      path.append(try part())
      if marks.places[base + path] == nil { marks.places[base + path] = start }
      guard path.count <= Self.depthLimit else {
        throw error("a key has more than \(Self.depthLimit) parts", at: start)
      }
      skipBlanks()
      guard byte == Byte.point else { return path }
      index += 1
    }
  }

  private mutating func part() throws(TOMLError) -> String {
    if byte == Byte.quote || byte == Self.apostrophe { return try text(mayBeLong: false) }
    let start = index
    while let byte, Self.isBare(byte) { index += 1 }
    guard index > start else {
      throw error("a key is expected: a to z, digits, - and _, or text in quotes")
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  // MARK: - Values

  private mutating func value() throws(TOMLError) -> YAMLValue {
    switch byte {
    case Byte.quote?, Self.apostrophe?: return .text(try text(mayBeLong: true))
    case Byte.openBracket?: return try nested { (reader) throws(TOMLError) in try reader.list() }
    case Byte.openBrace?: return try nested { (reader) throws(TOMLError) in try reader.table() }
    default: return .plain(try plain())
    }
  }

  private mutating func nested(
    _ read: (inout TOMLReader) throws(TOMLError) -> YAMLValue
  ) throws(TOMLError) -> YAMLValue {
    guard depth < Self.depthLimit else { throw tooDeep() }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private func tooDeep() -> TOMLError {
    error("lists and tables are nested deeper than \(Self.depthLimit)")
  }

  private mutating func list() throws(TOMLError) -> YAMLValue {
    let start = index
    var elements: [YAMLValue] = []
    index += 1
    while true {
      try skipToContent()
      if byte != Byte.closeBracket {
        guard byte != nil else { throw error("the list is never closed", at: start) }
        elements.append(try value())
        try skipToContent()
        if byte == Byte.comma {
          index += 1
          continue
        }
      }
      guard byte == Byte.closeBracket else {
        throw byte == nil
          ? error("the list is never closed", at: start) : error("a comma or ] is expected")
      }
      index += 1
      return .list(elements)
    }
  }

  /// Reads a table in braces, which is on one line.
  private mutating func table() throws(TOMLError) -> YAMLValue {
    let start = index
    var table = TOMLTable(.header)
    index += 1
    skipBlanks()
    while byte != Byte.closeBrace {
      let place = index
      let (path, value) = try pair()
      try placing(place) { () throws(TOMLTable.Clash) in try table.set(value, at: path, in: []) }
      skipBlanks()
      if byte == Byte.comma {
        index += 1
        skipBlanks()
        guard byte != Byte.closeBrace else { throw error("a key is expected after the comma") }
      } else if byte != Byte.closeBrace {
        throw byte == nil || byte == Byte.lineFeed
          ? error("the braces are not closed on their line", at: start)
          : error("a comma or } is expected")
      }
    }
    index += 1
    return .fields(table.fields)
  }

  // MARK: - Places

  static let hash = UInt8(ascii: "#")
  static let apostrophe = UInt8(ascii: "'")
  private static let equals = UInt8(ascii: "=")

  private static func isBare(_ byte: UInt8) -> Bool {
    Byte.isLetter(byte) || Byte.isDigit(byte) || byte == Byte.minus || byte == UInt8(ascii: "_")
  }

  /// The next byte; `nil` at the end.
  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Returns an error with a reason, here or at `place`.
  func error(_ reason: String, at place: Int? = nil) -> TOMLError {
    let (line, column) = Self.lineAndColumn(of: min(place ?? index, bytes.count), in: bytes)
    return TOMLError(line: firstLine + line - 1, column: column, reason: reason)
  }

  /// Returns the line and the character in the line at `offset`, both from 1.
  static func lineAndColumn(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<offset]
    let start = before.lastIndex(of: Byte.lineFeed).map { $0 + 1 } ?? 0
    return (
      before.count { $0 == Byte.lineFeed } + 1,
      before[start...].count { $0 & 0xC0 != 0x80 } + 1
    )
  }

  private func placing(
    _ start: Int, _ work: () throws(TOMLTable.Clash) -> Void
  ) throws(TOMLError) {
    do throws(TOMLTable.Clash) {
      try work()
    } catch {
      throw self.error("\(error.name) is repeated", at: start)
    }
  }

  private mutating func skipBlanks() {
    while byte == Byte.space || byte == Byte.tab { index += 1 }
  }

  /// Skips blanks, comments and line feeds.
  private mutating func skipToContent() throws(TOMLError) {
    while true {
      skipBlanks()
      if byte == Self.hash {
        while let byte, !isAtLineEnd {
          if Self.isControl(byte) { throw error("a comment has a control character in it") }
          index += 1
        }
      }
      guard isAtLineEnd else { return }
      index += byte == Byte.lineFeed ? 1 : 2
    }
  }

  /// Whether a line ends here, with a line feed or a Windows line end.
  var isAtLineEnd: Bool {
    byte == Byte.lineFeed
      || byte == Byte.carriageReturn && bytes[index...].dropFirst().first == Byte.lineFeed
  }

  /// Returns whether a byte is not allowed in texts and comments.
  static func isControl(_ byte: UInt8) -> Bool {
    byte < Byte.space && byte != Byte.tab || byte == 0x7F
  }
}

/// The reason why a text is not TOML.
package struct TOMLError: Error, Equatable {
  /// The line, in the reader's numbering.
  package var line: Int
  /// The character in the line, from 1.
  package var column: Int
  /// The reason.
  package var reason: String
}
