internal import CairnFiles
internal import CairnStore

/// The time zones of a calendar: the machine's zones first, then the rules in the file.
///
/// Outlook and others give their zones names of their own, such as `W. Europe Standard Time`, and
/// write the rules into the file.
struct CalendarZones: Sendable {
  private var rules: [String: CalendarZone] = [:]
  private var known: [String: LocalTime] = [:]
  /// The machine's names of the zones that it knows.
  private(set) var names: [String: String] = [:]

  /// Adds the zone of the lines of a component `VTIMEZONE`.
  mutating func add(_ lines: [ContentLine]) {
    guard let id = lines.first(where: { $0.name == "TZID" })?.value else { return }
    rules[id] = CalendarZone(lines)
  }

  /// The folder with the zones of the machine, which the variable `TZDIR` may name.
  static var folder: ZoneFolder { ZoneFolder(Machine.variables(["TZDIR"])["TZDIR"]) }

  /// Looks up zones, each once.
  mutating func find(_ ids: [String], in folder: ZoneFolder = CalendarZones.folder) {
    for id in Set(ids) {
      for name in Self.names(in: id) where known[id] == nil {
        known[id] = try? folder.localTime(called: name)
        if known[id] != nil { names[id] = name }
      }
      if known[id] == nil, let zone = rules[id] {
        known[id] = LocalTime(id) { zone.offset(at: $0.microseconds / 1_000_000) }
      }
    }
  }

  /// The local time of a zone; `nil` if neither the machine nor the file knows it.
  subscript(id: String) -> LocalTime? { known[id] }

  /// The names that an identifier may contain: "/mozilla.org/20050126_1/Europe/Berlin" ends with
  /// one.
  private static func names(in id: String) -> [String] {
    let parts = id.split(separator: "/")
    return [id]
      + [3, 2].filter { $0 < parts.count || id.hasPrefix("/") }.map {
        parts.suffix($0).joined(separator: "/")
      }
  }
}

/// The rules of a component `VTIMEZONE`: the changes of its clocks.
struct CalendarZone: Sendable {
  /// A change of the clocks, once or in each year.
  private struct Change {
    /// The first time of the change as the clocks show it before, in seconds.
    var start: Int64
    /// The offsets before and after the change, in seconds.
    var before = 0
    var after = 0
    /// Further times of the change.
    var others: [Int64] = []
    var rule: YearlyRule?

    /// The last moment of the change up to a moment, in seconds of universal time.
    func last(upTo moment: Int64) -> Int64? {
      var times = [start] + others
      if let rule {
        let year = CalendarDate(days: Int32(clamping: moment / 86_400)).components.year
        times += [year - 1, year, year + 1].compactMap { rule.time(in: $0, like: start) }
          .filter { $0 >= start && $0 <= rule.until }
      }
      return times.map { $0 - Int64(before) }.filter { $0 <= moment }.max()
    }
  }

  private var changes: [Change] = []

  /// Reads the lines of the component and of those in it; `nil` without a change.
  init?(_ lines: [ContentLine]) {
    var change: Change?
    for line in lines {
      switch line.name {
      case "BEGIN":
        change = nil
      case "DTSTART":
        change = Self.seconds(line.value).map { Change(start: $0) }
      case "TZOFFSETFROM": change?.before = Self.offset(line.value) ?? 0
      case "TZOFFSETTO": change?.after = Self.offset(line.value) ?? 0
      case "RDATE":
        change?.others += CardText.parts(of: line.value, at: ",").compactMap(Self.seconds)
      case "RRULE": change?.rule = YearlyRule(line.value)
      case "END":
        if let change { changes.append(change) }
        change = nil
      default: break
      }
    }
    if changes.isEmpty { return nil }
  }

  /// Returns how many seconds the clocks are ahead at a moment in seconds of universal time.
  func offset(at moment: Int64) -> Int {
    let last = changes.compactMap { change in change.last(upTo: moment).map { ($0, change.after) } }
      .max { $0.0 < $1.0 }
    let offset = last?.1 ?? changes.min { $0.start < $1.start }?.before ?? 0
    return min(max(offset, -86_400), 86_400)
  }

  static func seconds(_ text: String) -> Int64? {
    Timestamp(CardText.extendedTime(text)).map { $0.microseconds / 1_000_000 }
  }

  /// Reads "+0200" or "-033000" as seconds.
  private static func offset(_ text: String) -> Int? {
    let digits = text.drop { $0 == "+" || $0 == "-" }
    guard digits.utf8.count == 4 || digits.utf8.count == 6, let number = Int(digits) else {
      return nil
    }
    let padded = digits.utf8.count == 4 ? number * 100 : number
    let seconds = padded / 10_000 * 3_600 + padded / 100 % 100 * 60 + padded % 100
    return text.hasPrefix("-") ? -seconds : seconds
  }
}

/// A rule for one day of each year, as in `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`.
private struct YearlyRule: Sendable {
  private let month: Int?
  /// The day of the week from 0 for Sunday, and its number in the month from 1 to 5; negative from
  /// the end.
  private let weekday: (day: Int, number: Int)?
  /// The first of the days of the month among which the day of the week is.
  private let firstDay: Int?
  /// The last time as the clocks show it before, in seconds.
  let until: Int64

  init?(_ text: String) {
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let words = part.split(separator: "=", maxSplits: 1)
      if words.count == 2 { parts[String(words[0])] = String(words[1]) }
    }
    guard parts["FREQ"] == "YEARLY" else { return nil }
    month = parts["BYMONTH"].flatMap { Int($0) }
    firstDay = parts["BYMONTHDAY"]?.split(separator: ",").compactMap { Int($0) }.min()
    until = parts["UNTIL"].flatMap(CalendarZone.seconds) ?? .max
    weekday = parts["BYDAY"].flatMap(Self.weekday)
    if parts["BYDAY"] != nil, weekday == nil { return nil }
  }

  /// Reads "SU", "2SU" or "-1SU"; `nil` for a day that no month has.
  private static func weekday(_ text: String) -> (day: Int, number: Int)? {
    let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    let digits = text.dropLast(2)
    guard let day = names.firstIndex(of: String(text.suffix(2))),
      let number = digits.isEmpty ? 1 : Int(digits), number != 0, (-5...5).contains(number)
    else { return nil }
    return (day, number)
  }

  /// The time of the change in a year, at the same time of the day as the first one.
  func time(in year: Int, like start: Int64) -> Int64? {
    // Outlook's zones begin in 1601, before the first day that counts up.
    let date = Timestamp(microseconds: start * 1_000_000).date
    let time = start - Int64(date.days) * 86_400
    let first = date.components
    let month = self.month ?? first.month
    guard (1...12).contains(month) else { return nil }
    guard let weekday else {
      return CalendarDate(year: year, month: month, day: firstDay ?? first.day).map {
        Int64($0.days) * 86_400 + time
      }
    }
    let isLast = weekday.number < 0
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    let edge =
      isLast
      ? CalendarDate(year: next.0, month: next.1, day: 1)
      : CalendarDate(year: year, month: month, day: firstDay ?? 1)
    guard let edge else { return nil }
    // 1970-01-01 was a Thursday.
    let distance = (weekday.day - (Int(edge.days) + 4) % 7 + 7) % 7
    let day = Int(edge.days) + distance + (isLast ? weekday.number : weekday.number - 1) * 7
    // A month may have no fifth Sunday.
    guard CalendarDate(days: Int32(clamping: day)).components.month == month else { return nil }
    return Int64(day) * 86_400 + time
  }
}
