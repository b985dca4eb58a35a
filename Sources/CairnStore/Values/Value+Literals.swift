/// Values in source code, such as `record["Name"] = "Soup"` and `record["Minutes"] = 20`.
extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }

  /// Creates an integer.
  public init(integerLiteral number: Int64) { self = .integer(number) }

  /// Creates yes or no.
  public init(booleanLiteral flag: Bool) { self = .boolean(flag) }

  /// Creates a list, such as tags.
  ///
  /// - Precondition: there is an element. No value is `nil`.
  public init(arrayLiteral elements: Value...) {
    precondition(!elements.isEmpty, "an empty list is no value; nil is")
    self = .list(elements)
  }
}

extension FieldPath: ExpressibleByStringLiteral {
  /// Reads a path written in source code, such as `author.name`.
  ///
  /// - Precondition: the text is a path.
  public init(stringLiteral text: String) {
    do {
      self = try FieldPath.parse(text)
    } catch {
      preconditionFailure("\(text) is no field: \(error)")
    }
  }
}
