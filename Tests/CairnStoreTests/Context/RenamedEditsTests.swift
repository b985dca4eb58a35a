import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// S3, S6, S20
@Suite struct `Unsaved edits of what got another name` {
  private static let before = """
    %rec: Task
    %attribute: Title string
    %attribute: Place string
    %relationship: Notes to-many Note inverse=About

    %rec: Note
    %attribute: Text string
    %relationship: About to-one Task

    """
  private static let after = before.replacing("%rec: Task", with: "%rec: Chore\n%formerly: Task")
    .replacing("Place string", with: "Room string\n%renamed: Room Place")

  private let files = MemoryFileSystem()
  private let store: ObjectStore
  private let context: ObjectContext
  private let task = ObjectID(entity: "Task", key: RecordKey(sequence: 1))
  private let chore = ObjectID(entity: "Chore", key: RecordKey(sequence: 1))

  init() throws {
    store = try ObjectStore.create(Fixture.options(files), modelText: Self.before)
    try store.commit(title: "Fill") { draft throws(StoreError) in
      let first = try draft.insert([.text("one"), .text("here")], into: "Task")
      try draft.insert([.text("two"), .text("here")], into: "Task")
      try draft.insert([.text("about one"), .link(first)], into: "Note")
    }
    context = store.newContext()
  }

  private func rename(in store: ObjectStore? = nil) throws {
    let model = try ObjectModel(parsing: Self.after, file: "model")
    try (store ?? self.store).commit(title: "Call tasks chores") { draft throws(StoreError) in
      try draft.updateModel(model)
    }
  }

  private func set(_ field: String, to text: String, of id: ObjectID) throws {
    try store.commit(title: "Set") { draft throws(StoreError) in
      let change = FieldChange(name: field, old: nil, new: .text(text))
      draft.changes = [RecordChange(id: id, kind: .update, fields: [change])]
    }
  }

  /// Each record of the renamed collection: its key, title and place.
  private func chores() throws -> [String] {
    try store.snapshot.load("Chore").rows.map { row in
      let fields = ["Title", "Room"].map { row[$0]?.storedTexts.first ?? "-" }
      return "\(row.key) \(fields[0]) \(fields[1])"
    }
  }

  @Test(arguments: [false, true])
  func `are saved under the new name`(isMerged: Bool) throws {
    let record = context.object(with: task)
    record["Place"] = .text("there")
    let made = try context.create("Task")
    (made["Title"], made["Place"]) = (.text("three"), .text("new"))
    try context.object(with: ObjectID(entity: "Task", key: RecordKey(sequence: 2))).delete()
    try rename()
    if isMerged { context.mergeChanges() }
    try context.save()
    try expectEqual(chores(), ["p1 one there", "p3 three new"])
    expectEqual(record.id, chore)
    expectEqual(record["Room"], .text("there"))
    expectEqual(made.id, ObjectID(entity: "Chore", key: RecordKey(sequence: 3)))
    expectTrue(context.object(with: task) === record)
    expectTrue(!context.hasChanges)
  }

  @Test func `are seen under the new name, by whoever holds their records`() throws {
    let record = context.object(with: task)
    let made = try context.create("Task")
    let temporary = made.id
    (record["Place"], made["Title"]) = (.text("there"), .text("three"))
    var heard: [ObjectID: ObjectID] = [:]
    let observation = context.observeAssignedIDs { heard.merge($0) { $1 } }
    try rename()
    expectEqual(record.id, task)
    context.mergeChanges()
    let renamed = ObjectID(entity: "Chore", key: temporary.key)
    expectEqual(heard, [task: chore, temporary: renamed])
    expectEqual(record["Room"], .text("there"))
    expectTrue(context.object(with: temporary) === made)
    try context.save()
    expectTrue(context.object(with: temporary) === made)
    expectTrue(context.object(with: renamed) === made)
    withExtendedLifetime(observation) {}
  }

  @Test func `can be taken back and brought again`() throws {
    let record = context.object(with: task)
    record["Place"] = .text("there")
    record["Place"] = .text("elsewhere")
    try rename()
    context.mergeChanges()
    try context.undo()
    expectEqual(record["Room"], .text("there"))
    try context.undo()
    expectEqual(record["Room"], .text("here"))
    expectTrue(!context.hasChanges)
    try context.redo()
    try context.redo()
    try context.save()
    try expectEqual(chores(), ["p1 one elsewhere", "p2 two here"])
  }

  @Test(arguments: [false, true])
  func `contradict what others saved under the new name`(isMerged: Bool) throws {
    context.object(with: task)["Place"] = .text("mine")
    try rename()
    if isMerged { context.mergeChanges() }
    try set("Room", to: "theirs", of: chore)
    let error = try #require(throws: StoreError.self) { try context.save() }
    guard case .conflict(let conflicts) = error else {
      Issue.record("not a conflict: \(error)")
      return
    }
    expectEqual(conflicts.map(\.id), [chore])
    expectEqual(
      conflicts.flatMap(\.fields),
      [
        SaveConflict.Field(
          name: "Room", base: .text("here"), mine: .text("mine"), theirs: .text("theirs"))
      ])
    try expectEqual(chores(), ["p1 one theirs", "p2 two here"])
  }

  @Test func `of a form go through the context above it`() throws {
    let child = context.newChild()
    let record = child.object(with: task)
    record["Place"] = .text("there")
    try rename()
    context.mergeChanges()
    try child.save()
    expectEqual(record["Room"], .text("there"))
    expectEqual(context.object(with: chore)["Room"], .text("there"))
    try context.save()
    try expectEqual(chores(), ["p1 one there", "p2 two here"])
  }

  @Test func `of a form on a record that the context above it saves first, are kept`() throws {
    let made = try context.create("Task")
    made["Title"] = .text("three")
    let child = context.newChild()
    let form = child.object(with: made.id)
    form["Place"] = .text("there")
    let note = try child.create("Note")
    note.setLinks("About", [form])
    try rename()
    try context.save()
    child.mergeChanges()
    expectEqual(form.id, ObjectID(entity: "Chore", key: RecordKey(sequence: 3)))
    try child.save()
    try context.save()
    try expectEqual(chores().last, "p3 three there")
    let links = try store.snapshot.load("Note").rows.map { $0["About"] }
    expectEqual(links.last, .link(RecordKey(sequence: 3)))
  }

  @Test func `lead to records by their new name`() throws {
    let made = try context.create("Task")
    made["Title"] = .text("three")
    let note = try context.create("Note")
    note.setLinks("About", [made])
    try rename()
    try context.save()
    expectTrue(note.link("About") === made)
    expectEqual(made.links("Notes").map(\.id), [note.id])
  }

  @Test func `are saved under the old name where a person took it back`() throws {
    try rename()
    context.mergeChanges()
    let record = context.object(with: chore)
    record["Room"] = .text("there")
    try store.fold()
    let back = Self.after.replacing(
      "%rec: Chore\n%formerly: Task", with: "%rec: Task\n%formerly: Chore"
    )
    .replacing("Room string\n%renamed: Room Place", with: "Place string\n%renamed: Place Room")
    try files.replace("/store/model/1.rec", with: Array(back.utf8))
    try store.refresh()
    try context.save()
    expectEqual(record.id, task)
    let places = try store.snapshot.load("Task").rows.map { $0["Place"] }
    expectEqual(places, [.text("there"), .text("here")])
  }
}
