import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Fetching` {
  @Test(arguments: SeededGenerator.seeds(25))
  func `over columns finds what looking at each record finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: generator.number(0...60))
    let snapshot = store.snapshot
    let rows = try Array(snapshot.load("Book").rows)
    var predicates = TypedPredicates(generator: generator)
    for _ in 0..<25 {
      let predicate = predicates.predicate(depth: 3)
      let request = FetchRequest(entity: "Book", predicate: predicate)
      let found = try snapshot.fetch(request, at: Library.clock).map(\.key)
      let naive = NaiveEvaluator(snapshot: snapshot)
      let expected = rows.filter { naive.fits($0, predicate) }.map(\.key)
      expectEqual(found, expected, "\(predicate)")
    }
  }

  @Test(arguments: SeededGenerator.seeds(12))
  func `with an earlier result at hand finds the same`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: 600)
    var previous: FetchResult?
    for filter in [
      "l", "ly", "lyo", "lyo p", "yon p", "ly", "rating:1", "rating:1 p", "-ly", "-lyo",
    ] {
      if generator.number(0...2) == 0 { try change(store, &generator) }
      let request = FetchRequest(
        entity: "Book", predicate: try RecordPredicate.parse(filter),
        sorts: try RecordSort.parse("-Rating,Title"))
      let fresh = try store.snapshot.fetch(request, at: Library.clock)
      let reusing = try store.snapshot.fetch(request, at: Library.clock, reusing: previous)
      expectEqual(fresh.map(\.key), reusing.map(\.key), "\(filter)")
      previous = reusing
    }
  }

  @Test func `compares a pasted text word by word with the same a letter longer`() throws {
    // Comparing all words with all, this would not end before the machine's next update.
    let words = (0..<100_000).map { "word\($0)" }
    let pasted = try #require(try RecordPredicate.parse(words.joined(separator: " ")))
    let longer = try #require(try RecordPredicate.parse(words.joined(separator: " ") + "x"))
    expectTrue(longer.implies(pasted))
    expectTrue(!pasted.implies(longer))
    let turned = try #require(try RecordPredicate.parse(words.reversed().joined(separator: " ")))
    expectTrue(!turned.implies(pasted))
  }

  @Test func `compares a few words wherever they stand`() throws {
    let few = try #require(try RecordPredicate.parse("a b c"))
    let more = try #require(try RecordPredicate.parse("bx rating:1 cx ax"))
    expectTrue(more.implies(few))
    expectTrue(!few.implies(more))
  }

  private func change(_ store: ObjectStore, _ generator: inout SeededGenerator) throws {
    let rows = try Array(store.snapshot.load("Book").rows)
    let id = rows[generator.number(0...rows.count - 1)].id
    let title = RandomValues.words[generator.number(0...RandomValues.words.count - 1)]
    try store.commitUnchecked(title: "change") { (draft) throws(StoreError) in
      let field = FieldChange(name: "Title", old: nil, new: .text(title))
      draft.changes = [RecordChange(id: id, kind: .update, fields: [field])]
    }
  }

  @Test(arguments: SeededGenerator.seeds(8))
  func `keeps an order up to date as sorting anew would`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: 1100)
    let request = FetchRequest(
      entity: "Book", sorts: try RecordSort.parse("Kind,-Opened,Author,Title"))
    for _ in 0..<5 {
      let kept = try store.snapshot.fetch(request, at: Library.clock).map(\.key)
      let snapshot = store.snapshot
      let alone = Snapshot(
        storeID: snapshot.storeID, model: snapshot.model, version: snapshot.version,
        tables: snapshot.tables)
      try expectEqual(alone.fetch(request, at: Library.clock).map(\.key), kept)
      try change(store, &generator)
      if generator.number(0...1) == 0 { try remove(store, &generator) }
    }
  }

  private func remove(_ store: ObjectStore, _ generator: inout SeededGenerator) throws {
    let rows = try Array(store.snapshot.load("Book").rows)
    let id = rows[generator.number(0...rows.count - 1)].id
    let fields = RandomValues.book(&generator, writers: [RecordKey(sequence: 1)], shelves: [])
    try store.commitUnchecked(title: "swap") { (draft) throws(StoreError) in
      draft.changes = [RecordChange(id: id, kind: .delete, fields: [])]
      let new = ObjectID(entity: "Book", key: try draft.mintKey(for: "Book"))
      draft.changes.append(
        RecordChange(
          id: new, kind: .insert,
          fields: fields.map { FieldChange(name: $0.key, old: nil, new: $0.value) }))
    }
  }

  @Test(arguments: SeededGenerator.seeds(40))
  func `orders by every key in turn, null last both ways, and by id at the end`(seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: 60)
    let names = ["Title", "Rating", "Price", "Weight", "Lent", "Bought", "Opened", "Kind"]
    let sorts = (0...generator.number(0...2)).map { _ in
      RecordSort(
        FieldPath([names[generator.number(0...7)]]), isDescending: generator.number(0...1) == 0)
    }
    let rows = try store.snapshot.fetch(
      FetchRequest(entity: "Book", sorts: sorts), at: Library.clock)
    expectEqual(rows.count, 60)
    for (left, right) in zip(rows, rows.dropFirst()) {
      let orders =
        sorts.map { NaiveOrder.compare(left, right, by: $0) } + [left.key < right.key ? -1 : 1]
      expectEqual(orders.first { $0 != 0 }, -1, "\(RecordSort.print(sorts))")
    }
  }

  @Test(arguments: SeededGenerator.seeds(30))
  func `with a group covers the result with sections of neighbors`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: 90)
    for field in ["Kind", "Title", "Opened", "Author", "Tags", "Price", "Shelves.count"] {
      let request = FetchRequest(
        entity: "Book", predicate: try RecordPredicate.parse("has:Title"),
        sorts: try RecordSort.parse("-Rating"), group: try FieldPath.parse(field))
      let result = try store.snapshot.fetch(request, at: Library.clock)
      expectEqual(result.sections.flatMap(\.range), Array(result.indices), "\(field)")
      expectTrue(result.sections.dropLast().allSatisfy { $0.value != nil }, "\(field)")
      let days = result.sections.map { $0.value.map(ValueText.export).map { CollationKey($0) } }
      if field != "Price" { expectEqual(Set(days).count, days.count, "\(field)") }
    }
  }
}

