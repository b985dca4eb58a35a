/// A JSON value without loss of digits, order or duplicates.
///
/// A value that is read and written again stays the same for a person who compares the two files.
/// The rules, which the tests cite:
///
///   J1  The reader accepts exactly RFC 8259: no comments, no trailing commas, no lone surrogates,
///       no invalid UTF-8. A byte order mark at the start is skipped.
///   J2  A number keeps its digits: `1.10` stays `1.10`, and no number is too large.
///   J3  An object keeps its members in order, those with the same name included.
///   J4  Nesting deeper than 512 is refused, so that no input exhausts the stack.
///   J5  An error has the line, column and byte offset of the first mistake.
///   J6  The reader reads each written value as the same value.
public enum JSONValue: Hashable, Sendable {
  /// The word `null`, which means that there is no value.
  case null
  /// One of the words `true` and `false`.
  case boolean(Bool)
  /// A number with its original digits.
  case number(JSONNumber)
  /// A text, with its escapes resolved.
  case string(String)
  /// Values without names, in order.
  case array([JSONValue])
  /// Named values in order.
  case object(JSONObject)
}

extension JSONValue {
  /// Reads the only value in `bytes`.
  public init(reading bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.only()
  }

  /// Reads the only value in `text`.
  public init(reading text: String) throws(JSONError) {
    try self.init(reading: [UInt8](text.utf8))
  }

  /// Returns the value as UTF-8, without a line end.
  public func bytes(_ layout: JSONWriter.Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout)
    writer.write(self)
    return writer.bytes
  }

  /// Returns the value as text, without a line end.
  public func text(_ layout: JSONWriter.Layout = .compact) -> String {
    String(decoding: bytes(layout), as: UTF8.self)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String { text() }
}

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

/// Named values in order.
///
/// A look-up compares the members one by one, which is fastest for small objects.
public struct JSONObject: Hashable, Sendable {
  /// A named value.
  public struct Member: Hashable, Sendable {
    /// The name, which another member may share.
    public let name: String
    /// The value.
    public var value: JSONValue

    /// Creates a member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The members, in the order of reading or writing.
  public var members: [Member]

  /// Creates an object.
  public init(_ members: [Member] = []) { self.members = members }

  /// The value with a name; the last one if several have it, as in most readers.
  ///
  /// Setting a value changes that member in place, or adds one at the end; `nil` removes all
  /// members of the name.
  public subscript(name: String) -> JSONValue? {
    get { members.last { $0.name == name }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.name == name } }
      if let index = members.lastIndex(where: { $0.name == name }) {
        members[index].value = newValue
      } else {
        members.append(Member(name: name, value: newValue))
      }
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object with the members in the order that they are written in.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(members.map { Member(name: $0.0, value: $0.1) })
  }
}

/// A number with its exact digits.
///
/// Two numbers are equal if their digits are equal: `1.0` differs from `1`, because a person who
/// typed one would not expect the other.
public struct JSONNumber: Hashable, Sendable {
  /// The digits with sign, fraction and exponent.
  public let text: String

  /// Creates a number from its text; `nil` if it is no JSON number.
  public init?(_ text: String) {
    let bytes = [UInt8](text.utf8)
    guard !bytes.isEmpty, JSONParser.endOfNumber(in: bytes.span, from: 0) == bytes.count else {
      return nil
    }
    self.text = text
  }

  /// Creates a whole number.
  public init(_ integer: some BinaryInteger) { text = String(integer) }

  /// Creates the shortest number that reads as `double`; `nil` for infinity and not-a-number.
  public init?(_ double: Double) {
    guard double.isFinite else { return nil }
    text = double.description
  }

  /// Creates a number from checked digits.
  init(valid text: String) { self.text = text }

  /// The number, if it fits 64 bits and has neither fraction nor exponent.
  public var integer: Int64? { Int64(text) }

  /// The nearest double; infinite if the number is too large.
  public var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: CustomStringConvertible {
  /// The digits.
  public var description: String { text }
}
