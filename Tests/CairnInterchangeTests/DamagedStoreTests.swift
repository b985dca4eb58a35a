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
      Self.table, "cannot find all people and could add them again: data/Person/0000.rec:"
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
      Self.table, "cannot find all merged records and could add them again: merges.rec:"
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

  @Test func `finds no record in one side of a merge, so it is refused`() throws {
    try damage(
      Self.people, "Id: p3\nCode: x3\nName: Bob\n",
      with: "<<<<<<< ours\n=======\nId: p3\nCode: x3\nName: Bob\n>>>>>>> theirs\n")
    try expectRefusal(Self.table, "resolve the conflict first") { $0.match = "Code" }
  }

  @Test func `keeps a link to a record that cannot be read`() throws {
    let store = try ObjectStore.open(storeOptions(files))
    let meals = "Title,Guest\nDinner,Bob\n"
    try store.take(meals, as: "meals.csv") { options in
      options.links = [ImportOptions.Link(column: "Guest", collection: "people", field: "Name")]
    }
    try store.fold()
    expectEqual(store.snapshot.model["Meal"]?.relationships.count, 1)
    try damage(Self.people, "Name: Bob", with: "Name Bob")
    try expectRefusal(meals, "cannot find all people") { options in
      (options.collection, options.match) = ("meals", "Title")
      options.links = [ImportOptions.Link(column: "Guest", collection: "people", field: "Name")]
    }
  }

  @Test func `finds no record that its own export names, so it is refused`() throws {
    let store = try ObjectStore.open(storeOptions(files))
    let exported = [
      (name: "model.rec", text: ExportedModel(store.snapshot).text),
      (name: "people.csv", text: try store.export("Person", as: .csv)),
    ]
    try damage(Self.people, "Name: Bob", with: "Name Bob")
    let damaged = try ObjectStore.open(storeOptions(files))
    let error = #expect(throws: InterchangeError.self) { try damaged.take(export: exported) }
    expectTrue("\(String(describing: error))".contains("people"), "\(String(describing: error))")
  }

  @Test func `finds no lost record in the folder of a former name, so it is refused`() throws {
    let model = String(decoding: try files.read("/store/model/1.rec"), as: UTF8.self)
    try files.replace(
      "/store/model/1.rec",
      with: Array(
        model.replacing("%rec: Person", with: "%rec: Human\n%formerly: Person").utf8))
    try files.replace(Self.people, with: [])
    try expectRefusal(Self.table, "data/Person/0000.rec") { options in
      (options.collection, options.match) = ("people", "Code")
    }
  }
}
