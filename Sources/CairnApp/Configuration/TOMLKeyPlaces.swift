internal import TOMLKit

/// Where the keys of a TOML document stand, which its parser doesn't tell.
///
/// It reads only what the parser has taken, so whatever is there is well-formed. Of a key that
/// comes again, as a table's may, the first place counts.
struct TOMLKeyPlaces {
  private var places: [[String]: TextPlace] = [:]
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1

  /// Finds the keys of a document that was parsed without an error.
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
      if next == UInt8(ascii: "[") { table = readHeader() } else { readPair(in: table) }
      skipToContent()
      guard index > start else { return }
    }
  }

  /// Reads `[a.b]` or `[[a.b]]`.
  private mutating func readHeader() -> [String] {
    skip { $0 == UInt8(ascii: "[") }
    let table = readKeys(in: [])
    skip { $0 == UInt8(ascii: "]") }
    return table
  }

  private mutating func readPair(in table: [String]) {
    let path = readKeys(in: table)
    if next == UInt8(ascii: "=") { advance() }
    skipBlanks()
    readValue(of: path)
  }

  /// Reads `a."b c".d`, and notes the place of each table on the way.
  private mutating func readKeys(in table: [String]) -> [String] {
    var path = table
    repeat {
      if next == UInt8(ascii: ".") { advance() }
      skipBlanks()
      let place = here
      path.append(readKey())
      if places[path] == nil { places[path] = place }
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
