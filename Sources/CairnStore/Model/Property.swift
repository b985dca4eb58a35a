/// What an entity's records have: an attribute or a relationship.
public enum Property: Hashable, Sendable {
  /// A value, or a list of values, of the record itself.
  case attribute(Attribute)
  /// Links to records.
  case relationship(Relationship)

  /// The property's name, unique within the entity.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The words for people, if they differ from the name.
  public var label: String? {
    get {
      switch self {
      case .attribute(let attribute): attribute.label
      case .relationship(let relationship): relationship.label
      }
    }
    set {
      switch self {
      case .attribute(var attribute):
        attribute.label = newValue
        self = .attribute(attribute)
      case .relationship(var relationship):
        relationship.label = newValue
        self = .relationship(relationship)
      }
    }
  }

  /// The words that screens show for the property.
  public var caption: String { Caption.of(name, label) }

  /// Whether records hold it as a field.
  public var isStored: Bool {
    switch self {
    case .attribute: true
    case .relationship(let relationship): relationship.isStored
    }
  }

  /// Whether its stored value is a list.
  public var isList: Bool {
    switch self {
    case .attribute(let attribute): attribute.isList
    case .relationship(let relationship): relationship.isToMany
    }
  }

  /// Whether a record must have a value or a link.
  public var isRequired: Bool {
    switch self {
    case .attribute(let attribute): attribute.isRequired
    case .relationship(let relationship): relationship.isRequired
    }
  }
}

extension Property {
  /// The value of the texts of all fields with the property's name.
  ///
  /// `nil` if one of them does not fit the property's type, or if a single value has several texts.
  func value(fromTexts texts: [String]) -> Value? {
    guard isList else { return texts.count == 1 ? element(fromText: texts[0]) : nil }
    var elements: [Value] = []
    for text in texts {
      guard let element = element(fromText: text) else { return nil }
      elements.append(element)
    }
    return Value(list: elements)
  }

  /// What the field holds of `texts`, and those that it cannot, in their order.
  func content(ofTexts texts: [String]) -> (value: Value?, others: [String]) {
    if let value = value(fromTexts: texts) { return (value, []) }
    var held: [String] = []
    var others: [String] = []
    for text in texts {
      let hasRoom = isList || held.isEmpty
      if hasRoom, value(fromTexts: [text]) != nil { held.append(text) } else { others.append(text) }
    }
    return (held.isEmpty ? nil : value(fromTexts: held), others)
  }

  /// Whether values are numbers, which a table aligns at the right.
  public var isNumber: Bool {
    guard case .attribute(let attribute) = self else { return false }
    return attribute.type.isNumber && !attribute.isList
  }

  /// One value of the property, or one element of its list.
  private func element(fromText text: String) -> Value? {
    switch self {
    case .attribute(let attribute): attribute.element(fromText: text)
    case .relationship: RecordKey(text).map(Value.link)
    }
  }

  /// `value` in the form in which the property stores it, `nil` if it does not fit.
  ///
  /// A value of another type is read again from its text, as it happens when a model changed.
  func conformed(_ value: Value) -> Value? {
    self.value(fromTexts: value.storedTexts)
  }
}

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

  /// How values look; `nil` for the program's own choice.
  public var style: ValueStyle?

  /// The roles of values; empty for the program's own choice.
  public var colors: [ValueColor] = []

  /// What the field means, for people.
  public var documentation: String?

  /// The words for people, if they differ from the name.
  public var label: String?

  /// The unit of all numbers, such as `€`, `%` or `kg`.
  public var unit: String?

  /// An attribute with every other property at its default.
  public init(name: String, type: AttributeType) {
    self.name = name
    self.type = type
  }

  /// The words that screens show for the field.
  public var caption: String { Caption.of(name, label) }

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

  /// Whether a value isn't among the choices yet, and a save adds it.
  ///
  /// Choices that were inferred only suggest; choices that a person wrote refuse other words.
  public func isNewChoice(_ value: Value) -> Bool {
    guard type == .choice, isInferred, !choices.isEmpty, case .text(let word) = value else {
      return false
    }
    return !choices.contains(word) && Self.canChoose(word)
  }
}

/// The kinds of value that an attribute can hold.
public enum AttributeType: String, CaseIterable, Sendable {
  /// Text on one line.
  case string
  /// Text of any number of lines.
  case text
  /// A whole number of 64 bits.
  case integer
  /// A number whose decimal digits are kept exactly.
  case decimal
  /// A binary floating-point number.
  case double
  /// Yes or no.
  case boolean
  /// A day of the calendar, without a time.
  case date
  /// A moment, the same in every time zone.
  case datetime
  /// A day and a time of day, without a zone.
  case localtime
  /// One word of a list.
  case choice
  /// A universally unique identifier.
  case uuid
  /// The address of a page or another resource.
  case url
  /// The address of a mailbox.
  case email
  /// A number to call.
  case phone
  /// The path of a file.
  case file
  /// Bytes, small enough for a text file.
  case data
  /// A set of short words.
  case tags

  /// Whether values of this type are text to the store.
  public var isTextual: Bool {
    switch self {
    case .string, .text, .choice, .uuid, .url, .email, .phone, .file, .tags: true
    case .integer, .decimal, .double, .boolean, .date, .datetime, .localtime, .data: false
    }
  }
}
