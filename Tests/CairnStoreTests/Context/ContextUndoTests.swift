import CairnStore
import Testing

// S18
@Suite struct `Undo of unsaved edits` {
  let store: ObjectStore
  let context: ObjectContext
  let book: Record

  init() throws {
    store = try Library.emptyStore()
    context = store.newContext()
    book = try context.create("Book")
    book["Title"] = .text("Zoo")
    try context.save()
  }

  @Test func `goes back edit by edit, and redo forth again`() throws {
    book["Rating"] = .integer(1)
    book["Rating"] = .integer(2)
    try context.undo()
    #expect(book["Rating"] == .integer(1))
    try context.undo()
    #expect(book["Rating"] == nil)
    #expect(!context.hasChanges)
    #expect(!context.canUndo)
    #expect(throws: StoreError.self) { try context.undo() }
    try context.redo()
    try context.redo()
    #expect(book["Rating"] == .integer(2))
    #expect(throws: StoreError.self) { try context.redo() }
  }

  @Test func `takes a group as one step`() throws {
    try context.undoGroup {
      book["Rating"] = .integer(1)
      try context.undoGroup { try context.create("Writer")["Name"] = .text("Ann") }
    }
    #expect(context.changes.count == 2)
    try context.undo()
    #expect(!context.hasChanges)
    try context.redo()
    #expect(context.changes.count == 2)
    context.undoGroup {}
    #expect(context.canUndo)
  }

  @Test func `takes back a deletion with all that it cleared`() throws {
    let writer = try context.create("Writer")
    writer["Name"] = .text("Ann")
    writer.setLinks("Books", [book])
    let chapter = try context.create("Chapter")
    chapter["Book"] = .link(book.id.key)
    try context.save()
    try context.delete([writer.id, book.id])
    #expect(chapter.isDeleted)
    try context.undo()
    #expect(!context.hasChanges)
    #expect(writer.links("Books").map(\.id) == [book.id])
    try context.redo()
    try context.save()
    #expect(store.snapshot.row(chapter.id) == nil)
  }

  @Test func `ends at a save, after which the store takes back`() throws {
    book["Rating"] = .integer(1)
    try context.save()
    #expect(!context.canUndo)
    try store.undo()
    context.mergeChanges()
    #expect(book["Rating"] == nil)
  }

  @Test func `forgets what was taken back once something else is edited`() throws {
    book["Rating"] = .integer(1)
    try context.undo()
    book["Rating"] = .integer(2)
    #expect(!context.canRedo)
  }

  @Test func `keeps what others added to a list meanwhile`() throws {
    let other = store.newContext()
    book["Tags"] = .list([.text("mine")])
    other.object(with: book.id)["Tags"] = .list([.text("theirs")])
    try other.save()
    context.mergeChanges()
    #expect(book["Tags"] == .list([.text("theirs"), .text("mine")]))
    try context.undo()
    #expect(book["Tags"] == .list([.text("theirs")]))
    #expect(!context.hasChanges)
  }

  @Test func `keeps no more groups than it may`() throws {
    context.undoLimit = 2
    for rating in 1...4 as ClosedRange<Int64> { book["Rating"] = .integer(rating) }
    try context.undo()
    try context.undo()
    #expect(book["Rating"] == .integer(2))
    #expect(!context.canUndo)
    context.undoLimit = 0
    book["Rating"] = .integer(5)
    #expect(!context.canUndo)
  }
}
