import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A number about the records with each value` {
  let store: ObjectStore

  init() throws {
    store = try Library.emptyStore()
    try Library.insert(
      "Book",
      [
        [
          "Title": .text("a"), "Kind": .text("novel"), "Rating": .integer(2),
          "Tags": .list([.text("x")]), "Bought": .date(CalendarDate(days: 10)),
        ],
        [
          "Title": .text("b"), "Kind": .text("novel"), "Rating": .integer(3),
          "Tags": .list([.text("x"), .text("x"), .text("y")]),
        ],
        [
          "Title": .text("c"), "Kind": .text("essay"), "Rating": .integer(15),
          "Price": .decimal(DecimalNumber(3)), "Bought": .date(CalendarDate(days: 30)),
        ],
        ["Title": .text("d"), "Kind": .text("poems")],
      ], into: store)
  }

  private func measured(
    _ field: String, _ function: Aggregate.Function, _ number: String
  ) throws -> [Frequency] {
    try store.snapshot.frequencies(
      of: try FieldPath.parse(field), in: FetchRequest(entity: "Book"), countsAbsence: true,
      measure: Aggregate(function, of: try FieldPath.parse(number)), at: Library.clock)
  }

  private func words(_ frequencies: [Frequency]) -> [String] {
    frequencies.map { found in
      let number = found.measure?.value.map(ValueText.export) ?? "-"
      return "\(found.title) \(found.count) \(number)"
    }
  }

  @Test func `orders the values by it, those without one last`() throws {
    try expectEqual(
      words(measured("Kind", .sum, "Rating")), ["essay 1 15", "novel 2 5", "poems 1 0"])
    try expectEqual(
      words(measured("Kind", .average, "Rating")), ["essay 1 15", "novel 2 2.5", "poems 1 -"])
    try expectEqual(
      words(measured("Kind", .min, "Rating")), ["essay 1 15", "novel 2 2", "poems 1 -"])
    try expectEqual(
      words(measured("Kind", .max, "Bought")),
      ["essay 1 1970-01-31", "novel 2 1970-01-11", "poems 1 -"])
    try expectEqual(words(measured("Kind", .sum, "Rating*2")).first, "essay 1 30")
  }

  @Test func `has shares of all records, also of those that have none of the values`() throws {
    let store = try Library.emptyStore()
    let tags = [["a", "b"], ["a", "b"], ["c"], ["d"]]
    try Library.insert(
      "Book",
      tags.enumerated().map { place, tags in
        [
          "Title": .text("t\(place)"), "Rating": .integer(Int64(place + 1)),
          "Tags": .list(tags.map(Value.text)),
        ]
      }, into: store)
    // The two values occur four times, as often as there are records.
    let repeated = try store.snapshot.repeatedValues(
      of: try FieldPath.parse("Tags"), in: FetchRequest(entity: "Book"),
      measure: Aggregate(.sum, of: try FieldPath.parse("Rating")), at: Library.clock)
    expectEqual(words(repeated), ["a 2 3", "b 2 3"])
    expectEqual(repeated.map(\.shownShare), [0.3, 0.3])
  }

  @Test func `has no shares of sums that are too great for a number`() throws {
    let store = try ObjectStore.create(
      Fixture.options(MemoryFileSystem()),
      modelText: "%rec: Row\n%attribute: Kind string\n%type: Size real\n")
    let context = store.newContext()
    for (kind, size) in [("a", 1e308), ("a", 1e308), ("b", 1)] {
      let row = try context.create("Row")
      (row["Kind"], row["Size"]) = (.text(kind), .double(size))
    }
    _ = try context.save()
    for function in [Aggregate.Function.sum, .average] {
      let found = try store.snapshot.frequencies(
        of: try FieldPath.parse("Kind"), in: FetchRequest(entity: "Row"),
        measure: Aggregate(function, of: try FieldPath.parse("Size")))
      expectEqual(found.count, 2)
      expectTrue(found.allSatisfy { $0.shownShare.map(\.isFinite) ?? true })
    }
  }

  @Test func `takes a record once for a value that it has several times`() throws {
    try expectEqual(words(measured("Tags", .sum, "Rating")), [" 2 15", "x 3 5", "y 1 3"])
  }

  @Test func `has shares of the sum, and of the counts for other functions`() throws {
    let sums = try measured("Kind", .sum, "Rating")
    expectEqual(sums.map(\.shownShare), [0.75, 0.25, 0])
    expectEqual(sums.cumulativeShares, [0.75, 1, 1])
    let means = try measured("Kind", .average, "Rating")
    expectEqual(means.map(\.shownShare), [0.25, 0.5, 0.25])
    expectEqual(means.cumulativeShares, [0.25, 0.75, 1])
  }

  @Test func `has no shares of a sum below zero`() throws {
    let sums = try measured("Kind", .sum, "2-Rating")
    expectEqual(sums.map(\.shownShare), [nil, nil, nil])
    expectEqual(sums.cumulativeShares, [nil, nil, nil])
  }

  @Test func `is of numbers or times only, and names the nearest field`() throws {
    #expect(throws: FilterError.self) { try measured("Kind", .sum, "Title") }
    let error = #expect(throws: FilterError.self) { try measured("Kind", .sum, "Ratin") }
    expectTrue(error?.description.contains("did you mean Rating?") == true, "\(error!)")
    let time = #expect(throws: FilterError.self) { try measured("Kind", .sum, "Bought") }
    expectTrue(time?.description.contains("min and max take them") == true, "\(time!)")
  }

  @Test func `is computed for repeated values, too`() throws {
    let found = try store.snapshot.repeatedValues(
      of: FieldPath(["Kind"]), in: FetchRequest(entity: "Book"),
      measure: Aggregate(.sum, of: FieldPath(["Rating"])), at: Library.clock)
    expectEqual(words(found), ["novel 2 5"])
  }

  @Test func `has the name of a rollup`() throws {
    expectEqual(Aggregate(.average, of: FieldPath(["Rating"])).name, "Rating.avg")
    let product = try FieldPath.parse("Rating*2")
    expectEqual(Aggregate(.sum, of: product).name, "(Rating*2).sum")
  }

  @Test(arguments: [
    ("frequency:Kind,sum:Rating", "frequency:Kind,sum:Rating", 0),
    ("frequency:Kind,count", "frequency:Kind", 0),
    ("frequency:Kind,repeated,avg:Rating", "frequency:Kind,repeated,avg:Rating", 0),
    ("frequency:sum,sum:sum", "frequency:sum,sum:sum", 0),
    ("frequency:Kind,sum:Rating,max:Rating", "frequency:Kind,sum:Rating,max:Rating", 1),
    ("frequency:Kind,smu:Rating", "frequency:Kind,smu:Rating", 1),
    ("frequency:Books[no:paid,sent].count,sum:Rating", nil, 0),
  ])
  func `is an option of the view`(text: String, printed: String?, warnings: Int) throws {
    let view = try #require(ViewText(text))
    expectEqual(view.description, printed ?? text)
    expectEqual(view.warnings.count, warnings)
  }

  @Test func `is told from an option that does not exist`() throws {
    let view = try #require(ViewText("frequency:Kind,smu:Rating"))
    expectTrue(view.warnings[0].hasSuffix("did you mean sum:Rating?"), view.warnings[0])
    let two = try #require(ViewText("frequency:Kind,sum:Rating,max:Rating"))
    expectTrue(two.warnings[0].contains("one measure"), two.warnings[0])
  }
}
