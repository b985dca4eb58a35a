import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The history of a field of times` {
  /// Four hours behind universal time.
  private static let localTime = LocalTime.fixed(-4 * 3600)
  private let store: ObjectStore

  init() throws {
    var options = Fixture.options(MemoryFileSystem())
    options.localTime = Self.localTime
    // Each change is a segment of its own.
    options.segmentSize = 1
    store = try ObjectStore.create(
      options, modelText: "%rec: Note\n%attribute: Name string\n%attribute: When datetime\n")
  }

  private func giveType(
    _ type: AttributeType, to field: String = "When", of entity: String = "Note"
  ) throws {
    _ = try store.commit(title: "type") { draft throws(StoreError) in
      try draft.updateModel(try draft.model.giving(type, to: field, of: entity))
    }
  }

  /// The record that a new change adds.
  private func add(_ value: Value) throws -> ObjectID {
    let context = store.newContext()
    let note = try context.create("Note")
    note["When"] = value
    return try #require(try context.save()?.changes.first?.id)
  }

  /// Each change of a record, the newest first: field by field what it was and is.
  private func told(
    _ id: ObjectID, upTo newest: UInt64 = .max, _ changes: (HistoryEntry) -> [RecordChange]
  ) throws -> [String] {
    var history = try store.makeHistory(upTo: newest)
    var told: [String] = []
    while let entry = try history.next() {
      for change in changes(entry) where change.id == id {
        told += change.fields.filter { $0.name == "When" }.map { field in
          let texts = [field.old, field.new].map { $0?.storedTexts[0] ?? "nothing" }
          return "\(entry.number) \(texts[0]) → \(texts[1])"
        }
      }
    }
    return told
  }

  private func expectHistory(
    _ id: ObjectID, _ expected: [String], upTo newest: UInt64 = .max
  ) throws {
    try expectEqual(told(id, upTo: newest) { $0.changes(of: id) }, expected)
    try expectEqual(told(id, upTo: newest) { $0.transaction?.changes ?? [] }, expected)
  }

  @Test(arguments: [false, true])
  func `has the times of today's type`(isFolded: Bool) throws {
    let id = try add(.datetime(try moment("2024-06-01T10:00:00Z")))
    let first = store.snapshot.version
    let context = store.newContext()
    try context.existingObject(with: id)["When"] = .datetime(try moment("2024-06-02T10:00:00Z"))
    _ = try context.save()
    let second = store.snapshot.version
    if isFolded { try store.fold() }
    let moments = [
      "\(second) 2024-06-01T10:00:00Z → 2024-06-02T10:00:00Z",
      "\(first) nothing → 2024-06-01T10:00:00Z",
    ]
    try expectHistory(id, moments)

    try giveType(.localtime)
    let retyped = store.snapshot.version
    if isFolded { try store.fold() }
    let shown = [
      "\(second) 2024-06-01 06:00 → 2024-06-02 06:00", "\(first) nothing → 2024-06-01 06:00",
    ]
    try expectHistory(id, ["\(retyped) 2024-06-02 06:00 → 2024-06-02 06:00"] + shown)
    // What is newer tells the type, even if it isn't asked for.
    try expectHistory(id, shown, upTo: second)
    try expectHistory(id, [shown[1]], upTo: first)

    try giveType(.datetime)
    let back = store.snapshot.version
    let noChange = "2024-06-02T10:00:00Z → 2024-06-02T10:00:00Z"
    try expectHistory(id, ["\(back) \(noChange)", "\(retyped) \(noChange)"] + moments)
    try expectHistory(id, moments, upTo: second)
  }

  @Test(arguments: [
    (AttributeType.date, AttributeType.datetime, "2024-06-01", "2024-06-01T04:00:00Z"),
    (.date, .localtime, "2024-06-01", "2024-06-01 00:00"),
    (.string, .datetime, "2024-06-01 09:00", "2024-06-01T13:00:00Z"),
    (.string, .datetime, "2024-06-01T09:00:00Z", "2024-06-01T09:00:00Z"),
    (.string, .localtime, "2024-06-01T09:00:00Z", "2024-06-01 05:00"),
    (.string, .localtime, "2024-06-01 09:00", "2024-06-01 09:00"),
  ])
  func `has a day or a text as the time that it became`(
    old: AttributeType, new: AttributeType, text: String, present: String
  ) throws {
    try giveType(old)
    let id = try add(try #require(Value(storedText: text, as: old)))
    let added = store.snapshot.version
    let context = store.newContext()
    try context.existingObject(with: id)["When"] = nil
    _ = try context.save()
    let cleared = store.snapshot.version
    try giveType(new)
    try expectHistory(id, ["\(cleared) \(present) → nothing", "\(added) nothing → \(present)"])
    _ = try store.undo(cleared)
    expectEqual(store.snapshot.row(id)?["When"]?.storedTexts, [present])
  }

  @Test func `has the names and types of today beside each other`() throws {
    let id = try add(.datetime(try moment("2024-06-01T10:00:00Z")))
    let first = store.snapshot.version
    _ = try store.commit(title: "names") { draft throws(StoreError) in
      try draft.updateModel(
        try ObjectModel(
          parsing: "%rec: Memo\n%formerly: Note\n%attribute: Name string\n"
            + "%attribute: Made datetime\n%renamed: Made When\n"))
    }
    try giveType(.localtime, to: "Made", of: "Memo")
    var history = try store.makeHistory(upTo: first)
    let entry = try #require(try history.next())
    let renamed = ObjectID(entity: "Memo", key: id.key)
    let shown = Value.localtime(try moment("2024-06-01T06:00:00Z"))
    expectEqual(entry.changes(of: renamed).first?.fields.first?.new, shown)
    expectEqual(entry.transaction?.changes.first?.id, renamed)
  }

  private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }
}
