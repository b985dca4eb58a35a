import CairnStore
import TestSupport
import Testing

@Suite struct `A word around a record` {
  /// Books at random, most of them with chapters, which stand in no order.
  private func library(_ generator: inout SeededGenerator) throws -> ObjectStore {
    let store = try RandomValues.library(&generator, books: 600)
    let books = try store.snapshot.load("Book").rows.map(\.key)
    let chapters = (0..<900).map { _ in
      let words = RandomValues.words
      return [
        "Title": Value.text(words[generator.number(0...words.count - 1)]),
        "Book": .link(books[generator.number(0...books.count - 1)]),
      ]
    }
    try Library.insert("Chapter", chapters, into: store)
    return store
  }

  private func request(_ filter: String) throws -> FetchRequest {
    var request = FetchRequest(entity: "Book", predicate: try RecordPredicate.parse(filter))
    request.findsWordsAround = true
    return request
  }

  /// What conditions find that name each place where it may stand.
  private func named(_ word: String) -> String {
    "\(word) OR Author.Name:\(word) OR Chapters.Title:\(word)"
  }

  @Test(arguments: SeededGenerator.seeds(6))
  func `stands in what it owns, and in the title of what it links`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try library(&generator)
    for (filter, same) in [
      ("lyon", named("lyon")), ("-p", "-(\(named("p")))"),
      ("9 str", "(\(named("9"))) (\(named("str")))"),
    ] {
      let found = try store.snapshot.fetch(request(filter), at: Library.clock).map(\.key)
      let expected = FetchRequest(entity: "Book", predicate: try RecordPredicate.parse(same))
      try expectEqual(found, store.snapshot.fetch(expected, at: Library.clock).map(\.key))
      expectTrue(!found.isEmpty && found.count < 600)
    }
  }

  @Test(arguments: SeededGenerator.seeds(6))
  func `is found with an earlier result at hand as without`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try library(&generator)
    var previous: FetchResult?
    for filter in ["l", "ly", "lyo", "lyo p", "yon p", "ly", "-ly", "-lyo", "p1", "p10"] {
      if generator.number(0...2) == 0 {
        try Library.insert("Chapter", [["Title": .text("Lyon p10")]], into: store)
        let key = try store.snapshot.load("Chapter").rows.map(\.id)[generator.number(0...800)]
        try store.commitUnchecked(title: "change") { (draft) throws(StoreError) in
          let field = FieldChange(name: "Title", old: nil, new: .text("Lyon p10"))
          draft.changes = [RecordChange(id: key, kind: .update, fields: [field])]
        }
      }
      let wanted = try request(filter)
      let fresh = try store.snapshot.fetch(wanted, at: Library.clock)
      let reusing = try store.snapshot.fetch(wanted, at: Library.clock, reusing: previous)
      expectEqual(fresh.map(\.key), reusing.map(\.key), "\(filter)")
      previous = reusing
    }
  }

  @Test func `isn't looked for unless that is asked`() throws {
    var generator = SeededGenerator(seed: 5)
    let store = try library(&generator)
    try Library.insert(
      "Chapter", [["Title": .text("whale"), "Book": .link(RecordKey(sequence: 7))]], into: store)
    var wanted = try request("whale")
    let around = try store.snapshot.fetch(wanted, at: Library.clock)
    expectEqual(around.map(\.key.sequence), [7])
    wanted.findsWordsAround = false
    try expectTrue(store.snapshot.fetch(wanted, at: Library.clock).isEmpty)
    try expectTrue(store.snapshot.fetch(wanted, at: Library.clock, reusing: around).isEmpty)
    let batches = try request("whale")
    var read = try store.snapshot.batches(of: 10, batches, at: Library.clock)
    try expectEqual(read.next()?.map(\.key.sequence), [7])
  }

  @Test func `has what it takes to look for it counted`() throws {
    var generator = SeededGenerator(seed: 5)
    let snapshot = try library(&generator).snapshot
    try expectEqual(snapshot.countToTest(for: request("whale")), 600 + 900 + 6)
    try expectEqual(snapshot.countToTest(for: request("rating>2")), 600)
    try expectEqual(snapshot.countToTest(for: request("rating>2 chapters.title:x")), 600 + 900)
    try expectEqual(snapshot.countToTest(for: FetchRequest(entity: "Book")), 0)
  }
}
