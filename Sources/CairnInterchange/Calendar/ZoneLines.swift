internal import CairnStore

/// The lines of the component `VTIMEZONE` for a zone of the machine.
///
/// RFC 5545 wants it beside times with the zone's name.
///
/// 1. The changes of the clocks from 1900 to 2100 are found by the offsets of the zone.
/// 2. If the last years have the same changes, such as on the last Sunday in March, they are rules
///    without an end. The changes before them are listed.
struct ZoneLines {
  /// A change of the clocks.
  private struct Change {
    /// The clocks' time before the change, as universal time reads.
    let shown: Timestamp
    let before: Int
    let after: Int

    init(at moment: Int64, before: Int, after: Int) {
      (self.before, self.after) = (before, after)
      shown = Timestamp(microseconds: (moment + Int64(before)) * 1_000_000)
    }

    var year: Int { shown.date.components.year }
    var time: Int64 { shown.microseconds - Timestamp(startOf: shown.date).microseconds }

    /// The place of the day in its month, as rules name it: "2SU", and "-1SU" if it is the last.
    var weekdays: [String] {
      let (year, month, day) = shown.date.components
      // 1970-01-01 was a Thursday.
      let name = ZoneLines.weekdays[((Int(shown.date.days) + 4) % 7 + 7) % 7]
      let isLast = day + 7 > CalendarDate.length(ofMonth: month, year: year)
      return ["\((day - 1) / 7 + 1)\(name)"] + (isLast ? ["-1\(name)"] : [])
    }

    /// Whether both are of one rule, if the place of the day is the same.
    func isLike(_ other: Change) -> Bool {
      shown.date.components.month == other.shown.date.components.month && time == other.time
        && before == other.before && after == other.after
    }
  }

  private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  private static let years = 1900...2100

  /// Returns the lines for a zone.
  static func lines(of zone: LocalTime) -> [String] {
    let changes = changes(of: zone)
    var lines = ["BEGIN:VTIMEZONE", "TZID:" + zone.name]
    let first = zone.offset(at: start(of: years.lowerBound))
    lines += observance(start(of: years.lowerBound), first, first, isSummer: false)
    // Of each change of the last year, the rule goes back as far as the years have it.
    var listed = changes
    for last in changes where last.year == years.upperBound {
      guard let (weekday, like) = rule(of: last, among: changes), let earliest = like.first else {
        continue
      }
      let month = last.shown.date.components.month
      lines += observance(
        earliest.shown, last.before, last.after, isSummer: last.after > last.before,
        "RRULE:FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(weekday)")
      let years = earliest.year...last.year
      listed.removeAll { $0.isLike(last) && years.contains($0.year) }
    }
    for change in listed {
      lines += observance(
        change.shown, change.before, change.after, isSummer: change.after > change.before)
    }
    return lines + ["END:VTIMEZONE"]
  }

  /// The day of a rule, and the changes by it in all years up to the last; `nil` if they are few.
  private static func rule(of last: Change, among changes: [Change]) -> (String, [Change])? {
    let alike = changes.filter(last.isLike)
    let rules = last.weekdays.map { weekday in
      var found: [Change] = []
      for change in alike.reversed() {
        guard change.year == last.year - found.count, change.weekdays.contains(weekday) else {
          break
        }
        found.append(change)
      }
      return (weekday, Array(found.reversed()))
    }
    return rules.max { $0.1.count < $1.1.count }.flatMap { $0.1.count > 4 ? $0 : nil }
  }

  /// The component for a change, or for the offset from a time on.
  private static func observance(
    _ start: Timestamp, _ before: Int, _ after: Int, isSummer: Bool, _ rule: String? = nil
  ) -> [String] {
    let name = isSummer ? "DAYLIGHT" : "STANDARD"
    let digits = "\(start)".prefix(19).filter { $0 != "-" && $0 != ":" }
    let lines = [
      "BEGIN:\(name)", "DTSTART:\(digits)", "TZOFFSETFROM:\(offset(before))",
      "TZOFFSETTO:\(offset(after))",
    ]
    return lines + (rule.map { [$0] } ?? []) + ["END:\(name)"]
  }

  /// Returns seconds as "+0200", or as "-033015" if they are no whole minutes.
  private static func offset(_ seconds: Int) -> String {
    let count = abs(seconds)
    let parts = [count / 3_600, count / 60 % 60] + (count % 60 == 0 ? [] : [count % 60])
    return (seconds < 0 ? "-" : "+") + parts.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined()
  }

  // MARK: - Changes

  private static func start(of year: Int) -> Timestamp {
    Timestamp(startOf: CalendarDate(year: year, month: 1, day: 1) ?? CalendarDate(days: 0))
  }

  private static func changes(of zone: LocalTime) -> [Change] {
    func offset(_ second: Int64) -> Int {
      zone.offset(at: Timestamp(microseconds: second * 1_000_000))
    }
    let first = start(of: years.lowerBound).microseconds / 1_000_000
    let end = start(of: years.upperBound + 1).microseconds / 1_000_000
    var changes: [Change] = []
    // Clocks stay unchanged for a week at least.
    for week in stride(from: first, to: end, by: 7 * 86_400) {
      var (before, after) = (week, min(week + 7 * 86_400, end))
      let offsets = (offset(before), offset(after))
      if offsets.0 == offsets.1 { continue }
      while after - before > 1 {
        let middle = before + (after - before) / 2
        if offset(middle) == offsets.0 { before = middle } else { after = middle }
      }
      changes.append(Change(at: after, before: offsets.0, after: offsets.1))
    }
    return changes
  }
}
