/// Reads typed text as the value of a field.
///
///     let input = ValueInput(clock: clock)
///     try input.value(of: "tomorrow", for: due)        // .date(2026-11-22)
///     try input.value(of: "12,50", for: price)         // .decimal(12.50)
///     try input.value(of: "1.5k", for: price)          // .decimal(1500)
///     try input.value(of: "soup, winter", for: tags)   // .list([.text("soup"), .text("winter")])
///
/// A field of several values takes them with commas between. A value with a comma or a quotation
/// mark in it needs quotation marks, inside which `\"` and `\\` are the mark and the backslash.
/// Empty text is a value here; the caller decides whether it clears a field.
public struct ValueInput: Sendable {
  /// The clock by which words such as `today` are read.
  public let clock: WallClock

  /// Creates a reader that uses `clock`.
  public init(clock: WallClock = .current) {
    self.clock = clock
  }

  /// Returns the value of `text` for `attribute`; `nil` for no elements, if the field allows
  /// several.
  public func value(
    of text: String, for attribute: Attribute
  ) throws(InputError) -> Value? {
    guard attribute.isList else { return try element(of: text, for: attribute) }
    var elements: [Value] = []
    for item in try items(of: text, field: attribute.name) {
      let value = try element(of: item, for: attribute)
      if attribute.type != .tags || !elements.contains(value) { elements.append(value) }
    }
    return Value(list: elements)
  }

  /// Returns one value of `text` for `attribute`, which may take several.
  public func element(of text: String, for attribute: Attribute) throws(InputError) -> Value {
    let (bare, label) = attribute.isLabeled ? Label.split(text) : (text, nil)
    let read = read(bare, as: attribute)
    let value = attribute.isLabeled ? read.map { Value($0, label: label) } : read
    guard let value, attribute.accepts(value) || attribute.isNewChoice(value) else {
      let expected = advice(for: bare, attribute.type) ?? attribute.expectation
      throw InputError(field: attribute.name, text: text, expected: expected)
    }
    return value
  }

  /// Returns advice for text that may mean several values.
  private func advice(for text: String, _ type: AttributeType) -> String? {
    if type.isNumber { return TypedNumber.advice(for: text) }
    guard type.isTime else { return nil }
    if type == .localtime, TimeSpan.namesZone(text) {
      return "a time without a zone (drop the zone, or change the field's type to datetime)"
    }
    return TimeSpan.advice(for: text, at: clock) ?? TimeSpan.adviceForOneDay(text, at: clock)
  }

  /// Returns the keys of the linked records in `text`, such as `p3,p9`.
  public func links(of text: String, for relationship: Relationship) throws(InputError) -> Value? {
    var keys: [Value] = []
    for item in try items(of: text, field: relationship.name) {
      guard let key = RecordKey(item) else {
        throw InputError(
          field: relationship.name, text: item,
          expected: "the id of a record, such as p3")
      }
      if !keys.contains(.link(key)) { keys.append(.link(key)) }
    }
    if relationship.isToMany { return Value(list: keys) }
    guard keys.count <= 1 else {
      throw InputError(field: relationship.name, text: text, expected: "a single link")
    }
    return keys.first
  }

  private func read(_ text: String, as attribute: Attribute) -> Value? {
    let trimmed = NumberUnit.removing(attribute.unit, from: text.trimmingBlanks())
    return switch attribute.type {
    case .string, .text, .tags, .file: .text(text)
    case .boolean: Self.boolean(trimmed)
    case .date: TimeSpan(trimmed, at: clock).flatMap(Self.singleDay)
    case .datetime: moment(trimmed).map(Value.datetime)
    case .localtime: wallClockTime(trimmed).map(Value.localtime)
    case .choice: .text(Self.choice(text, among: attribute.choices))
    case .uuid: .text(trimmed.lowercased())
    case .integer, .decimal, .double:
      Value(storedText: trimmed, as: attribute.type)
        ?? TypedNumber(trimmed).flatMap { Value(storedText: $0.digits, as: attribute.type) }
    default: Value(storedText: trimmed, as: attribute.type)
    }
  }

  private static func singleDay(_ span: TimeSpan) -> Value? {
    guard let days = span.days, days.count == 1 else { return nil }
    return .date(CalendarDate(days: days.lowerBound))
  }

  private func moment(_ text: String) -> Timestamp? { TimeSpan(text, at: clock)?.single }

  private func wallClockTime(_ text: String) -> Timestamp? {
    TimeSpan(wallClock: text, at: clock)?.single
  }

  static func boolean(_ text: String) -> Value? {
    switch text.lowercased() {
    case "yes", "true": .boolean(true)
    case "no", "false": .boolean(false)
    default: nil
    }
  }

  /// Returns the choice that equals `text`, exactly or ignoring case and accents; otherwise `text`.
  package static func choice(_ text: String, among choices: [String]) -> String {
    // In the model's spelling, also if only the bytes of an accent differ.
    if let choice = choices.first(where: { $0 == text }) { return choice }
    let folded = SearchFold.fold(text.trimmingBlanks())
    return choices.first { SearchFold.fold($0) == folded } ?? text
  }
}

// MARK: - Several values

extension ValueInput {
  /// Returns the trimmed items between commas, without empty ones unless they are quoted.
  private func items(of text: String, field: String) throws(InputError) -> [String] {
    var items: [String] = []
    var rest = text.unicodeScalars[...].drop(while: \.properties.isWhitespace)
    while let first = rest.first {
      if first == "\"" {
        guard let item = Self.takeQuoted(&rest) else {
          throw InputError(
            field: field, text: text, expected: "values separated by commas, with quotes closed")
        }
        items.append(item)
      } else {
        let item = String(Substring(rest.prefix { $0 != "," })).trimmingBlanks()
        rest = rest.drop { $0 != "," }.dropFirst()
        if !item.isEmpty { items.append(item) }
      }
      rest = rest.drop(while: \.properties.isWhitespace)
    }
    return items
  }

  /// Reads a quoted item and the comma after it; `nil` if the mark isn't closed or other text
  /// follows.
  private static func takeQuoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
    var item = String.UnicodeScalarView()
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        rest = rest.drop(while: \.properties.isWhitespace)
        guard rest.isEmpty || rest.popFirst() == "," else { return nil }
        return String(item)
      }
      let isEscape = scalar == "\\" && (rest.first == "\"" || rest.first == "\\")
      if isEscape, let escaped = rest.popFirst() {
        item.append(escaped)
      } else {
        item.append(scalar)
      }
    }
    return nil
  }
}

/// The reason why a text is not a valid value of a field.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field's name.
  public let field: String

  /// The text that can't be read.
  public let text: String

  /// The values that the field takes, such as "a whole number from 0 to 5".
  public let expected: String

  /// An error about the field `field`, which takes `expected` and was given `text`.
  public init(field: String, text: String, expected: String) {
    self.field = field
    self.text = text
    self.expected = expected
  }

  /// The field, the values that it takes, and the refused text.
  public var description: String { "\(field) needs \(expected), not \"\(text)\"" }
}
