/// How soon a record needs attention, according to one of its dates.
public enum Urgency: Int, CaseIterable, Comparable, Sendable {
  /// The date is before today.
  case overdue
  /// The date is the present day.
  case today
  /// The date is the next day.
  case tomorrow
  /// The date is after tomorrow, and not after Sunday.
  case thisWeek
  /// The date is after this week.
  case later
  /// The record has no date.
  case undated
  /// The record is done, so that its date no longer matters.
  case done

  /// The words for people.
  public var title: String {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .tomorrow: "Tomorrow"
    case .thisWeek: "This week"
    case .later: "Later"
    case .undated: "No date"
    case .done: "Done"
    }
  }

  /// Judges a value by its local day; `nil` and values of other types are undated.
  ///
  /// A day is overdue when it is over. The week begins as the clock's conventions say.
  public init(_ value: Value?, at clock: WallClock = .current) {
    switch value {
    case .date(let day): self.init(day, clock.today, weeksFrom: clock.conventions.firstWeekday)
    case .datetime(let time):
      self.init(clock.local(time).date, clock.today, weeksFrom: clock.conventions.firstWeekday)
    case .localtime(let time):
      self.init(time.date, clock.today, weeksFrom: clock.conventions.firstWeekday)
    default: self = .undated
    }
  }

  init(_ day: CalendarDate, _ today: CalendarDate, weeksFrom firstWeekday: Int) {
    guard day.hasYear else {
      self = .undated
      return
    }
    let distance = day.days - today.days
    switch distance {
    case ..<0: self = .overdue
    case 0: self = .today
    case 1: self = .tomorrow
    default: self = Int(distance) + today.weekday(from: firstWeekday) < 7 ? .thisWeek : .later
    }
  }

  /// Orders by time, the overdue first.
  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// The fields of an entity that show the state of its records by color.
public struct StateFields: Sendable {
  private struct Field: Sendable {
    let attribute: Attribute
    let column: Int
  }

  /// Fields of which a value means that a record needs no more attention.
  private let settling: [Field]
  private let due: String?

  /// Finds the fields of an entity.
  public init(_ entity: Entity) {
    due = entity.due
    settling = entity.attributes.compactMap { attribute in
      guard !attribute.isList, attribute.name != entity.due,
        let column = entity.storedIndex(of: attribute.name)
      else { return nil }
      let isNamed = attribute.isNamedDone || attribute.name == entity.repetition?.field
      let settles =
        attribute.type == .choice
        || isNamed && (attribute.type == .boolean || attribute.isSingleDate)
      return settles ? Field(attribute: attribute, column: column) : nil
    }
  }

  /// Whether a record is done, so that its date no longer matters.
  public func isSettled(_ row: Row) -> Bool {
    settling.contains { field in
      switch row[field.column] {
      case nil: false
      case .boolean(let isSet): isSet
      case .text(let word): field.attribute.isSettled(by: word)
      default: field.attribute.isSingleDate
      }
    }
  }

  /// The color role of a record's value in an attribute; `nil` for none.
  ///
  /// A due date is bad if it has passed, and a warning within a day. A record that is settled has
  /// no such date.
  public func role(
    of value: Value, in attribute: Attribute, of row: Row, at clock: WallClock = .current
  )
    -> ValueRole?
  {
    if attribute.name == due {
      guard !isSettled(row) else { return nil }
      switch Urgency(value, at: clock) {
      case .overdue: return .bad
      case .today, .tomorrow: return .warning
      case .thisWeek, .later, .undated, .done: return nil
      }
    }
    return attribute.isList ? nil : attribute.role(of: value.unlabeled.storedTexts[0])
  }

  /// The color roles of the words of a list, such as tags, by their texts.
  public func roles(ofWordsIn value: Value, of attribute: Attribute) -> [String: ValueRole] {
    guard attribute.isList else { return [:] }
    return value.elements.reduce(into: [:]) { roles, element in
      roles[ValueText.export(element)] = attribute.role(of: element.unlabeled.storedTexts[0])
    }
  }

  /// Whether values of an attribute may have roles.
  public func mayColor(_ attribute: Attribute) -> Bool {
    attribute.name == due || attribute.type == .choice || !attribute.colors.isEmpty
  }
}
