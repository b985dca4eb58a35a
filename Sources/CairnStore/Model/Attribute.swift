/// A field of an entity: its name, its type and what its values must obey.
public struct Attribute: Hashable, Sendable {
  /// The name, unique within the entity.
  public var name: String

  /// The kind of value.
  public var type: AttributeType

  /// Whether a record must have a value.
  public var isRequired = false

  /// Whether no two records may have the same value.
  public var isUnique = false

  /// Whether a record may have several values; tags always may.
  public var isMultiple = false

  /// Whether the type was inferred from data, so that a later value may still widen it.
  public var isInferred = false

  /// The values of a choice in their order; empty for every other type.
  public var choices: [String] = []

  /// The canonical text of the value that a new record starts with.
  public var defaultText: String?

  /// The numbers that an integer may be.
  public var range: ClosedRange<Int64>?

  /// What the field means, for people.
  public var documentation: String?

  /// An attribute with every other property at its default.
  public init(name: String, type: AttributeType) {
    self.name = name
    self.type = type
  }

  /// Whether the stored value is a list.
  public var isList: Bool { isMultiple || type == .tags }

  /// The value that a new record starts with, `nil` for none or for a text that is no value.
  public var defaultValue: Value? {
    guard let text = defaultText, let value = Value(storedText: text, as: type) else { return nil }
    return isList ? .list([value]) : value
  }
}
