import CairnStore
import TestSupport
import Testing

// S3, S4
@Suite struct `The identity of a record` {
  let store: ObjectStore

  init() throws { store = try Library.emptyStore() }

  @Test func `is temporary until the save, replaced once, and told with old and new`() throws {
    let context = store.newContext()
    var heard: [[ObjectID: ObjectID]] = []
    let observation = context.observeAssignedIDs { heard.append($0) }
    let book = try context.create("Book")
    book["Title"] = .text("Zoo")
    let old = book.id
    expectTrue(old.isTemporary)
    expectEqual(old.description, "Book/t1")
    expectEqual(RecordKey("t1"), nil)
    try context.save()
    expectEqual(book.id, ObjectID(entity: "Book", key: RecordKey(sequence: 1)))
    expectEqual(heard, [[old: book.id]])
    expectTrue(context.object(with: old) === book)
    book["Rating"] = .integer(1)
    try context.save()
    expectEqual(heard.count, 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `is nothing to name a record by before it lasts`() throws {
    let context = store.newContext()
    let book = try context.create("Book")
    expectEqual(book.title, "new book")
    book["Title"] = .text("Zoo")
    expectEqual(book.title, "Zoo")
    let chapter = try context.create("Chapter")
    expectEqual(chapter.title, "new chapter")
    try context.save()
    expectEqual(chapter.title, "p1")
  }

  @Test func `is heard of no more once the observation is released`() throws {
    let context = store.newContext()
    var count = 0
    var observation: AssignmentObservation? = context.observeAssignedIDs { _ in count += 1 }
    try context.create("Writer")["Name"] = .text("Ann")
    try context.save()
    expectTrue(observation != nil)
    observation = nil
    try context.create("Writer")["Name"] = .text("Bob")
    try context.save()
    expectEqual(count, 1)
  }

  // S1
  @Test func `has one object in a context, another in another one`() throws {
    let id = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)[0]
    let context = store.newContext()
    let book = context.object(with: id)
    expectTrue(context.object(with: id) === book)
    try expectTrue(context.existingObject(with: id) === book)
    expectTrue(store.newContext().object(with: id) !== book)
  }

  @Test func `keeps no object that nobody holds`() throws {
    let ids = try Library.insert(
      "Book", (0..<300).map { ["Title": .text("\($0)")] }, into: store)
    let context = store.newContext()
    weak let first = context.object(with: ids[0])
    for id in ids { _ = context.object(with: id)["Title"] }
    expectTrue(first == nil)
  }

  @Test func `of nothing is a fault that fires to a deleted record, never a trap`() throws {
    let context = store.newContext()
    let missing = ObjectID(entity: "Book", key: RecordKey(sequence: 99))
    let book = context.object(with: missing)
    expectTrue(book.isFault)
    expectEqual(book["Title"], nil)
    expectTrue(book.isDeleted)
    book["Title"] = .text("x")
    book.setLinks("Shelves", [])
    expectTrue(!context.hasChanges)
    #expect(throws: StoreError.self) { try context.existingObject(with: missing) }
    let unknown = context.object(with: ObjectID(entity: "Nope", key: RecordKey(sequence: 1)))
    expectTrue(unknown.isDeleted)
    expectEqual(unknown["Title"], nil)
    expectTrue(unknown.links("Books").isEmpty)
    expectEqual(unknown.title, "p1")
  }

  @Test func `of a record that goes stays, its fields empty`() throws {
    let id = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)[0]
    let (context, other) = (store.newContext(), store.newContext())
    let book = context.object(with: id)
    expectEqual(book["Title"], .text("Zoo"))
    expectTrue(!book.isFault)
    try other.delete([id])
    try other.save()
    expectEqual(book["Title"], .text("Zoo"))
    context.mergeChanges()
    expectTrue(book.isDeleted)
    expectEqual(book["Title"], nil)
    let new = try context.create("Book")
    context.rollback()
    expectTrue(new.isDeleted)
    expectEqual(new["Title"], nil)
    #expect(throws: StoreError.self) { try new.delete() }
  }
}
