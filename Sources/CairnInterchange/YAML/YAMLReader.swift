/// Reads the part of YAML that people write above their notes.
///
/// 1. Fields, lists and texts are read in all spellings: in blocks and in brackets, plain, in
///    quotes, and after `|` and `>`, on one line or on several.
/// 2. Features that let a small file expand, or that mark other kinds of data, are refused: anchors
///    and aliases, tags, directives, merged fields, and keys other than names.
/// 3. A repeated field is a mistake, and so is indentation with tabs.
/// 4. Mistakes are reported by line and column. Nesting is limited to 512 levels, so that no input
///    exhausts the stack.
///
/// Source: YAML 1.2.2, chapters 6 to 8.
struct YAMLReader {
  /// A place in the text.
  struct Mark {
    var index = 0
    var line: Int
    var lineStart = 0
  }

  /// The deepest nesting of lists and fields.
  static let depthLimit = 512

  let bytes: [UInt8]
  var mark: Mark
  private var depth = 0

  /// Creates a reader of UTF-8 with line feeds.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - line: The number of its first line.
  init(_ bytes: [UInt8], firstLine line: Int = 1) {
    self.bytes = bytes
    mark = Mark(line: line)
  }

  /// Reads the fields of the whole text; empty if it has none.
  mutating func document() throws(YAMLError) -> [YAMLValue.Field] {
    try skipToContent()
    guard !isAtEnd else { return [] }
    guard !isDash, try isKey() else { throw error("fields are expected, as name: value") }
    let fields = try fields(at: column)
    guard isAtEnd else { throw error("this line is indented less than the first one") }
    return fields
  }

  /// Reads a value that begins on a line of its own, indented deeper than `parent`.
  private mutating func blockNode(parent: Int) throws(YAMLError) -> YAMLValue {
    if isDash { return try list(at: column) }
    if try isKey() { return .fields(try fields(at: column)) }
    return try endedValue(parent: parent)
  }

  private mutating func fields(at indent: Int) throws(YAMLError) -> [YAMLValue.Field] {
    try enter()
    defer { leave() }
    var fields: [YAMLValue.Field] = []
    var names: Set<String> = []
    while !isAtEnd, column == indent {
      let start = mark
      let name = try key()
      guard names.insert(name).inserted else {
        throw error("the field \(name) is repeated", at: start)
      }
      fields.append(YAMLValue.Field(name: name, value: try fieldValue(indent)))
    }
    try requireOutdent(indent)
    return fields
  }

  private mutating func fieldValue(_ indent: Int) throws(YAMLError) -> YAMLValue {
    skipBlanks()
    guard isAtLineEnd else { return try endedValue(parent: indent) }
    try nextContent()
    if isAtEnd { return .null }
    if column > indent { return try blockNode(parent: indent) }
    // A list may have the same indentation as the name of its field.
    return column == indent && isDash ? try list(at: indent) : .null
  }

  private mutating func list(at indent: Int) throws(YAMLError) -> YAMLValue {
    try enter()
    defer { leave() }
    var elements: [YAMLValue] = []
    while !isAtEnd, column == indent, isDash {
      mark.index += 1
      if byte == Byte.tab { throw error(Self.tabReason) }
      skipBlanks()
      if isAtLineEnd {
        try nextContent()
        elements.append(!isAtEnd && column > indent ? try blockNode(parent: indent) : .null)
      } else {
        elements.append(try blockNode(parent: indent))
      }
    }
    try requireOutdent(indent)
    return .list(elements)
  }

  /// Reads a value other than a list or fields, up to the end of its line.
  private mutating func endedValue(parent: Int) throws(YAMLError) -> YAMLValue {
    if byte == Byte.bar || byte == UInt8(ascii: ">") { return try blockText(parent: parent) }
    let value = try inlineValue(parent: parent)
    try nextContent()
    return value
  }

  private mutating func inlineValue(parent: Int) throws(YAMLError) -> YAMLValue {
    switch byte {
    case Byte.quote: return .text(try doubleQuoted())
    case Self.apostrophe: return .text(try singleQuoted())
    case Byte.openBracket, Byte.openBrace: return try flow()
    default: return try plain(parent: parent)
    }
  }

  private func requireOutdent(_ indent: Int) throws(YAMLError) {
    if !isAtEnd, column > indent {
      throw error("this line is indented more than the lines before it")
    }
  }

  /// Enters a level of nesting.
  mutating func enter() throws(YAMLError) {
    depth += 1
    if depth > Self.depthLimit {
      throw error("lists and fields are nested deeper than \(Self.depthLimit)")
    }
  }

  /// Leaves a level of nesting.
  mutating func leave() { depth -= 1 }
}

// MARK: - Keys

extension YAMLReader {
  /// Returns whether a name and a colon come next.
  private func isKey() throws(YAMLError) -> Bool {
    if byte == UInt8(ascii: "?"), isBlank(at: mark.index + 1) {
      throw error("a key that is more than a name is not read")
    }
    var place = mark.index
    if let quote = byte, quote == Byte.quote || quote == Self.apostrophe {
      guard let end = endOfQuotes(from: place) else { return false }
      place = end
      while place < bytes.count, bytes[place] == Byte.space { place += 1 }
      return isColon(at: place)
    }
    if byte == Byte.openBracket || byte == Byte.openBrace { return false }
    while place < bytes.count, bytes[place] != Byte.lineFeed, !isComment(at: place) {
      if isColon(at: place) { return true }
      place += 1
    }
    return false
  }

  /// Returns the position after quotes that open at `start`; `nil` if they don't close on their
  /// line.
  private func endOfQuotes(from start: Int) -> Int? {
    var place = start + 1
    while place < bytes.count, bytes[place] != Byte.lineFeed {
      if bytes[place] == bytes[start] { return place + 1 }
      place += bytes[start] == Byte.quote && bytes[place] == Byte.backslash ? 2 : 1
    }
    return nil
  }

  /// Reads a name and the colon after it.
  private mutating func key() throws(YAMLError) -> String {
    guard try isKey() else { throw error("a field is expected, as name: value") }
    let start = mark
    let name: String
    switch byte {
    case Byte.quote: name = try doubleQuoted()
    case Self.apostrophe: name = try singleQuoted()
    default: name = try plainLine()
    }
    if name == "<<" { throw error("merged fields (<<) are not read", at: start) }
    skipBlanks()
    mark.index += 1
    return name
  }
}
