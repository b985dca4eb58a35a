import CairnStore
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
    #expect(try books.count == 1)
    #expect(child.object(with: try books[0])["Title"] == .text("Zoo"))
    #expect(!child.hasChanges)
    try parent.create("Book")
    #expect(try books.count == 1)
    child.mergeChanges()
    #expect(try books.count == 2)
  }

  @Test func `saves one level up, without writing and without lasting ids`() throws {
    let version = store.snapshot.version
    let book = child.object(with: try books[0])
    let writer = try child.create("Writer")
    writer["Name"] = .text("Ann")
    book["Author"] = .link(writer.id.key)
    #expect(parent.object(with: book.id)["Author"] == nil)
    #expect(try child.save() == nil)
    #expect(!child.hasChanges)
    #expect(book.link("Author") === writer)
    #expect(writer.id.isTemporary)
    #expect(parent.object(with: book.id).link("Author")?.title == "Ann")
    #expect(store.snapshot.version == version)
    try parent.save()
    #expect(!writer.id.isTemporary)
    #expect(store.snapshot.row(book.id)?["Author"] == .link(writer.id.key))
  }

  @Test func `leaves nothing when it is discarded`() throws {
    do {
      let form = parent.newChild()
      form.object(with: try books[0])["Title"] = .text("discarded")
      try form.create("Writer")
    }
    #expect(parent.changes.count == 1)
    #expect(parent.object(with: try books[0])["Title"] == .text("Zoo"))
  }

  @Test func `passes deletions on, with what they take along`() throws {
    let book = parent.object(with: try books[0])
    let chapter = try parent.create("Chapter")
    chapter["Book"] = .link(book.id.key)
    try parent.save()
    child.mergeChanges()
    try child.delete([book.id])
    #expect(child.object(with: chapter.id).isDeleted)
    #expect(!chapter.isDeleted)
    try child.save()
    #expect(book.isDeleted)
    #expect(chapter.isDeleted)
    #expect(Set(parent.changes.map(\.kind)) == [.delete])
    try parent.undo()
    #expect(!chapter.isDeleted)
  }

  @Test func `meets the parent's edits as conflicts, field by field`() throws {
    let id = try books[0]
    child.object(with: id)["Rating"] = .integer(1)
    parent.object(with: id)["Notes"] = .text("parent")
    try child.save()
    #expect(parent.object(with: id)["Notes"] == .text("parent"))
    #expect(child.object(with: id)["Notes"] == .text("parent"))
    child.object(with: id)["Rating"] = .integer(2)
    parent.object(with: id)["Rating"] = .integer(3)
    #expect(throws: StoreError.self) { try child.save() }
    child.conflictPolicy = .mergeByPropertyMine
    try child.save()
    #expect(parent.object(with: id)["Rating"] == .integer(2))
  }

  @Test func `checks before it passes on, what the parent has not saved included`() throws {
    parent.object(with: try books[0])["Slug"] = .text("zoo")
    child.mergeChanges()
    let book = try child.create("Book")
    book["Slug"] = .text("zoo")
    let error = try #require(throws: StoreError.self) { try child.save() }
    guard case .invalid(let issues) = error else { throw error }
    #expect(issues.map(\.field) == ["Title", "Slug"])
    #expect(parent.changes.count == 1)
  }

  @Test func `keeps its edits through the parent's save, under the new ids`() throws {
    let id = try books[0]
    let book = child.object(with: id)
    book["Rating"] = .integer(1)
    let writer = try child.create("Writer")
    writer["Name"] = .text("Ann")
    writer.setLinks("Books", [book])
    try parent.save()
    #expect(!book.id.isTemporary)
    #expect(book["Rating"] == .integer(1))
    #expect(writer.links("Books").map(\.id) == [book.id])
    try child.save()
    try parent.save()
    #expect(store.snapshot.row(book.id)?["Author"] == .link(writer.id.key))
    #expect(store.snapshot.row(book.id)?["Rating"] == .integer(1))
  }

  @Test func `may have a child`() throws {
    let grandchild = child.newChild()
    let id = try books[0]
    grandchild.object(with: id)["Rating"] = .integer(4)
    try grandchild.save()
    #expect(parent.object(with: id)["Rating"] == nil)
    try child.save()
    #expect(parent.object(with: id)["Rating"] == .integer(4))
  }
}
