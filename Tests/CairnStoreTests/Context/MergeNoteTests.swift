import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The notes about a merge` {
  private func merge(_ keys: [String], in store: ObjectStore) throws {
    let context = store.newContext()
    let ids = keys.compactMap { RecordKey($0) }.map { ObjectID(entity: "Person", key: $0) }
    try context.merge(MergePlan(merging: ids, in: context))
    try context.save(title: "merge")
  }

  private func store(_ files: MemoryFileSystem) throws -> ObjectStore {
    var person = Entity(
      name: "Person",
      properties: [
        .attribute(Attribute(name: "Name", type: .string)),
        .attribute(Attribute(name: "Note", type: .text)),
      ])
    person.title = "Name"
    let store = try ObjectStore.create(
      .init(folder: "/store", fileSystem: files, clock: { Library.clock.now }),
      model: try ObjectModel(entities: [person]))
    try store.commit(title: "add") { draft throws(StoreError) in
      try draft.insert(
        [.text("Ann"), .text(String(repeating: "long ", count: 100))], into: "Person")
      try draft.insert([.text("Anna"), nil], into: "Person")
    }
    return store
  }

  private func notes(_ store: ObjectStore) throws -> [String] {
    let entity = try #require(store.snapshot.model["Person"])
    return try store.snapshot.mergedRecords(of: entity).map { note in
      "\(note.id.key) \(note.kept) \(note.texts["Name"] ?? [])"
    }
  }

  @Test func `name the kept record and the earlier values, and are in a file of their own`() throws
  {
    let files = MemoryFileSystem()
    let store = try store(files)
    try merge(["p1", "p2"], in: store)
    try expectEqual(notes(store), [#"p1 p1 ["Ann"]"#, #"p2 p1 ["Anna"]"#])
    try store.fold()
    let text = String(decoding: try files.read("/store/merges.rec"), as: UTF8.self)
    expectTrue(text.contains("Values: Name: Anna\n"), text)
    expectTrue(!text.contains("long long"), text)
    let again = try ObjectStore.open(
      .init(folder: "/store", fileSystem: files, clock: { Library.clock.now }))
    try expectEqual(notes(again), [#"p1 p1 ["Ann"]"#, #"p2 p1 ["Anna"]"#])
    try expectEqual(again.verify(), [])
  }

  @Test func `are gone after an undo`() throws {
    let store = try store(MemoryFileSystem())
    try merge(["p1", "p2"], in: store)
    try store.undo()
    try expectEqual(notes(store), [])
    try expectEqual(store.snapshot.count(of: "Person"), 2)
    try store.redo()
    try expectEqual(notes(store).count, 2)
  }

  @Test func `make an older program refuse to write the store`() throws {
    let files = MemoryFileSystem()
    let store = try store(files)
    let before = String(decoding: try files.read("/store/STORE"), as: UTF8.self)
    expectTrue(!before.contains("merges"), before)
    try merge(["p1", "p2"], in: store)
    let after = String(decoding: try files.read("/store/STORE"), as: UTF8.self)
    expectTrue(after.contains("Needs: merges\n"), after)
  }

  @Test func `go with the kept record, and an undo restores them`() throws {
    let files = MemoryFileSystem()
    let store = try store(files)
    try merge(["p1", "p2"], in: store)
    let context = store.newContext()
    try context.delete([ObjectID(entity: "Person", key: try #require(RecordKey("p1")))])
    try context.save()
    try expectEqual(notes(store), [])
    try store.fold()
    let bytes = (try? files.read("/store/merges.rec")) ?? []
    expectTrue(!String(decoding: bytes, as: UTF8.self).contains("Ann"))
    try store.undo()
    try expectEqual(notes(store), [#"p1 p1 ["Ann"]"#, #"p2 p1 ["Anna"]"#])
  }

  @Test(arguments: [[["p2", "p3"], ["p1", "p2"]], [["p1", "p2"], ["p1", "p3"]]])
  func `stand once for each record of several merges, and all of them go`(
    merges: [[String]]
  ) throws {
    let store = try store(MemoryFileSystem())
    try store.commit(title: "add") { draft throws(StoreError) in
      try draft.insert([.text("Annie"), nil], into: "Person")
    }
    for keys in merges { try merge(keys, in: store) }
    let found = try notes(store)
    expectEqual(found.count, 3)
    for name in ["Ann", "Anna", "Annie"] {
      expectEqual(found.count { $0.hasSuffix("[\"\(name)\"]") }, 1, "\(found)")
    }
    let context = store.newContext()
    try context.delete([ObjectID(entity: "Person", key: try #require(RecordKey("p1")))])
    try context.save()
    try expectEqual(notes(store), [])
  }

  @Test func `go when the store is compacted, if another program deleted the kept record`() throws {
    let files = MemoryFileSystem()
    let store = try store(files)
    try merge(["p1", "p2"], in: store)
    try store.compact()
    try expectEqual(notes(store).count, 2)
    let text = "%rec: Person\n\nId: p9\nName: Cy\n"
    try files.replace("/store/data/Person/0000.rec", with: Array(text.utf8))
    try store.refresh()
    try store.compact()
    try expectEqual(notes(store), [])
    let bytes = (try? files.read("/store/merges.rec")) ?? []
    expectTrue(!String(decoding: bytes, as: UTF8.self).contains("Ann"))
  }
}
