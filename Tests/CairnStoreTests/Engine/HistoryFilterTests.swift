import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A filter of the history` {
  private let clock = Clock()
  private let store: ObjectStore

  /// Six changes, one a day from 1 January 1970 on.
  init() throws {
    var options = Fixture.options(MemoryFileSystem())
    let clock = clock
    options.clock = { clock.now }
    options.origin = .command("add")
    store = try ObjectStore.create(options, modelText: Fixture.modelText)
    clock.set(days: 0)
    let soup = try store.addRecipe("Crème soup")
    clock.set(days: 1)
    try store.addRecipe("Cake")
    store.origin = .session("kitchen")
    clock.set(days: 2)
    try store.set(soup, "Rating", .integer(4), title: "Rate Crème soup")
    clock.set(days: 3)
    try store.delete(soup)
    store.origin = nil
    clock.set(days: 4)
    try store.undo(4)
    clock.set(days: 5)
    try store.commit(title: "Import", origin: .import("authors.csv")) { draft throws(StoreError) in
      let count = draft.model["Author"]?.storedProperties.count ?? 0
      for number in 1...3 {
        let rest = [Value?](repeating: nil, count: count - 1)
        try draft.insert([.text("A\(number)")] + rest, into: "Author")
      }
    }
  }

  private func numbers(_ filter: String) throws -> [UInt64] {
    let predicate = try #require(try RecordPredicate.parse(filter))
    let wall = WallClock(now: Timestamp(microseconds: 5 * Timestamp.day + 1))
    let filter = try HistoryFilter(predicate, model: store.snapshot.model, at: wall)
    var history = try store.makeHistory()
    var numbers: [UInt64] = []
    while let change = try history.nextSummary() {
      if filter.accepts(change) { numbers.append(change.number) }
    }
    return numbers
  }

  @Test(
    arguments: [
      ("creme", [3, 1]), ("CRÈME soup", [3, 1]), ("soup cake", []), ("soup OR cake", [3, 2, 1]),
      ("kitchen", [4, 3]), ("authors", [6]), ("4", [4]), ("-recipes", [6]),
      ("from:command", [2, 1]), ("from=command", []), ("from=\"command add\"", [2, 1]),
      ("from!=session", [6, 4, 3, 2, 1]), ("has:from", [6, 4, 3, 2, 1]), ("no:from", [5]),
      ("-from:command", [6, 5, 4, 3]), ("from:command,import", [6, 2, 1]),
      ("number:2..4", [4, 3, 2]), ("number>=5", [6, 5]), ("undoes:4", [5]), ("has:undoes", [5]),
      ("change:rate", [3]), ("change~^Ra", [3]), ("collection:authors", [6]),
      ("collection:recipe", [5, 4, 3, 2, 1]), ("added>1", [6]), ("deleted:1", [4]),
      ("changed>0", [3]), ("saved:1970-01-03", [3]), ("saved<1970-01-03", [2, 1]),
      ("saved:today", [6]), ("age:yesterday", [5]), ("age>=-2d", [6, 5, 4]),
      ("replica:0000", [6, 5, 4, 3, 2, 1]), ("(soup OR cake) added:1", [2, 1]),
      ("From:command Number:1", [1]),
    ] as [(String, [UInt64])])
  func `finds changes by words and fields`(filter: String, expected: [UInt64]) throws {
    try expectEqual(numbers(filter), expected)
  }

  @Test(arguments: [
    ("form:x", "changes have no field form; did you mean from?"),
    ("from.x:y", "changes have no field from.x; did you mean from?"),
    ("saved:soon", "saved needs a date or time such as 2026-11, today, -7d or 2026-11-05T10:30"),
    ("number:x", "number needs"), ("number~1", "~ cannot be used on number"),
    ("has:nothing", "changes have no field nothing"),
  ])
  func `says what it can't be`(filter: String, message: String) throws {
    let error = #expect(throws: FilterError.self) { try numbers(filter) }
    expectEqual(error?.description.contains(message), true, "\(error?.description ?? "")")
    expectTrue((error?.column ?? 0) > 0)
  }

  @Test func `counts what the whole change says that it is a summary of`() throws {
    var history = try store.makeHistory()
    while let entry = try history.next() {
      let changes = try #require(entry.transaction).changes
      let kinds = [RecordChange.Kind.insert, .update, .delete].map { kind in
        changes.count { $0.kind == kind }
      }
      expectEqual([entry.insertedCount, entry.updatedCount, entry.deletedCount], kinds)
      expectEqual(Set(entry.entities), Set(changes.map(\.id.entity)))
      expectEqual(entry.entities.count, Set(entry.entities).count)
    }
  }
}
