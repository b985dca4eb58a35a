extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Creates a number.
  public init(integerLiteral number: Int64) { self = .number(JSONNumber(number)) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Creates a truth value.
  public init(booleanLiteral flag: Bool) { self = .boolean(flag) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object with the members in the order that they are written in.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1) }))
  }
}
