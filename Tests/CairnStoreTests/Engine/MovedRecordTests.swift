import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// What refers to a record from before it moved to another key.
@Suite struct `A record that moved to another key` {
  private let files = MemoryFileSystem()
  private let store: ObjectStore
  private let soup = ObjectID(entity: "Recipe", key: RecordKey(sequence: 2))
  private let moved = ObjectID(entity: "Recipe", key: RecordKey(sequence: 3))

  init() throws {
    store = try Fixture.makeStore(files)
    try store.addRecipe("First")
    try store.fold()
    try store.addRecipe("Soup", ["Rating": .integer(4)])
  }

  /// Another program adds a record with the key of the soup.
  private func addPie(on files: MemoryFileSystem) {
    let shard = "/store/data/Recipe/0000.rec"
    let text = (try? files.read(shard)).map { String(decoding: $0, as: UTF8.self) }
    try? files.replace(shard, with: Array("\(text ?? "")\nId: p2\nName: Pie\nRating: 1\n".utf8))
  }

  @Test(arguments: ["before the save", "by the save", "before a merge"])
  func `is followed by unsaved edits, records in use and the undo of a context`(
    moment: String
  ) throws {
    let context = store.newContext()
    let record = context.object(with: soup)
    var told: [ObjectID: ObjectID] = [:]
    let observation = context.observeAssignedIDs { told.merge($0) { $1 } }
    record["Notes"] = .text("hot")
    record["Rating"] = .integer(5)
    addPie(on: files)
    if moment != "by the save" { try store.refresh() }
    if moment == "before a merge" {
      expectEqual(context.mergeChanges(), [])
      expectEqual(record.id, moved)
      try context.undo()
      expectEqual(record["Rating"], .integer(4))
      try context.redo()
    }
    try context.save()
    expectEqual(record.id, moved)
    expectEqual(told, [soup: moved])
    expectEqual(record["Name"], .text("Soup"))
    for store in [store, try ObjectStore.open(Fixture.options(files))] {
      expectEqual(store.recipe(moved.key, "Notes"), .text("hot"))
      expectEqual(store.recipe(moved.key, "Rating"), .integer(5))
      expectEqual(store.recipe(soup.key, "Name"), .text("Pie"))
      expectEqual(store.recipe(soup.key, "Rating"), .integer(1))
      expectEqual(store.recipe(soup.key, "Notes"), nil)
    }
    withExtendedLifetime(observation) {}
  }

  @Test func `is deleted by an unsaved deletion, and the record with its key stays`() throws {
    let context = store.newContext()
    try context.delete([soup])
    addPie(on: files)
    try context.save()
    expectEqual(
      try store.snapshot.load("Recipe").rows.map(\.id),
      [
        ObjectID(entity: "Recipe", key: RecordKey(sequence: 1)), soup,
      ])
    expectEqual(store.recipe(soup.key, "Name"), .text("Pie"))
  }

  @Test func `is linked by an unsaved link`() throws {
    let context = store.newContext()
    let author = try context.create("Author")
    author["Name"] = .text("Ada")
    author["Recipes"] = .list([.link(soup.key)])
    addPie(on: files)
    try context.save()
    expectEqual(store.recipe(moved.key, "Author"), .link(author.id.key))
    expectEqual(store.recipe(soup.key, "Author"), nil)
  }

  @Test func `has its present key in the history and in the content of an earlier time`() throws {
    let time = try #require(try store.history().first?.time)
    var options = Fixture.options(files)
    options.clock = { Timestamp(microseconds: time.microseconds + 1) }
    let later = try ObjectStore.open(options)
    try later.set(soup.key, "Rating", .integer(5))
    addPie(on: files)
    try later.refresh()
    try store.refresh()
    for store in [store, try ObjectStore.open(Fixture.options(files))] {
      var titles: [ObjectID: [String]] = [:]
      var history = try store.makeHistory()
      while let entry = try history.next() {
        for id in [soup, moved] where !entry.changes(of: id).isEmpty {
          expectTrue(entry.changes(of: id).contains { $0.id == id })
          titles[id, default: []].append(entry.title)
        }
      }
      let move = "Move recipes/p2 to recipes/p3: the file has another record"
      expectEqual(titles, [moved: [move, "Edit", "Add Soup"], soup: [move]])
      let earlier = try store.snapshot(at: time)
      expectEqual(earlier.row(moved)?["Name"], .text("Soup"))
      expectEqual(earlier.row(moved)?["Rating"], .integer(4))
      expectEqual(earlier.row(soup)?["Name"], .text("Pie"))
    }
  }

  @Test func `is followed by an undo that waits while it moves`() throws {
    try store.set(soup.key, "Rating", .integer(5))
    let files = files
    var isAdded = false
    try store.undo(noting: { _ in
      if !isAdded { addPie(on: files) }
      isAdded = true
    })
    expectEqual(store.recipe(moved.key, "Rating"), .integer(4))
    expectEqual(store.recipe(soup.key, "Rating"), .integer(1))
  }

  @Test func `keeps apart from a new record with the key that a read-only process chose`() throws {
    // The last key of a file: the next one is in another file, which the other save checks alone.
    let last = ObjectID(entity: "Recipe", key: RecordKey(sequence: 511))
    let add = { (id: ObjectID, name: String) throws in
      try store.commit(title: name) { draft throws(StoreError) in
        let name = FieldChange(name: "Name", old: nil, new: .text(name))
        draft.changes = [RecordChange(id: id, kind: .insert, fields: [name])]
      }
    }
    _ = try add(last, "Stew")
    let text = String(decoding: try files.read("/store/data/Recipe/0000.rec"), as: UTF8.self)
    try files.replace(
      "/store/data/Recipe/0000.rec", with: Array("\(text)\nId: p511\nName: Pie\n".utf8))
    var options = Fixture.options(files)
    options.isReadOnly = true
    let reader = try ObjectStore.open(options)
    let context = reader.newContext()
    let record = context.object(with: ObjectID(entity: "Recipe", key: RecordKey(sequence: 512)))
    expectEqual(record["Name"], .text("Stew"))
    _ = try add(ObjectID(entity: "Recipe", key: RecordKey(sequence: 512)), "Tea")
    try reader.refresh()
    let names = { (store: ObjectStore) throws in
      try store.snapshot.load("Recipe").rows.compactMap { row in
        (row["Name"]?.storedTexts.first).map { "\(row.key) \($0)" }
      }
    }
    expectEqual(
      try names(reader), ["p1 First", "p2 Soup", "p511 Pie", "p512 Tea", "p513 Stew"])
    context.mergeChanges()
    expectEqual(record["Name"], .text("Stew"))
    try store.refresh()
    expectEqual(try names(store), try names(reader))
    try reader.refresh()
    expectEqual(try names(store), try names(reader))
  }
}
