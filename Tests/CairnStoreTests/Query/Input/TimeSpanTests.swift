import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A span of time` {
  /// 2026-11-21, 00:30 in universal time.
  private let now = Timestamp("2026-11-21T00:30:00Z") ?? Timestamp(microseconds: 0)

  @Test(arguments: [
    ("today", -3600, "2026-11-20"), ("today", 0, "2026-11-21"), ("Yesterday", 0, "2026-11-20"),
    ("tomorrow", 3600, "2026-11-22"), ("-7d", 0, "2026-11-14"), ("+1w", 0, "2026-11-28"),
    ("-1m", 0, "2026-10-21"), ("+1y", 0, "2027-11-21"), ("+3m", 0, "2027-02-21"),
  ])
  func `in words is a local day`(word: String, offset: Int, day: String) throws {
    let clock = WallClock(now: now, offset: offset)
    let span = try #require(TimeSpan(word, at: clock))
    let date = try #require(CalendarDate(day))
    expectEqual(span.days, date.days...date.days)
    expectEqual(span.moments.lowerBound, clock.localTime.start(of: date).microseconds)
    expectEqual(span.moments.count, Int(Timestamp.day))
  }

  /// 2026-11-21 is a Saturday.
  @Test(arguments: [
    ("friday", "2026-11-27"), ("Sat", "2026-11-21"), ("sunday", "2026-11-22"),
    ("monday", "2026-11-23"), ("next friday", "2026-11-27"), ("next Sunday", "2026-11-29"),
    ("next monday", "2026-11-23"), ("last fri", "2026-11-20"), ("last saturday", "2026-11-14"),
    ("last sunday", "2026-11-15"),
  ])
  func `by the name of a day of the week is a local day`(text: String, day: String) throws {
    let clock = WallClock(now: now, offset: 3600)
    let span = try #require(TimeSpan(text, at: clock))
    let date = try #require(CalendarDate(day))
    expectEqual(span.days, date.days...date.days)
    expectEqual(span.moments.lowerBound, clock.localTime.start(of: date).microseconds)
  }

  @Test(arguments: [
    ("10 dec 2026", "2026-12-10"), ("Dec 10, 2026", "2026-12-10"),
    ("10. December 2026", "2026-12-10"), ("sept 3 2025", "2025-09-03"), ("10 dec", "2026-12-10"),
    ("jan 5", "2027-01-05"),
    ("oct 3", "2026-10-03"), ("29 feb 2028", "2028-02-29"), ("10.12.2026", "2026-12-10"),
    ("1.2.2026", "2026-02-01"), ("10.12.", "2026-12-10"), ("3.5.", "2027-05-03"),
    ("may 30", "2026-05-30"),
  ])
  func `in words or with points is that day, near today without a year`(
    text: String, day: String
  ) throws {
    let span = try #require(TimeSpan(text, at: WallClock(now: now, offset: 7200)))
    let date = try #require(CalendarDate(day))
    expectEqual(span.days, date.days...date.days)
    expectEqual(span.moments.lowerBound, Int64(date.days) * Timestamp.day - 7_200_000_000)
  }

  @Test func `knows each day of a year by its name`() throws {
    for days in Int32(-800)..<800 {
      let today = CalendarDate(days: days)
      let names = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"]
      // 1970-01-01 was a Thursday.
      let name = names[Int((days % 7 + 7) % 7)]
      expectEqual(CalendarDate(weekdayWords: name, today: today, weeksFrom: 0), today)
      expectEqual(
        CalendarDate(weekdayWords: "last " + name, today: today, weeksFrom: 0)?.days, days - 7)
      expectEqual(
        CalendarDate(weekdayWords: "next " + name, today: today, weeksFrom: 0)?.days, days + 7)
    }
  }

  @Test(arguments: [
    ("2026", "2025-12-31T22:00:00Z", "2026-12-31T21:59:59.999999Z"),
    ("2024-02", "2024-01-31T22:00:00Z", "2024-02-29T21:59:59.999999Z"),
    ("2026-11-05", "2026-11-04T22:00:00Z", "2026-11-05T21:59:59.999999Z"),
    ("2026-11-05T10:30", "2026-11-05T08:30:00Z", "2026-11-05T08:30:59.999999Z"),
    ("20261105T1030", "2026-11-05T08:30:00Z", "2026-11-05T08:30:59.999999Z"),
    ("20261105T103007", "2026-11-05T08:30:07Z", "2026-11-05T08:30:07.999999Z"),
    ("20261105T103007Z", "2026-11-05T10:30:07Z", "2026-11-05T10:30:07.999999Z"),
    ("20261105T1030+0200", "2026-11-05T08:30:00Z", "2026-11-05T08:30:59.999999Z"),
    ("2026-11-05T10:30+02:00", "2026-11-05T08:30:00Z", "2026-11-05T08:30:59.999999Z"),
    ("2026-11-05 10:30:07", "2026-11-05T08:30:07Z", "2026-11-05T08:30:07.999999Z"),
    ("2026-11-05T10:30:07.5Z", "2026-11-05T10:30:07.5Z", "2026-11-05T10:30:07.5Z"),
    ("now", "2026-11-21T00:30:00Z", "2026-11-21T00:30:00Z"),
    ("-2h", "2026-11-20T22:30:00Z", "2026-11-20T22:30:00Z"),
    ("+45min", "2026-11-21T01:15:00Z", "2026-11-21T01:15:00Z"),
  ])
  func `is local time, unless it has a zone`(
    text: String, first: String, last: String
  ) throws {
    let span = try #require(TimeSpan(text, at: WallClock(now: now, offset: 7200)))
    expectEqual(Timestamp(microseconds: span.moments.lowerBound).description, first)
    expectEqual(Timestamp(microseconds: span.moments.upperBound).description, last)
  }

  @Test func `keeps to the last day of a shorter month`() throws {
    let clock = WallClock(now: try #require(Timestamp("2026-03-31T12:00:00Z")))
    let span = try #require(TimeSpan("-1m", at: clock))
    expectEqual(span.days?.lowerBound, CalendarDate("2026-02-28")?.days)
  }

  @Test(arguments: [
    ("in 3 days", "2026-11-24"), ("3 days ago", "2026-11-18"), ("a week ago", "2026-11-14"),
    ("In 2 weeks", "2026-12-05"), ("in 1 month", "2026-12-21"), ("2 years ago", "2024-11-21"),
    ("this friday", "2026-11-27"), ("−7d", "2026-11-14"), ("26/11", "2026-11-26"),
    ("11/26", "2026-11-26"), ("26/11/2026", "2026-11-26"), ("11/26/2026", "2026-11-26"),
    ("2026/11/26", "2026-11-26"), ("10/10/2026", "2026-10-10"), ("nov 26", "2026-11-26"),
    ("٢٦.١١.٢٠٢٦", "2026-11-26"), ("2026−11−26", "2026-11-26"),
  ])
  func `is a day that people write in one of many ways`(text: String, day: String) throws {
    let span = try #require(TimeSpan(text, at: WallClock(now: now)))
    let date = try #require(CalendarDate(day))
    expectEqual(span.days, date.days...date.days)
  }

  @Test(arguments: [
    ("last month", "2026-10-01", "2026-10-31"), ("this month", "2026-11-01", "2026-11-30"),
    ("next month", "2026-12-01", "2026-12-31"), ("last week", "2026-11-09", "2026-11-15"),
    ("next week", "2026-11-23", "2026-11-29"), ("last year", "2025-01-01", "2025-12-31"),
    ("nov 2026", "2026-11-01", "2026-11-30"), ("11/2026", "2026-11-01", "2026-11-30"),
    ("2026/02", "2026-02-01", "2026-02-28"), ("٢٠٢٦", "2026-01-01", "2026-12-31"),
  ])
  func `is all days of what is longer`(text: String, first: String, last: String) throws {
    let span = try #require(TimeSpan(text, at: WallClock(now: now)))
    let (first, last) = (try #require(CalendarDate(first)), try #require(CalendarDate(last)))
    expectEqual(span.days, first.days...last.days)
  }

  /// The clocks are two hours ahead.
  @Test(arguments: [
    ("yesterday 14:00", "2026-11-20T12:00:00Z", 60), ("tomorrow at 9", "2026-11-22T07:00:00Z", 60),
    ("2:30 pm", "2026-11-21T12:30:00Z", 60), ("12am", "2026-11-20T22:00:00Z", 60),
    ("3 days ago 08:15:07", "2026-11-18T06:15:07Z", 1),
    ("26.11.2026 14:00", "2026-11-26T12:00:00Z", 60),
    ("2026-11-26 9:30", "2026-11-26T07:30:00Z", 60),
    ("in 2 hours", "2026-11-21T02:30:00Z", 0), ("30 minutes ago", "2026-11-21T00:00:00Z", 0),
  ])
  func `is a local time of a day`(
    text: String, moment: String, seconds: Int
  ) throws {
    let span = try #require(TimeSpan(text, at: WallClock(now: now, offset: 7200)))
    expectEqual(span.days, nil)
    expectEqual(Timestamp(microseconds: span.moments.lowerBound).description, moment)
    expectEqual(span.moments.count, max(1, seconds * 1_000_000))
  }

  @Test(arguments: [
    ("03/04", "2027-04-03 or 2027-03-04"), ("3/4/2026", "2026-04-03 or 2026-03-04"),
    ("26.11.26", "a year of four digits"), ("26/11/26", "a year of four digits"),
  ])
  func `is none that may be several, and says how they are told apart`(
    text: String, advice: String
  ) {
    let clock = WallClock(now: now)
    expectEqual(TimeSpan(text, at: clock), nil)
    expectEqual(TimeSpan.advice(for: text, at: clock)?.hasPrefix(advice), true)
  }

  @Test(arguments: [
    ("202", true), ("2026-1", true), ("2026-11-0", true), ("2026-13", false), ("tod", true),
    ("next fr", true), ("in 3 d", true), ("3 da", true), ("26/", true), ("26.1", true),
    ("2026-11-05T1", true), ("yesterday 14:", true), ("+3", true), ("-", true), ("soon", false),
    ("99/99", false), ("2026-02-30", false), ("", true),
  ])
  func `may have begun with what is typed so far`(text: String, mayBegin: Bool) {
    expectEqual(TimeSpan.mayBegin(with: text, at: WallClock(now: now)), mayBegin)
  }

  @Test(arguments: [
    "in days", "3 days", "in 3 days ago", "ago", "last", "yesterday 25:00", "13pm", "at 9 at 9",
    "last month 14:00", "14", "3/4", "0/0", "1/2/3", "in 3 fridays", "", "soon", "-h", "2h",
    "-99999999999h", "2026-13", "2026-02-30", "20261105", "+", "7d", "+1x",
    "+99999999999d", "-9999y",
    "fr", "next", "some friday", "next friday week", "31 feb 2026", "10 dec 26", "dec", "10 10",
    "10/12/2026", "10.13.2026", "1.2", "1.2.3", "10 decem 2026 x", "10 dezember 2026", "dec dec",
    "29 feb", ".. .", "1..2", ".1.2", "1.2..", "10.12.26", "1,2", "2026-11-05T25:00", "26",
  ])
  func `is no other text`(text: String) {
    expectEqual(TimeSpan(text, at: WallClock(now: now)), nil)
  }
}
