internal import CairnStore

/// Splits HTML into tags with their attributes, and the text between them.
struct HTMLTags {
  struct Tag {
    /// The name in lower case; an end tag begins with a slash.
    var name: String
    /// The attributes, by their names in lower case.
    var attributes: [String: String] = [:]
    /// The line of the tag, from 1.
    var line: Int
  }

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next tag; `nil` after the last one.
  mutating func next() -> Tag? {
    while take(upTo: UInt8(ascii: "<")) != nil {
      let start = line
      advance()
      if bytes[place...].starts(with: "!--".utf8) {
        skipComment()
        continue
      }
      let name = take { $0 > Byte.space && $0 != Self.end }.lowercased()
      if name.isEmpty { continue }
      return Tag(name: name, attributes: attributes(), line: start)
    }
    return nil
  }

  /// Returns the text before a tag, without the tags in it and with one blank between words.
  ///
  /// - Parameter name: the tag, which is passed; the text also ends before the next block.
  /// - Returns: the decoded text.
  mutating func text(upTo name: String) -> String {
    var text = ""
    while let part = take(upTo: UInt8(ascii: "<")) {
      text += part
      let (before, number) = (place, line)
      guard let tag = next(), tag.name != name else { break }
      // A text without its end tag ends before the next block.
      if ["dt", "dl", "/dl", "dd", "h3", "a"].contains(tag.name) {
        (place, line) = (before, number)
        break
      }
    }
    return Self.decoded(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private mutating func attributes() -> [String: String] {
    var attributes: [String: String] = [:]
    while true {
      while let byte = current, byte <= Byte.space || byte == UInt8(ascii: "/") { advance() }
      guard let byte = current, byte != Self.end else {
        advance()
        return attributes
      }
      let name = take { $0 > Byte.space && $0 != Self.equals && $0 != Self.end }.lowercased()
      while let byte = current, byte <= Byte.space { advance() }
      var value = ""
      if current == Self.equals {
        advance()
        while let byte = current, byte <= Byte.space { advance() }
        value = attributeValue()
      } else if name.isEmpty {
        advance()
      }
      if attributes[name] == nil { attributes[name] = Self.decoded(value) }
    }
  }

  private mutating func attributeValue() -> String {
    guard let quote = current, quote == Byte.quote || quote == UInt8(ascii: "'") else {
      return take { $0 > Byte.space && $0 != Self.end }
    }
    advance()
    let value = take { $0 != quote }
    advance()
    return value
  }

  private mutating func skipComment() {
    while place < bytes.count, !bytes[place...].starts(with: "-->".utf8) { advance() }
  }

  // MARK: - Bytes

  private static let end = UInt8(ascii: ">")
  private static let equals = UInt8(ascii: "=")

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func advance() {
    guard place < bytes.count else { return }
    if bytes[place] == Byte.lineFeed { line += 1 }
    place += 1
  }

  private mutating func take(while isPart: (UInt8) -> Bool) -> String {
    let start = place
    while let byte = current, isPart(byte) { advance() }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Returns the text before a byte; at the end of all bytes, the last text once and then `nil`.
  private mutating func take(upTo byte: UInt8) -> String? {
    guard place < bytes.count else { return nil }
    return take { $0 != byte }
  }

  // MARK: - References

  private static let characters = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// Returns a text with the characters that its references name; others stay as written.
  static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var decoded = ""
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "&") {
      decoded += rest[..<start]
      rest = rest[start...]
      if let end = rest.prefix(12).firstIndex(of: ";"),
        let character = character(rest[rest.index(after: start)..<end])
      {
        decoded += character
        rest = rest[rest.index(after: end)...]
      } else {
        decoded.append(rest.removeFirst())
      }
    }
    return decoded + rest
  }

  private static func character(_ name: Substring) -> String? {
    if let known = characters[String(name)] { return known }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let code =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    // A zero cannot be part of a text.
    guard let code, code > 0, let scalar = Unicode.Scalar(code) else { return nil }
    return String(scalar)
  }
}
