internal import CairnJSON

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
