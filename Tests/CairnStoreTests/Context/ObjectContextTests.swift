import CairnStore
import TestSupport
import Testing

@Suite struct `A context` {
  private func book(_ context: ObjectContext, _ title: String) throws -> Record {
    let book = try context.create("Book")
    book["Title"] = .text(title)
    return book
  }

  @Test func `shows edits at once and saves them as one change`() throws {
    let store = try Library.emptyStore()
    let context = store.newContext()
    let book = try book(context, "Zoo")
    let writer = try context.create("Writer")
    writer["Name"] = .text("Ann")
    book["Author"] = .link(writer.id.key)
    expectEqual(writer.links("Books").map(\.title), ["Zoo"])
    expectTrue(book.id.isTemporary)
    try expectEqual(store.snapshot.load("Book").count, 0)

    let transaction = try #require(try context.save(title: "Add Zoo"))
    expectEqual(transaction.changes.count, 2)
    expectEqual(book.id, ObjectID(entity: "Book", key: RecordKey(sequence: 1)))
    expectEqual(book.link("Author")?.title, "Ann")
    expectTrue(!context.hasChanges)
    try expectEqual(context.save(title: "nothing"), nil)
    expectEqual(store.snapshot.row(book.id)?["Author"], .link(writer.id.key))
  }

  @Test func `forgets its edits on rollback`() throws {
    let store = try Library.emptyStore()
    let context = store.newContext()
    let book = try book(context, "Zoo")
    context.rollback()
    expectTrue(book.isDeleted)
    expectTrue(!context.hasChanges)
    expectEqual(book["Title"], nil)
  }

  // S11
  @Test func `changes links from either side`() throws {
    let context = try Library.emptyStore().newContext()
    let books = try ["A", "B", "C"].map { try book(context, $0) }
    let (ann, bob) = (try context.create("Writer"), try context.create("Writer"))
    ann.setLinks("Books", [books[0], books[1]])
    bob.setLinks("Books", [books[1], books[2]])
    expectEqual(ann.links("Books").map(\.title), ["A"])
    expectEqual(books[1].link("Author")?.id, bob.id)
    bob.removeLink("Books", books[1])
    expectEqual(books[1]["Author"], nil)

    let shelf = try context.create("Shelf")
    shelf.setLinks("Books", books)
    expectEqual(books[0].links("Shelves").map(\.id), [shelf.id])
    books[0].removeLink("Shelves", shelf)
    expectEqual(shelf.links("Books").map(\.title), ["B", "C"])
  }

  @Test func `keeps a link of one to one between two`() throws {
    let context = try Library.emptyStore().newContext()
    let (ann, bob) = (try context.create("Writer"), try context.create("Writer"))
    let award = try context.create("Award")
    ann["Award"] = .link(award.id.key)
    expectEqual(award.link("Holder")?.id, ann.id)
    award["Holder"] = .link(bob.id.key)
    expectTrue(ann.link("Award") == nil)
    expectEqual(bob.link("Award")?.id, award.id)
    ann["Award"] = .link(award.id.key)
    expectTrue(bob.link("Award") == nil)
  }

  // S13
  @Test func `keeps the order of an ordered link, also over a save`() throws {
    let store = try Library.emptyStore()
    let context = store.newContext()
    let book = try book(context, "Zoo")
    let chapters = try ["one", "two", "three"].map { title in
      let chapter = try context.create("Chapter")
      chapter["Title"] = .text(title)
      return chapter
    }
    book.setLinks("Chapters", [chapters[2], chapters[0], chapters[1]])
    try context.save(title: "add")
    expectEqual(book.links("Chapters").map(\.title), ["three", "one", "two"])
    let late = try context.create("Chapter")
    late["Title"] = .text("late")
    late["Book"] = .link(book.id.key)
    book.removeLink("Chapters", chapters[0])
    expectEqual(book.links("Chapters").map(\.title), ["three", "two", "late"])
    try context.save(title: "change")
    let ids = try store.snapshot.links(of: book.id, "Chapters")
    expectEqual(ids, [chapters[2], chapters[1], late].map(\.id))
  }

  @Test func `takes in what others saved and keeps its own edits`() throws {
    let store = try Library.emptyStore()
    let ids = try Library.insert(
      "Book", [["Title": .text("Zoo")], ["Title": .text("Ant")]], into: store)
    let (mine, other) = (store.newContext(), store.newContext())
    mine.object(with: ids[0])["Title"] = .text("Mine")
    let theirs = try other.existingObject(with: ids[0])
    (theirs["Title"], theirs["Rating"]) = (.text("Theirs"), .integer(4))
    try other.save(title: "theirs")
    expectEqual(mine.object(with: ids[0])["Rating"], nil)
    expectTrue(mine.mergeChanges().isEmpty)
    expectEqual(mine.object(with: ids[0])["Rating"], .integer(4))
    expectEqual(mine.object(with: ids[0])["Title"], .text("Mine"))
    try mine.save(title: "mine")
    expectEqual(store.snapshot.row(ids[0])?["Title"], .text("Mine"))
    expectEqual(store.snapshot.row(ids[0])?["Rating"], .integer(4))
  }

  @Test func `cannot save a record that somebody deleted, and says which`() throws {
    let store = try Library.emptyStore()
    let ids = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)
    let (mine, other) = (store.newContext(), store.newContext())
    mine.object(with: ids[0])["Rating"] = .integer(1)
    try other.delete(ids)
    try other.save(title: "delete")
    #expect(throws: StoreError.self) { try mine.save(title: "mine") }
    expectTrue(mine.hasChanges)
    expectEqual(mine.mergeChanges(), ids)
  }

  @Test func `may delete what somebody else deleted`() throws {
    let store = try Library.emptyStore()
    let ids = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)
    let (mine, other) = (store.newContext(), store.newContext())
    mine.object(with: ids[0])["Rating"] = .integer(1)
    try mine.delete(ids)
    try other.delete(ids)
    try other.save(title: "delete")
    try expectEqual(mine.save(title: "delete too"), nil)
  }
}
