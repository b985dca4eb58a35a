extension YAMLReader {
  /// Signs that can't begin plain text, with the reason.
  private static let refusals: [UInt8: String] = [
    UInt8(ascii: "&"): "anchors (&) and aliases (*) are not read",
    UInt8(ascii: "*"): "anchors (&) and aliases (*) are not read",
    UInt8(ascii: "!"): "types (!) are not read",
    UInt8(ascii: "%"): "directives (%) are not read",
  ]
  private static let indicators = Set("@`,[]{}|>\"'#".utf8)

  /// Refuses signs that can't begin plain text.
  func requirePlainStart() throws(YAMLError) {
    guard let byte else { throw error("a value is expected") }
    if let reason = Self.refusals[byte] { throw error(reason) }
    let isLone =
      (byte == UInt8(ascii: "?") || byte == Byte.colon || byte == Byte.minus)
      && isBlank(at: mark.index + 1)
    if isLone || Self.indicators.contains(byte) {
      throw error(
        "a value that begins with \(String(UnicodeScalar(byte))) needs quotes")
    }
  }

  /// Reads plain text up to a colon, a comment or the end of the line.
  mutating func plainLine() throws(YAMLError) -> String {
    try requirePlainStart()
    return restOfLine()
  }

  /// Reads plain text, with following lines that are indented deeper than `parent`.
  mutating func plain(parent: Int) throws(YAMLError) -> YAMLValue {
    var text = try plainLine()
    while try requireNoColon(), byte == Byte.lineFeed, let breaks = lineBreaks(below: parent) {
      text += (breaks == 1 ? " " : String(repeating: "\n", count: breaks - 1)) + restOfLine()
    }
    return YAMLValue.nullWords.contains(text) ? .null : .plain(text)
  }

  private func requireNoColon() throws(YAMLError) -> Bool {
    if isColon(at: mark.index) {
      throw error("a value with a colon and a blank in it needs quotes")
    }
    return true
  }

  private mutating func restOfLine() -> String {
    let start = mark.index
    while let byte, byte != Byte.lineFeed, !isComment(at: mark.index), !isColon(at: mark.index) {
      mark.index += 1
    }
    let end = bytes[start..<mark.index].lastIndex { $0 != Byte.space && $0 != Byte.tab } ?? start
    return String(decoding: bytes[start...end], as: UTF8.self)
  }

  /// Moves to the text of the next line that is not blank, if it is indented deeper than `parent`.
  ///
  /// - Returns: The number of line feeds before it; `nil` without moving if it is not.
  private mutating func lineBreaks(below parent: Int) -> Int? {
    let start = mark
    var breaks = 0
    while byte == Byte.lineFeed {
      skipLineFeed()
      breaks += 1
      skipBlanks()
    }
    let indent = bytes[mark.lineStart..<mark.index].prefix { $0 == Byte.space }.count
    if isAtEnd || indent <= parent || isComment(at: mark.index) {
      mark = start
      return nil
    }
    return breaks
  }
}

// MARK: - Quotes

extension YAMLReader {
  /// Reads text in single quotes, where two quotes mean one.
  mutating func singleQuoted() throws(YAMLError) -> String {
    let start = mark
    var text: [UInt8] = []
    mark.index += 1
    while let byte {
      if byte == Byte.lineFeed {
        fold(into: &text, keeping: 0)
        continue
      }
      mark.index += 1
      if byte == Self.apostrophe {
        guard self.byte == Self.apostrophe else { return String(decoding: text, as: UTF8.self) }
        mark.index += 1
      }
      text.append(byte)
    }
    throw error("the quote that opens here is never closed", at: start)
  }

  /// Reads text in double quotes, where backslashes escape.
  mutating func doubleQuoted() throws(YAMLError) -> String {
    let start = mark
    var text: [UInt8] = []
    // Escaped blanks stay when lines are joined.
    var kept = 0
    mark.index += 1
    while let byte {
      switch byte {
      case Byte.lineFeed: fold(into: &text, keeping: kept)
      case Byte.quote:
        mark.index += 1
        return String(decoding: text, as: UTF8.self)
      case Byte.backslash:
        mark.index += 1
        if self.byte == Byte.lineFeed {
          skipLineFeed()
          skipBlanks()
        } else {
          text.append(contentsOf: String(try escaped()).utf8)
        }
        kept = text.count
      default:
        text.append(byte)
        mark.index += 1
      }
    }
    throw error("the quote that opens here is never closed", at: start)
  }

  /// Joins lines: one line feed becomes a blank, and each further one a line feed.
  private mutating func fold(into text: inout [UInt8], keeping kept: Int) {
    while text.count > kept, text.last == Byte.space || text.last == Byte.tab { text.removeLast() }
    var breaks = 0
    while byte == Byte.lineFeed {
      skipLineFeed()
      breaks += 1
      skipBlanks()
    }
    text += breaks == 1 ? [Byte.space] : Array(repeating: Byte.lineFeed, count: breaks - 1)
  }

  /// Reads the character after a backslash.
  private mutating func escaped() throws(YAMLError) -> Unicode.Scalar {
    let start = mark
    guard let letter = byte else { throw error("the text ends after a backslash") }
    mark.index += 1
    if let scalar = Self.escapes[letter] { return scalar }
    let digits: Int
    switch letter {
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    default: throw error("unknown character after a backslash", at: start)
    }
    var code = try number(digits, start)
    if code & 0xFFFF_FC00 == 0xD800, bytes[mark.index...].starts(with: Array("\\u".utf8)) {
      // YAML also accepts the surrogate pairs of JSON.
      mark.index += 2
      let low = try number(4, start)
      guard low & 0xFFFF_FC00 == 0xDC00 else {
        throw error("half of a surrogate pair is missing", at: start)
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw error("no such character", at: start)
    }
    return scalar
  }

  private mutating func number(_ digits: Int, _ start: Mark) throws(YAMLError) -> UInt32 {
    let text = String(decoding: bytes[mark.index...].prefix(digits), as: UTF8.self)
    guard text.utf8.count == digits, text.utf8.allSatisfy({ $0 != Byte.plus && $0 != Byte.minus }),
      let code = UInt32(text, radix: 16)
    else { throw error("\(digits) digits are expected here", at: start) }
    mark.index += digits
    return code
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "t"): "\t", Byte.tab: "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}",
    UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}",
    Byte.space: " ", Byte.quote: "\"", Byte.slash: "/", Byte.backslash: "\\",
    UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}", UInt8(ascii: "L"): "\u{2028}",
    UInt8(ascii: "P"): "\u{2029}",
  ]
}
