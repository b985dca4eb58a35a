internal import TOMLKit

/// Where the keys of a TOML document stand, which its parser doesn't tell.
///
/// Of a key that comes again, as a table's may, the first place counts. What is found before a
/// malformed document's first mistake is right; after it, reading ends somewhere.
struct TOMLKeyPlaces {
  /// A mistake, and how many bytes are before what it is in.
  struct Trap {
    let problem: ConfigurationProblem
    let offset: Int
  }

  /// The first mistake of which the parser doesn't tell: at a table without a name, or one too
  /// deep, it ends the program, at a NUL the document.
  private(set) var trap: Trap?

  /// A key with its value, in bytes from the document's start.
  struct Pair {
    /// Where the key begins.
    let start: Int
    /// Where the value stands.
    let value: Range<Int>
    /// The table to whose lines the pair belongs, without those that the key itself names.
    let table: [String]
    /// Whether it stands between the braces of a table within a line.
    let isInline: Bool
  }

  /// The pairs by their tables and keys.
  private(set) var pairs: [[String]: Pair] = [:]

  /// The tables that have a line of their own, and the bytes of that, in their order.
  private(set) var headers: [(table: [String], bytes: Range<Int>)] = []

  private var places: [[String]: TextPlace] = [:]
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1
  private var depth = 0
  /// Where the table's header or the pair begins that is being read.
  private var statement = 0

  /// How deep keys and values may lie.
  private static let deepest = 256

  /// Finds the keys of a document.
  init(_ text: String) {
    bytes = Array(text.utf8)
    readDocument()
  }

  /// The place of the key at a path of tables and keys.
  subscript(path: [String]) -> TextPlace? { places[path] }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var here: TextPlace { TextPlace(line: line, column: column) }

  private mutating func advance() {
    guard let byte = next else { return }
    if byte == 0 { note("a NUL character can't be in settings", at: here) }
    index += 1
    if byte == UInt8(ascii: "\n") {
      (line, column) = (line + 1, 1)
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte = next, isSkipped(byte) { advance() }
  }

  private mutating func skipBlanks() {
    skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// Skips blanks, line breaks and comments.
  private mutating func skipToContent() {
    while true {
      skip { " \t\r\n".utf8.contains($0) }
      guard next == UInt8(ascii: "#") else { return }
      skip { $0 != UInt8(ascii: "\n") }
    }
  }
}

// MARK: - Reading

extension TOMLKeyPlaces {
  private mutating func readDocument() {
    var table: [String] = []
    skipToContent()
    while next != nil {
      let start = index
      statement = index
      if next == UInt8(ascii: "[") { table = readHeader() } else { readPair(in: table) }
      skipToContent()
      guard index > start else { return }
    }
  }

  /// Reads `[a.b]` or `[[a.b]]`.
  private mutating func readHeader() -> [String] {
    let (start, first) = (here, index)
    advance()
    skipBlanks()
    if next == UInt8(ascii: "[") { advance() }
    skipBlanks()
    // What is without a name at once, the parser complains of itself.
    if next != UInt8(ascii: "]"), !startsKey {
      note("a table needs a name between its brackets", at: start)
    }
    let table = readKeys(in: [])
    skip { $0 == UInt8(ascii: "]") }
    headers.append((table, first..<index))
    return table
  }

  private mutating func note(_ reason: String, at place: TextPlace) {
    guard trap == nil else { return }
    trap = Trap(problem: ConfigurationProblem(.syntax(reason), at: place), offset: statement)
  }

  private var startsKey: Bool {
    guard let next else { return false }
    return switch next {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default: false
    }
  }

  private mutating func readPair(in table: [String]) {
    let (start, isInline) = (index, depth > 0)
    let path = readKeys(in: table)
    if next == UInt8(ascii: "=") { advance() }
    skipBlanks()
    let first = index
    readValue(of: path)
    var end = index
    // Blanks belong to no value, but end one that has no signs around it.
    while end > first, " \t\r".utf8.contains(bytes[end - 1]) { end -= 1 }
    if pairs[path] == nil {
      pairs[path] = Pair(start: start, value: first..<end, table: table, isInline: isInline)
    }
  }

  /// Reads `a."b c".d`, and notes the place of each table on the way.
  private mutating func readKeys(in table: [String]) -> [String] {
    var path = table
    repeat {
      if next == UInt8(ascii: ".") { advance() }
      skipBlanks()
      let place = here
      path.append(readKey())
      if path.count > Self.deepest {
        note("a key has at most \(Self.deepest) parts", at: place)
      } else if places[path] == nil {
        places[path] = place
      }
      skipBlanks()
    } while next == UInt8(ascii: ".")
    return path
  }

  private mutating func readKey() -> String {
    let start = index
    guard next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") else {
      skip { !" \t.=]\n".utf8.contains($0) }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    skipText()
    let spelled = String(decoding: bytes[start..<index], as: UTF8.self)
    // Which escapes a key may have is the parser's to know.
    return (try? TOMLTable(string: "\(spelled) = 0"))?.keys.first ?? spelled
  }

  private mutating func readValue(of path: [String]) {
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText()
    case UInt8(ascii: "["): readItems(until: "]") { $0.readValue(of: path) }
    case UInt8(ascii: "{"): readItems(until: "}") { $0.readPair(in: path) }
    default: skip { !",]}#\n".utf8.contains($0) }
    }
  }

  private mutating func readItems(
    until end: Unicode.Scalar, _ read: (inout TOMLKeyPlaces) -> Void
  ) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      index = bytes.count
      return
    }
    advance()
    skipToContent()
    while let byte = next, byte != UInt8(ascii: end) {
      let start = index
      read(&self)
      skipToContent()
      if next == UInt8(ascii: ",") { advance() }
      skipToContent()
      guard index > start else { return }
    }
    advance()
  }

  /// Skips a text in one or three quotes of either kind.
  private mutating func skipText() {
    guard let quote = next else { return }
    let start = index
    skip { $0 == quote }
    let opening = index - start
    // Two quotes are an empty text, six an empty long one.
    guard opening == 1 || opening == 3 else { return }
    var closing = 0
    while let byte = next, closing < opening {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { advance() }
      advance()
      closing = byte == quote ? closing + 1 : 0
    }
    // A long text may end in quotes of its own.
    if opening == 3 { skip { $0 == quote } }
  }
}
