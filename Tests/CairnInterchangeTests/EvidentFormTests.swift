import CairnFiles
import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `The form of numbers and dates` {
  private func take(_ text: String) throws -> (store: ObjectStore, report: ImportReport) {
    let store = try makeStore()
    return (store, try store.take(text))
  }

  // MARK: - Thousands

  @Test func `has points between thousands where the table is of a country with decimal commas`()
    throws
  {
    let (store, report) = try take("n;day;x\n1.234;01.02.2025;a\n2.000;13.02.2025;b\n")
    try expectEqual(store.texts("n", of: "Thing"), ["1234", "2000"])
    try expectEqual(store.attribute("n", of: "Thing").type, .integer)
    expectTrue(
      report.notices.contains(
        "things.n: read with points between thousands, as the table has semicolons between cells "
          + "and points in its days, \"1.234\" as 1234"), "\(report.notices)")
  }

  @Test(arguments: [
    // A number with other decimals, commas between cells, other days, and zero before the point.
    "n;day;x\n1.234;01.02.2025;a\n2.5;13.02.2025;b\n",
    "n;m;day\n1.234;2.50;01.02.2025\n2.000;3.25;13.02.2025\n",
    "n,day,x\n1.234,01.02.2025,a\n2.000,13.02.2025,b\n",
    "n;day;x\n1.234;2025-02-01;a\n2.000;2025-02-13;b\n",
    "n;day;x\n1.234;01.02.2025;a\n0.500;13.02.2025;b\n",
  ])
  func `has decimal points without that evidence`(text: String) throws {
    let (store, _) = try take(text)
    try expectEqual(store.texts("n", of: "Thing")[0], "1.234")
  }

  @Test(arguments: ["n\tx\n1.234\ta\n5.678\tb\n", "n,x\n1.234,a\n5.678,b\n", "n\n1.234\n5.678\n"])
  func `tells that a point may separate thousands`(text: String) throws {
    let (_, report) = try take(text)
    expectTrue(
      report.notices.contains(
        "things.n: \"1.234\" is read with a decimal point; if its point separates thousands, "
          + "--type n=integer:comma says so"), "\(report.notices)")
  }

  // MARK: - Days

  private static let days: [(cells: String, type: AttributeType, texts: [String])] = [
    ("3 Nov 25\n4 Dec 25", .date, ["2025-11-03", "2025-12-04"]),
    ("03 Nov 98\n17 Dec 25", .date, ["1998-11-03", "2025-12-17"]),
    ("3. Nov. 25\n14. Dez. 25", .date, ["2025-11-03", "2025-12-14"]),
    ("\"Nov 03, 25\"\n\"Dec 14, 25\"", .date, ["2025-11-03", "2025-12-14"]),
    ("03 Nov 25\n04 Dec 25", .string, ["03 Nov 25", "04 Dec 25"]),
    ("32 Nov 25\n3 Nov 25", .string, ["32 Nov 25", "3 Nov 25"]),
    ("--05-09\n--12-31", .date, ["0000-05-09", "0000-12-31"]),
    ("--0509\n2025-12-31", .date, ["0000-05-09", "2025-12-31"]),
    ("--13-09\n--12-31", .string, ["--13-09", "--12-31"]),
    ("1. März 2025\n14. Dezember 2024", .date, ["2025-03-01", "2024-12-14"]),
    ("2. Mai 2025\n4. Jänner 2024", .date, ["2025-05-02", "2024-01-04"]),
    ("1er août 2025\n14 déc. 2024", .date, ["2025-08-01", "2024-12-14"]),
    ("lundi 3 février 2025\nmardi 14 juil. 2024", .date, ["2025-02-03", "2024-07-14"]),
    ("3 de mayo de 2025\n14 de enero de 2024", .date, ["2025-05-03", "2024-01-14"]),
    ("3 sept. 2025\n14 dic 2024", .date, ["2025-09-03", "2024-12-14"]),
    ("1º gennaio 2025\n14 ago 2024", .date, ["2025-01-01", "2024-08-14"]),
    ("3 maart 2025\n14 mrt. 2024", .date, ["2025-03-03", "2024-03-14"]),
    ("3 de março de 2025\n14 out 2024", .date, ["2025-03-03", "2024-10-14"]),
    ("3 ma\u{308}rz 2025\n4 MÄRZ 2024", .date, ["2025-03-03", "2024-03-04"]),
    ("3. März 2025 14:05\n4. Mai 2025 9:00", .localtime, ["2025-03-03 14:05", "2025-05-04 09:00"]),
    ("3 foo 2025\n4 mai 2025", .string, ["3 foo 2025", "4 mai 2025"]),
  ]

  @Test(arguments: days)
  func `is what people write for days`(
    cells: String, type: AttributeType, texts: [String]
  ) throws {
    let (store, _) = try take(
      "a,b\n" + cells.split(separator: "\n").map { "\($0),x\n" }.joined())
    try expectEqual(store.attribute("a", of: "Thing").type, type)
    try expectEqual(store.values("a", of: "Thing").map { $0.map(ValueText.export) }, texts)
  }

  @Test func `shows a day without a year as it is written`() throws {
    let (store, _) = try take("a,b\n--05-09,x\n")
    let day = try #require(store.values("a", of: "Thing")[0])
    let clock = WallClock(now: Timestamp(microseconds: 0))
    expectEqual(ValueText.display(day, at: clock), "--05-09")
  }

  @Test(arguments: [
    ("1.11.25\n2.12.25", "--type a=date:day-first reads it as 2025-11-01"),
    ("03 Nov 25\n04 Dec 25", "--type a=date:month-name reads it as 2025-11-03"),
    ("1.11.25 9:00\n2.12.25 10:00", "--type a=localtime:day-first reads it as 2025-11-01T09:00"),
  ])
  func `is reported where texts may be days`(cells: String, option: String) throws {
    let text = "a,b\n" + cells.split(separator: "\n").map { "\($0),x\n" }.joined()
    let (store, report) = try take(text)
    try expectEqual(store.attribute("a", of: "Thing").type, .string)
    let first = cells.prefix { $0 != "\n" }
    expectEqual(
      report.notices, ["things.a: stays text, since \"\(first)\" may be no date; \(option)"])
  }

  @Test func `is known where another column shows where the day is`() throws {
    let (store, report) = try take("a,b\n1.11.25,13.11.2025\n2.12.25,14.12.2025\n")
    try expectEqual(store.texts("a", of: "Thing"), ["2025-11-01", "2025-12-02"])
    expectTrue(!report.notices.contains { $0.contains("may be no date") }, "\(report.notices)")
    // Texts that are no days need no notice.
    let (_, other) = try take("a,b\n1.2.25,x\n1.20.3,y\n")
    expectEqual(other.notices, [])
  }

  @Test func `gives no month two numbers`() {
    let months = ["mai", "MAI", "Mai.", "sept", "set", "gen", "août", "aout", "mrt", "dez"]
    let numbers = [5, 5, nil, 9, 9, 1, 8, 8, 3, 12]
    for (word, number) in zip(months, numbers) {
      expectEqual(MonthWords.month(Array(word.utf8)[...]), number, word)
    }
  }

  // MARK: - Times with a zone

  @Test(arguments: [
    ("2026-11-26 15:00 +01:00", "2026-11-26T14:00:00Z"),
    ("2026-11-26 15:00:30 -0530", "2026-11-26T20:30:30Z"),
    ("2026-11-26 15:00 UTC", "2026-11-26T15:00:00Z"),
    ("2026-11-26 15:00 CET", "2026-11-26T14:00:00Z"),
    ("2026-07-26T15:00:01 cest", "2026-07-26T13:00:01Z"),
    ("2026-11-26 15:00 Z", "2026-11-26T15:00:00Z"),
    ("2026-11-26 15:00EST", "2026-11-26T20:00:00Z"),
  ])
  func `may have a zone behind a blank`(cell: String, moment: String) throws {
    let (store, _) = try take("a,b\n\(cell),x\n")
    try expectEqual(store.attribute("a", of: "Thing").type, .datetime)
    try expectEqual(store.texts("a", of: "Thing"), [moment])
  }

  @Test(arguments: ["2026-11-26 15:00 IST", "2026-11-26 15:00 ", "2026-11-26 15:00  +01:00"])
  func `has no zone in words that mean several`(cell: String) {
    expectEqual(Timestamp(cell), nil)
  }

  @Test func `of a day with another form may have a zone, too`() throws {
    let (store, _) = try take("a;b\n26.11.2026 15:00 CET;x\n")
    try expectEqual(store.texts("a", of: "Thing"), ["2026-11-26T14:00:00Z"])
  }
}
