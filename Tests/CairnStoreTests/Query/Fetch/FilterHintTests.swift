import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A filter in the words of other programs` {
  private let store: ObjectStore
  private let clock = WallClock(now: Timestamp(microseconds: 0))

  init() throws {
    store = try ObjectStore.create(
      Fixture.options(MemoryFileSystem()),
      modelText: "%rec: Row\n%attribute: Kind string\n%attribute: No integer\n%type: Paid bool\n")
    let context = store.newContext()
    for (number, kind) in ["not me", "Lyon", "a", "d"].enumerated() {
      let row = try context.create("Row")
      row["Kind"] = .text(kind)
      row["No"] = .integer(Int64(number))
    }
    _ = try context.save()
  }

  private func result(_ filter: String) throws -> (count: Int, hint: String?) {
    let request = FetchRequest(entity: "Row", predicate: try RecordPredicate.parse(filter))
    let count = try store.snapshot.fetch(request, at: clock).totalCount
    return (count, store.snapshot.hint(for: request, finding: count, at: clock))
  }

  @Test(arguments: [
    ("!kind:d", 0, "\"!kind:d\" is a word here; -kind:d excludes these records"),
    ("not kind:d", 0, "\"not\" is a word here; NOT kind:d excludes these records"),
    ("kind:a or kind:d", 0, "\"or\" is a word here; OR finds either"),
    ("Not kind:d", 0, "\"Not\" is a word here; NOT kind:d excludes these records"),
    ("! kind:d", 0, "\"!\" is a word here; NOT kind:d excludes these records"),
    ("kind:a Or kind:d", 0, "\"Or\" is a word here; OR finds either"),
    ("kind:a || kind:d", 0, "\"||\" is a word here; OR finds either"),
    ("kind:a | kind:d", 0, "\"|\" is a word here; OR finds either"),
    ("kind:a && no:1", 0, "\"&&\" is a word here; AND finds both together"),
    ("kind:a and kind:d", 0, "\"and\" is a word here; AND finds both together"),
    ("kind:!d", 0, "\"!d\" is a word here; -kind:d excludes these records"),
    ("kind:a|d", 0, "\"a|d\" is a word here; kind:a,d finds either"),
    ("kind=a||d", 0, "\"a||d\" is a word here; kind:a,d finds either"),
    ("(kind:a|d OR kind:x) no:>0", 0, "\"a|d\" is a word here; kind:a,d finds either"),
    ("kind:ly*", 0, "\"*\" is a character here; kind:ly finds the word anywhere in the text"),
    ("kind:*on*", 0, "\"*\" is a character here; kind:on finds the word anywhere in the text"),
    ("kind:null", 0, "\"null\" is a word here; no:kind finds records without a value"),
    ("kind~x|q", 0, nil), ("kind~zz.*", 0, nil), ("kind!=null no:99", 0, nil),
    ("-kind:null no:99", 0, nil),
    ("kind:\"a | d\"", 0, "\"a | d\" is a word here; kind:a,d finds either"),
    ("kind:*", 0, nil), ("kind:!", 0, nil), ("kind:a AND kind:d", 0, nil),
    ("kind=lyon", 0, "= compares the whole text; kind:lyon finds 1"),
    ("not me", 1, nil), ("-kind:d", 3, nil), ("kind:a OR kind:d", 2, nil), ("kind=Lyon", 1, nil),
    ("!nothing:d", 0, nil), ("kind=paris", 0, nil), ("no:1", 1, nil), ("no:kind", 0, nil),
    ("http://x.org", 0, nil),
    ("unpaid", 0, "\"unpaid\" is a word here; -paid:yes finds these records"),
    ("Unkind", 0, nil), ("missing Kind", 0, nil),
    ("missing Paid", 0, "\"missing\" is a word here; -Paid:yes finds these records"),
    ("without paid no:1", 0, "\"without\" is a word here; -paid:yes finds these records"),
    ("missing", 0, "\"missing\" is a word here; no: and a field finds records without a value"),
    ("not paid", 0, "\"not\" is a word here; -paid:yes finds these records"),
    ("unno", 0, nil),
    ("missing street", 0, nil), ("unhappy", 0, nil), ("un", 0, nil),
  ])
  func `has a hint where it says something else`(
    filter: String, count: Int, hint: String?
  ) throws {
    let found = try result(filter)
    expectEqual(found.count, count)
    expectEqual(found.hint, hint)
  }

  @Test(arguments: ["no:", "has:", "has:1"])
  func `needs a field after has and no`(filter: String) throws {
    #expect(throws: FilterError.self) { try result(filter) }
  }
}

@Suite struct `A word for a state, in a list where no text has it` {
  private let clock = Library.clock

  /// The hint for a filter; the clock shows 21 November 2026.
  private func hint(_ filter: String, _ fields: String) throws -> String? {
    let store = try ObjectStore.create(
      Fixture.options(MemoryFileSystem()),
      modelText: "%rec: Task\n%attribute: Name string\n\(fields)\n")
    try Library.insert("Task", [["Name": .text("Call")]], into: store)
    let context = store.newContext()
    let today = clock.today.days
    for (name, days) in [("Late", Int32(-3)), ("Now", 0), ("Later", 9)] {
      let task = try context.create("Task")
      task["Name"] = .text(name + " task")
      task["Due"] = .date(CalendarDate(days: today + days))
    }
    _ = try context.save()
    let request = FetchRequest(entity: "Task", predicate: try RecordPredicate.parse(filter))
    let count = try store.snapshot.fetch(request, at: clock).totalCount
    return store.snapshot.hint(for: request, finding: count, at: clock)
  }

  private static let choice =
    "%choices: Status todo | done | canceled\n%type: Due date\n%due: Due"

  @Test(arguments: [
    ("overdue", "Due<today -Status:done,canceled finds 1"),
    ("Overdue name:task", "Due<today -Status:done,canceled Name:task finds 1"),
    ("today", "Due:today -Status:done,canceled finds 1"),
    ("tomorrow", "Due:tomorrow -Status:done,canceled finds 0"),
    ("due", "Due<=today -Status:done,canceled finds 2"),
    ("open", "-Status:done,canceled finds 4"), ("done", "Status:done,canceled finds 0"),
  ])
  func `comes with the condition that means it`(filter: String, meant: String) throws {
    let word = filter.split(separator: " ")[0]
    let condition = meant.replacing("Name:task", with: "name:task")
    try expectEqual(hint(filter, Self.choice), "\"\(word)\" is a word here; \(condition)")
    // The offered filter is valid and means the same.
    let text = condition.split(separator: " ").dropLast(2).joined(separator: " ")
    try expectEqual(RecordPredicate.parse(text)?.description, text)
  }

  @Test(arguments: [
    ("overdue", "%type: Due date\n%type: Paid bool\n%due: Due", "Due<today -Paid:yes finds 1"),
    ("done", "%type: Due date\n%type: Done date", "has:Done finds 0"),
    ("open", "%type: Due date\n%type: Done date", "no:Done finds 4"),
    ("overdue", "%type: Due date\n%due: Due", "Due<today finds 1"),
    ("overdue", "%type: Due date", nil), ("open", "%type: Due date", nil),
    ("late", "%type: Due date\n%due: Due", nil),
  ])
  func `depends on the model`(filter: String, fields: String, meant: String?) throws {
    try expectEqual(
      hint(filter, fields), meant.map { "\"\(filter)\" is a word here; \($0)" })
  }
}
