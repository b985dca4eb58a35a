import CairnStore
import TestSupport
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
    expectEqual(book["Rating"], .integer(1))
    try context.undo()
    expectEqual(book["Rating"], nil)
    expectTrue(!context.hasChanges)
    expectTrue(!context.canUndo)
    #expect(throws: StoreError.self) { try context.undo() }
    try context.redo()
    try context.redo()
    expectEqual(book["Rating"], .integer(2))
    #expect(throws: StoreError.self) { try context.redo() }
  }

  @Test func `takes a group as one step`() throws {
    try context.undoGroup {
      book["Rating"] = .integer(1)
      try context.undoGroup { try context.create("Writer")["Name"] = .text("Ann") }
    }
    expectEqual(context.changes.count, 2)
    try context.undo()
    expectTrue(!context.hasChanges)
    try context.redo()
    expectEqual(context.changes.count, 2)
    context.undoGroup {}
    expectTrue(context.canUndo)
  }

  @Test func `takes back a deletion with all that it cleared`() throws {
    let writer = try context.create("Writer")
    writer["Name"] = .text("Ann")
    writer.setLinks("Books", [book])
    let chapter = try context.create("Chapter")
    chapter["Book"] = .link(book.id.key)
    try context.save()
    try context.delete([writer.id, book.id])
    expectTrue(chapter.isDeleted)
    try context.undo()
    expectTrue(!context.hasChanges)
    expectEqual(writer.links("Books").map(\.id), [book.id])
    try context.redo()
    try context.save()
    expectTrue(store.snapshot.row(chapter.id) == nil)
  }

  @Test func `ends at a save, after which the store takes back`() throws {
    book["Rating"] = .integer(1)
    try context.save()
    expectTrue(!context.canUndo)
    try store.undo()
    context.mergeChanges()
    expectEqual(book["Rating"], nil)
  }

  @Test func `forgets what was taken back once something else is edited`() throws {
    book["Rating"] = .integer(1)
    try context.undo()
    book["Rating"] = .integer(2)
    expectTrue(!context.canRedo)
  }

  @Test func `keeps what others added to a list meanwhile`() throws {
    let other = store.newContext()
    book["Tags"] = .list([.text("mine")])
    other.object(with: book.id)["Tags"] = .list([.text("theirs")])
    try other.save()
    context.mergeChanges()
    expectEqual(book["Tags"], .list([.text("theirs"), .text("mine")]))
    try context.undo()
    expectEqual(book["Tags"], .list([.text("theirs")]))
    expectTrue(!context.hasChanges)
  }

  @Test func `keeps no more groups than it may`() throws {
    context.undoLimit = 2
    for rating in 1...4 as ClosedRange<Int64> { book["Rating"] = .integer(rating) }
    try context.undo()
    try context.undo()
    expectEqual(book["Rating"], .integer(2))
    expectTrue(!context.canUndo)
    context.undoLimit = 0
    book["Rating"] = .integer(5)
    expectTrue(!context.canUndo)
  }
}
