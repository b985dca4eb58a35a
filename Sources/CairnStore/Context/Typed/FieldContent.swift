/// A Swift type whose values a field can hold.
public protocol FieldContent {
  /// Creates the content from `value`; `nil` if the value is of another kind.
  init?(value: Value)

  /// The content as a value; `nil` for an empty list.
  var value: Value? { get }

  /// Whether the values of `attribute` are of the type.
  static func fits(_ attribute: Attribute) -> Bool
}

extension FieldContent where Self: RawRepresentable, RawValue == String {
  /// Creates the case that a text names, for an enumeration of choices.
  public init?(value: Value) {
    guard case .text(let text) = value else { return nil }
    self.init(rawValue: text)
  }

  /// The case as a value.
  public var value: Value? { .text(rawValue) }

  /// Whether the values of `attribute` are single choices that are all cases.
  public static func fits(_ attribute: Attribute) -> Bool {
    attribute.type == .choice && !attribute.isList
      && attribute.choices.allSatisfy { Self(rawValue: $0) != nil }
  }
}

extension String: FieldContent {
  /// The text of a text.
  public init?(value: Value) {
    guard case .text(let text) = value else { return nil }
    self = text
  }

  /// The text as a value.
  public var value: Value? { .text(self) }

  /// Whether `attribute` has single texts.
  public static func fits(_ attribute: Attribute) -> Bool {
    attribute.type.isTextual && !attribute.isList
  }
}

extension Int: FieldContent {
  /// The number of an integer.
  public init?(value: Value) {
    guard case .integer(let number) = value else { return nil }
    self.init(exactly: number)
  }

  /// The number as a value.
  public var value: Value? { .integer(Int64(self)) }

  /// Whether `attribute` has single integers.
  public static func fits(_ attribute: Attribute) -> Bool {
    attribute.type == .integer && !attribute.isList
  }
}

extension Double: FieldContent {
  /// The number of a double.
  public init?(value: Value) {
    guard case .double(let number) = value else { return nil }
    self = number
  }

  /// The number as a value.
  public var value: Value? { .double(self) }

  /// Whether `attribute` has single doubles.
  public static func fits(_ attribute: Attribute) -> Bool {
    attribute.type == .double && !attribute.isList
  }
}

extension Bool: FieldContent {
  /// The answer of a boolean.
  public init?(value: Value) {
    guard case .boolean(let answer) = value else { return nil }
    self = answer
  }

  /// The answer as a value.
  public var value: Value? { .boolean(self) }

  /// Whether `attribute` has single booleans.
  public static func fits(_ attribute: Attribute) -> Bool {
    attribute.type == .boolean && !attribute.isList
  }
}

extension DecimalNumber: FieldContent {
  /// The number of a decimal.
  public init?(value: Value) {
    guard case .decimal(let number) = value else { return nil }
    self = number
  }

  /// The number as a value.
  public var value: Value? { .decimal(self) }

  /// Whether `attribute` has single decimals.
  public static func fits(_ attribute: Attribute) -> Bool {
    attribute.type == .decimal && !attribute.isList
  }
}

extension CalendarDate: FieldContent {
  /// The day of a date.
  public init?(value: Value) {
    guard case .date(let day) = value else { return nil }
    self = day
  }

  /// The day as a value.
  public var value: Value? { .date(self) }

  /// Whether `attribute` has single dates.
  public static func fits(_ attribute: Attribute) -> Bool {
    attribute.type == .date && !attribute.isList
  }
}

extension Timestamp: FieldContent {
  /// The moment of a datetime.
  public init?(value: Value) {
    guard case .datetime(let moment) = value else { return nil }
    self = moment
  }

  /// The moment as a value.
  public var value: Value? { .datetime(self) }

  /// Whether `attribute` has single datetimes.
  public static func fits(_ attribute: Attribute) -> Bool {
    attribute.type == .datetime && !attribute.isList
  }
}

extension Array: FieldContent where Element: FieldContent {
  /// Creates the elements of a list, or of a single value; `nil` if one of them is of another kind.
  public init?(value: Value) {
    self = []
    for element in value.elements {
      guard let content = Element(value: element) ?? Element(value: element.unlabeled) else {
        return nil
      }
      append(content)
    }
  }

  /// The elements as a list.
  public var value: Value? { Value(list: compactMap(\.value)) }

  /// Whether `attribute` has several values that are elements.
  public static func fits(_ attribute: Attribute) -> Bool {
    guard attribute.isList else { return false }
    var single = attribute
    single.isMultiple = false
    if attribute.type == .tags { single.type = .string }
    return Element.fits(single)
  }
}

/// Binary data as the content of a field.
public struct BinaryData: FieldContent, Hashable, Sendable {
  /// The bytes.
  public var bytes: [UInt8]

  /// The data of `bytes`.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The bytes of data.
  public init?(value: Value) {
    guard case .data(let bytes) = value else { return nil }
    self.bytes = bytes
  }

  /// The bytes as a value.
  public var value: Value? { .data(bytes) }

  /// Whether `attribute` has single data.
  public static func fits(_ attribute: Attribute) -> Bool {
    attribute.type == .data && !attribute.isList
  }
}

/// A value with its label, as the content of a field that is a list of such values.
public struct Labeled<Content: FieldContent>: FieldContent {
  /// The label; `nil` for no label.
  public var label: String?
  /// The content without the label.
  public var content: Content

  /// Creates `content` with `label`.
  public init(_ content: Content, label: String? = nil) {
    self.content = content
    self.label = label
  }

  /// Creates the content and the label from a value, with a label or without.
  public init?(value: Value) {
    guard let content = Content(value: value.unlabeled) else { return nil }
    self.init(content, label: value.label)
  }

  /// The content with its label as a value.
  public var value: Value? { content.value.map { Value($0, label: label) } }

  /// Whether `attribute` has values of the content's type, with labels.
  public static func fits(_ attribute: Attribute) -> Bool {
    Content.fits(attribute)
  }
}
