import CairnStore
import TestSupport
import Testing

@Suite struct `A value in text` {
  private let now = Timestamp("2026-11-21T12:00:00Z") ?? Timestamp(microseconds: 0)

  private static let ages: [(Int64, String)] = [
    (0, "now"), (59, "now"), (60, "1m"), (3599, "59m"), (3600, "1h"), (86_399, "23h"),
    (86_400, "1d"), (13 * 86_400, "13d"), (14 * 86_400, "2w"), (60 * 86_400, "8w"),
    (61 * 86_400, "2mo"), (729 * 86_400, "23mo"), (731 * 86_400, "2y"), (-120, "in 2m"),
    (-30, "now"), (-3 * 86_400, "in 3d"),
  ]

  @Test(arguments: ages)
  func `tells an age in a few characters`(seconds: Int64, age: String) {
    let moment = Timestamp(microseconds: now.microseconds - seconds * 1_000_000)
    expectEqual(ValueText.age(of: moment, at: WallClock(now: now)), age)
  }

  private static let forPeople: [(Value, String)] = [
    (.datetime(Timestamp(microseconds: 0)), "1970-01-01 02:00"),
    (.date(CalendarDate(days: 0)), "1970-01-01"), (.boolean(true), "yes"), (.double(2), "2"),
    (.list([.text("a"), .text("b, c")]), "a, b, c"), (.link(RecordKey(sequence: 3)), "p3"),
    (.data([1]), "01"), (.data(Array(repeating: 0, count: 999)), "999 bytes"),
    (.data(Array(repeating: 0, count: 1234)), "1.2 kB"),
    (.data(Array(repeating: 0, count: 999_960)), "1.0 MB"),
    (.data(Array(repeating: 0, count: 43_210)), "43 kB"),
  ]

  @Test(arguments: forPeople)
  func `for people is local and short`(value: Value, text: String) {
    expectEqual(ValueText.display(value, at: WallClock(now: now, offset: 7200)), text)
  }

  private static let forPrograms: [(Value, String)] = [
    (.datetime(Timestamp(microseconds: 0)), "1970-01-01T00:00:00Z"),
    (.data([0, 1]), "AAE="), (.list([.text("a"), .text("b, c")]), "a,\"b, c\""),
  ]

  @Test(arguments: forPrograms)
  func `for programs is exact`(value: Value, text: String) {
    expectEqual(ValueText.export(value), text)
  }
}
