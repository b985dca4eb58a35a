import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Indexes` {
  @Test(arguments: SeededGenerator.seeds(15))
  func `of a unique field find what looking at each record finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: 1100)
    for round in 0..<40 {
      try giveSlug(store, &generator)
      let word = RandomValues.words[generator.number(0...RandomValues.words.count - 1)]
      let slug = RecordPredicate.comparison(
        Comparison(FieldPath(["Slug"]), .equal, [.value(Literal(word))]))
      let predicate = round % 3 == 0 ? .and([.has(FieldPath(["Rating"])), slug]) : slug
      let snapshot = store.snapshot
      let naive = NaiveEvaluator(snapshot: snapshot)
      let expected = try snapshot.load("Book").rows.filter { naive.fits($0, predicate) }
      let found = try snapshot.fetch(
        FetchRequest(entity: "Book", predicate: predicate), at: Library.clock)
      expectEqual(found.map(\.key), expected.map(\.key), "\(predicate)")
      expectEqual(found.totalCount, expected.count)
    }
  }

  @Test func `are kept to offset and limit and to one section`() throws {
    var generator = SeededGenerator(seed: 1)
    let store = try RandomValues.library(&generator, books: 20)
    try set("Slug", to: .text("only"), of: 7, in: store)
    var request = FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse("Slug=only"),
      group: try FieldPath.parse("Kind"))
    for _ in 0..<5 {
      let all = try store.snapshot.fetch(request, at: Library.clock)
      expectTrue(all.count == 1 && all.sections.map(\.range) == [0..<1])
      request.offset = 1
      try expectTrue(store.snapshot.fetch(request, at: Library.clock).isEmpty)
      request.offset = 0
    }
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `by an order find what looking at each record finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: 90)
    let filters = [
      "Rating>2", "Rating:0..3", "Rating<=-1", "Price:1..2", "Price>1.5", "Price=10",
      "Bought:2026-02..", "Bought<2026-03", "Weight<1.5", "Weight=0", "Title>lyon", "Title:..p10",
      "Opened>=2026-02", "Lent=yes", "Rating!=2", "Kind>essay", "Tags>lyon", "Scans>2",
    ]
    let rows = try Array(store.snapshot.load("Book").rows)
    for filter in filters {
      let predicate = try #require(try RecordPredicate.parse(filter))
      let field = String(filter.prefix { $0.isLetter })
      for sign in ["", "-"] {
        let sorts = try RecordSort.parse("\(sign)\(field),Title")
        let everything = FetchRequest(entity: "Book", sorts: sorts)
        var some = everything
        some.predicate = predicate
        let naive = NaiveEvaluator(snapshot: store.snapshot)
        let fitting = Set(rows.filter { naive.fits($0, predicate) }.map(\.key))
        let expected = try store.snapshot.fetch(everything, at: Library.clock).map(\.key)
          .filter(fitting.contains)
        let found = try store.snapshot.fetch(some, at: Library.clock).map(\.key)
        expectEqual(found, expected, "\(filter) by \(sign)\(field)")
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds(10))
  func `follow edits as one made anew would be`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: 1100)
    let columns = try ["Author", "Shelves", "Slug", "Rating"].map {
      try #require(try store.snapshot.load("Book").entity.storedIndex(of: $0))
    }
    var indexes = columns.map { _ in ColumnIndex() }
    for _ in 0..<12 {
      let table = try store.snapshot.load("Book")
      for (place, column) in columns.enumerated() {
        indexes[place].update(to: table, column: column)
        let anew = ColumnIndex(table, column: column)
        var keys: [UInt64: [RecordKey]] = [:]
        for row in table.rows {
          row.chunk.columns[column].forEachMark(of: row.index) {
            keys[$0, default: []].append(row.key)
          }
        }
        let wrong = keys.filter { mark, keys in
          let found = anew.keys(of: mark)
          return indexes[place].keys(of: mark) != found || !Set(keys).isSubset(of: found)
        }
        expectTrue(wrong.isEmpty)
      }
      for _ in 0...generator.number(0...3) { try giveSlug(store, &generator) }
      try edit(store, &generator)
    }
  }

  /// Gives a book a slug that others may have, as an edit of the text can.
  private func giveSlug(_ store: ObjectStore, _ generator: inout SeededGenerator) throws {
    let word = RandomValues.words[generator.number(0...RandomValues.words.count - 1)]
    try set("Slug", to: .text(word), of: UInt64(generator.number(1...20)), in: store)
  }

  /// Removes a book, or gives one another author.
  private func edit(_ store: ObjectStore, _ generator: inout SeededGenerator) throws {
    let rows = try Array(store.snapshot.load("Book").rows)
    let id = rows[generator.number(30...rows.count - 1)].id
    guard generator.number(0...1) == 0 else {
      let author = RecordKey(sequence: UInt64(generator.number(1...6)))
      return try set("Author", to: .link(author), of: id.key.sequence, in: store)
    }
    try store.commitUnchecked(title: "remove") { (draft) throws(StoreError) in
      draft.changes = [RecordChange(id: id, kind: .delete, fields: [])]
    }
  }

  private func set(
    _ field: String, to value: Value, of number: UInt64, in store: ObjectStore
  ) throws {
    try store.commitUnchecked(title: "set \(field)") { (draft) throws(StoreError) in
      let id = ObjectID(entity: "Book", key: RecordKey(sequence: number))
      let change = FieldChange(name: field, old: nil, new: value)
      draft.changes = [RecordChange(id: id, kind: .update, fields: [change])]
    }
  }
}
