import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Values of chosen fields` {
  static let fields = [
    "Title", "Rating", "Price", "Tags", "Scans", "Kind", "Author", "Author.Name",
    "Author.Books.Title",
    "Shelves", "Shelves.Name", "Tags.count", "Author.Award.Name",
  ]

  private func values(
    of paths: [String], in request: FetchRequest, _ snapshot: Snapshot, isDistinct: Bool = false
  ) throws -> FieldValues {
    try snapshot.values(
      of: try paths.map(FieldPath.parse), in: request, at: Library.clock, isDistinct: isDistinct)
  }

  // 1, 2
  @Test(arguments: SeededGenerator.seeds(20))
  func `are those of the records that a fetch finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let snapshot = try RandomValues.library(&generator, books: 60).snapshot
    var predicates = TypedPredicates(generator: generator)
    let request = FetchRequest(
      entity: "Book", predicate: predicates.predicate(depth: 2),
      sorts: try RecordSort.parse("-Rating,Title"), limit: 40)
    let found = try snapshot.fetch(request, at: Library.clock)
    let paths = Self.fields.shuffled(using: &generator)
    let rows = try values(of: paths, in: request, snapshot)
    expectEqual(rows.count, found.count)
    expectEqual(rows.fields.map(\.description), paths)
    let naive = NaiveEvaluator(snapshot: snapshot)
    for (row, record) in zip(rows, found) {
      for (value, path) in zip(row, paths) {
        expectEqual((value?.elements ?? []), expected(path, record, naive), "\(path)")
        if record.chunk.entity.attribute(path) != nil {
          expectEqual(value, record[path], "\(path)")
        }
      }
    }
  }

  private func expected(_ path: String, _ record: Row, _ naive: NaiveEvaluator) -> [Value] {
    let names = path.split(separator: ".").map(String.init)
    guard names.last == "count" else { return naive.reached(record, names).flatMap(\.elements) }
    let reached = naive.reached(record, names.dropLast()).flatMap(\.elements)
    return [.integer(Int64(reached.count))]
  }

  // 3
  @Test(arguments: SeededGenerator.seeds(20))
  func `are each of them once if wanted, where they come first`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let snapshot = try RandomValues.library(&generator, books: 200).snapshot
    let paths = Array(Self.fields.shuffled(using: &generator).prefix(generator.number(0...2)))
    let request = FetchRequest(entity: "Book", sorts: try RecordSort.parse("Kind,-Title"))
    var expected: [[Value?]] = []
    for row in try values(of: paths, in: request, snapshot) where !expected.contains(row) {
      expected.append(row)
    }
    try expectEqual(Array(values(of: paths, in: request, snapshot, isDistinct: true)), expected)
  }

  @Test func `tell a list of one from one value, and nothing from a link that leads nowhere`()
    throws
  {
    let store = try Library.emptyStore()
    let writer = try Library.insert("Writer", [["Name": .text("Ann")]], into: store)[0]
    try Library.insert(
      "Book",
      [
        ["Tags": .list([.text("x")]), "Author": .link(writer.key)],
        ["Author": .link(RecordKey(sequence: 99))],
      ], into: store)
    let rows = try values(
      of: ["Tags", "Author.Name", "Author.Books", "Author"], in: FetchRequest(entity: "Book"),
      store.snapshot)
    let own = Value.link(RecordKey(sequence: 1))
    expectEqual(rows[0], [.list([.text("x")]), .text("Ann"), .list([own]), .link(writer.key)])
    expectEqual(rows[1], [nil, nil, nil, nil])
  }

  @Test func `of a field that is not there are refused`() throws {
    #expect(throws: FilterError.self) {
      try values(
        of: ["Nothing"], in: FetchRequest(entity: "Book"), Library.emptyStore().snapshot)
    }
  }
}
