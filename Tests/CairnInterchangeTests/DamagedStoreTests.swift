import CairnFiles
import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

/// Imports into stores with unreadable or lost records.
@Suite struct `An import into a damaged store` {
  private static let table = "Code,Name\nx1,Ann\nx2,Anna\nx3,Bob\n"
  private static let people = "/store/data/Person/0000.rec"
  private static let merges = "/store/merges.rec"

  private let files = MemoryFileSystem()
  private let store: ObjectStore

  init() throws {
    store = try makeStore(on: files)
    try store.take(Self.table, as: "people.csv")
    let context = store.newContext()
    let keys = ["p1", "p2"].compactMap { RecordKey($0) }
    let merged = keys.map { ObjectID(entity: "Person", key: $0) }
    try context.merge(MergePlan(merging: merged, in: context))
    try context.save(title: "merge")
    try store.fold()
  }

  private func damage(_ path: String, _ text: String, with damage: String) throws {
    let known = String(decoding: try files.read(path), as: UTF8.self)
    expectTrue(known.contains(text), known)
    try files.replace(path, with: Array(known.replacing(text, with: damage).utf8))
  }

  /// Expects that an import is refused with a sentence, and that its trial is, too.
  private func expectRefusal(
    _ table: String, _ sentence: String, _ change: @escaping (inout ImportOptions) -> Void
  ) throws {
    let store = try ObjectStore.open(storeOptions(files))
    let version = store.snapshot.version
    for isDryRun in [true, false] {
      let error = #expect(throws: InterchangeError.self) {
        try store.take(table, as: "people.csv") { options in
          change(&options)
          options.isDryRun = isDryRun
        }
      }
      let text = error.map { "\($0)" } ?? ""
      expectTrue(text.contains(sentence), text)
    }
    expectEqual(store.snapshot.version, version)
  }

  @Test func `finds no record that cannot be read, so it is refused`() throws {
    try damage(Self.people, "Code: x3", with: "Code x3")
    try expectRefusal(
      Self.table, "cannot find all people and would add them again: data/Person/0000.rec:"
    ) { $0.match = "Code" }
  }

  @Test func `does not search if each row is a new record`() throws {
    try damage(Self.people, "Code: x3", with: "Code x3")
    let store = try ObjectStore.open(storeOptions(files))
    try store.take("Code,Name\nx4,Cid\n", as: "people.csv")
    expectTrue(try store.values("Name", of: "Person").contains(.text("Cid")))
  }

  @Test func `finds no note of a merge that cannot be read, so it is refused`() throws {
    try damage(Self.merges, "Record: p2", with: "Record p2")
    try expectRefusal(
      Self.table, "cannot find all merged records and would add them again: merges.rec:"
    ) { $0.match = "Code" }
  }

  @Test func `finds no lost notes of merges, so it is refused until the loss is accepted`() throws {
    try files.remove(Self.merges)
    try expectRefusal(Self.table, "merges.rec: the file is missing") { $0.match = "Code" }
    let store = try ObjectStore.open(storeOptions(files))
    try store.acceptLosses()
    let report = try store.take(Self.table, as: "people.csv") { $0.match = "Code" }
    expectEqual(report.collections.map(\.inserted), [1])
  }

  @Test func `makes no linked record again that cannot be read`() throws {
    try damage(Self.people, "Name: Bob", with: "Name Bob")
    try expectRefusal("Title,Guest\nDinner,Bob\n", "cannot find all people") { options in
      options.collection = "meals"
      options.links = [ImportOptions.Link(column: "Guest", collection: "people", field: nil)]
    }
  }
}
