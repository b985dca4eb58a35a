import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `An agenda` {
  /// 26 November 2026 is a Thursday.
  private static let clock = WallClock(
    now: Timestamp(microseconds: 1_795_694_400_000_000), offset: 0)

  private static let model = """
    %rec: Task
    %attribute: Name string
    %title: Name
    %attribute: Due date
    %attribute: Made date
    %attribute: Status choice
    %choices: Status todo | done | canceled
    %attribute: Fertig boolean
    %repeat: Fertig 1 month
    %due: Due
    """

  private func store(_ tasks: [[String: Value]]) throws -> ObjectStore {
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: MemoryFileSystem(), clock: { Self.clock.now })
    let store = try ObjectStore.create(options, modelText: Self.model)
    try Library.insert("Task", tasks, into: store)
    return store
  }

  private func sections(of store: ObjectStore, by field: String) throws -> [String] {
    let model = store.snapshot.model
    let query = try RecordQuery(
      [("view", "agenda:\(field)")], for: try #require(model["Task"]), in: model)
    let result = try store.snapshot.fetch(query.request, at: Self.clock)
    return result.sections.map { section in
      let titles = section.range.map { result[$0].title }
      return "\(section.title ?? "") \(titles.joined(separator: " "))"
    }
  }

  private static let past = Value.date(CalendarDate(days: clock.today.days - 9))
  private static let future = Value.date(CalendarDate(days: clock.today.days + 30))

  @Test func `of due dates has records that are done in its last section`() throws {
    let store = try store([
      ["Name": .text("a"), "Due": Self.past, "Status": .text("done")],
      ["Name": .text("b"), "Due": Self.past, "Status": .text("todo")],
      ["Name": .text("c"), "Status": .text("todo")],
      ["Name": .text("d"), "Status": .text("canceled")],
      ["Name": .text("e"), "Due": Self.future],
      // The field that lets the records come back says done under any name.
      ["Name": .text("f"), "Due": Self.future, "Fertig": .boolean(true)],
    ])
    for field in ["Due", "due"] {
      try expectEqual(
        sections(of: store, by: field), ["Overdue b", "Later e", "No date c", "Done a f d"])
    }
  }

  @Test func `of other dates has them by their date`() throws {
    let store = try store([
      ["Name": .text("a"), "Made": Self.past, "Status": .text("done")],
      ["Name": .text("b"), "Made": Self.past], ["Name": .text("c")],
    ])
    try expectEqual(sections(of: store, by: "Made"), ["Earlier a b", "No date c"])
  }

  /// The section of a record, by the rules that the guide tells.
  private func section(due: CalendarDate?, isDone: Bool) -> String {
    if isDone { return "Done" }
    guard let due else { return "No date" }
    // A week ends on Sunday; this Thursday has three days left.
    return switch due.days - Self.clock.today.days {
    case ..<0: "Overdue"
    case 0: "Today"
    case 1: "Tomorrow"
    case 2...3: "This week"
    default: "Later"
    }
  }

  @Test(arguments: SeededGenerator.seeds(60)) func `has each record in one section`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let store = try store(
      (0..<random.number(0...30)).map { number in
        var task: [String: Value] = ["Name": .text("\(number)")]
        if random.number(0...3) > 0 {
          let days = Self.clock.today.days + Int32(random.number(-9...12))
          task["Due"] = .date(CalendarDate(days: days))
        }
        if random.number(0...2) > 0 {
          task["Status"] = .text(random.element(of: ["todo", "done", "canceled"]))
        }
        return task
      })
    let model = store.snapshot.model
    let task = try #require(model["Task"])
    let condition = random.element(of: ["", "status=todo", "-due<today", "no:due", "name:1"])
    let order = random.element(of: ["", "name", "-status", "due"])
    let query = [("where", condition), ("sort", order)]
    let plain = try store.snapshot.fetch(
      RecordQuery(query, for: task, in: model).request, at: Self.clock)
    let agenda = try store.snapshot.fetch(
      RecordQuery(query + [("view", "agenda:Due")], for: task, in: model).request, at: Self.clock)
    expectEqual(
      (0..<agenda.count).map { agenda[$0].key }.sorted(),
      (0..<plain.count).map { plain[$0].key }.sorted())
    // The sections are complete and in order, and each has rows.
    var next = 0
    for section in agenda.sections {
      expectEqual(section.range.lowerBound, next)
      expectTrue(!section.range.isEmpty)
      next = section.range.upperBound
      for place in section.range {
        let row = agenda[place]
        var due: CalendarDate?
        if case .date(let date)? = row["Due"] { due = date }
        let isDone = ["done", "canceled"].contains(row["Status"]?.storedTexts.first)
        expectEqual(section.title, self.section(due: due, isDone: isDone), row.title)
      }
    }
    expectEqual(next, agenda.count)
    expectEqual(Set(agenda.sections.map(\.title)).count, agenda.sections.count)
  }
}
