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
    expectTrue(store.snapshot.row(book) == nil)
    try store.undo()
    expectTrue(store.snapshot.row(other) == nil)
    try store.undo(deletion.number)
    expectEqual(store.snapshot.row(book)?["Slug"], .text("zoo"))
  }

  @Test func `takes no record away that another links to by now`() throws {
    let number = store.snapshot.version
    let chapter = try Library.insert("Chapter", [["Book": .link(book.key)]], into: store)[0]
    let error = #expect(throws: StoreError.self) { try store.undo(number) }
    guard case .changedSince(_, [ChangedPlace(chapter, field: "Book")])? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectTrue(store.snapshot.row(book) != nil)
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
    expectEqual(places, books.map { ChangedPlace($0, field: "Shelves") })
    expectTrue("\(try #require(error))".hasSuffix(" and 1 more record have changed since"))
  }

  @Test(arguments: SeededGenerator.seeds(30))
  func `takes of a list back what it did, and leaves what others did since`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let shelves = try Library.insert("Shelf", (0..<6).map { _ in [:] }, into: store).map(\.key)
    func set(_ keys: Set<RecordKey>) throws -> Transaction? {
      let context = store.newContext()
      let links = keys.sorted().map(Value.link)
      try context.existingObject(with: book)["Shelves"] = links.isEmpty ? nil : .list(links)
      return try context.save(title: "put on shelves")
    }
    func present() -> Set<RecordKey> {
      guard case .list(let links)? = store.snapshot.row(book)?["Shelves"] else { return [] }
      return Set(links.compactMap { if case .link(let key) = $0 { key } else { nil } })
    }
    func some() -> Set<RecordKey> { Set(shelves.filter { _ in random.number(0...1) == 0 }) }
    let (before, after, later) = (some(), some(), some())
    _ = try set(before)
    guard let change = try set(after) else { return }
    _ = try set(later)
    let (added, removed) = (after.subtracting(before), before.subtracting(after))
    let goal = later.subtracting(added).union(removed)
    guard goal != later else {
      // Others took it back before.
      #expect(throws: StoreError.self) { try store.undo(change.number) }
      return
    }
    try store.undo(change.number)
    expectEqual(present(), goal)
    try store.redo()
    expectEqual(present(), later)
  }
}
