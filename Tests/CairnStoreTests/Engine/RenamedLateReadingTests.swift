import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// E8, L2, L3, S20
@Suite struct `A snapshot whose files are read after its collection got another name` {
  private static let before = "%rec: Task\n%attribute: Title string\n%attribute: Place string\n"
  private static let after = """
    %rec: Chore
    %formerly: Task
    %attribute: Title string
    %attribute: Room string
    %renamed: Room Place

    """

  /// How the collection got its name, and where.
  enum Way: CaseIterable { case here, elsewhere, elsewhereAndTakenIn, byHand }

  private let files = MemoryFileSystem()

  private func open(_ seed: UInt64) throws -> ObjectStore {
    try ObjectStore.open(Fixture.options(files, seed: seed))
  }

  private func rename(_ way: Way, in store: ObjectStore) throws {
    if way == .byHand {
      try files.replace("/store/model/1.rec", with: Array(Self.after.utf8))
      try store.refresh()
    } else {
      let model = try ObjectModel(parsing: Self.after, file: "model")
      try store.commit(title: "Rename") { draft throws(StoreError) in try draft.updateModel(model) }
    }
  }

  private func change(in store: ObjectStore) throws {
    try store.commit(title: "Change") { draft throws(StoreError) in
      let field = FieldChange(name: "Room", old: nil, new: .text("there"))
      let ids = (1...2).map { ObjectID(entity: "Chore", key: RecordKey(sequence: $0)) }
      draft.changes = [
        RecordChange(id: ids[0], kind: .update, fields: [field]),
        RecordChange(id: ids[1], kind: .delete, fields: []),
      ]
      try draft.insert([.text("three"), .text("new")], into: "Chore")
    }
  }

  @Test(arguments: Way.allCases, [false, true])
  func `has what it had`(way: Way, isFolded: Bool) throws {
    let first = try ObjectStore.create(Fixture.options(files), modelText: Self.before)
    try first.commit(title: "Fill") { draft throws(StoreError) in
      try draft.insert([.text("one"), .text("here")], into: "Task")
      try draft.insert([.text("two"), .text("here")], into: "Task")
    }
    try first.close()
    let store = try open(2)
    let snapshot = store.snapshot
    let writer = way == .here || way == .byHand ? store : try open(3)
    try rename(way, in: writer)
    try change(in: writer)
    if isFolded { try writer.fold() }
    if way == .elsewhereAndTakenIn { try store.refresh() }
    let rows = try snapshot.load("Task").rows.map { row in
      ["Title", "Place"].map { row[$0]?.storedTexts.first ?? "-" }
    }
    expectEqual(rows, [["one", "here"], ["two", "here"]])
    try store.refresh()
    let now = try store.snapshot.load("Chore").rows.map { $0["Room"]?.storedTexts.first ?? "-" }
    expectEqual(now, ["there", "new"])
  }
}
