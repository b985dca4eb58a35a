internal import CairnStore

/// A time of a calendar: a day, a moment, or a local time without a zone.
enum CalendarTime: Hashable, Sendable {
  case day(CalendarDate)
  case moment(Timestamp)
  case local(Timestamp)

  /// The kinds of times in one column.
  struct Kinds: OptionSet {
    let rawValue: Int
    static let days = Kinds(rawValue: 1)
    static let moments = Kinds(rawValue: 2)
    static let local = Kinds(rawValue: 4)

    /// The type of a field that holds times of all these kinds.
    var type: AttributeType {
      contains(.moments) ? .datetime : contains(.local) ? .localtime : .date
    }

    /// Whether some entries last whole days, and others do not.
    ///
    /// The days have fields of their own then, because a day has no zone.
    var isMixed: Bool { contains(.days) && self != .days }
  }

  var kind: Kinds {
    switch self {
    case .day: .days
    case .moment: .moments
    case .local: .local
    }
  }

  /// Reads a value of digits such as `20261130T101500Z`, or with hyphens and colons.
  ///
  /// - Parameters:
  ///   - text: the value.
  ///   - zone: the zone of a time without its own; `nil` for a local time.
  init?(_ text: String, in zone: LocalTime? = nil) {
    let text = CardText.extendedTime(text)
    if !text.contains("T"), let day = CalendarDate(text) {
      self = .day(day)
      return
    }
    guard let time = Timestamp(text) else { return nil }
    if Timestamp.hasZone(Array(text.utf8).span) {
      self = .moment(time)
    } else if let zone {
      guard let moment = zone.moment(showing: time) else { return nil }
      self = .moment(moment)
    } else {
      self = .local(time)
    }
  }

  /// The text of the time in a column.
  var text: String {
    switch self {
    case .day(let day): "\(day)"
    case .moment(let moment): "\(moment)"
    case .local(let shown): Value.localtime(shown).storedTexts[0]
    }
  }

  /// The last day of an event of whole days whose end is the day after it.
  func lastDay(from start: CalendarTime?) -> CalendarTime {
    guard case .day(let end) = self else { return self }
    // Some programs write the last day itself.
    guard case .day(let first)? = start, end.days > first.days else { return self }
    return .day(CalendarDate(days: end.days - 1))
  }

  /// The end of an event that begins at this time and lasts as long as a text such as `P1DT2H`.
  ///
  /// - Returns: the end, which for days is the last day; `nil` for another text.
  func end(after duration: String, in zone: LocalTime?) -> CalendarTime? {
    guard let (days, seconds) = Self.duration(duration) else { return nil }
    switch self {
    case .day(let day):
      return Timestamp(startOf: day).moved(max(days, 1) - 1, 0).map { .day($0.date) }
    case .local(let shown): return shown.moved(days, seconds).map(CalendarTime.local)
    case .moment(let moment):
      guard let zone, days > 0 else {
        return moment.moved(days, seconds).map(CalendarTime.moment)
      }
      // A day is as long as the clocks of the zone say.
      return zone.local(moment).moved(days, 0).flatMap(zone.moment)
        .flatMap { $0.moved(0, seconds) }.map(CalendarTime.moment)
    }
  }

  /// More days than from the year 0 to the year 9999.
  private static let mostDays = 4_000_000

  /// The days and the seconds of a text such as `P1DT2H`.
  ///
  /// - Returns: both, not negative; `nil` for another text, or if no two days are so far apart.
  static func duration(_ text: String) -> (days: Int, seconds: Int)? {
    var rest = CardText.trimmed(text).uppercased()[...]
    if rest.first == "+" { rest = rest.dropFirst() }
    guard rest.first == "P", rest.count > 2 else { return nil }
    rest = rest.dropFirst()
    var (days, seconds) = (0, 0)
    while !rest.isEmpty {
      if rest.first == "T" { rest = rest.dropFirst() }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), number <= mostDays * 86_400 else { return nil }
      rest = rest.dropFirst(digits.count)
      switch rest.first {
      case "W": days += number * 7
      case "D": days += number
      case "H": seconds += number * 3_600
      case "M": seconds += number * 60
      case "S": seconds += number
      default: return nil
      }
      guard days <= mostDays, seconds / 86_400 <= mostDays else { return nil }
      rest = rest.dropFirst()
    }
    return (days, seconds)
  }
}

extension Timestamp {
  /// The time some days and seconds later; `nil` on the last day of the year 9999 or later.
  ///
  /// The sum cannot overflow, because `CalendarTime.duration` limits both numbers.
  fileprivate func moved(_ days: Int, _ seconds: Int) -> Timestamp? {
    let time = microseconds + Int64(days * 86_400 + seconds) * 1_000_000
    let last = CalendarDate(year: 9999, month: 12, day: 31).map(Timestamp.init(startOf:))
    return last.map { time < $0.microseconds } == true ? Timestamp(microseconds: time) : nil
  }
}
