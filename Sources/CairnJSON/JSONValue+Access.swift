extension JSONValue {
  /// The text, if the value is a string.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number, if the value is one.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The whole number, if the value is one that fits 64 bits and is written without a fraction.
  public var integer: Int64? { number?.integer }

  /// The nearest double, if the value is a number.
  public var double: Double? { number?.double }

  /// The truth value, if the value is one.
  public var boolean: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The elements, if the value is an array.
  public var array: [JSONValue]? {
    if case .array(let array) = self { array } else { nil }
  }

  /// The members, if the value is an object.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }

  /// The member called `name`, if the value is an object that has one.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// The element at `index`, if the value is an array that has one.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}
