import CairnStore
import TestSupport
import Testing

// S7
@Suite struct `A child context` {
  let store: ObjectStore
  let parent: ObjectContext
  let child: ObjectContext

  init() throws {
    store = try Library.emptyStore()
    parent = store.newContext()
    try parent.create("Book")["Title"] = .text("Zoo")
    child = parent.newChild()
  }

  private var books: [ObjectID] {
    get throws {
      let request = FetchRequest(entity: "Book")
      return try child.fetch(request, at: Library.clock).map(\.id)
    }
  }

  @Test func `sees what the parent has not saved, also in a fetch`() throws {
    try expectEqual(books.count, 1)
    expectEqual(child.object(with: try books[0])["Title"], .text("Zoo"))
    expectTrue(!child.hasChanges)
    try parent.create("Book")
    try expectEqual(books.count, 1)
    child.mergeChanges()
    try expectEqual(books.count, 2)
  }

  @Test func `saves one level up, without writing and without lasting ids`() throws {
    let version = store.snapshot.version
    let book = child.object(with: try books[0])
    let writer = try child.create("Writer")
    writer["Name"] = .text("Ann")
    book["Author"] = .link(writer.id.key)
    expectEqual(parent.object(with: book.id)["Author"], nil)
    try expectEqual(child.save(), nil)
    expectTrue(!child.hasChanges)
    expectTrue(book.link("Author") === writer)
    expectTrue(writer.id.isTemporary)
    expectEqual(parent.object(with: book.id).link("Author")?.title, "Ann")
    expectEqual(store.snapshot.version, version)
    try parent.save()
    expectTrue(!writer.id.isTemporary)
    expectEqual(store.snapshot.row(book.id)?["Author"], .link(writer.id.key))
  }

  @Test func `leaves nothing when it is discarded`() throws {
    do {
      let form = parent.newChild()
      form.object(with: try books[0])["Title"] = .text("discarded")
      try form.create("Writer")
    }
    expectEqual(parent.changes.count, 1)
    expectEqual(parent.object(with: try books[0])["Title"], .text("Zoo"))
  }

  @Test func `passes deletions on, with what they take along`() throws {
    let book = parent.object(with: try books[0])
    let chapter = try parent.create("Chapter")
    chapter["Book"] = .link(book.id.key)
    try parent.save()
    child.mergeChanges()
    try child.delete([book.id])
    expectTrue(child.object(with: chapter.id).isDeleted)
    expectTrue(!chapter.isDeleted)
    try child.save()
    expectTrue(book.isDeleted)
    expectTrue(chapter.isDeleted)
    expectEqual(Set(parent.changes.map(\.kind)), [.delete])
    try parent.undo()
    expectTrue(!chapter.isDeleted)
  }

  @Test func `meets the parent's edits as conflicts, field by field`() throws {
    let id = try books[0]
    child.object(with: id)["Rating"] = .integer(1)
    parent.object(with: id)["Notes"] = .text("parent")
    try child.save()
    expectEqual(parent.object(with: id)["Notes"], .text("parent"))
    expectEqual(child.object(with: id)["Notes"], .text("parent"))
    child.object(with: id)["Rating"] = .integer(2)
    parent.object(with: id)["Rating"] = .integer(3)
    #expect(throws: StoreError.self) { try child.save() }
    child.conflictPolicy = .mergeByPropertyMine
    try child.save()
    expectEqual(parent.object(with: id)["Rating"], .integer(2))
  }

  @Test func `checks before it passes on, what the parent has not saved included`() throws {
    parent.object(with: try books[0])["Slug"] = .text("zoo")
    child.mergeChanges()
    let book = try child.create("Book")
    book["Slug"] = .text("zoo")
    let error = try #require(throws: StoreError.self) { try child.save() }
    guard case .invalid(let issues) = error else { throw error }
    expectEqual(issues.map(\.field), ["Title", "Slug"])
    expectEqual(parent.changes.count, 1)
  }

  @Test func `keeps its edits through the parent's save, under the new ids`() throws {
    let id = try books[0]
    let book = child.object(with: id)
    book["Rating"] = .integer(1)
    let writer = try child.create("Writer")
    writer["Name"] = .text("Ann")
    writer.setLinks("Books", [book])
    try parent.save()
    expectTrue(!book.id.isTemporary)
    expectEqual(book["Rating"], .integer(1))
    expectEqual(writer.links("Books").map(\.id), [book.id])
    try child.save()
    try parent.save()
    expectEqual(store.snapshot.row(book.id)?["Author"], .link(writer.id.key))
    expectEqual(store.snapshot.row(book.id)?["Rating"], .integer(1))
  }

  @Test func `may have a child`() throws {
    let grandchild = child.newChild()
    let id = try books[0]
    grandchild.object(with: id)["Rating"] = .integer(4)
    try grandchild.save()
    expectEqual(parent.object(with: id)["Rating"], nil)
    try child.save()
    expectEqual(parent.object(with: id)["Rating"], .integer(4))
  }
}
