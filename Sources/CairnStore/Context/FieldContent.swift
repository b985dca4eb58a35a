/// A Swift type whose values a field can hold.
public protocol FieldContent {
  /// The content of `value`, `nil` if it is of another kind.
  init?(value: Value)

  /// The content as a value; `nil` for an empty list, which is no value.
  var value: Value? { get }
}

extension String: FieldContent {
  /// The text of a text.
  public init?(value: Value) {
    guard case .text(let text) = value else { return nil }
    self = text
  }

  /// The text as a value.
  public var value: Value? { .text(self) }
}

extension Int: FieldContent {
  /// The number of an integer.
  public init?(value: Value) {
    guard case .integer(let number) = value else { return nil }
    self.init(exactly: number)
  }

  /// The number as a value.
  public var value: Value? { .integer(Int64(self)) }
}

extension Double: FieldContent {
  /// The number of a double.
  public init?(value: Value) {
    guard case .double(let number) = value else { return nil }
    self = number
  }

  /// The number as a value.
  public var value: Value? { .double(self) }
}

extension Bool: FieldContent {
  /// The answer of a boolean.
  public init?(value: Value) {
    guard case .boolean(let answer) = value else { return nil }
    self = answer
  }

  /// The answer as a value.
  public var value: Value? { .boolean(self) }
}

extension DecimalNumber: FieldContent {
  /// The number of a decimal.
  public init?(value: Value) {
    guard case .decimal(let number) = value else { return nil }
    self = number
  }

  /// The number as a value.
  public var value: Value? { .decimal(self) }
}

extension CalendarDate: FieldContent {
  /// The day of a date.
  public init?(value: Value) {
    guard case .date(let day) = value else { return nil }
    self = day
  }

  /// The day as a value.
  public var value: Value? { .date(self) }
}

extension Timestamp: FieldContent {
  /// The moment of a datetime.
  public init?(value: Value) {
    guard case .datetime(let moment) = value else { return nil }
    self = moment
  }

  /// The moment as a value.
  public var value: Value? { .datetime(self) }
}

extension Array: FieldContent where Element: FieldContent {
  /// The elements of a list, or the one value; `nil` if one of them is of another kind.
  public init?(value: Value) {
    self = []
    for element in value.elements {
      guard let content = Element(value: element) else { return nil }
      append(content)
    }
  }

  /// The elements as a list.
  public var value: Value? { Value(list: compactMap(\.value)) }
}
