// Phrases for times: "in 3 days", "last month", "yesterday 14:00".
extension TimeSpan {
  /// Returns the days of a phrase in lower case.
  static func days(_ word: String, at clock: WallClock) -> ClosedRange<Int32>? {
    let (today, firstWeekday) = (clock.today, clock.conventions.firstWeekday)
    let day =
      relativeDay(word, today: today) ?? countedDay(word, today: today)
      ?? CalendarDate(weekdayWords: word, today: today, weeksFrom: firstWeekday)
    if let day { return day.days...day.days }
    if let days = unit(word, today: today, weeksFrom: firstWeekday) ?? calendarDays(word)
      ?? month(word)
    {
      return days
    }
    return CalendarDate(words: word, today: today).map { $0.days...$0.days }
  }

  /// The words of a text, each with the comma that follows it.
  private static func words(_ text: String) -> [Substring] { text.split { $0 == " " } }

  /// Returns the count and the unit of `in 3 days`, `a week ago` or `2 hours ago`; the count is
  /// negative for the past.
  private static func counted(_ text: String) -> (count: Int32, unit: Substring)? {
    var words = words(text)
    let isPast = words.last == "ago"
    if isPast { words.removeLast() } else if words.first == "in" { words.removeFirst() }
    guard words.count == 2, isPast || text.hasPrefix("in ") else { return nil }
    let count = words[0] == "a" || words[0] == "an" ? 1 : Int32(words[0])
    guard let count, (0...100_000).contains(count) else { return nil }
    let unit = words[1].last == "s" ? words[1].dropLast() : words[1]
    return (isPast ? -count : count, unit)
  }

  private static func countedDay(_ text: String, today: CalendarDate) -> CalendarDate? {
    guard let (count, unit) = counted(text), units.contains(String(unit)) else { return nil }
    return unit.first.flatMap { today.moved(by: count, unit: $0) }
  }

  private static let units = ["day", "week", "month", "year"]

  /// Returns the microseconds from now for `in 2 hours` and `30 minutes ago`.
  static func countedDistance(_ text: String) -> Int64? {
    guard let (count, unit) = counted(text) else { return nil }
    switch unit {
    case "hour": return Int64(count) * 60 * 60_000_000
    case "minute", "min": return Int64(count) * 60_000_000
    default: return nil
    }
  }

  /// The days of `last month`, `this week` or `next year`.
  private static func unit(
    _ text: String, today: CalendarDate, weeksFrom firstWeekday: Int
  ) -> ClosedRange<Int32>? {
    let words = words(text)
    guard words.count == 2, let step = ["last": -1, "this": 0, "next": 1][words[0]] else {
      return nil
    }
    let (year, month, _) = today.components
    switch words[1] {
    case "week":
      let first = today.days - Int32(today.weekday(from: firstWeekday)) + 7 * Int32(step)
      return first...first + 6
    case "month":
      let months = year * 12 + month - 1 + step
      return Self.month(months % 12 + 1, of: months / 12)
    case "year":
      guard let first = CalendarDate(year: year + step, month: 1, day: 1),
        let last = CalendarDate(year: year + step, month: 12, day: 31)
      else { return nil }
      return first.days...last.days
    default: return nil
    }
  }

  private static func month(_ month: Int, of year: Int) -> ClosedRange<Int32>? {
    guard let first = CalendarDate(year: year, month: month, day: 1) else { return nil }
    return first.days...(first.days + Int32(CalendarDate.length(ofMonth: month, year: year)) - 1)
  }

  /// The days of `nov 2026`, `11/2026` and `2026/11`.
  private static func month(_ text: String) -> ClosedRange<Int32>? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }) {
      let (month, year) = parts[0].count == 4 ? (parts[1], parts[0]) : (parts[0], parts[1])
      guard year.count == 4, (1...2).contains(month.count), let number = Int(month),
        let year = Int(year)
      else { return nil }
      return Self.month(number, of: year)
    }
    let words = words(text)
    guard words.count == 2, words[1].count == 4, words[1].utf8.allSatisfy(\.isDigit),
      let year = Int(words[1]), let number = CalendarDate.month(words[0])
    else { return nil }
    return Self.month(number, of: year)
  }

  /// Returns the moment of a day with a time, such as `yesterday 14:00`, `friday at 9` or `tomorrow
  /// 2:30 pm`.
  ///
  /// A time alone is today's.
  static func dayWithTime(_ text: String, at clock: WallClock) -> (moment: Int64, length: Int64)? {
    var words = words(text)
    guard var time = words.popLast() else { return nil }
    if time == "am" || time == "pm", let hour = words.popLast() { time = hour + time }
    let isTold = words.last == "at"
    if isTold { words.removeLast() }
    guard let (seconds, length) = timeOfDay(time, isTold: isTold) else { return nil }
    let day = words.joined(separator: " ")
    guard
      let days = day.isEmpty
        ? Self.days("today", at: clock)
        : Self.days(day.hasSuffix(",") ? String(day.dropLast()) : day, at: clock),
      days.count == 1
    else { return nil }
    let midnight = Timestamp(startOf: CalendarDate(days: days.lowerBound)).microseconds
    let shown = Timestamp(microseconds: midnight + Int64(seconds) * 1_000_000)
    return clock.localTime.moment(showing: shown).map { ($0.microseconds, length) }
  }

  /// Returns the seconds from midnight for `14:00`, `9:30:15` or `2pm`, and the length of the span
  /// in microseconds.
  ///
  /// A bare `9` counts as a time only after `at`.
  private static func timeOfDay(
    _ text: Substring, isTold: Bool
  ) -> (seconds: Int, length: Int64)? {
    let half = text.hasSuffix("am") ? 0 : text.hasSuffix("pm") ? 12 : nil
    let parts = (half == nil ? text : text.dropLast(2)).split(
      separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts.count > 1 || half != nil || isTold,
      (1...2).contains(parts[0].count), parts.dropFirst().allSatisfy({ $0.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
    else { return nil }
    var numbers = parts.compactMap { Int($0) }
    if let half {
      guard (1...12).contains(numbers[0]) else { return nil }
      numbers[0] = numbers[0] % 12 + half
    }
    guard numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let seconds = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return (seconds, numbers.count == 3 ? 1_000_000 : 60_000_000)
  }
}

extension TimeSpan {
  /// Returns advice for a text that may mean several days or leaves the year open; `nil` for
  /// others.
  static func advice(for text: String, at clock: WallClock) -> String? {
    let parts = text.inPlainSigns.split { "/. -".contains($0) }
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
      parts.allSatisfy({ $0.count <= 2 }) || parts.last?.count == 4
    else { return nil }
    let days = CalendarDate.readings(ofSlashed: text.inPlainSigns, today: clock.today)
    if days.count > 1 {
      return days.map(\.description).joined(separator: " or ") + ", because it is ambiguous"
    }
    guard parts.count == 3, parts[2].count == 2 else { return nil }
    return "a year of four digits, such as 2026-11-05"
  }

  /// Returns advice for a text that means several days although one is needed; `nil` for others.
  static func adviceForOneDay(_ text: String, at clock: WallClock) -> String? {
    guard let days = TimeSpan(text, at: clock)?.days, days.count > 1 else { return nil }
    let (first, last) = (CalendarDate(days: days.lowerBound), CalendarDate(days: days.upperBound))
    return "a date, one of those from \(first) to \(last)"
  }
}
