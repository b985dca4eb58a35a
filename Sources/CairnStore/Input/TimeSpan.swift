/// The days or moments that a text about time means: all of `2026-11`, the whole of `yesterday`.
///
/// | text | span |
/// |---|---|
/// | `today`, `yesterday`, `tomorrow` | that local day |
/// | `friday` | the first one from today on, as a local day |
/// | `next friday` | the one of the next week |
/// | `last friday` | the last one before today |
/// | `10 dec`, `Dec 10 2026`, `10.12.2026` | that day; without a year the nearest to today |
/// | `26/11`, `11/26/2026`, `2026/11/26` | that day, if it can be no other |
/// | `-7d`, `+1w`, `in 2 months`, `a year ago` | the local day so far from today |
/// | `last month`, `this week`, `next year` | those local days; weeks begin on Monday, or as the conventions say |
/// | `now` | this microsecond |
/// | `-2h`, `+30min`, `in 2 hours` | the microsecond so many hours or minutes from now |
/// | `2026`, `2026-11`, `2026-11-05` | the year, month or day |
/// | `nov 2026`, `11/2026` | the month |
/// | `2026-11-05T10:30`, with seconds, fraction, zone | the minute, second or microsecond |
/// | `yesterday 14:00`, `friday at 9`, `2pm` | the minute of that day |
///
/// Each of them is in local time, except a time with a zone.
struct TimeSpan: Hashable {
  /// The first and the last microsecond.
  let moments: ClosedRange<Int64>

  /// The first and the last day; `nil` for a span within a day.
  let days: ClosedRange<Int32>?

  /// Reads a text about time; `nil` if it means none.
  init?(_ text: String, at clock: WallClock) {
    let text = text.inPlainSigns
    let word = text.lowercased()
    if let day = CalendarDate(word) {
      self.init(days: day.days...day.days, in: clock.localTime)
    } else if word == "now" {
      self.init(moment: clock.now.microseconds, length: 1)
    } else if let distance = Self.distance(word) ?? Self.countedDistance(word) {
      self.init(moment: clock.now.microseconds + distance, length: 1)
    } else if let days = Self.days(word, at: clock) {
      self.init(days: days, in: clock.localTime)
    } else if let day = CalendarDate(withoutYear: word) {
      self.init(days: day.days...day.days, in: clock.localTime)
    } else if let moment = clock.localTime.moment(reading: Array(text.utf8).span) {
      self.init(moment: moment.microseconds, length: Self.precision(of: text))
    } else if let time = Self.dayWithTime(word, at: clock) {
      self.init(moment: time.moment, length: time.length)
    } else {
      return nil
    }
  }

  /// Reads a text about what clocks show; `nil` if it means nothing, or names a zone.
  init?(wallClock text: String, at clock: WallClock) {
    guard !Self.namesZone(text) else { return nil }
    self.init(text, at: clock.showingUniversalTime)
  }

  /// Whether a text is a time with a zone.
  static func namesZone(_ text: String) -> Bool {
    let plain = Array(text.inPlainSigns.trimmingBlanks().utf8)
    return Timestamp(utf8: plain.span) != nil && Timestamp.hasZone(plain.span)
  }

  /// The first moment of a span that is no longer than a day.
  var single: Timestamp? {
    guard days.map({ $0.count == 1 }) ?? true else { return nil }
    return Timestamp(microseconds: moments.lowerBound)
  }

  private init(days: ClosedRange<Int32>, in localTime: LocalTime) {
    let start = localTime.start(of: CalendarDate(days: days.lowerBound))
    let end = localTime.start(of: CalendarDate(days: days.upperBound + 1))
    self.days = days
    // Some islands skipped a day when they changed sides of the date line.
    moments = start.microseconds...max(start.microseconds, end.microseconds - 1)
  }

  private init(moment: Int64, length: Int64) {
    days = nil
    moments = moment...(moment + length - 1)
  }

  /// The length of the span: a minute, a second or a microsecond, by the last digit written.
  private static func precision(of text: String) -> Int64 {
    if text.utf8.contains(UInt8(ascii: ".")) { return 1 }
    let isBasic = text.utf8.dropFirst(8).first.map { $0 | 0x20 } == UInt8(ascii: "t")
    let time = text.utf8.dropFirst(isBasic ? 13 : 16)
    let hasSeconds = isBasic ? time.first?.isDigit == true : time.first == UInt8(ascii: ":")
    return hasSeconds ? 1_000_000 : 60_000_000
  }

  /// The days of `2026`, `2026-11` or `2026-11-05`.
  static func calendarDays(_ text: String) -> ClosedRange<Int32>? {
    if let day = CalendarDate(text) { return day.days...day.days }
    if text.utf8.count == 7, let first = CalendarDate(text + "-01") {
      let (year, month, _) = first.components
      return first.days...(first.days + Int32(CalendarDate.length(ofMonth: month, year: year)) - 1)
    }
    guard text.utf8.count == 4, let first = CalendarDate(text + "-01-01"),
      let last = CalendarDate(text + "-12-31")
    else { return nil }
    return first.days...last.days
  }

  /// How many microseconds from now `-2h` or `+30min` is.
  private static func distance(_ word: String) -> Int64? {
    let units: [(name: String, minutes: Int64)] = [("h", 60), ("min", 1)]
    guard let sign = word.first, sign == "+" || sign == "-",
      let unit = units.first(where: { word.hasSuffix($0.name) }),
      let count = Int64(word.dropFirst().dropLast(unit.name.count)),
      (0...10_000_000).contains(count)
    else { return nil }
    return (sign == "-" ? -1 : 1) * count * unit.minutes * 60_000_000
  }

  static func relativeDay(_ word: String, today: CalendarDate) -> CalendarDate? {
    switch word {
    case "today": return today
    case "yesterday": return CalendarDate(days: today.days - 1)
    case "tomorrow": return CalendarDate(days: today.days + 1)
    default: break
    }
    guard let sign = word.first, sign == "+" || sign == "-", let unit = word.last,
      let count = Int32(word.dropFirst().dropLast()), (0...100_000).contains(count)
    else { return nil }
    return today.moved(by: sign == "-" ? -count : count, unit: unit)
  }
}

extension WallClock {
  /// The first and the last moment of what a text about time means, such as `yesterday`, `-2h` or
  /// `2026-11-05`; `nil` if it means none.
  public func moments(of text: String) -> ClosedRange<Timestamp>? {
    TimeSpan(text, at: self).map { span in
      Timestamp(
        microseconds: span.moments.lowerBound)...Timestamp(microseconds: span.moments.upperBound)
    }
  }
}

extension CalendarDate {
  /// The day `count` units later; a month's last days become the last day of a shorter month.
  func moved(by count: Int32, unit: Character) -> CalendarDate? {
    switch unit {
    case "d": return CalendarDate(days: days + count)
    case "w": return CalendarDate(days: days + 7 * count)
    case "m", "y":
      let (year, month, day) = components
      let months = year * 12 + month - 1 + Int(count) * (unit == "y" ? 12 : 1)
      guard months >= 0 else { return nil }
      let length = Self.length(ofMonth: months % 12 + 1, year: months / 12)
      return CalendarDate(year: months / 12, month: months % 12 + 1, day: min(day, length))
    default: return nil
    }
  }
}
