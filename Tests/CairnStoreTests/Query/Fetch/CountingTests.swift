import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Numbers about fetched records` {
  let store: ObjectStore

  init() throws {
    store = try Library.emptyStore()
    let writers = try Library.insert(
      "Writer", [["Name": .text("Ann")], ["Name": .text("Bob")]], into: store)
    let books: [[String: Value]] = [
      ["Rating": .integer(2), "Price": .decimal(DecimalNumber(1)), "Kind": .text("novel")],
      ["Rating": .integer(5), "Kind": .text("essay"), "Tags": .list([.text("x"), .text("y")])],
      ["Weight": .double(0.5), "Kind": .text("novel"), "Tags": .list([.text("y")])],
    ]
    for (index, book) in books.enumerated() {
      var book = book
      book["Author"] = .link(writers[index / 2].key)
      book["Title"] = .text("b\(index)")
      try Library.insert("Book", [book], into: store)
    }
  }

  private func request(_ filter: String = "", group: String? = nil) throws -> FetchRequest {
    FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse(filter),
      group: try group.map(FieldPath.parse))
  }

  private func aggregate(
    _ functions: [Aggregate.Function], _ field: String, _ request: FetchRequest
  ) throws -> [[String?]] {
    try store.snapshot.aggregate(
      try functions.map { Aggregate($0, of: try FieldPath.parse(field)) }, of: request,
      at: Library.clock
    ).map { $0.values.map { $0.map(ValueText.export) } }
  }

  @Test func `count records between offset and limit`() throws {
    var request = try request("kind:novel")
    try expectEqual(store.snapshot.count(request, at: Library.clock), 2)
    request.offset = 1
    try expectEqual(store.snapshot.count(request, at: Library.clock), 1)
    request.limit = 0
    try expectEqual(store.snapshot.count(request, at: Library.clock), 0)
  }

  @Test func `are of the values that there are`() throws {
    let functions = Aggregate.Function.allCases
    try expectEqual(aggregate(functions, "Rating", try request()), [["2", "7", "2", "5", "3.5"]])
    try expectEqual(aggregate(functions, "Rating", try request("b2")), [["0", "0", nil, nil, nil]])
    try expectEqual(aggregate([.count], "Tags", try request()), [["3"]])
    try expectEqual(aggregate([.count, .sum], "Author.Books.count", try request()), [["3", "5"]])
  }

  @Test func `come by section in the sections' order`() throws {
    let results = try store.snapshot.aggregate(
      [.count, Aggregate(.sum, of: FieldPath(["Rating"]))], of: try request(group: "Author"),
      at: Library.clock)
    expectEqual(results.map(\.title), ["Ann", "Bob"])
    expectEqual(results.map(\.count), [2, 1])
    expectEqual(results.map { $0.values[1] }, [.integer(7), .integer(0)])
    expectEqual(results.map { $0.values[0] }, [.integer(2), .integer(1)])
  }

  @Test(arguments: [
    (Aggregate.Function.sum, "Title"), (.average, "Bought"), (.min, "Kind"), (.max, "Author"),
    (.sum, "Nothing"),
  ])
  func `of what has none are refused`(function: Aggregate.Function, field: String) throws {
    #expect(throws: FilterError.self) { try aggregate([function], field, try request()) }
  }

  @Test func `say how often each value occurs, of several values each`() throws {
    let count = { (field: String) in
      try store.snapshot.frequencies(
        of: try FieldPath.parse(field), in: try request(), at: Library.clock
      ).map { "\($0.title) \($0.count)" }
    }
    try expectEqual(count("Kind"), ["novel 2", "essay 1"])
    try expectEqual(count("Tags"), ["y 2", "x 1"])
    try expectEqual(count("Author"), ["Ann 2", "Bob 1"])
    try expectEqual(count("Rating"), ["2 1", "5 1"])
    try expectEqual(count("Author.Name"), ["Ann 2", "Bob 1"])
    try expectEqual(count("Tags.count"), ["0 1", "1 1", "2 1"])
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `of groups add up to those of all`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let snapshot = try RandomValues.library(&generator, books: 80).snapshot
    let count = Aggregate(.count, of: FieldPath(["Rating"]))
    let sum = Aggregate(.sum, of: FieldPath(["Price"]))
    let whole = try snapshot.aggregate([count, sum], of: try request(), at: Library.clock)[0]
    let groups = try snapshot.aggregate(
      [count, sum], of: try request(group: "Kind"), at: Library.clock)
    expectEqual(groups.reduce(0) { $0 + $1.count }, whole.count)
    expectEqual(ExactSum(groups.compactMap { $0.values[0] }).value, whole.values[0])
    let sums = ExactSum(groups.compactMap { $0.values[1] }).value
    expectEqual(ValueText.export(sums), whole.values[1].map(ValueText.export))
    let frequencies = try snapshot.frequencies(
      of: FieldPath(["Rating"]), in: try request(), at: Library.clock)
    expectEqual(whole.values[0], .integer(Int64(frequencies.reduce(0) { $0 + $1.count })))
    expectEqual(frequencies.map(\.count), frequencies.map(\.count).sorted(by: >))
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `of a value are those of the records that a filter for it leaves`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let snapshot = try RandomValues.library(&generator, books: 60).snapshot
    for property in snapshot.model["Book"]?.properties ?? [] {
      let field = FieldPath([property.name])
      for value in try snapshot.frequencies(
        of: field, in: try request(), countsAbsence: true, at: Library.clock)
      {
        // As it is read from a URL.
        let filter = try RecordPredicate.parse(value.condition(on: field).description)
        var request = try request()
        request.predicate = filter
        let count = try snapshot.fetch(request, at: Library.clock).count
        expectEqual(count, value.count, "seed \(seed): \(filter?.description ?? "")")
      }
    }
  }
}
