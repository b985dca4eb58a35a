internal import CairnJSON

/// Writes values as YAML that `YAMLReader` and other readers of YAML 1.2 and 1.1 read alike.
///
/// Text is plain if it can't be mistaken for another value. Text with several lines is a block
/// after `|`, and other text is in double quotes.
struct YAMLWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes the members of `object` as fields, each on one or more lines.
  mutating func write(_ object: JSONObject) {
    write(object.members, indent: 0, isBegun: false)
  }

  private mutating func write(_ members: [JSONObject.Member], indent: Int, isBegun: Bool) {
    for (place, member) in members.enumerated() {
      if place > 0 || !isBegun { begin(indent) }
      append(Self.isPlain(member.name) ? member.name : Self.quoted(member.name))
      append(":")
      write(member.value, indent: indent)
    }
  }

  /// Writes a value after the colon of its field, whose indentation is `indent`.
  private mutating func write(_ value: JSONValue, indent: Int) {
    switch value {
    case .object(let object) where !object.members.isEmpty:
      append("\n")
      write(object.members, indent: indent + 2, isBegun: false)
    case .array(let elements) where !elements.isEmpty:
      append("\n")
      for element in elements { write(element: element, indent: indent + 2) }
    default: writeScalar(value, indent: indent)
    }
  }

  private mutating func write(element: JSONValue, indent: Int) {
    begin(indent)
    append("-")
    if case .object(let object) = element, !object.members.isEmpty {
      append(" ")
      write(object.members, indent: indent + 2, isBegun: true)
    } else {
      write(element, indent: indent)
    }
  }

  private mutating func writeScalar(_ value: JSONValue, indent: Int) {
    switch value {
    case .null: append("\n")
    case .string(let text) where Self.hasPlainLines(text): writeLines(text, indent: indent + 2)
    case .string(let text): append(" \(Self.isPlain(text) ? text : Self.quoted(text))\n")
    case .number, .boolean, .array, .object: append(" \(value.text())\n")
    }
  }

  private mutating func writeLines(_ text: String, indent: Int) {
    append(text.utf8.last == Byte.lineFeed ? " |\n" : " |-\n")
    var lines = text.utf8.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      if !line.isEmpty { begin(indent) }
      bytes += line
      append("\n")
    }
  }

  private mutating func begin(_ indent: Int) {
    bytes += Array(repeating: Byte.space, count: indent)
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

// MARK: - Texts

extension YAMLWriter {
  /// Words that some YAML reader does not read as text.
  private static let reserved: Set<String> = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
  ]

  /// Returns whether text needs no quotes: it begins with a letter and contains no special sign.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic,
      text.utf8.last != Byte.space, text.utf8.last != Byte.colon,
      !reserved.contains(text.lowercased()), text.unicodeScalars.allSatisfy(isPrinted)
    else { return false }
    return !zip(text.utf8, text.utf8.dropFirst()).contains { pair in
      pair == (Byte.colon, Byte.space) || pair == (Byte.space, YAMLReader.hash)
    }
  }

  /// Returns whether text has several lines that can be a block without further marks.
  private static func hasPlainLines(_ text: String) -> Bool {
    let text = Array(text.utf8)
    guard let end = text.firstIndex(of: Byte.lineFeed), let first = text.first, let last = text.last
    else { return false }
    // Blanks at either end would need an indentation or chomping mark. A single line needs no
    // block.
    let hasClearEnds =
      first > Byte.space && end < text.count - 1
      && (last > Byte.space || last == Byte.lineFeed && text[text.count - 2] > Byte.space)
    return hasClearEnds
      && String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy {
        $0 == "\n" || $0 == "\t" || isPrinted($0)
      }
  }

  /// Returns whether a character needs no escape: it is no control character, byte order mark or
  /// line break.
  private static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: true
    case 0xA0...: scalar != "\u{2028}" && scalar != "\u{2029}" && scalar != "\u{FEFF}"
    default: false
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where isPrinted(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return quoted + "\""
  }
}

/// A value of YAML or TOML, with the details of its spelling.
package indirect enum YAMLValue: Equatable {
  /// A named value.
  package struct Field: Equatable {
    package var name: String
    package var value: YAMLValue
  }

  case null
  /// Text without quotes, which may be a number, a date or a truth value.
  case plain(String)
  /// Text in quotes or in a block, which is text even if it looks like a number.
  case text(String)
  /// Values in order.
  case list([YAMLValue])
  /// Named values in order.
  case fields([Field])

  /// The value as JSON; elements without a value are left out of lists.
  var json: JSONValue {
    switch self {
    case .null: .null
    case .plain(let text): Self.json(ofPlain: text)
    case .text(let text): .string(text)
    case .list(let elements): .array(elements.filter { $0 != .null }.map(\.json))
    case .fields(let fields):
      .object(JSONObject(fields.map { JSONObject.Member(name: $0.name, value: $0.value.json) }))
    }
  }

  private static func json(ofPlain text: String) -> JSONValue {
    switch text {
    case "true", "True", "TRUE": .boolean(true)
    case "false", "False", "FALSE": .boolean(false)
    default: JSONNumber(text).map(JSONValue.number) ?? .string(text)
    }
  }

  /// The plain texts that mean no value.
  static let nullWords: Set<String> = ["", "~", "null", "Null", "NULL"]
}

/// A reason why a text can't be read as YAML, or uses unsupported YAML.
struct YAMLError: Error, Equatable {
  /// The line, in the reader's numbering.
  var line: Int
  /// The character in the line, from 1.
  var column: Int
  var reason: String
}
