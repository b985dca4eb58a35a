import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Local time` {
  /// In 2026 alone: an hour ahead, and two from late March to late October.
  static let berlin = LocalTime("Berlin") { moment in
    ("2026-03-29T01:00:00Z"..<"2026-10-25T01:00:00Z").contains(moment.description) ? 7200 : 3600
  }

  /// Where clocks went from midnight to one in the night to 2018-11-04.
  static let brasilia = LocalTime("Brasília") { moment in
    moment.description < "2018-11-04T03:00:00Z" ? -10_800 : -7200
  }

  @Test(arguments: [
    ("2026-01-05T10:00:00Z", "2026-01-05 11:00"), ("2026-07-01T10:00:00Z", "2026-07-01 12:00"),
    ("2026-10-25T00:30:00Z", "2026-10-25 02:30+02:00"),
    ("2026-10-25T01:30:00Z", "2026-10-25 02:30+01:00"),
    ("2026-10-24T23:59:00Z", "2026-10-25 01:59"), ("2026-10-25T02:00:00Z", "2026-10-25 03:00"),
  ])
  func `is that of the moment shown, whatever the season is now`(
    moment: String, text: String
  ) throws {
    let value = Value.datetime(try #require(Timestamp(moment)))
    for season in ["2026-02-01T00:00:00Z", "2026-08-01T00:00:00Z"] {
      let clock = WallClock(now: try #require(Timestamp(season)), localTime: Self.berlin)
      expectEqual(ValueText.display(value, at: clock), text)
    }
  }

  @Test(arguments: [
    ("2026-03-29", "2026-03-28T23:00:00Z"), ("2026-03-30", "2026-03-29T22:00:00Z"),
    ("2026-10-25", "2026-10-24T22:00:00Z"), ("2026-10-26", "2026-10-25T23:00:00Z"),
  ])
  func `begins a day at its midnight`(day: String, moment: String) throws {
    let day = try #require(CalendarDate(day))
    expectEqual(Self.berlin.start(of: day).description, moment)
  }

  @Test func `begins a day that has no midnight when it has come`() throws {
    let day = try #require(CalendarDate("2018-11-04"))
    expectEqual(Self.brasilia.start(of: day).description, "2018-11-04T03:00:00Z")
  }

  @Test(arguments: [
    (berlin, "2026-01-01"), (brasilia, "2018-06-01"), (.fixed(-43_200), "2020-01-01"),
  ])
  func `has each moment in the day that began last`(place: LocalTime, first: String) throws {
    let first = try #require(CalendarDate(first))
    for number in 0..<365 {
      let day = CalendarDate(days: first.days + Int32(number))
      let start = place.start(of: day)
      expectEqual(place.local(start).date, day)
      let before = Timestamp(microseconds: start.microseconds - 1)
      expectEqual(place.local(before).date, CalendarDate(days: day.days - 1))
    }
  }

  // Where clocks went from the end of 2011-12-29 to the beginning of 2011-12-31.
  @Test func `goes on where it skips a whole day`() throws {
    let samoa = LocalTime("Apia") { $0.description < "2011-12-30T10" ? -36_000 : 50_400 }
    let skipped = try #require(CalendarDate("2011-12-30"))
    expectEqual(samoa.start(of: skipped).description, "2011-12-30T10:00:00Z")
    let clock = WallClock(
      now: try #require(Timestamp("2011-12-30T12:00:00Z")), localTime: samoa)
    expectEqual(clock.today.description, "2011-12-31")
    let span = try #require(TimeSpan("yesterday", at: clock))
    expectEqual(span.moments.count, 1)
  }

  @Test func `begins a day in the middle of a skipped hour with the first moment after it`() throws
  {
    let toronto = LocalTime("Toronto") { $0.description < "1919-03-31T04:30" ? -18_000 : -14_400 }
    let day = try #require(CalendarDate("1919-03-31"))
    expectEqual(toronto.start(of: day).description, "1919-03-31T04:30:00Z")
  }

  @Test(arguments: [
    ("0000-01-01T00:00:00Z", -3600, "0000-01-01 00:00"),
    ("9999-12-31T23:59:59Z", 3600, "9999-12-31 23:59"),
  ])
  func `stays in the years that can be written`(
    moment: String, offset: Int, text: String
  ) throws {
    let moment = try #require(Timestamp(moment))
    let clock = WallClock(now: Timestamp(microseconds: 0), offset: offset)
    expectEqual(ValueText.display(.datetime(moment), at: clock), text)
  }

  @Test(arguments: [("2026-03-30T10:00:00Z", 23), ("2026-10-26T10:00:00Z", 25)])
  func `has days of other lengths`(now: String, hours: Int) throws {
    let clock = WallClock(now: try #require(Timestamp(now)), localTime: Self.berlin)
    let span = try #require(TimeSpan("yesterday", at: clock))
    expectEqual(span.moments.count, hours * 3_600_000_000)
  }
}
