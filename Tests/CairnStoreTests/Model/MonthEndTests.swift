import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A record that comes back each month` {
  private static func store(_ span: String, type: String) throws -> ObjectStore {
    let model = try ObjectModel(
      parsing: """
        %rec: Task
        %attribute: Name string
        %attribute: Due \(type)
        %choices: Status todo | done
        %due: Due
        %repeat: Status \(span)
        """)
    return try ObjectStore.create(
      ObjectStore.Options(
        folder: "/store", fileSystem: MemoryFileSystem(), clock: { Library.clock.now }),
      model: model)
  }

  private static func set(
    _ field: String, _ value: Value?, of key: RecordKey, in store: ObjectStore
  ) throws {
    try store.commit(title: "set") { draft in
      let change = FieldChange(name: field, old: nil, new: value)
      draft.changes = [
        RecordChange(
          id: ObjectID(entity: "Task", key: key), kind: .update, fields: [change])
      ]
    }
  }

  /// Marks a record as done, and then each one that follows it.
  ///
  /// - Returns: the due dates.
  private static func series(
    from due: String, _ count: Int, in store: ObjectStore, first: RecordKey? = nil
  ) throws -> String {
    var key =
      try first
      ?? Library.insert(
        "Task", [["Name": .text("Rent"), "Due": .date(try #require(CalendarDate(due)))]],
        into: store)[0].key
    var days: [String] = []
    for _ in 0..<count {
      try set("Status", .text("done"), of: key, in: store)
      key = try #require(key.ofNextRepetition)
      let row = store.snapshot.row(ObjectID(entity: "Task", key: key))
      days.append(String(try #require(row?["Due"].map(ValueText.export)).dropFirst(2)))
    }
    return days.joined(separator: " ")
  }

  @Test(arguments: [
    ("1 month", "2026-01-31", "26-02-28 26-03-31 26-04-30 26-05-31"),
    ("1 month", "2026-01-30", "26-02-28 26-03-30 26-04-30 26-05-30"),
    ("1 month", "2026-02-28", "26-03-28 26-04-28"),
    ("2 months", "2026-08-31", "26-10-31 26-12-31 27-02-28 27-04-30 27-06-30 27-08-31"),
    ("1 year", "2024-02-29", "25-02-28 26-02-28 27-02-28 28-02-29"),
    ("4 weeks", "2026-01-31", "26-02-28 26-03-28"),
  ])
  func `returns to its day after shorter months`(
    span: String, due: String, next: String
  ) throws {
    let store = try Self.store(span, type: "date")
    try expectEqual(Self.series(from: due, next.split(separator: " ").count, in: store), next)
  }

  @Test func `has another day once a person moved it`() throws {
    let store = try Self.store("1 month", type: "date")
    try expectEqual(Self.series(from: "2026-01-31", 1, in: store), "26-02-28")
    let key = try #require(RecordKey(sequence: 1).ofNextRepetition)
    try Self.set("Due", .date(try #require(CalendarDate("2027-02-28"))), of: key, in: store)
    try expectEqual(
      Self.series(from: "", 2, in: store, first: key), "27-03-28 27-04-28")
  }

  @Test func `keeps its time, too`() throws {
    let store = try Self.store("1 month", type: "localtime")
    var key = try Library.insert(
      "Task", [["Due": .localtime(try #require(Timestamp("2026-01-31T23:30:00Z")))]], into: store)[
        0
      ].key
    for day in ["2026-02-28", "2026-03-31"] {
      try Self.set("Status", .text("done"), of: key, in: store)
      key = try #require(key.ofNextRepetition)
      let row = store.snapshot.row(ObjectID(entity: "Task", key: key))
      expectEqual(row?["Due"].map(ValueText.export)?.prefix(16), "\(day) 23:30")
    }
  }

  @Test func `knows the record before it by its key`() throws {
    for replica in [Replica.founder, Replica(number: 77)] {
      let first = RecordKey(replica: replica, sequence: 9)
      expectEqual(first.ofPreviousRepetition, nil)
      let second = try #require(first.ofNextRepetition)
      expectEqual(second.ofPreviousRepetition, first)
      expectEqual(try #require(second.ofNextRepetition).ofPreviousRepetition, second)
    }
  }
}
