import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The history` {
  let files = MemoryFileSystem()
  let clock = Clock()
  let store: ObjectStore

  init() throws {
    var options = Fixture.options(files)
    let clock = clock
    clock.set(days: 1)
    options.clock = { clock.now }
    store = try ObjectStore.create(options, modelText: Fixture.modelText)
  }

  private func day(_ number: Int) -> Timestamp {
    Timestamp(microseconds: Int64(number) * Timestamp.day)
  }

  @Test func `counts what came, changed and went, the newest change first`() throws {
    let key = try store.addRecipe("Soup", ["Notes": .text("%new Recipe/p9\n%end 1 2 3")])
    try store.set(key, "Rating", .integer(3))
    try store.fold()
    try store.delete(key)
    var history = try store.makeHistory()
    var found: [[Int]] = []
    while let entry = try history.next() {
      expectEqual(entry.transaction?.number, entry.number)
      expectTrue(entry.touches(entity: "Recipe"))
      expectTrue(!entry.touches(entity: "Rec"))
      found.append([
        Int(entry.number), entry.insertedCount, entry.updatedCount, entry.deletedCount,
      ])
    }
    expectEqual(found, [[3, 0, 0, 1], [2, 0, 1, 0], [1, 1, 0, 0]])
  }

  @Test(arguments: [("é", 240), ("é", 241), ("x", 100_000)])
  func `has the beginning of a title that is very long`(letter: String, count: Int) throws {
    let key = try store.addRecipe("Soup")
    let title = String(repeating: letter, count: count)
    try store.set(key, "Rating", .integer(3), title: title)
    let kept = try #require(try store.history().first).title
    expectEqual(kept.count, 240)
    expectTrue(kept == title || kept.hasSuffix("…"))
    expectTrue(title.hasPrefix(kept.prefix(239)))
    try store.fold()
    try expectEqual(ObjectStore.open(Fixture.options(files)).history().first?.title, kept)
    try expectTrue(store.undo().title.hasPrefix("Undo "))
    expectEqual(store.recipe(key, "Rating"), nil)
  }

  @Test(arguments: [1, 4, 9, 10, 11, 40, 41, 1000] as [UInt64])
  func `begins with the change that is asked for, wherever it lies`(number: UInt64) throws {
    for step in 1...40 {
      try store.addRecipe("\(step)")
      if step % 10 == 0 { try store.fold() }
    }
    var history = try store.makeHistory(upTo: number)
    for expected in (1...min(number, 40)).reversed() {
      try expectEqual(history.next()?.number, expected)
    }
    try expectEqual(history.nextSummary(), nil)
    var none = try store.makeHistory(upTo: 0)
    try expectEqual(none.nextSummary(), nil)
  }

  @Test func `has the part of one record in a change of many`() throws {
    try store.commit(title: "Many") { draft throws(StoreError) in
      for number in 1...20 {
        var values = [Value?](repeating: nil, count: 12)
        values[0] = .text("Dish \(number)")
        values[1] = number == 10 ? .integer(4) : nil
        try draft.insert(values, into: "Recipe")
      }
    }
    var history = try store.makeHistory()
    let entry = try #require(try history.next())
    let whole = try #require(entry.transaction).changes
    for change in whole { expectEqual(entry.changes(of: change.id), [change]) }
    expectEqual(whole.count, 20)
    let other = ObjectID(entity: "Recipe", key: RecordKey(sequence: 21))
    expectTrue(entry.changes(of: other).isEmpty)
    expectTrue(entry.changes(of: ObjectID(entity: "Author", key: RecordKey(sequence: 1))).isEmpty)
  }

  @Test func `shows the content of each moment, deleted records included`() throws {
    var states: [String] = []
    var key = RecordKey(sequence: 1)
    for number in 2...8 {
      clock.set(days: number)
      switch number {
      case 2: key = try store.addRecipe("Soup", ["Tags": .list([.text("a")])])
      case 3: try store.set(key, "Rating", .integer(3))
      case 4: try store.addRecipe("Cake")
      case 5: try store.set(key, "Tags", nil)
      case 6: try store.delete(key)
      case 7: try store.undo()
      default: try store.fold()
      }
      states.append(store.recipesAsText)
    }
    for (index, state) in states.enumerated() {
      let past = try store.snapshot(at: day(index + 2))
      let chunks = try past.load("Recipe").chunks
      expectEqual(String(decoding: chunks.flatMap { ShardWriter.write($0) }, as: UTF8.self), state)
      expectTrue(past.version == min(index + 1, 6))
    }
    try expectEqual(store.snapshot(at: day(1)).load("Recipe").count, 0)
  }

  @Test(arguments: SeededGenerator.seeds(10))
  func `leads back through any changes to each state there was`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let entity = try #require(store.snapshot.model["Recipe"])
    var states = [store.recipesAsText]
    for step in 2...40 {
      clock.set(days: step)
      let keys = store.snapshot.table("Recipe")?.rows.map(\.key) ?? []
      switch (generator.number(0...3), keys.randomElement(using: &generator)) {
      case (1...2, let key?):
        let property = entity.storedProperties[generator.number(0...11)]
        try store.set(key, property.name, generator.value(of: property))
      case (3, let key?): try store.delete(key)
      default: try store.addRecipe("\(step)")
      }
      if generator.number(0...5) == 0 { try store.fold() }
      states.append(store.recipesAsText)
    }
    for (index, state) in states.enumerated() {
      let past = try store.snapshot(at: day(index + 1)).load("Recipe").chunks
      let text = String(decoding: past.flatMap { ShardWriter.write($0) }, as: UTF8.self)
      expectEqual(text, state, "day \(index + 1)")
    }
  }

  @Test func `says how far back it goes when asked for more`() throws {
    try store.addRecipe("Soup")
    let error = #expect(throws: StoreError.self) { try store.snapshot(at: day(0)) }
    expectEqual(error?.description, "the history begins at 1970-01-02T00:00:00Z")
    clock.set(days: 5)
    try store.fold()
    try store.addRecipe("Cake")
    try store.fold()
    try files.remove("/store/.local/0000/archive/journal-000001")
    try expectEqual(store.snapshot(at: day(5)).load("Recipe").count, 2)
    #expect(throws: StoreError.self) { try store.snapshot(at: day(4)) }
  }

  @Test func `is not trusted before a break in it`() throws {
    for number in 2...4 {
      clock.set(days: number)
      try store.addRecipe("Day \(number)")
      try store.fold()
    }
    let middle = "/store/.local/0000/archive/journal-000002"
    var bytes = try files.read(middle)
    bytes[bytes.count - 4] ^= 1
    try files.replace(middle, with: bytes)
    try expectEqual(store.snapshot(at: day(3)).load("Recipe").count, 2)
    let error = #expect(throws: StoreError.self) { try store.snapshot(at: day(2)) }
    expectEqual(error?.description, "the history begins at 1970-01-04T00:00:00Z")
  }
}
