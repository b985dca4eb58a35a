/// Reads TOML, as people write it above their notes.
///
/// 1. All of it is read. What comes is the same as of YAML that says the same: text that is text
///    even where it looks like a number, everything else as it is spelled, digits kept.
/// 2. Fields stay in the order in which they stand; a table's are where its first one is.
/// 3. A mistake is named by line and column, and nothing lies deeper than 512 levels, so that no
///    input exhausts the stack.
///
/// The library that reads the settings sorts the keys, keeps no digits, and ends the program for
/// some mistakes, of which notes of any origin may have any.
///
/// Source: TOML 1.0.0.
struct TOMLReader {
  /// The deepest that lists and tables lie in one another.
  static let depthLimit = 512

  let bytes: [UInt8]
  var index = 0
  private let firstLine: Int
  private var depth = 0

  /// Reads UTF-8 whose lines end in line feeds.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - line: The number of its first line.
  init(_ bytes: [UInt8], firstLine line: Int = 1) {
    self.bytes = bytes
    firstLine = line
  }

  /// The fields that the whole text is, none if it says nothing.
  mutating func document() throws(TOMLError) -> [YAMLValue.Field] {
    var root = TOMLTable(.header)
    var section: [String] = []
    try skipToContent()
    while byte != nil {
      let start = index
      if byte == Byte.openBracket {
        section = try header(in: &root)
      } else {
        let (path, value) = try pair()
        try placing(start) { () throws(TOMLTable.Clash) in
          try root.set(value, at: path, in: section)
        }
      }
      skipBlanks()
      guard byte == nil || byte == Byte.lineFeed || byte == Self.hash else {
        throw error("text after the value")
      }
      try skipToContent()
    }
    return root.fields
  }

  /// Reads `[table]` or `[[table]]`, of which there are several.
  private mutating func header(in root: inout TOMLTable) throws(TOMLError) -> [String] {
    let start = index
    index += 1
    let isOneOfSeveral = byte == Byte.openBracket
    if isOneOfSeveral { index += 1 }
    let path = try key()
    for _ in 0..<(isOneOfSeveral ? 2 : 1) {
      guard byte == Byte.closeBracket else { throw error("the table's name is never closed") }
      index += 1
    }
    try placing(start) { () throws(TOMLTable.Clash) in
      try root.begin(path, isOneOfSeveral: isOneOfSeveral)
    }
    return path
  }

  /// Reads `key = value`.
  private mutating func pair() throws(TOMLError) -> (path: [String], value: YAMLValue) {
    let path = try key()
    guard byte == Self.equals else { throw error("= is expected after a key") }
    index += 1
    skipBlanks()
    return (path, try value())
  }

  /// Reads a key with points between its parts, and the blanks around it.
  private mutating func key() throws(TOMLError) -> [String] {
    var path: [String] = []
    while true {
      skipBlanks()
      path.append(try part())
      guard path.count <= Self.depthLimit else { throw tooDeep() }
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

  /// The byte to be read next, `nil` at the end.
  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The mistake that `reason` says, here or at `place`.
  func error(_ reason: String, at place: Int? = nil) -> TOMLError {
    let before = bytes[..<min(place ?? index, bytes.count)]
    let lineStart = before.lastIndex(of: Byte.lineFeed).map { $0 + 1 } ?? 0
    return TOMLError(
      line: firstLine + before.count { $0 == Byte.lineFeed },
      column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1, reason: reason)
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

  /// Goes past blanks, comments and line feeds.
  private mutating func skipToContent() throws(TOMLError) {
    while true {
      skipBlanks()
      if byte == Self.hash {
        while let byte, byte != Byte.lineFeed {
          if Self.isControl(byte) { throw error("a comment has a control character in it") }
          index += 1
        }
      }
      guard byte == Byte.lineFeed else { return }
      index += 1
    }
  }

  /// Whether a byte may stand neither in texts nor in comments.
  static func isControl(_ byte: UInt8) -> Bool {
    byte < Byte.space && byte != Byte.tab || byte == 0x7F
  }
}

/// Why a text is not TOML.
struct TOMLError: Error, Equatable {
  /// The line, as the reader was told to count.
  var line: Int
  /// The character in the line, from 1.
  var column: Int
  /// What is wrong there.
  var reason: String
}
