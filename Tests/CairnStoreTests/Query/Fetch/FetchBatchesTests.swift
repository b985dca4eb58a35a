import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

extension FetchBatches {
  /// All that is left of them.
  fileprivate mutating func rest() throws -> [[Row]] {
    var all: [[Row]] = []
    while let batch = try next() { all.append(batch) }
    return all
  }
}

@Suite struct `Batches of a fetch` {
  // 1, 2
  @Test(arguments: SeededGenerator.seeds(25))
  func `are what a fetch finds, cut into equal parts`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let snapshot = try RandomValues.library(
      &generator, books: [0, 60, 1100][generator.number(0...2)]
    ).snapshot
    var predicates = TypedPredicates(generator: generator)
    for _ in 0..<12 {
      var request = FetchRequest(entity: "Book", offset: generator.number(0...2) * 7)
      if generator.number(0...2) > 0 { request.predicate = predicates.predicate(depth: 2) }
      if generator.number(0...3) == 0 { request.sorts = try RecordSort.parse("-Rating,Title") }
      if generator.number(0...5) == 0 { request.group = FieldPath(["Kind"]) }
      if generator.number(0...2) == 0 { request.limit = generator.number(0...20) }
      let size = [1, 7, 100, 512, 3000][generator.number(0...4)]
      let found = try snapshot.fetch(request, at: Library.clock).map(\.id)
      var batches = try snapshot.batches(of: size, request, at: Library.clock)
      let parts = try batches.rest()
      expectEqual(parts.flatMap { $0.map(\.id) }, found, "\(request)")
      expectTrue(parts.dropLast().allSatisfy { $0.count == size })
      expectTrue(parts.last.map { 1...size ~= $0.count } ?? true)
      try expectTrue(batches.next() == nil)
    }
  }

  @Test func `end where they are canceled, though few of many files have what is looked for`()
    throws
  {
    let files = MemoryFileSystem()
    let store = try ObjectStore.create(
      Fixture.options(files), modelText: "%rec: Dish\n%attribute: Name string\n")
    try store.commitUnchecked(title: "Many") { draft throws(StoreError) in
      for number in 0..<20_000 { try draft.insert([.text("dish \(number)")], into: "Dish") }
    }
    try store.fold()
    let snapshot = try ObjectStore.open(Fixture.options(files, seed: 2)).snapshot
    let request = FetchRequest(
      entity: "Dish", predicate: try RecordPredicate.parse("Name=\"dish 19999\""))
    var batches = try snapshot.batches(of: 512, request, at: Library.clock)
    var asked = 0
    let canceled = try batches.next {
      asked += 1
      return asked > 3
    }
    expectTrue(canceled == nil && asked == 4)
    try expectEqual(batches.next()?.map { $0["Name"] }, [.text("dish 19999")])
  }

  @Test func `of one record's links are in their order`() throws {
    let store = try Library.emptyStore()
    let book = try Library.insert("Book", [["Title": .text("b")]], into: store)[0]
    let chapters = try Library.insert(
      "Chapter", (0..<5).map { _ in ["Book": .link(book.key)] }, into: store)
    let request = FetchRequest(entity: "Chapter", origin: .init(book, "Chapters"))
    var batches = try store.snapshot.batches(of: 2, request, at: Library.clock)
    try expectEqual(
      batches.rest().map { $0.map(\.id) },
      [
        Array(chapters[0...1]), Array(chapters[2...3]), [chapters[4]],
      ])
  }

  @Test func `of what cannot be asked for are refused at once`() throws {
    let snapshot = try Library.emptyStore().snapshot
    for request in [
      FetchRequest(entity: "Nothing"),
      FetchRequest(entity: "Book", predicate: try RecordPredicate.parse("nothing:1")),
    ] {
      #expect(throws: FilterError.self) {
        try snapshot.batches(of: 1, request, at: Library.clock)
      }
    }
  }
}

@Suite struct `Batches in the order of keys` {
  let files = MemoryFileSystem()
  let keys: [RecordKey]
  let request = FetchRequest(entity: "Recipe")

  init() throws {
    keys = try makeSparseStore(files)
  }

  // 3
  @Test func `read the files of their records, and keep none`() throws {
    let watching = WatchingFileSystem(files)
    let snapshot = try ObjectStore.open(Fixture.options(watching, seed: 3)).snapshot
    var batches = try snapshot.batches(of: 3, request, at: Library.clock)
    weak let chunk = try batches.next()?.first?.chunk
    expectEqual(watching.shardsRead, ["0000.rec"])
    try expectEqual(batches.next()?.map(\.key), Array(keys[3...5]))
    expectEqual(watching.shardsRead, ["0000.rec", "0001.rec"])
    expectTrue(chunk == nil)
    try expectTrue(snapshot.lazyTable("Recipe").chunksRead.isEmpty)
    _ = try snapshot.load("Recipe")
    try expectEqual(batches.next()?.map(\.key), Array(keys[6...8]))
    expectEqual(watching.shardsRead.count, 8)
  }

  // L2, L5
  @Test(arguments: SeededGenerator.seeds(30))
  func `are of their snapshot, whoever saves and folds between them`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try ObjectStore.open(Fixture.options(files, seed: 3))
    let other = try ObjectStore.open(Fixture.options(files, seed: 4))
    let before = try ObjectStore.open(Fixture.options(files, seed: 5)).snapshot.load("Recipe").rows
      .map(outline)
    var batches = try store.snapshot.batches(of: 4, request, at: Library.clock)
    var seen: [String] = []
    while let batch = try batches.next() {
      seen += batch.map(outline)
      for _ in 0..<3 {
        let writer = generator.number(0...1) == 0 ? store : other
        try writer.refresh()
        try change(writer, &generator)
      }
    }
    expectEqual(seen, before)
  }

  private func outline(_ row: Row) -> String {
    let fields = ChunkDraft(row.chunk).fields(ofRow: row.index)
    return "\(row.key) \(fields.map { "\($0.name) \($0.value)" })"
  }

  private func change(_ store: ObjectStore, _ generator: inout SeededGenerator) throws {
    let key = keys[generator.number(0...keys.count - 1)]
    let exists = store.recipe(key, "Name") != nil
    switch generator.number(0...3) {
    case 0 where exists: try store.delete(key)
    case 1 where exists: try store.set(key, "Name", .text("New \(generator.number(0...99))"))
    case 2: try store.addRecipe("Added")
    default: try store.fold()
    }
  }
}
