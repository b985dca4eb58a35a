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

  /// Whether each of several values may have a label.
  public var isLabeled = false

  /// Whether the type was inferred from data, so that a later value may still widen it.
  public var isInferred = false

  /// The values of a choice in their order; empty for every other type.
  public var choices: [String] = []

  /// The canonical text of the value that a new record starts with.
  public var defaultText: String?

  /// The numbers that an integer may be.
  public var range: ClosedRange<Int64>?

  /// How many characters a text may have.
  public var lengths: ClosedRange<Int>?

  /// A regular expression that a text must have a match for.
  public var pattern: String?

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
    guard let text = defaultText, let value = element(fromText: text), accepts(value) else {
      return nil
    }
    return isList ? .list([value]) : value
  }

  /// One value as text has it, with its label where it may have one.
  public func element(fromText text: String) -> Value? {
    guard isLabeled else { return Value(storedText: text, as: type) }
    let (bare, label) = Label.split(text)
    return Value(storedText: bare, as: type).map { Value($0, label: label) }
  }
}

extension Attribute {
  /// Whether a word can be one of a choice, which the model's text has on one line with `|` between
  /// them.
  public static func canChoose(_ word: String) -> Bool {
    !word.isEmpty && word == word.trimmingBlanks()
      && !word.unicodeScalars.contains { $0 == "|" || $0.properties.generalCategory == .control }
  }
}
