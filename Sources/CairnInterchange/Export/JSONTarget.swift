internal import CairnJSON
internal import CairnStore

/// A receiver of JSON in pieces: a writer of text, or a maker of values.
///
/// A record is written as text without creating a value for each field, which would double the
/// cost.
protocol JSONTarget {
  mutating func beginObject()
  mutating func endObject()
  mutating func beginArray()
  mutating func endArray()
  mutating func name(_ name: JSONName)
  mutating func write(_ text: String)
  mutating func write(_ integer: Int64)
  mutating func write(_ number: JSONNumber)
  mutating func write(_ flag: Bool)
  mutating func writeNull()
}

extension JSONWriter: JSONTarget {}

/// Makes a value from the pieces that it receives.
struct JSONMaker: JSONTarget {
  /// An array or object that is not closed yet.
  private enum Container {
    case array([JSONValue])
    case object([JSONObject.Member], name: String)
  }

  /// The value, once it is complete.
  private(set) var value = JSONValue.null
  private var containers: [Container] = []

  mutating func beginObject() { containers.append(.object([], name: "")) }
  mutating func beginArray() { containers.append(.array([])) }
  mutating func endObject() { end() }
  mutating func endArray() { end() }

  mutating func name(_ name: JSONName) {
    guard case .object(let members, _)? = containers.popLast() else {
      preconditionFailure("only an object's members have names")
    }
    containers.append(.object(members, name: name.text))
  }

  mutating func write(_ text: String) { add(.string(text)) }
  mutating func write(_ integer: Int64) { add(.number(JSONNumber(integer))) }
  mutating func write(_ number: JSONNumber) { add(.number(number)) }
  mutating func write(_ flag: Bool) { add(.boolean(flag)) }
  mutating func writeNull() { add(.null) }

  private mutating func end() {
    switch containers.popLast() {
    case .array(let elements)?: add(.array(elements))
    case .object(let members, _)?: add(.object(JSONObject(members)))
    case nil: preconditionFailure("an end closes what was begun last")
    }
  }

  private mutating func add(_ value: JSONValue) {
    switch containers.popLast() {
    case nil: self.value = value
    case .array(var elements)?:
      elements.append(value)
      containers.append(.array(elements))
    case .object(var members, let name)?:
      members.append(JSONObject.Member(name: name, value: value))
      containers.append(.object(members, name: name))
    }
  }
}

/// Writes attribute values as JSON.
enum ValueJSON {
  /// Writes a value as JSON: an array for an attribute of several values, `null` for no value.
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

  /// Writes a number with its digits.
  ///
  /// A number that is invalid in JSON, such as `007`, becomes a string.
  private static func write(digits text: String, to target: inout some JSONTarget) {
    if let number = JSONNumber(text) { target.write(number) } else { target.write(text) }
  }

  /// Returns the text of a table's cell for a JSON value: bare text, arrays as JSON, `nil` for
  /// `null`.
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
