internal import CairnJSON
internal import CairnStore

/// Writes values of attributes as JSON.
enum ValueJSON {
  /// The value as JSON has it: an array for an attribute of several values, `null` for none.
  static func value(_ value: Value?, of attribute: Attribute) -> JSONValue {
    if attribute.isList { return .array((value?.elements ?? []).map(single)) }
    return value.map(single) ?? .null
  }

  private static func single(_ value: Value) -> JSONValue {
    switch value {
    case .text(let text): .string(text)
    case .integer(let number): .number(JSONNumber(number))
    case .decimal(let number): digits(number.description)
    case .double: digits(value.storedTexts[0])
    case .boolean(let answer): .boolean(answer)
    case .date(let date): .string(date.description)
    case .datetime(let time): .string(time.description)
    case .data, .link, .labeled: .string(value.storedTexts[0])
    case .list(let elements): .array(elements.map(single))
    }
  }

  /// A number with its digits; what JSON does not take as a number, such as `007`, is a string.
  private static func digits(_ text: String) -> JSONValue {
    JSONNumber(text).map(JSONValue.number) ?? .string(text)
  }

  /// What a cell of a table says for a JSON value: text bare, arrays as JSON, nothing for `null`.
  static func cell(_ value: JSONValue) -> String? {
    switch value {
    case .null: nil
    case .string(let text): text
    case .number(let number): number.text
    case .boolean(let flag): flag ? "true" : "false"
    case .array(let elements): elements.isEmpty ? nil : value.text()
    case .object: value.text()
    }
  }
}
