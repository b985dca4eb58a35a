import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `What a fetch has to do first` {
  private func request(_ sorts: String, _ filter: String = "") throws -> FetchRequest {
    FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse(filter),
      sorts: try RecordSort.parse(sorts))
  }

  @Test func `is to sort what was not sorted before, and nothing else`() throws {
    var generator = SeededGenerator(seed: 3)
    let store = try RandomValues.library(&generator, books: 1100)
    func count(_ request: FetchRequest) throws -> Int {
      try store.snapshot.preparation(for: request, at: Library.clock)
    }
    try expectEqual(count(try request("")), 0)
    try expectEqual(count(try request("Title")), 1100)
    _ = try store.snapshot.fetch(try request("Title", "rating>2"), at: Library.clock)
    try expectEqual(count(try request("Title")), 0)
    try expectEqual(count(try request("-Title")), 1100)
    let rows = Array(try store.snapshot.load("Book").rows)
    let key = try #require(rows.first?.key)
    let context = store.newContext()
    let book = try context.existingObject(with: ObjectID(entity: "Book", key: key))
    book["Title"] = .text("another")
    try context.save(title: "change")
    expectTrue((1...512).contains(try count(try request("Title"))))
  }

  @Test func `is to read each record once for each field that is compared`() throws {
    let store = try Library.emptyStore()
    try Library.insert(
      "Book", (1...30).map { ["Title": .text("\($0)")] }, into: store)
    for (likeness, count) in [([["Title"]], 30), ([["Title", "Slug"], ["Notes"]], 90)] {
      var request = FetchRequest(entity: "Book")
      request.likeness = likeness.map { $0.map { FieldPath([$0]) } }
      try expectEqual(store.snapshot.preparation(for: request, at: Library.clock), count)
    }
  }

  @Test func `is refused for a field that isn't there`() throws {
    let store = try Library.emptyStore()
    #expect(throws: FilterError.self) {
      try store.snapshot.preparation(for: try request("Stars"), at: Library.clock)
    }
    #expect(throws: FilterError.self) {
      try store.snapshot.preparation(for: try request("", "Stars>1"), at: Library.clock)
    }
    #expect(throws: FilterError.self) {
      try store.snapshot.preparation(for: FetchRequest(entity: "Song"), at: Library.clock)
    }
  }

  @Test func `is to read files that weren't read, those at the other end of links too`() throws {
    let files = MemoryFileSystem()
    let options = Fixture.options(files)
    var store = try Fixture.makeStore(files)
    for number in 0..<600 { try store.addRecipe("Soup \(number)") }
    try store.fold()
    store = try ObjectStore.open(options)
    func count(_ entity: String, _ filter: String = "") throws -> Int {
      let request = FetchRequest(entity: entity, predicate: try RecordPredicate.parse(filter))
      return try store.snapshot.preparation(for: request, at: Library.clock)
    }
    let unread = try count("Author")
    try expectEqual(count("Recipe"), 1024)
    try expectEqual(count("Author", "-(has:Name OR Recipes.Name:x)"), unread + 1024)
    _ = try store.snapshot.fetch(FetchRequest(entity: "Recipe"), at: Library.clock)
    try expectEqual(count("Recipe"), 0)
    try expectEqual(count("Author", "Recipes.Name:x"), unread)
  }
}
