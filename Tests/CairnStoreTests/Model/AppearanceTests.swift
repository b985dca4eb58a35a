import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `How values look` {
  static let text = """
    %rec: Task
    %title: Name
    %choices: Status open | done | on hold
    %type: Rating range 0 5
    %type: Level range 1 7
    %attribute: Due date
    %attribute: Tags tags
    %attribute: Paid boolean
    %show: Level = stars
    %color: Status open = accent | on hold = warning | done = good
    %color: Tags a=b = bad
    %due: Due

    """

  @Test func `reads back from canonical text`() throws {
    let model = try ObjectModel(parsing: Self.text)
    try expectEqual(ObjectModel(parsing: model.text), model)
    let task = try #require(model["Task"])
    expectEqual(task.due, "Due")
    expectEqual(task.attribute("Level")?.starCount, 7)
    expectEqual(task.attribute("Rating")?.starCount, 5)
    let status = try #require(task.attribute("Status"))
    expectEqual(status.role(of: "on hold"), .warning)
    expectEqual(task.attribute("Tags")?.role(of: "a=b"), .bad)
    expectEqual(model.features, [.appearance])
  }

  @Test(arguments: [
    ("%show: Name = moons", "%show names a field"), ("%show: Due = stars", "stars need"),
    ("%color: Status open = pink", "the roles are accent"), ("%due: Name", "is not a date"),
    ("%color: Status open = good | open = bad", "has two colors"),
    ("%due: Gone", "Gone is not a date of Task"), ("%color: Status", "names no value"),
    ("%color: Status opne = bad", "not \"opne\""), ("%color: Paid true = good", "write \"yes\""),
  ])
  func `is refused with a reason`(line: String, words: String) {
    let text = """
      %rec: Task
      %title: Name
      %choices: Status open | done
      %attribute: Due date
      %attribute: Paid boolean
      \(line)

      """
    let error = #expect(throws: StoreError.self) { try ObjectModel(parsing: text) }
    expectTrue(error.map { "\($0)" }?.contains(words) == true, "\(String(describing: error))")
  }

  @Test func `follows fields to new names, and leaves with them`() throws {
    let model = try ObjectModel(parsing: Self.text)
    let renamed = try model.renamingField("Due", of: "Task", to: "Deadline")
    expectEqual(renamed["Task"]?.due, "Deadline")
    expectEqual(try model.removing(field: "Due", of: "Task")["Task"]?.due, nil)
  }

  @Test func `leaves with the type that it needs`() throws {
    let model = try ObjectModel(parsing: Self.text)
    let text = try model.giving(.string, to: "Due", of: "Task")
    expectEqual(text["Task"]?.due, nil)
    let level = try model.giving(.decimal, to: "Level", of: "Task")
    expectEqual(level["Task"]?.attribute("Level")?.style, nil)
    let status = try model.giving(.choice, choices: ["open"], to: "Status", of: "Task")
    expectEqual(status["Task"]?.attribute("Status")?.colors.map(\.value), ["open"])
  }

  @Test func `says apart whether a value is done and how it looks`() throws {
    let text = """
      %rec: Task
      %choices: Status todo | doing | done
      %choices: Priority low | high
      %attribute: Due date
      %color: Status doing = accent
      %color: Priority low = dim | high = good
      %due: Due

      """
    let status = try #require(try ObjectModel(parsing: text)["Task"]?.attribute("Status"))
    expectEqual(status.role(of: "done"), .good)
    expectEqual(status.role(of: "doing"), .accent)
    expectTrue(status.isSettled(by: "done") && !status.isSettled(by: "doing"))
    let priority = try #require(try ObjectModel(parsing: text)["Task"]?.attribute("Priority"))
    expectTrue(!priority.isSettled(by: "low") && !priority.isSettled(by: "high"))
  }

  /// Law V7: an older program knows from `STORE` that it cannot read the model.
  @Test func `is a feature that the store says it needs`() throws {
    let files = MemoryFileSystem()
    let store = try ObjectStore.create(
      Fixture.options(files), modelText: "%rec: Task\n%attribute: Due date\n")
    let header = { String(decoding: try files.read("/store/STORE"), as: UTF8.self) }
    expectTrue(try !header().contains("Needs:"))
    _ = try store.commit(title: "due") { (draft) throws(StoreError) in
      var entity = draft.model.entities[0]
      entity.due = "Due"
      try draft.updateModel(try ObjectModel(entities: [entity]))
    }
    expectTrue(try header().hasSuffix("Needs: appearance\n"))
  }

  @Test func `judges dates by the day, and only of records that are not done`() throws {
    let context = try ObjectStore.create(
      Fixture.options(MemoryFileSystem()), modelText: Self.text
    ).newContext()
    let clock = WallClock(now: try #require(Timestamp("2026-11-26T12:00:00Z")))
    let task = try #require(try ObjectModel(parsing: Self.text)["Task"])
    let state = StateFields(task)
    let due = try #require(task.attribute("Due"))
    for (day, status, paid, role) in [
      ("2026-11-25", "open", false, ValueRole.bad), ("2026-11-26", "open", false, .warning),
      ("2026-11-27", "on hold", false, .warning), ("2026-11-28", "open", false, nil),
      ("2026-11-25", "done", false, nil), ("2026-11-25", "open", true, nil),
    ] {
      let record = try context.create("Task")
      record["Name"] = .text("x")
      record["Due"] = CalendarDate(day).map(Value.date)
      record["Status"] = .text(status)
      record["Paid"] = .boolean(paid)
      try context.save()
      let row = try #require(try context.store.snapshot.load("Task").row(record.id.key))
      let value = try #require(row["Due"])
      expectEqual(state.role(of: value, in: due, of: row, at: clock), role, "\(day) \(status)")
    }
  }

  @Test func `puts later days in later sections, on each day of the week`() {
    for today in 0..<14 {
      let now = Timestamp(startOf: CalendarDate(days: Int32(20_000 + today)))
      let clock = WallClock(now: now)
      let sections = (-30...30).map { distance in
        Urgency(.date(CalendarDate(days: Int32(20_000 + today + distance))), at: clock)
      }
      expectEqual(sections, sections.sorted())
      expectEqual(sections[29...31], [.overdue, .today, .tomorrow])
      let weekday = clock.today.weekday
      expectEqual(sections.count { $0 == .thisWeek }, max(0, 5 - weekday), "\(weekday)")
    }
  }

  /// 26 November 2026 is a Thursday.
  @Test(arguments: [
    ("2026-11-25", Urgency.overdue), ("2026-11-26", .today), ("2026-11-27", .tomorrow),
    ("2026-11-28", .thisWeek), ("2026-11-29", .thisWeek), ("2026-11-30", .later),
  ])
  func `puts each day in one section`(day: String, urgency: Urgency) throws {
    let clock = WallClock(now: try #require(Timestamp("2026-11-26T12:00:00Z")))
    expectEqual(Urgency(CalendarDate(day).map(Value.date), at: clock), urgency)
    expectEqual(Urgency(nil, at: clock), .undated)
  }
}
