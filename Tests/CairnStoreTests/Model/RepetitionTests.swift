import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A record that comes back` {
  private static let clock = Library.clock

  private static let text = """
    %rec: Task
    %attribute: Name string
    %attribute: Slug string
    %choices: Status todo | doing | done
    %type: Due date
    %attribute: Every string
    %attribute: Tags tags
    %relationship: Project to-one Project inverse=Tasks
    %relationship: Parts to-many Part inverse=Task ordered delete=cascade
    %relationship: Badge to-one Badge inverse=Task
    %title: Name
    %mandatory: Name
    %singular: Slug
    %due: Due
    %repeat: Status Every

    %rec: Project
    %attribute: Name string
    %relationship: Tasks to-many Task inverse=Project

    %rec: Part
    %attribute: Name string
    %relationship: Task to-one Task inverse=Parts

    %rec: Badge
    %attribute: Name string
    %relationship: Task to-one Task inverse=Badge
    """

  private static func store(
    _ text: String = text, on files: MemoryFileSystem = MemoryFileSystem()
  ) throws -> ObjectStore {
    let options = ObjectStore.Options(folder: "/store", fileSystem: files, clock: { clock.now })
    return try ObjectStore.create(options, model: try ObjectModel(parsing: text))
  }

  private static func day(_ text: String) throws -> Value {
    .date(try #require(CalendarDate(text)))
  }

  private static func task(_ fields: [String: Value] = [:]) throws -> [String: Value] {
    ["Name": .text("Water"), "Due": try day("2026-11-30"), "Every": .text("1 week")]
      .merging(fields) { $1 }
  }

  @discardableResult
  private static func set(
    _ field: String, _ value: Value?, of id: ObjectID, in store: ObjectStore
  ) throws -> Transaction? {
    try store.commit(title: "set") { draft in
      let change = FieldChange(name: field, old: nil, new: value)
      draft.changes = [RecordChange(id: id, kind: .update, fields: [change])]
    }
  }

  /// The records of a store as text, without links to other collections.
  private static func tasks(in store: ObjectStore) throws -> [String] {
    try store.snapshot.load("Task").rows.map { row in
      let names = ["Name", "Slug", "Status", "Due", "Every", "Tags", "Project", "Parts", "Badge"]
      let values = names.compactMap { name in row[name].map { "\(name)=\(ValueText.export($0))" } }
      return "\(row.key): " + values.joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("1 day", "2024-01-31", "2024-02-01"), ("daily", "2023-12-31", "2024-01-01"),
    ("every 2 weeks", "2024-02-20", "2024-03-05"), ("month", "2024-01-31", "2024-02-29"),
    ("3 Months", "2024-11-30", "2025-02-28"), ("yearly", "2024-02-29", "2025-02-28"),
    ("every month", "2024-12-15", "2025-01-15"), ("1000 years", "2024-01-01", "3024-01-01"),
  ])
  func `is due one time later`(span: String, day: String, next: String) throws {
    let span = try #require(RepeatSpan(span))
    expectEqual(span.day(after: try #require(CalendarDate(day)))?.description, next)
    expectEqual(RepeatSpan(span.description), span)
  }

  @Test(arguments: [
    "", "every", "3", "3 moons", "0 days", "-1 week", "1001 years", "2 daily", "a b c",
  ])
  func `needs a time`(text: String) {
    expectEqual(RepeatSpan(text), nil)
  }

  @Test func `is never due after the year 9999`() throws {
    let last = try #require(CalendarDate("9999-12-31"))
    for text in ["1 day", "1 month", "1000 years", "1000 weeks"] {
      expectEqual(try #require(RepeatSpan(text)).day(after: last), nil)
    }
  }

  @Test func `is added when the record is done, and again after that`() throws {
    let store = try Self.store()
    let id = try Library.insert("Task", [Self.task()], into: store)[0]
    try Self.set("Status", .text("doing"), of: id, in: store)
    try expectEqual(Self.tasks(in: store).count, 1)
    try Self.set("Status", .text("done"), of: id, in: store)
    let first = try #require(id.key.ofNextRepetition)
    try expectEqual(
      Self.tasks(in: store),
      [
        "p1: Name=Water Status=done Due=2026-11-30 Every=1 week",
        "\(first): Name=Water Status=todo Due=2026-12-07 Every=1 week",
      ])
    // Once more for the same record is no reason for a second one.
    try Self.set("Status", .text("todo"), of: id, in: store)
    try Self.set("Status", .text("done"), of: id, in: store)
    try expectEqual(Self.tasks(in: store).count, 2)
    try Self.set("Status", .text("done"), of: ObjectID(entity: "Task", key: first), in: store)
    let second = try #require(first.ofNextRepetition)
    expectEqual(second.replica, first.replica)
    try expectEqual(
      Self.tasks(in: store).last, "\(second): Name=Water Status=todo Due=2026-12-14 Every=1 week")
    // All that come back after one record are in one file.
    expectEqual(ShardName(of: second, inEntity: "Task"), ShardName(of: first, inEntity: "Task"))
    // New records are not affected by these keys.
    let other = try Library.insert("Task", [["Name": .text("New")]], into: store)
    expectEqual(other[0].key.description, "p2")
    try store.fold()
    try expectEqual(store.verify().map(\.message), [])
  }

  @Test func `is added once, however many changes a save has`() throws {
    let store = try Self.store()
    let ids = try Library.insert("Task", [Self.task(), Self.task()], into: store)
    try store.commit(title: "set") { (draft) throws(StoreError) in
      for id in ids {
        for (field, value) in [("Status", "done"), ("Name", "Feed"), ("Status", "done")] {
          let change = FieldChange(name: field, old: nil, new: .text(value))
          draft.changes.append(RecordChange(id: id, kind: .update, fields: [change]))
        }
      }
    }
    let next = try Self.tasks(in: store).dropFirst(2)
    expectEqual(next.count, 2)
    expectTrue(next.allSatisfy { $0.contains("Name=Feed Status=todo") })
    expectEqual(RecordKey(sequence: 1 << 25).ofNextRepetition, nil)
    expectEqual(RecordKey(sequence: 1 << 25 - 1).ofNextRepetition != nil, true)
    var key = try #require(RecordKey(sequence: 3).ofNextRepetition)
    var count = 1
    while let next = key.ofNextRepetition { (key, count) = (next, count + 1) }
    expectEqual(count, 16_383)
    expectTrue(key < (try #require(RecordKey(sequence: 4).ofNextRepetition)))
  }

  @Test func `is named after the change, or else the reason why it is missing`() throws {
    let store = try Self.store()
    let last = try Self.task(["Due": Self.day("9999-12-31")])
    let ids = try Library.insert(
      "Task", [Self.task(), last, Self.task(["Every": .text("never")])], into: store)
    var found: [Comebacks] = []
    for id in ids {
      let change = try #require(try Self.set("Status", .text("done"), of: id, in: store))
      found.append(Comebacks(after: change, in: store.snapshot, Self.clock.localTime))
    }
    expectEqual(found[0].records.map(\.key), [try #require(ids[0].key.ofNextRepetition)])
    expectEqual(found[1].records, [])
    expectEqual(
      found[1].missing,
      [Comebacks.Missing(id: ids[1], reason: "1 week later is after the year 9999")])
    // A record without a time is not meant to come back.
    expectEqual(found[2].records + found[2].missing.map(\.id), [])
    // A record with a time, but without a day, says why it does not.
    let lost = try Library.insert(
      "Task", [["Name": .text("Rent"), "Every": .text("1 month")]], into: store)[0]
    let rent = try #require(try Self.set("Status", .text("done"), of: lost, in: store))
    expectEqual(
      Comebacks(after: rent, in: store.snapshot, Self.clock.localTime).missing,
      [Comebacks.Missing(id: lost, reason: "it has no Due")])
    // Another field of a done record is no reason.
    let other = try #require(try Self.set("Name", .text("Feed"), of: ids[1], in: store))
    expectEqual(Comebacks(after: other, in: store.snapshot, Self.clock.localTime).missing, [])
  }

  @Test func `goes with the change when it is undone, and returns with it`() throws {
    let store = try Self.store()
    let id = try Library.insert("Task", [Self.task()], into: store)[0]
    let change = try #require(try Self.set("Status", .text("done"), of: id, in: store))
    try store.undo(change.number)
    try expectEqual(Self.tasks(in: store).count, 1)
    try store.redo()
    try expectEqual(Self.tasks(in: store).count, 2)
    try store.undo()
    // Done anew, it comes back anew.
    try Self.set("Status", .text("done"), of: id, in: store)
    try expectEqual(Self.tasks(in: store).count, 2)
  }

  @Test func `is the same on two machines, byte for byte`() throws {
    let files = MemoryFileSystem()
    let store = try Self.store(on: files)
    let ids = try Library.insert(
      "Task", [Self.task(["Tags": .list([.text("home")])]), Self.task()], into: store)
    try store.fold()
    var folded: [[UInt8]] = []
    let first = try #require(ids[0].key.ofNextRepetition)
    let shard = ShardName(of: first, inEntity: "Task").path(entity: "Task")
    for _ in 0..<2 {
      let copy = MemoryFileSystem()
      try copy.makeFolder("/store/model")
      try copy.makeFolder("/store/data/Task")
      for name in ["STORE", "model/1.rec", "data/Task/0000.rec"] {
        try copy.replace("/store/\(name)", with: try files.read("/store/\(name)"))
      }
      let other = try ObjectStore.open(
        ObjectStore.Options(folder: "/store", fileSystem: copy, clock: { Self.clock.now }))
      for id in ids { try Self.set("Status", .text("done"), of: id, in: other) }
      try other.fold()
      folded.append(try copy.read("/store/\(shard)"))
    }
    expectEqual(folded[0], folded[1])
    expectTrue(String(decoding: folded[0], as: UTF8.self).contains("Id: \(first)\n"))
  }

  @Test(arguments: [
    ("%choices: Status todo | done\n%attribute: Done date", "Status"),
    ("%attribute: Done date\n%attribute: Note string", "Done"),
    ("%attribute: Paid boolean", "Paid"), ("%choices: Kind a | b", nil),
    ("%attribute: Done date\n%due: Done", nil),
    (
      "%choices: Kind open | closed\n%type: Over bool\n%type: Due date\n%due: Due\n"
        + "%repeat: Over 1 week", "Over"
    ),
  ])
  func `has the field that says done from the model`(fields: String, name: String?) throws {
    let model = try ObjectModel(parsing: "%rec: Task\n%attribute: Name string\n\(fields)\n")
    expectEqual(model["Task"]?.doneField?.name, name)
  }

  /// One machine only added it; on the other one it is done again.
  @Test func `is done where one of two machines did it`() throws {
    let entity = try #require(try ObjectModel(parsing: Self.text)["Task"])
    let key = try #require(RecordKey(sequence: 1).ofNextRepetition)
    func text(_ status: String) -> [UInt8] {
      Array("Id: \(key)\nName: Water\nStatus: \(status)\nDue: 2026-12-07\n".utf8)
    }
    for (ours, theirs) in [("todo", "done"), ("done", "todo")] {
      let merge = RecordMerge(
        RecordMerge.Versions(base: nil, ours: text(ours), theirs: text(theirs)),
        of: ObjectID(entity: "Task", key: key), entity, LineFields(of: entity),
        RecordMerge.Names(ours: "ours", theirs: "theirs"))
      expectEqual(merge.block, text("done"))
      expectTrue(merge.conflicts.isEmpty && !merge.isContested)
    }
    // Two other values are a question for a person.
    let merge = RecordMerge(
      RecordMerge.Versions(base: nil, ours: text("doing"), theirs: text("done")),
      of: ObjectID(entity: "Task", key: key), entity, LineFields(of: entity),
      RecordMerge.Names(ours: "ours", theirs: "theirs"))
    expectEqual(merge.conflicts.map(\.field), ["Status"])
  }

  @Test func `keeps links, but no unique value and nothing that belongs to the first record`()
    throws
  {
    let store = try Self.store()
    let project = try Library.insert("Project", [["Name": .text("Home")]], into: store)[0]
    let badge = try Library.insert("Badge", [["Name": .text("B")]], into: store)[0]
    let id = try Library.insert(
      "Task",
      [
        Self.task([
          "Slug": .text("water"), "Project": .link(project.key), "Badge": .link(badge.key),
        ])
      ], into: store)[0]
    try Library.insert("Part", [["Name": .text("a"), "Task": .link(id.key)]], into: store)
    try Self.set("Status", .text("done"), of: id, in: store)
    let next = try #require(try Self.tasks(in: store).last)
    expectTrue(next.hasSuffix("Name=Water Status=todo Due=2026-12-07 Every=1 week Project=p1"))
  }

  @Test func `is not added where it could not be saved, nor without a day or a time`() throws {
    let required = Self.text.replacing("%mandatory: Name", with: "%mandatory: Name Badge")
    let store = try Self.store(required)
    let badge = try Library.insert("Badge", [["Name": .text("B")]], into: store)[0]
    let id = try Library.insert("Task", [Self.task(["Badge": .link(badge.key)])], into: store)[0]
    try Self.set("Status", .text("done"), of: id, in: store)
    try expectEqual(Self.tasks(in: store).count, 1)
    let other = try Self.store()
    let tasks = try Library.insert(
      "Task", [["Name": .text("A"), "Every": .text("1 day")], ["Name": .text("B")]], into: other)
    for id in tasks { try Self.set("Status", .text("done"), of: id, in: other) }
    try expectEqual(Self.tasks(in: other).count, 2)
  }

  @Test func `follows a boolean or a date, too`() throws {
    let store = try Self.store(
      "%rec: Check\n%attribute: Name string\n%type: Done date\n%type: Next date\n"
        + "%due: Next\n%repeat: Done 3 months\n\n"
        + "%rec: Bill\n%type: Paid bool\n%type: Until date\n%mandatory: Paid\n%due: Until\n"
        + "%repeat: Paid month\n")
    let check = try Library.insert("Check", [["Name": .text("Boiler")]], into: store)[0]
    try Self.set("Done", Self.day("2026-11-30"), of: check, in: store)
    let checks = try store.snapshot.load("Check").rows.map { row in
      ["Done", "Next"].map { row[$0].map(ValueText.export) ?? "" }
    }
    expectEqual(checks, [["2026-11-30", ""], ["", "2027-02-28"]])
    let bill = try Library.insert(
      "Bill", [["Paid": .boolean(false), "Until": Self.day("2026-01-31")]], into: store)[0]
    try Self.set("Paid", .boolean(true), of: bill, in: store)
    let bills = try store.snapshot.load("Bill").rows.map { row in
      ["Paid", "Until"].map { row[$0].map(ValueText.export) ?? "" }
    }
    expectEqual(bills, [["yes", "2026-01-31"], ["no", "2026-02-28"]])
  }

  @Test func `is not added for a record that was given up`() throws {
    let store = try Self.store(
      Self.text.replacing("todo | doing | done", with: "todo | done | canceled"))
    let id = try Library.insert("Task", [Self.task()], into: store)[0]
    try Self.set("Status", .text("canceled"), of: id, in: store)
    try expectEqual(Self.tasks(in: store).count, 1)
    try Self.set("Status", .text("done"), of: id, in: store)
    try expectEqual(Self.tasks(in: store).count, 2)
  }

  @Test func `keeps the time of the day where the clocks change`() throws {
    let zone = LocalTime.fixed(3600)
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: MemoryFileSystem(), clock: { Self.clock.now })
    var local = options
    local.localTime = zone
    let store = try ObjectStore.create(
      local,
      model: try ObjectModel(
        parsing: "%rec: Task\n%type: Done bool\n%attribute: Due datetime\n%due: Due\n"
          + "%repeat: Done 1 month\n"))
    // Half past midnight of March 1 is a day of February in universal time.
    let due = try #require(Timestamp("2026-02-28T23:30:00Z"))
    let id = try Library.insert("Task", [["Due": .datetime(due)]], into: store)[0]
    try Self.set("Done", .boolean(true), of: id, in: store)
    let next = try #require(store.snapshot.load("Task").rows.map { $0["Due"] }.last)
    expectEqual(next, .datetime(try #require(Timestamp("2026-03-31T23:30:00Z"))))
  }

  @Test func `is refused with a mistyped time`() throws {
    let store = try Self.store()
    let id = try Library.insert("Task", [Self.task()], into: store)[0]
    let error = #expect(throws: StoreError.self) {
      try Self.set("Every", .text("1 wek"), of: id, in: store)
    }
    expectTrue(error?.description.contains("such as 3 months or every week") == true)
  }

  @Test(arguments: [
    ("%repeat: Status", "names a field and a time"), ("%repeat: Name 1 week", "not a choice"),
    ("%repeat: Gone 1 week", "Gone is not a choice"), ("%repeat: Status Due", "Due is neither"),
    ("%repeat: Status 3 moons", "names a field and a time"), ("%repeat:", "names a field"),
    ("%repeat: Due 1 week", "needs a due date of its own"),
    ("%repeat: Status 1 week\n%mandatory: Slug", "needs a value in Slug, which is unique"),
    ("%repeat: Status Status", "todo is no time"),
    ("%repeat: Status 1 week\n%singular: Name", "needs a value in Name, which is unique"),
    ("%repeat: Status 1 week\n%singular: Due", "needs a value in Due, which is unique"),
  ])
  func `has a statement whose mistakes are named`(line: String, reason: String) {
    let text = Self.text.replacing("%repeat: Status Every", with: line)
    let error = #expect(throws: StoreError.self) { try ObjectModel(parsing: text) }
    expectTrue("\(String(describing: error))".contains(reason))
  }

  @Test func `keeps its statement through changes of the model`() throws {
    let model = try ObjectModel(parsing: Self.text)
    expectEqual(try ObjectModel(parsing: model.text), model)
    expectEqual(model.features, [.appearance, .repeat])
    let renamed = try model.renamingField("Status", of: "Task", to: "State")
      .renamingField("Every", of: "Task", to: "Repeat")
    expectEqual(renamed["Task"]?.repetition?.text, "State Repeat")
    for field in ["Status", "Every", "Due"] {
      let removed = try model.removing(field: field, of: "Task")
      expectEqual(removed["Task"]?.repetition, nil)
      expectEqual(try ObjectModel(parsing: removed.text), removed)
    }
  }
}
