internal import CairnStore

/// An entry of a bibliography.
struct BibTeXEntry {
  /// A field with its value as written, without the outer braces or quotes.
  struct Field {
    var name: String
    var value: String
  }

  /// The line at which the entry begins, from 1.
  var line: Int
  /// The kind in lower case: "article".
  var kind: String
  /// The key by which texts cite the entry.
  var key: String
  var fields: [Field] = []
  /// The reasons why some fields cannot be read.
  var losses: [RowProblem] = []
}

/// Splits the text of a bibliography into entries.
///
/// Text between entries is a comment. A field that cannot be read costs only itself. An entry
/// without an end ends before the next line that begins with an entry.
struct BibTeXEntries {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  /// The values of `@string`, by their names in lower case.
  private var words: [String: String] = [
    "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May",
    "jun": "June", "jul": "July", "aug": "August", "sep": "September", "oct": "October",
    "nov": "November", "dec": "December",
  ]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next entry; `nil` after the last one.
  mutating func next() -> BibTeXEntry? {
    while place < bytes.count {
      guard bytes[place] == Self.at, let head = head(from: place) else {
        advance()
        continue
      }
      let start = line
      advance(to: head.end)
      switch head.kind {
      case "comment", "preamble": _ = braced(closing: head.closing)
      case "string":
        var entry = BibTeXEntry(line: start, kind: head.kind, key: "")
        takeFields(of: &entry, closing: head.closing)
        for field in entry.fields where field.value.utf8.count <= Self.longestWord {
          words[field.name.lowercased()] = field.value
        }
      default:
        skipBlanks()
        let key = take { $0 != Byte.comma && $0 != head.closing && $0 != Byte.lineFeed }
        var entry = BibTeXEntry(line: start, kind: head.kind, key: key.trimmingBlanks())
        takeFields(of: &entry, closing: head.closing)
        return entry
      }
    }
    return nil
  }

  // MARK: - Fields

  /// The most bytes of a value.
  private static let longestValue = 1 << 20
  /// The most bytes of a text that `@string` names.
  private static let longestWord = 1 << 16

  private mutating func takeFields(of entry: inout BibTeXEntry, closing: UInt8) {
    while true {
      while let byte = current, byte <= Byte.space || byte == Byte.comma { advance() }
      guard let byte = current, byte != Self.at || head(from: place) == nil else {
        entry.losses.append(
          .unreadable(line: entry.line, reason: "the entry that begins here never ends"))
        return
      }
      if byte == closing { return advance() }
      let start = line
      let name = take { $0 > Byte.space && $0 != Self.equals && $0 != Byte.comma && $0 != closing }
      skipBlanks()
      guard current == Self.equals, !name.isEmpty else {
        entry.losses.append(
          .unreadable(line: start, reason: "expected a field (name = {value})"))
        skipField(closing: closing)
        continue
      }
      advance()
      guard let value = value(closing: closing) else {
        entry.losses.append(
          .unreadable(line: start, reason: "the value of \(name) never ends"))
        continue
      }
      guard value.utf8.count <= Self.longestValue else {
        entry.losses.append(
          .unreadable(line: start, reason: "the value of \(name) is longer than 1 MB"))
        continue
      }
      entry.fields.append(.init(name: name, value: value))
    }
  }

  /// Returns a value, whose parts are joined by `#`; `nil` if it never ends.
  private mutating func value(closing: UInt8) -> String? {
    var value = ""
    while true {
      skipBlanks()
      switch current {
      case Byte.openBrace?:
        advance()
        guard let part = braced(closing: Byte.closeBrace) else { return nil }
        value += part
      case Byte.quote?:
        advance()
        guard let part = braced(closing: Byte.quote) else { return nil }
        value += part
      default:
        let word = take { $0 > Byte.space && ![Byte.comma, Self.hash, closing].contains($0) }
        // A few lines of @string could otherwise double a text until the memory is full.
        if value.utf8.count <= Self.longestValue { value += words[word.lowercased()] ?? word }
      }
      skipBlanks()
      guard current == Self.hash else { return value }
      advance()
    }
  }

  /// Returns the text up to a closing byte outside of inner braces; `nil` if the text never ends.
  private mutating func braced(closing: UInt8) -> String? {
    let start = place
    var depth = 0
    while let byte = current {
      if byte == closing, depth == 0 {
        defer { advance() }
        return String(decoding: bytes[start..<place], as: UTF8.self)
      }
      if byte == Byte.openBrace { depth += 1 }
      if byte == Byte.closeBrace { depth -= 1 }
      if depth < 0 { return nil }
      if byte == Byte.lineFeed, place + 1 < bytes.count, bytes[place + 1] == Self.at,
        head(from: place + 1) != nil
      {
        return nil
      }
      advance()
    }
    return nil
  }

  // MARK: - Bytes

  private static let at = UInt8(ascii: "@")
  private static let equals = UInt8(ascii: "=")
  private static let hash = UInt8(ascii: "#")

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func advance() {
    guard place < bytes.count else { return }
    if bytes[place] == Byte.lineFeed { line += 1 }
    place += 1
  }

  private mutating func advance(to end: Int) {
    while place < end { advance() }
  }

  private mutating func skipBlanks() {
    while let byte = current, byte <= Byte.space { advance() }
  }

  /// Skips the rest of a field, but not the end of the entry.
  private mutating func skipField(closing: UInt8) {
    while let byte = current, ![Byte.lineFeed, Byte.comma, closing].contains(byte) {
      advance()
      if byte == Byte.openBrace { _ = braced(closing: Byte.closeBrace) }
    }
  }

  private mutating func take(while isPart: (UInt8) -> Bool) -> String {
    let start = place
    while let byte = current, isPart(byte) { advance() }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Returns the kind of the entry that begins at a place, the closing byte, and the place of its
  /// content.
  private func head(from start: Int) -> (kind: String, closing: UInt8, end: Int)? {
    let letters = bytes[(start + 1)...].prefix { (0x41...0x5A).contains($0 & 0xDF) }
    let opening = bytes[letters.endIndex...].prefix(8).firstIndex { $0 > Byte.space }
    guard !letters.isEmpty, let opening else { return nil }
    let kind = String(decoding: letters, as: UTF8.self).lowercased()
    switch bytes[opening] {
    case Byte.openBrace: return (kind, Byte.closeBrace, opening + 1)
    case UInt8(ascii: "("): return (kind, UInt8(ascii: ")"), opening + 1)
    default: return nil
    }
  }
}
