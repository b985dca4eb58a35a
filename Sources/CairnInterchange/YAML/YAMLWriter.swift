internal import CairnJSON

/// Writes values as YAML that `YAMLReader` and any other reader of YAML 1.2 or 1.1 take alike.
///
/// Text stands plain where nobody could take it for anything else, line by line behind `|` where it
/// has lines, and in double quotes otherwise.
struct YAMLWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes the members of `object` as fields, one to a line or more.
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

  /// Writes a value behind the colon of its field, which stands at `indent`.
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
  /// Words that some reader of YAML takes for something else than text.
  private static let reserved: Set<String> = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
  ]

  /// Whether text can stand without quotes: it begins with a letter, and nothing in it ends it.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic,
      text.utf8.last != Byte.space, text.utf8.last != Byte.colon,
      !reserved.contains(text.lowercased()), text.unicodeScalars.allSatisfy(isPrinted)
    else { return false }
    return !zip(text.utf8, text.utf8.dropFirst()).contains { pair in
      pair == (Byte.colon, Byte.space) || pair == (Byte.space, YAMLReader.hash)
    }
  }

  /// Whether text has several lines that can stand as they are.
  private static func hasPlainLines(_ text: String) -> Bool {
    let text = Array(text.utf8)
    guard let end = text.firstIndex(of: Byte.lineFeed), let first = text.first, let last = text.last
    else { return false }
    // What begins or ends with blanks would need more words, and so would a text of one line.
    let hasClearEnds =
      first > Byte.space && end < text.count - 1
      && (last > Byte.space || last == Byte.lineFeed && text[text.count - 2] > Byte.space)
    return hasClearEnds
      && String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy {
        $0 == "\n" || $0 == "\t" || isPrinted($0)
      }
  }

  /// Whether a character stands for itself: no control, no mark of bytes, no line break of any kind.
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

/// A value of YAML or TOML, with what its spelling says of it.
package indirect enum YAMLValue: Equatable {
  /// A value under its name.
  package struct Field: Equatable {
    package var name: String
    package var value: YAMLValue
  }

  /// No value.
  case null
  /// Text without quotes, which may spell a number, a date or a truth value.
  case plain(String)
  /// Text in quotes or in a block, which is text even where it looks like a number.
  case text(String)
  /// Values in order.
  case list([YAMLValue])
  /// Named values in order.
  case fields([Field])

  /// The value as JSON has it; a list leaves out what is no value.
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

  /// The plain texts that stand for no value.
  static let nullWords: Set<String> = ["", "~", "null", "Null", "NULL"]
}

/// Why a text is not YAML, or more of it than is read here.
struct YAMLError: Error, Equatable {
  /// The line, as the reader was told to count.
  var line: Int
  /// The character in the line, from 1.
  var column: Int
  /// What is wrong there.
  var reason: String
}
