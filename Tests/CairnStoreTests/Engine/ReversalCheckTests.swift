import CairnStore
import TestSupport
import Testing

/// S18: what is taken back must not break what others made of it since.
@Suite struct `Taking back a change` {
  private let store: ObjectStore
  private let book: ObjectID

  init() throws {
    store = try Library.emptyStore()
    book = try Library.insert(
      "Book", [["Title": .text("Zoo"), "Slug": .text("zoo")]], into: store)[0]
  }

  @Test func `brings no handle back that another record has by now`() throws {
    let context = store.newContext()
    try context.delete([book])
    let deletion = try #require(try context.save(title: "delete"))
    let other = try Library.insert(
      "Book", [["Title": .text("Other"), "Slug": .text("zoo")]], into: store)[0]
    #expect(throws: StoreError.self) { try store.undo(deletion.number) }
    #expect(store.snapshot.row(book) == nil)
    try store.undo()
    #expect(store.snapshot.row(other) == nil)
    try store.undo(deletion.number)
    #expect(store.snapshot.row(book)?["Slug"] == .text("zoo"))
  }

  @Test func `takes no record away that another links to by now`() throws {
    let number = store.snapshot.version
    let chapter = try Library.insert("Chapter", [["Book": .link(book.key)]], into: store)[0]
    let error = #expect(throws: StoreError.self) { try store.undo(number) }
    guard case .changedSince(_, [ChangedPlace(chapter, field: "Book")])? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(store.snapshot.row(book) != nil)
  }

  @Test func `names each record that links to what would go once, and counts the others`() throws {
    let shelves = try Library.insert("Shelf", [[:], [:]], into: store)
    let number = store.snapshot.version
    let links = Value.list(shelves.map { .link($0.key) })
    let books = try Library.insert(
      "Book", (1...6).map { ["Title": .text("\($0)"), "Shelves": links] }, into: store)
    let error = #expect(throws: StoreError.self) { try store.undo(number) }
    guard case .changedSince(_, let places)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(places == books.map { ChangedPlace($0, field: "Shelves") })
    #expect("\(try #require(error))".hasSuffix(" and 1 more record have changed since"))
  }
}
