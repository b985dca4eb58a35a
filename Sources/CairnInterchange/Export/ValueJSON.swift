internal import CairnJSON
internal import CairnStore

/// Writes values of attributes as JSON.
enum ValueJSON {
  /// Writes the value as JSON has it: an array for an attribute of several values, `null` for none.
  static func write(_ value: Value?, isList: Bool, to target: inout some JSONTarget) {
    if isList {
      write(value?.elements ?? [], to: &target)
    } else if let value {
      write(value, to: &target)
    } else {
      target.writeNull()
    }
  }

  private static func write(_ elements: [Value], to target: inout some JSONTarget) {
    target.beginArray()
    for element in elements { write(element, to: &target) }
    target.endArray()
  }

  private static func write(_ value: Value, to target: inout some JSONTarget) {
    switch value {
    case .text(let text): target.write(text)
    case .integer(let number): target.write(number)
    case .decimal(let number): write(digits: number.description, to: &target)
    case .double: write(digits: value.storedTexts[0], to: &target)
    case .boolean(let answer): target.write(answer)
    case .date(let date): target.write(date.description)
    case .datetime(let time): target.write(time.description)
    case .localtime(let time): target.write(String(time.description.dropLast()))
    case .data, .link, .labeled: target.write(value.storedTexts[0])
    case .list(let elements): write(elements, to: &target)
    }
  }

  /// A number with its digits; what JSON does not take as a number, such as `007`, is a string.
  private static func write(digits text: String, to target: inout some JSONTarget) {
    if let number = JSONNumber(text) { target.write(number) } else { target.write(text) }
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
