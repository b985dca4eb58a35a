import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// E6: what cannot be read is not taken for what is not there.
@Suite struct `Files that cannot be read` {
  private let memory = MemoryFileSystem()
  private let files: LockedAwayFileSystem
  private let writer: ObjectID
  private let books: [ObjectID]
  private let chapters: [ObjectID]

  init() throws {
    files = LockedAwayFileSystem(memory)
    let store = try ObjectStore.create(Self.options(memory), model: try Library.model)
    writer = try Library.insert(
      "Writer", [["Name": .text("Ann"), "Born": .integer(3)]], into: store)[0]
    books = try Library.insert(
      "Book",
      [
        ["Title": .text("Zoo"), "Slug": .text("zoo"), "Author": .link(writer.key)],
        ["Title": .text("Ant"), "Slug": .text("ant")],
      ], into: store)
    let book = Value.link(books[0].key)
    chapters = try Library.insert("Chapter", [["Book": book], ["Book": book]], into: store)
    let context = store.newContext()
    context.object(with: books[0]).setLinks("Chapters", chapters.reversed().map(context.object))
    try context.save()
    try store.fold()
    try store.close()
  }

  private static func options(_ files: any FileSystem) -> ObjectStore.Options {
    Fixture.options(files)
  }

  /// The store, in which the records of `entity` cannot be read.
  private func open(without entity: String) throws -> ObjectStore {
    files.lockAway(nil)
    let store = try ObjectStore.open(Self.options(files))
    files.lockAway("/store/data/\(entity)")
    return store
  }

  @Test func `are named by a check where a backup stops at them`() throws {
    try memory.makeFolder("/store/blobs")
    try memory.replace("/store/blobs/cover.png", with: [])
    files.lockAway(nil)
    let store = try ObjectStore.open(Self.options(files))
    files.lockAway("/store/blobs")
    #expect(throws: StoreError.self) { try store.backUp(to: "/all.tar", on: memory) }
    let damage = try store.verify().filter { $0.severity == .damage }
    expectEqual(damage.map(\.file), ["blobs/cover.png"])
  }

  @Test func `keep a record that they may be linked to from being deleted`() throws {
    let store = try open(without: "Chapter")
    let context = store.newContext()
    #expect(throws: StoreError.self) { try context.delete([books[0]]) }
    expectTrue(!context.object(with: books[0]).isDeleted)
    context.rollback()
    files.lockAway(nil)
    try context.delete([books[0]])
    try context.save()
    try expectEqual(store.snapshot.load("Chapter").count, 0)
  }

  @Test func `keep an order that they have a part in as it is`() throws {
    let store = try open(without: "Chapter")
    let context = store.newContext()
    let book = context.object(with: books[0])
    book.setLinks("Chapters", [context.object(with: chapters[0])])
    #expect(throws: StoreError.self) { try context.save() }
    files.lockAway(nil)
    #expect(throws: StoreError.self) { try context.save() }
    context.rollback()
    book["Title"] = .text("Zoology")
    try context.save()
    try expectEqual(
      store.snapshot.linkedKeys(of: books[0], "Chapters"), chapters.reversed().map(\.key))
  }

  @Test func `keep a value from being saved that they may have, too`() throws {
    let titles = (0..<600).map { ["Title": Value.text("Volume \($0)")] }
    let last = try #require(Library.insert("Book", titles, into: open(without: "none")).last)
    let store = try open(without: "Book/0000.rec")
    let context = store.newContext()
    context.object(with: last)["Slug"] = .text("zoo")
    #expect(throws: StoreError.self) { try context.save() }
    files.lockAway(nil)
    #expect(throws: StoreError.self) { try context.save() }
    context.object(with: last)["Slug"] = .text("volumes")
    try context.save()
    expectEqual(store.snapshot.row(last)?["Slug"], .text("volumes"))
  }

  @Test func `are no reason to find what a filter is not about`() throws {
    let store = try open(without: "Writer")
    for filter in ["-author.name:ann", "author.name:ann"] {
      let request = FetchRequest(
        entity: "Book", predicate: try RecordPredicate.parse(filter))
      #expect(throws: FilterError.self) { try store.snapshot.fetch(request, at: Library.clock) }
    }
    #expect(throws: StoreError.self) { try store.snapshot.linkedKeys(of: books[0], "Author") }
  }

  @Test func `are no reason to call a record deleted`() throws {
    let store = try open(without: "Writer")
    let resolution = store.snapshot.resolve("p1", in: "Writer", at: Library.clock)
    guard case .unavailable = resolution else {
      Issue.record("\(resolution)")
      return
    }
  }
}

@Suite struct `A save that goes on` {
  private let files = MemoryFileSystem()

  // S8
  @Test func `is no failure because the text cannot be written then`() throws {
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup")
    try store.fold()
    let editor = try files.open("/store/data/Recipe/0000.rec", .readWrite)
    try files.removeTree("/store/.local")
    try store.set(key, "Rating", .integer(4))
    withExtendedLifetime(editor) {}
    _ = consume editor
    try store.refresh()
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipe(key, "Rating"), .integer(4))
  }

  // E1
  @Test(arguments: ["\u{301}accent", "\u{FE0F}", "\u{200D}joined"])
  func `is there again whatever its title begins with`(title: String) throws {
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup")
    try store.set(key, "Rating", .integer(4), title: title)
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipe(key, "Rating"), .integer(4))
    try expectEqual(again.history(limit: 1).first?.title, title)
  }

  @Test func `folds though another process took the collection back`() throws {
    let store = try Fixture.makeStore(files)
    let album = Entity(
      name: "Album", properties: [.attribute(Attribute(name: "Title", type: .string))])
    try store.commit(title: "Import") { draft throws(StoreError) in
      try draft.updateModel(try ObjectModel(entities: draft.model.entities + [album]))
      try draft.insert([.text("Blue")], into: "Album")
    }
    let other = try ObjectStore.open(Fixture.options(files, seed: 9))
    try other.undo()
    try other.fold()
    expectEqual(other.snapshot.model["Album"], nil)
    try other.redo()
    let key = try other.commit(title: "Add") { draft throws(StoreError) in
      try draft.insert([.text("Hejira")], into: "Album")
    }?.changes.first?.id.key
    expectEqual(key, RecordKey(sequence: 2))
  }
}

@Suite struct `A store that was removed while it is open` {
  @Test func `leaves nothing behind, so that another can be made there`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup")
    try files.removeTree("/store")
    #expect(throws: StoreError.self) { try store.set(key, "Rating", .integer(4)) }
    #expect(throws: StoreError.self) { try store.close() }
    try expectTrue(!files.exists("/store"))
    try expectEqual(Fixture.makeStore(files).snapshot.load("Recipe").count, 0)
  }
}

@Suite struct `A model that a program is writing` {
  @Test func `is not taken for one without collections`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let text = try files.read("/store/model/1.rec")
    let editor = try files.open("/store/model/1.rec", .readWrite)
    try editor.truncate(to: 0)
    try store.refresh()
    expectTrue(store.snapshot.model["Recipe"] != nil)
    try editor.write(text + Array("\n%rec: Dish\n".utf8), at: 0)
    _ = consume editor
    try store.refresh()
    expectTrue(store.snapshot.model["Dish"] != nil)
  }
}