/// The order of two records by one field, by their values.
enum NaiveOrder {
  static func compare(_ left: Row, _ right: Row, by sort: RecordSort) -> Int {
    let name = sort.field.names[0]
    guard let first = left[name], let second = right[name] else {
      return (left[name] == nil ? 1 : 0) - (right[name] == nil ? 1 : 0)
    }
    let order = compare(first, second, isChoice: name == "Kind")
    return sort.isDescending ? -order : order
  }

  private static func compare(_ left: Value, _ right: Value, isChoice: Bool) -> Int {
    switch (left, right) {
    case (.text(let left), .text(let right)):
      let choices = ["novel", "essay", "poems"]
      return isChoice
        ? sign(choices.firstIndex(of: left) ?? 9, choices.firstIndex(of: right) ?? 9)
        : sign(CollationKey(left), CollationKey(right))
    case (.integer(let left), .integer(let right)): return sign(left, right)
    case (.double(let left), .double(let right)): return sign(left, right)
    case (.decimal(let left), .decimal(let right)): return left.compare(right).signum()
    case (.boolean(let left), .boolean(let right)): return sign(left ? 1 : 0, right ? 1 : 0)
    case (.date(let left), .date(let right)): return sign(left, right)
    case (.datetime(let left), .datetime(let right)): return sign(left, right)
    default: return 0
    }
  }

  private static func sign<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }
}
