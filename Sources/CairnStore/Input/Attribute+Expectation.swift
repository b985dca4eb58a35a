extension Attribute {
  /// A description of a valid value of the field: "a whole number from 0 to 5", "a number in kg".
  public var expectation: String {
    let length = lengths.map { " of \($0.lowerBound) to \($0.upperBound) characters" } ?? ""
    let unit = unit.map { " in \($0)" } ?? ""
    return kind + unit + length + (pattern.map { " that matches \(PatternText.quoted($0))" } ?? "")
  }

  private var kind: String {
    switch type {
    case .string, .text, .tags: lengths == nil && pattern == nil ? "text without U+0000" : "text"
    case .integer:
      "a whole number" + (range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? "")
    case .decimal: "a decimal number such as 1.50"
    case .double: "a number"
    case .boolean: "yes or no"
    case .date: "a date such as 2026-11-05, tomorrow, friday or 10 dec"
    case .datetime: "a date and time such as 2026-11-05T10:30"
    case .localtime: "a date and time without a zone such as 2026-11-05 10:30"
    case .choice: choices.isEmpty ? "text" : "one of " + choices.joined(separator: ", ")
    case .uuid: "a UUID"
    case .url: "a URL such as https://example.org"
    case .email: "an e-mail address such as ann@example.org"
    case .phone: "a phone number"
    case .file: "a file's path"
    case .data: "data in base64"
    }
  }

  /// Whether `value` is a valid single value of the field, by its type, range and choices.
  public func accepts(_ value: Value) -> Bool {
    switch (type, value) {
    case (_, .labeled(_, let inner)): isLabeled && value.hasFormOfLabel && accepts(inner)
    case (.integer, .integer(let number)): range?.contains(number) ?? true
    case (.decimal, .decimal), (.boolean, .boolean), (.date, .date), (.datetime, .datetime),
      (.localtime, .localtime), (.data, .data):
      true
    case (.double, .double(let number)): number.isFinite
    case (_, .text(let text)): type.isTextual && accepts(text)
    default: false
    }
  }

  /// Whether a value counts as missing for a required field: `nil` or an empty text.
  package static func saysNothing(_ value: Value?) -> Bool {
    value.map { $0.storedTexts == [""] } ?? true
  }

  private func matches(_ pattern: String, _ text: String) -> Bool {
    (try? TextPattern(pattern))?.isFound(in: text) ?? false
  }

  private func accepts(_ text: String) -> Bool {
    guard !text.utf8.contains(0), lengths?.contains(text.count) ?? true,
      pattern.map({ matches($0, text) }) ?? true
    else { return false }
    // An empty text is a valid value of every text type, and differs from no value.
    if text.isEmpty { return type != .uuid }
    return switch type {
    case .choice: choices.isEmpty || choices.contains { $0.utf8.elementsEqual(text.utf8) }
    case .uuid: StoreID(text) != nil
    case .url: TextShape.isURL(text)
    case .email: TextShape.isEmail(text)
    case .phone: text.utf8.contains { (0x30...0x39).contains($0) }
    default: true
    }
  }
}

/// The forms of URLs, addresses and other special texts.
///
/// The checks are generous, since only use can prove such a text.
enum TextShape {
  /// A scheme, a colon and something without blanks (RFC 3986, section 3).
  static func isURL(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), hasNoBlanks(text) else {
      return false
    }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, Name.isLetter(first) else { return false }
    return text.utf8.index(after: colon) < text.utf8.endIndex
      && scheme.allSatisfy {
        Name.isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
      }
  }

  /// Something, one at sign, and something, without blanks.
  static func isEmail(_ text: String) -> Bool {
    let at = UInt8(ascii: "@")
    let bytes = text.utf8
    return bytes.count { $0 == at } == 1 && bytes.first != at && bytes.last != at
      && hasNoBlanks(text)
  }

  private static func hasNoBlanks(_ text: String) -> Bool {
    // Nearly all are ASCII, and to ask Unicode of each letter takes a fifth of an import.
    if text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) { return true }
    return text.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
  }
}
