/// What an attribute or a stored link of a record holds; no value is `nil`.
public enum Value: Hashable, Sendable {
  /// Text of any kind: string, long text, choice, UUID, URL, e-mail, phone or file.
  case text(String)

  /// A whole number.
  case integer(Int64)

  /// A decimal number with the digits it was given.
  case decimal(DecimalNumber)

  /// A finite floating-point number.
  case double(Double)

  /// Yes or no.
  case boolean(Bool)

  /// A day of the calendar.
  case date(CalendarDate)

  /// A moment.
  case datetime(Timestamp)

  /// Binary data, small enough to stand in a text file.
  case data([UInt8])

  /// The key of a record of the relationship's destination.
  case link(RecordKey)

  /// One of several values, with what tells it from the others; see `label`.
  indirect case labeled(String, Value)

  /// Several values of one kind, never none: tags, a multiple attribute or a to-many relationship.
  case list([Value])

  /// The values one by one: a list's elements, or the value itself.
  public var elements: [Value] {
    if case .list(let elements) = self { elements } else { [self] }
  }

  /// A list of `elements`, or `nil` when there are none.
  public init?(list elements: [Value]) {
    guard !elements.isEmpty else { return nil }
    self = .list(elements)
  }
}
