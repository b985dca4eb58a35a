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
}
