import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

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
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let soup = try store.addRecipe("Soup")
    try store.commit(title: "link") { draft throws(StoreError) in
      let author = ObjectID(entity: "Author", key: try draft.mintKey(for: "Author"))
      draft.changes.append(RecordChange(id: author, kind: .insert, fields: []))
      draft.changes.append(
        RecordChange(
          id: ObjectID(entity: "Recipe", key: soup), kind: .update,
          fields: [FieldChange(name: "Author", old: nil, new: .link(author.key))]))
    }
    try files.makeFolder("/store/data/Author")
    try files.replace("/store/data/Author/0000.rec", with: Array("Id: p1\nName: Hand\n".utf8))
    try files.makeFolder("/store/data/Recipe")
    try files.replace(shard, with: Array("Id: p1\nName: Pie\n".utf8))
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

  @Test func `takes a favorite with it that was saved since`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    let favorite = Entity.favorite.name
    let urls = ["cairn://recipes/p1?tab=1", "cairn://recipes/p12", "cairn://authors/p1"]
    try store.commit(title: "favorite") { draft throws(StoreError) in
      for url in urls {
        let id = ObjectID(entity: favorite, key: try draft.mintKey(for: favorite))
        draft.changes.append(
          RecordChange(
            id: id, kind: .insert, fields: [FieldChange(name: "Url", old: nil, new: .text(url))]))
      }
    }
    try files.makeFolder("/store/data/Recipe")
    try files.replace(shard, with: Array("Id: p1\nName: Pie\n".utf8))
    try store.fold()
    let found = try store.snapshot.load(favorite).rows.map { $0["Url"]?.storedTexts[0] }
    expectEqual(found, ["cairn://recipes/p2?tab=1", "cairn://recipes/p12", "cairn://authors/p1"])
  }

  @Test func `takes the notes about its merge with it`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let ids = try ["Soup", "Soupe"].map { ObjectID(entity: "Recipe", key: try store.addRecipe($0)) }
    let context = store.newContext()
    try context.merge(MergePlan(merging: ids, in: context))
    try context.save()
    try files.makeFolder("/store/data/Recipe")
    try files.replace(shard, with: Array("Id: p1\nName: Pie\n".utf8))
    try store.fold()
    let entity = try #require(store.snapshot.model["Recipe"])
    let notes = try store.snapshot.mergedRecords(of: entity)
    expectEqual(notes.map { "\($0.id.key) \($0.kept)" }, ["p3 p3", "p2 p3"])
    try expectEqual(store.verify(), [])
  }

  @Test func `takes the notes with it after a new name of the collection`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let ids = try ["Soup", "Soupe"].map { ObjectID(entity: "Recipe", key: try store.addRecipe($0)) }
    let context = store.newContext()
    try context.merge(MergePlan(merging: ids, in: context))
    try context.save()
    try store.updateModel { model throws(StoreError) in
      try model.renaming(entity: "Recipe", to: "Dish")
    }
    try files.makeFolder("/store/data/Recipe")
    try files.replace(shard, with: Array("Id: p1\nName: Pie\n".utf8))
    try store.fold()
    let entity = try #require(store.snapshot.model["Dish"])
    let notes = try store.snapshot.mergedRecords(of: entity)
    expectEqual(notes.map { "\($0.id.key) \($0.kept)" }, ["p3 p3", "p2 p3"])
  }

  // Everything but the key may be equal, or the title.
  @Test(arguments: ["Name: Soup\nNotes: theirs\n", "Name: Soup\nRating: 2\n"])
  func `is another record even with the same title`(fields: String) throws {
    let text = String(decoding: try files.read(shard), as: UTF8.self)
    let own = text.replacing("Name: Pie\nRating: 1\n", with: fields)
    try files.replace(shard, with: Array(own.utf8))
    try store.fold()
    expectEqual(try names(store), ["p1 First", "p2 Soup", "p3 Soup"])
    expectEqual(store.recipe(RecordKey(sequence: 3), "Notes"), .text("mine"))
    expectEqual(store.recipe(soup, "Notes"), fields.contains("theirs") ? .text("theirs") : nil)
  }

  @Test(arguments: [false, true])
  func `is not changed in its place`(isSeen: Bool) throws {
    if isSeen { try store.refresh() }
    var count: Int?
    try store.commitUnchecked(title: "change") { draft throws(StoreError) in
      count = draft.snapshot.table("Recipe")?.count
      draft.changes.append(
        RecordChange(
          id: ObjectID(entity: "Recipe", key: soup), kind: .update,
          fields: [FieldChange(name: "Rating", old: .integer(1), new: .integer(2))]))
    }
    // The save found both records, and its change is about the one in the file.
    expectEqual(count, 3)
    expectEqual(store.recipe(soup, "Rating"), .integer(2))
    for store in [store, try ObjectStore.open(Fixture.options(files))] {
      try store.fold()
      expectEqual(try names(store), ["p1 First", "p2 Pie", "p3 Soup"])
      expectEqual(store.recipe(soup, "Rating"), .integer(2))
      expectEqual(store.recipe(RecordKey(sequence: 3), "Rating"), .integer(5))
    }
    try expectEqual(store.verify(), [])
  }

  @Test func `is shown by a process that cannot write, under another key`() throws {
    var options = Fixture.options(files)
    options.isReadOnly = true
    let reader = try ObjectStore.open(options)
    try expectBoth(reader)
    try reader.backUp(to: "/backup.tar", on: files)
    var copy = Fixture.options(files)
    copy.folder = "/copy"
    try ObjectStore.restore(copy, from: "/backup.tar", on: files)
    try expectBoth(ObjectStore.open(copy))
    // The writer gives it a key, and the reader takes that one.
    try store.refresh()
    try store.addRecipe("Last")
    try reader.refresh()
    expectEqual(try names(reader), ["p1 First", "p2 Pie", "p3 Soup", "p4 Last"])
    try store.fold()
    try reader.refresh()
    expectEqual(try names(reader), ["p1 First", "p2 Pie", "p3 Soup", "p4 Last"])
  }

  @Test(arguments: [false, true])
  func `does not hide the other one from verify`(hasMoved: Bool) throws {
    if hasMoved { try store.refresh() }
    let edits = try store.foreignEdits()
    expectEqual(edits.map(\.description), ["data/Recipe/0000.rec: 1 record added (p2)"])
  }

  @Test func `is followed by an undo of its changes, and the move is left out`() throws {
    try store.fold()
    try expectEqual(store.undo().title, "Undo Edit")
    expectEqual(store.recipe(RecordKey(sequence: 3), "Notes"), nil)
    try expectEqual(store.undo().title, "Undo Edit")
    expectEqual(store.recipe(RecordKey(sequence: 3), "Rating"), .integer(4))
    try expectEqual(store.undo().title, "Undo Add Soup")
    expectEqual(try names(store), ["p1 First", "p2 Pie"])
    try expectEqual(store.redo().title, "Redo Add Soup")
    expectEqual(try names(store), ["p1 First", "p2 Pie", "p3 Soup"])
    #expect(throws: StoreError.self) { try store.undo(5) }
  }

  @Test func `stays apart where a fold fails, and the same process folds again`() throws {
    var count = 0
    for call in 1...140 {
      let files = MemoryFileSystem()
      let store = try Fixture.makeStore(files)
      try store.addRecipe("First")
      try store.fold()
      let faulty = FaultyFileSystem(files, Fault(at: 60 + call, FileError.full, lasting: .once))
      let other = try ObjectStore.open(Fixture.options(faulty, seed: 2))
      guard let soup = try? other.addRecipe("Soup") else { continue }
      try? other.set(soup, "Notes", .text("mine"))
      let text = String(decoding: try files.read(shard), as: UTF8.self)
      try files.replace(shard, with: Array("\(text)\nId: p2\nName: Pie\n".utf8))
      try? other.fold()
      _ = try? other.refresh()
      // A failed sync ends all work with the store.
      guard (try? other.fold()) != nil else { continue }
      count += 1
      let hasNotes = try other.history().contains { $0.title == "Edit" }
      for store in [other, try ObjectStore.open(Fixture.options(files))] {
        // A move that could not be saved has used up a key.
        let rows = Array(try store.snapshot.load("Recipe").rows)
        expectEqual(
          rows.map { $0["Name"] }, [.text("First"), .text("Pie"), .text("Soup")], "call \(call)")
        expectEqual(store.recipe(soup, "Notes"), nil, "call \(call)")
        expectEqual(rows.last?["Notes"], hasNotes ? .text("mine") : nil, "call \(call)")
      }
    }
    expectTrue(count > 50)
  }

  @Test(arguments: [false, true])
  func `is followed by another process, with the changes before and after the move`(
    isDeletion: Bool
  ) throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let author = ObjectID(entity: "Author", key: RecordKey(sequence: 1))
    let recipe = try store.addRecipe("Soup")
    try store.fold()
    try store.commit(title: "link") { draft throws(StoreError) in
      let new = ObjectID(entity: "Author", key: try draft.mintKey(for: "Author"))
      draft.changes = [
        RecordChange(id: new, kind: .insert, fields: []),
        RecordChange(
          id: ObjectID(entity: "Recipe", key: recipe), kind: .update,
          fields: [FieldChange(name: "Author", old: nil, new: .link(new.key))]),
      ]
    }
    let follower = try ObjectStore.open(Fixture.options(files, seed: 2))
    expectEqual(follower.recipe(recipe, "Author"), .link(author.key))
    try files.makeFolder("/store/data/Author")
    try files.replace("/store/data/Author/0000.rec", with: Array("Id: p1\nName: Hand\n".utf8))
    // The follower reads the move and the save at once.
    try store.refresh()
    if isDeletion { try store.delete(recipe) } else { try store.set(recipe, "Author", nil) }
    try follower.refresh()
    if isDeletion {
      expectEqual(follower.snapshot.table("Recipe")?.count, 0)
    } else {
      expectEqual(follower.recipe(recipe, "Author"), nil)
    }
    expectEqual(follower.snapshot.table("Author")?.count, 2)
    try follower.fold()
    try expectEqual(ObjectStore.open(Fixture.options(files)).recipesAsText, follower.recipesAsText)
  }

  // A fold notes the keys of a file after it wrote it.
  @Test(arguments: ["Name: Broth\nRating: 5\nNotes: mine\n", "Name: Soup\nRating: 3\n"])
  func `is none that a killed fold wrote, whatever was edited since`(edited: String) throws {
    var count = 0
    for call in 60...160 {
      let files = MemoryFileSystem()
      let store = try Fixture.makeStore(files)
      let soup = try store.addRecipe("Soup", ["Rating": .integer(5), "Notes": .text("mine")])
      let faulty = FaultyFileSystem(files, Fault(at: 15 + call, FileError.full, lasting: .forever))
      try? ObjectStore.open(Fixture.options(faulty)).fold()
      let notes = "/store/.local/0000/written"
      guard try files.exists(notes), try !files.read(notes).isEmpty else { continue }
      count += 1
      try files.replace(shard, with: Array("%rec: Recipe\n\nId: p1\n\(edited)".utf8))
      let again = try ObjectStore.open(Fixture.options(files))
      try again.fold()
      expectEqual(try names(again), ["p1 \(edited.contains("Broth") ? "Broth" : "Soup")"])
      expectEqual(again.recipe(soup, "Rating"), .integer(edited.contains("3") ? 3 : 5))
      // A fold that ended before it removed the notes leaves that to the next one.
      try again.addRecipe("Next")
      try again.fold()
      try expectTrue(!files.exists(notes))
    }
    expectTrue(count > 0)
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
