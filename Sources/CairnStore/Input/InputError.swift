/// Why a text is no value of a field.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field's name.
  public let field: String

  /// What was given.
  public let text: String

  /// What the field takes, such as "a whole number from 0 to 5".
  public let expected: String

  /// An error about the field `field`, which takes `expected` and was given `text`.
  public init(field: String, text: String, expected: String) {
    self.field = field
    self.text = text
    self.expected = expected
  }

  /// The field, what it takes and what it was given.
  public var description: String { "\(field) needs \(expected), not \"\(text)\"" }
}
