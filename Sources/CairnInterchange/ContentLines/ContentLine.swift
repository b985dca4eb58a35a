/// A property of a vCard or of an iCalendar file: its name, its parameters and its value, unfolded
/// and decoded.
///
///     item1.TEL;TYPE=cell;PREF=1:+46 70 123
///     group name parameters      value
struct ContentLine: Sendable {
  /// Returns the text of bytes in an encoding; `nil` if they are not in this encoding.
  typealias Decode = (TextEncoding, [UInt8]) -> String?

  /// The group that connects properties of a card, in lower case.
  var group: String?
  /// The name in capitals.
  var name: String
  /// Whether the card uses another name for the property.
  var isRenamed = false
  /// The parameters in order, with names in capitals and one value each.
  ///
  /// A bare word of version 2.1 is a `TYPE`.
  var parameters: [(name: String, value: String)] = []
  /// The value, with its backslash escapes.
  var value: String

  /// Creates a property without parameters and value.
  init(name: String) {
    (self.name, value) = (name, "")
  }

  /// Reads the part before the colon; `nil` if it has no name.
  init?(head: String) {
    var parts = Self.split(head, at: ";")
    let names = parts.removeFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard let last = names.last, !last.isEmpty, names.count <= 2 else { return nil }
    self.init(name: last.uppercased())
    group = names.count == 2 ? names[0].lowercased() : nil
    for part in parts { parameters += Self.parameters(in: part) }
  }

  /// Reads a property from an unfolded line.
  ///
  /// - Parameters:
  ///   - bytes: The line.
  ///   - number: The number of the line, from 1.
  ///   - decode: Returns the text of bytes in the encoding that the property names.
  /// - Throws: `RowProblem.unreadable` if there is no name or colon, or the text can't be decoded.
  init(
    _ bytes: some Collection<UInt8>, number: Int, decode: Decode
  ) throws(RowProblem) {
    let bytes = Array(bytes)
    guard let colon = Self.colon(in: bytes) else {
      throw .unreadable(line: number, reason: "no colon after the name of a property")
    }
    let head = String(decoding: bytes[..<colon], as: UTF8.self)
    guard let line = ContentLine(head: head) else {
      throw .unreadable(line: number, reason: "the property has no name")
    }
    guard !head.utf8.contains(0) else { throw .zeroByte(column: line.name) }
    self = line
    value = CardText.withPlainLineEnds(
      try text(of: bytes[(colon + 1)...], number, decode))
  }

  /// Whether the name is one that is written before a colon or a semicolon.
  ///
  /// Another text with a colon is the rest of a value whose lines were broken without a mark.
  var isNamed: Bool {
    name.utf8.allSatisfy { Byte.isLetter($0) || Byte.isDigit($0) || $0 == Byte.minus }
  }

  /// Returns the values of the parameters called `name`.
  func values(of name: String) -> [String] {
    parameters.filter { $0.name == name }.map(\.value)
  }
}

// MARK: - Parameters

extension ContentLine {
  /// Returns the position of the first colon outside quotes, which ends the parameters.
  static func colon(in bytes: [UInt8]) -> Int? {
    var isQuoted = false
    return bytes.firstIndex { byte in
      if byte == Byte.quote { isQuoted.toggle() }
      return byte == Byte.colon && !isQuoted
    }
  }

  private static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    var isQuoted = false
    return text.unicodeScalars.split(omittingEmptySubsequences: false) { scalar in
      if scalar == "\"" { isQuoted.toggle() }
      return scalar == separator && !isQuoted
    }.map(String.init)
  }

  private static func parameters(in text: String) -> [(name: String, value: String)] {
    guard let equals = text.firstIndex(of: "=") else {
      let word = text.uppercased()
      if word.isEmpty { return [] }
      return [(CardEncoding(rawValue: word) == nil ? "TYPE" : "ENCODING", text)]
    }
    let name = text[..<equals].uppercased()
    let value = String(text[text.index(after: equals)...])
    // Version 4 puts several types into one pair of quotes.
    let values = name == "TYPE" ? split(unquoted(value), at: ",") : split(value, at: ",")
    return values.map { (name, unescaped(unquoted($0))) }
  }

  private static func unquoted(_ text: String) -> String {
    String(text.filter { $0 != "\"" })
  }

  /// Decodes `^n`, `^'` and `^^` as in RFC 6868.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("^") else { return text }
    var result = ""
    var isEscaped = false
    for character in text {
      guard isEscaped else {
        if character == "^" { isEscaped = true } else { result.append(character) }
        continue
      }
      switch character {
      case "n": result.append("\n")
      case "'": result.append("\"")
      case "^": result.append("^")
      default: result += "^\(character)"
      }
      isEscaped = false
    }
    return isEscaped ? result + "^" : result
  }
}

// MARK: - Values

extension ContentLine {
  /// Returns whether a sample of cards or events has properties that name their encodings.
  static func nameEncodings(_ sample: [UInt8]) -> Bool {
    guard [.vcard, .icalendar].contains(InterchangeFormat.detect(in: sample)) else { return false }
    return sample.split(separator: Byte.lineFeed).contains { line in
      String(decoding: line.prefix { $0 != Byte.colon }, as: UTF8.self).uppercased()
        .contains(";CHARSET=")
    }
  }

  /// Whether the value is base64 data.
  var isBinary: Bool {
    values(of: "ENCODING").contains { CardEncoding(rawValue: $0.uppercased())?.isBase64 == true }
  }

  private func text(
    of bytes: ArraySlice<UInt8>, _ number: Int, _ decode: Decode
  ) throws(RowProblem) -> String {
    if isBinary { return String(decoding: bytes.filter { $0 > Byte.space }, as: UTF8.self) }
    let encodings = values(of: "ENCODING").map { $0.uppercased() }
    let isQuoted = encodings.contains(CardEncoding.quotedPrintable.rawValue)
    let raw = isQuoted ? QuotedPrintable.decoded(bytes) : Array(bytes)
    let charset = values(of: "CHARSET").last ?? "UTF-8"
    guard let encoding = TextEncoding(named: charset) else {
      throw .unreadable(line: number, reason: "the charset \(charset) cannot be read")
    }
    // If a file has these bytes without escapes, the whole file may already be decoded.
    if encoding != .utf8, isQuoted || String(validating: raw, as: UTF8.self) == nil {
      guard let text = decode(encoding, raw), !text.utf8.contains(0) else {
        throw .unreadable(line: number, reason: "the value of \(name) is not \(encoding.name)")
      }
      return text
    }
    guard let text = String(validating: raw, as: UTF8.self) else {
      throw .unreadable(line: number, reason: "the value of \(name) is not UTF-8")
    }
    guard !text.utf8.contains(0) else { throw .zeroByte(column: name) }
    return text
  }
}

/// An encoding of version 2.1 and 3 for values that don't fit into a line of text.
enum CardEncoding: String {
  case quotedPrintable = "QUOTED-PRINTABLE"
  case base64 = "BASE64"
  case b = "B"

  var isBase64: Bool { self != .quotedPrintable }
}

/// The encoding of RFC 2045, which version 2.1 uses for characters outside ASCII.
enum QuotedPrintable {
  /// Returns the decoded bytes; an invalid escape stays unchanged.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "="), index + 2 < bytes.endIndex,
        let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(byte)
        index += 1
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
