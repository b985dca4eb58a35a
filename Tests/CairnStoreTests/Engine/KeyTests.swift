import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// E9
@Suite struct `The key of a new record` {
  let files = MemoryFileSystem()

  private func write(_ shard: Int, _ text: String) throws {
    try files.makeFolder("/store/data/Recipe")
    try files.replace("/store/data/Recipe/000\(shard).rec", with: Array(text.utf8))
  }

  init() throws {
    try Fixture.makeStore(files).close()
    try write(0, "Id: p7\nName: Soup\n")
    try write(1, "Id: p600\nName: Cake\n")
    try ObjectStore.open(Fixture.options(files)).noteFiles()
  }

  @Test func `is above the mark that the store was given`() throws {
    let marks = String(decoding: try files.read("/store/ids/0000.rec"), as: UTF8.self)
    expectEqual(marks, "Entity: Recipe\nLast: p600\n")
    try files.remove("/store/data/Recipe/0001.rec")
    try expectEqual(ObjectStore.open(Fixture.options(files)).addRecipe("New").description, "p601")
  }

  @Test(arguments: [
    ("Id: p600\nName: Cake\n\nId: p604\nName: Mine\n", "p605"),
    ("Id: p600\nName: Cake\n\nId: p604\nName\n", "p605"),
    ("\n", "p601"),
  ])
  func `is above what a person wrote at the end`(text: String, key: String) throws {
    try write(1, text)
    try expectEqual(ObjectStore.open(Fixture.options(files)).addRecipe("New").description, key)
  }

  @Test func `is looked for in all files where there is no mark`() throws {
    try files.remove("/store/ids/0000.rec")
    try write(0, "Id: p7\nName: Soup\n\nId: p900\nName\n")
    try expectEqual(ObjectStore.open(Fixture.options(files)).addRecipe("New").description, "p901")
  }

  @Test func `is safe to mark for a store whose first change is an edit`() throws {
    try files.remove("/store/ids/0000.rec")
    try write(0, "Id: p7\nName: Soup\n\nId: p900\nName\n")
    let store = try ObjectStore.open(Fixture.options(files))
    try store.set(RecordKey(sequence: 7), "Rating", .integer(1))
    try store.close()
    let marks = String(decoding: try files.read("/store/ids/0000.rec"), as: UTF8.self)
    expectEqual(marks, "Entity: Recipe\nLast: p900\n")
  }

  /// A store whose highest records are gone from its text, and so are its marks.
  private func loseMarks(leaving marks: String?) throws -> ObjectStore {
    let store = try ObjectStore.open(Fixture.options(files))
    for name in ["A", "B", "C"] { try store.addRecipe(name) }
    try store.fold()
    for sequence in 601...603 { try store.delete(RecordKey(sequence: UInt64(sequence))) }
    try store.close()
    if let marks {
      try files.replace("/store/ids/0000.rec", with: Array(marks.utf8))
    } else {
      try files.removeTree("/store/ids")
    }
    return try ObjectStore.open(Fixture.options(files))
  }

  @Test(arguments: [nil, "", "Entity: Reci", "Entity: Recipe\nLast: p", "Entity: Author\n"])
  func `is above all that the history has where the marks are lost`(marks: String?) throws {
    let store = try loseMarks(leaving: marks)
    try expectEqual(store.addRecipe("New").description, "p604")
    try store.fold()
    let written = String(decoding: try files.read("/store/ids/0000.rec"), as: UTF8.self)
    expectEqual(written, "Entity: Recipe\nLast: p604\n")
  }

  @Test func `is above all that the history has after a fold that wrote no key`() throws {
    let store = try loseMarks(leaving: nil)
    try store.set(RecordKey(sequence: 7), "Rating", .integer(1))
    try store.close()
    let marks = String(decoding: try files.read("/store/ids/0000.rec"), as: UTF8.self)
    expectEqual(marks, "Entity: Recipe\nLast: p603\n")
  }

  @Test func `is above all that records are linked to where the marks are lost`() throws {
    let store = try ObjectStore.open(Fixture.options(files))
    try store.addRecipe("First")
    try store.close()
    try files.removeTree("/store/ids")
    try write(0, "Id: p7\nName: Soup\nAuthor: p40\n")
    let again = try ObjectStore.open(Fixture.options(files))
    var made: RecordKey?
    try again.commit(title: "Author") { draft throws(StoreError) in
      made = try draft.mintKey(for: "Author")
    }
    expectEqual(made?.description, "p41")
  }

  @Test(arguments: [("Id: p601\nName: Mine\n", "p602"), ("Id: p604\nName\n", "p605")])
  func `is above what an editor adds after the first key`(text: String, key: String) throws {
    let store = try ObjectStore.open(Fixture.options(files))
    var keys: [RecordKey] = []
    // The first draft reads the files. The second one must look at them again.
    try store.commit(title: "none") { draft throws(StoreError) in
      keys.append(try draft.mintKey(for: "Recipe"))
    }
    try write(1, "Id: p600\nName: Cake\n\n\(text)")
    keys.append(try store.addRecipe("New"))
    expectEqual(keys.map(\.description), ["p601", key])
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipe(keys[1], "Name"), .text("New"))
  }

  @Test func `is above what an editor adds to a file that didn't exist`() throws {
    try files.removeTree("/store/data/Recipe")
    try files.replace("/store/ids/0000.rec", with: Array("Entity: Recipe\nLast: p600\n".utf8))
    let store = try ObjectStore.open(Fixture.options(files))
    try expectEqual(store.addRecipe("A").description, "p601")
    try write(1, "Id: p602\nName: Mine\n")
    try expectEqual(store.addRecipe("B").description, "p603")
    try store.fold()
    expectTrue(try text(1).contains("Name: Mine"))
  }

  private func text(_ shard: Int) throws -> String {
    String(decoding: try files.read("/store/data/Recipe/000\(shard).rec"), as: UTF8.self)
  }

}
