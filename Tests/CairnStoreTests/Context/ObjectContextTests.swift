import CairnStore
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
    #expect(writer.links("Books").map(\.title) == ["Zoo"])
    #expect(book.id.isTemporary)
    #expect(try store.snapshot.load("Book").count == 0)

    let transaction = try #require(try context.save(title: "Add Zoo"))
    #expect(transaction.changes.count == 2)
    #expect(book.id == ObjectID(entity: "Book", key: RecordKey(sequence: 1)))
    #expect(book.link("Author")?.title == "Ann")
    #expect(!context.hasChanges)
    #expect(try context.save(title: "nothing") == nil)
    #expect(store.snapshot.row(book.id)?["Author"] == .link(writer.id.key))
  }

  @Test func `forgets its edits on rollback`() throws {
    let store = try Library.emptyStore()
    let context = store.newContext()
    let book = try book(context, "Zoo")
    context.rollback()
    #expect(book.isDeleted)
    #expect(!context.hasChanges)
    #expect(book["Title"] == nil)
  }

  // S11
  @Test func `changes links from either side`() throws {
    let context = try Library.emptyStore().newContext()
    let books = try ["A", "B", "C"].map { try book(context, $0) }
    let (ann, bob) = (try context.create("Writer"), try context.create("Writer"))
    ann.setLinks("Books", [books[0], books[1]])
    bob.setLinks("Books", [books[1], books[2]])
    #expect(ann.links("Books").map(\.title) == ["A"])
    #expect(books[1].link("Author")?.id == bob.id)
    bob.removeLink("Books", books[1])
    #expect(books[1]["Author"] == nil)

    let shelf = try context.create("Shelf")
    shelf.setLinks("Books", books)
    #expect(books[0].links("Shelves").map(\.id) == [shelf.id])
    books[0].removeLink("Shelves", shelf)
    #expect(shelf.links("Books").map(\.title) == ["B", "C"])
  }

  @Test func `keeps a link of one to one between two`() throws {
    let context = try Library.emptyStore().newContext()
    let (ann, bob) = (try context.create("Writer"), try context.create("Writer"))
    let award = try context.create("Award")
    ann["Award"] = .link(award.id.key)
    #expect(award.link("Holder")?.id == ann.id)
    award["Holder"] = .link(bob.id.key)
    #expect(ann.link("Award") == nil)
    #expect(bob.link("Award")?.id == award.id)
    ann["Award"] = .link(award.id.key)
    #expect(bob.link("Award") == nil)
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
    #expect(book.links("Chapters").map(\.title) == ["three", "one", "two"])
    let late = try context.create("Chapter")
    late["Title"] = .text("late")
    late["Book"] = .link(book.id.key)
    book.removeLink("Chapters", chapters[0])
    #expect(book.links("Chapters").map(\.title) == ["three", "two", "late"])
    try context.save(title: "change")
    let keys = try store.snapshot.links(of: book.id, "Chapters")
    #expect(keys == [chapters[2], chapters[1], late].map(\.id.key))
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
    #expect(mine.object(with: ids[0])["Rating"] == nil)
    #expect(mine.mergeChanges().isEmpty)
    #expect(mine.object(with: ids[0])["Rating"] == .integer(4))
    #expect(mine.object(with: ids[0])["Title"] == .text("Mine"))
    try mine.save(title: "mine")
    #expect(store.snapshot.row(ids[0])?["Title"] == .text("Mine"))
    #expect(store.snapshot.row(ids[0])?["Rating"] == .integer(4))
  }

  @Test func `cannot save a record that somebody deleted, and says which`() throws {
    let store = try Library.emptyStore()
    let ids = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)
    let (mine, other) = (store.newContext(), store.newContext())
    mine.object(with: ids[0])["Rating"] = .integer(1)
    try other.delete(ids)
    try other.save(title: "delete")
    #expect(throws: StoreError.self) { try mine.save(title: "mine") }
    #expect(mine.hasChanges)
    #expect(mine.mergeChanges() == ids)
  }

  @Test func `may delete what somebody else deleted`() throws {
    let store = try Library.emptyStore()
    let ids = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)
    let (mine, other) = (store.newContext(), store.newContext())
    mine.object(with: ids[0])["Rating"] = .integer(1)
    try mine.delete(ids)
    try other.delete(ids)
    try other.save(title: "delete")
    #expect(try mine.save(title: "delete too") == nil)
  }
}
