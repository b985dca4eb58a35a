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

/// A key that an editor used while a new record with it was only in the journal.
@Suite struct `A new record whose key another program used` {
  private let files = MemoryFileSystem()
  private let shard = "/store/data/Recipe/0000.rec"
  private let store: ObjectStore
  private let soup: RecordKey

  init() throws {
    store = try Fixture.makeStore(files)
    try store.addRecipe("First")
    try store.fold()
    soup = try store.addRecipe("Soup", ["Rating": .integer(4)])
    try store.set(soup, "Rating", .integer(5))
    try store.set(soup, "Notes", .text("mine"))
    expectEqual(soup.description, "p2")
    let text = String(decoding: try files.read(shard), as: UTF8.self)
    try files.replace(shard, with: Array("\(text)\nId: p2\nName: Pie\nRating: 1\n".utf8))
  }

  private func names(_ store: ObjectStore) throws -> [String] {
    try store.snapshot.load("Recipe").rows.map { "\($0.key) \($0["Name"]?.storedTexts[0] ?? "")" }
  }

  private func expectBoth(_ store: ObjectStore) throws {
    expectEqual(try names(store), ["p1 First", "p2 Pie", "p3 Soup"])
    expectEqual(store.recipe(RecordKey(sequence: 3), "Rating"), .integer(5))
    expectEqual(store.recipe(RecordKey(sequence: 3), "Notes"), .text("mine"))
    expectEqual(store.recipe(soup, "Rating"), .integer(1))
    expectEqual(store.recipe(soup, "Notes"), nil)
  }

  @Test(arguments: [false, true])
  func `moves to another key, and the record in the file keeps its own`(isSeen: Bool) throws {
    if isSeen { try store.refresh() }
    try store.fold()
    try expectBoth(store)
    try expectBoth(ObjectStore.open(Fixture.options(files)))
    try expectEqual(store.history().first?.title.hasPrefix("Move recipes/p2 to recipes/p3"), true)
    try expectEqual(store.addRecipe("Next").description, "p4")
    try store.fold()
    try expectEqual(store.verify(), [])
  }

  @Test func `is moved by a process that opens the store later`() throws {
    let other = try ObjectStore.open(Fixture.options(files))
    try other.fold()
    try expectBoth(other)
    try expectBoth(ObjectStore.open(Fixture.options(files)))
    try store.refresh()
    try store.fold()
    try expectBoth(store)
  }

  @Test func `takes links with it that were saved since`() throws {
    try store.commit(title: "link") { draft throws(StoreError) in
      let author = ObjectID(entity: "Author", key: try draft.mintKey(for: "Author"))
      draft.changes.append(RecordChange(id: author, kind: .insert, fields: []))
      draft.changes.append(
        RecordChange(
          id: ObjectID(entity: "Recipe", key: soup), kind: .update,
          fields: [FieldChange(name: "Author", old: nil, new: .link(author.key))]))
    }
    let text = "%rec: Author\n\nId: p1\nName: Hand\n"
    try files.makeFolder("/store/data/Author")
    try files.replace("/store/data/Author/0000.rec", with: Array(text.utf8))
    try store.set(RecordKey(sequence: 1), "Rating", .integer(3))
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    let moved = try #require(Array(try again.snapshot.load("Recipe").rows).last)
    expectEqual(moved["Name"], .text("Soup"))
    let author = try #require(moved["Author"].linkedKeys.first)
    expectEqual(author.description, "p2")
    expectTrue(again.snapshot.row(ObjectID(entity: "Author", key: author)) != nil)
    let hand = again.snapshot.row(ObjectID(entity: "Author", key: RecordKey(sequence: 1)))
    expectEqual(hand?["Name"], .text("Hand"))
  }

  @Test(arguments: 1...60)
  func `is moved once, wherever a fold is interrupted`(call: Int) throws {
    let faulty = FaultyFileSystem(files, Fault(at: 15 + call, FileError.full, lasting: .forever))
    try? ObjectStore.open(Fixture.options(faulty)).fold()
    let third = try ObjectStore.open(Fixture.options(files))
    try third.fold()
    try expectBoth(third)
  }
}
