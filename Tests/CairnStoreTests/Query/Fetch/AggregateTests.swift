import TestSupport
import Testing

@testable import CairnStore

@Suite struct `An aggregate` {
  @Test(arguments: [
    (["0.1", "0.2"], "0.3"), (["1.50", "-1.5"], "0.00"), (["-0.05", "0.01"], "-0.04"),
    (["99999999999999999999", "1"], "100000000000000000000"), (["5"], "5"), ([], "0"),
    (["-1000000000", "1"], "-999999999"), (["0.001", "1000"], "1000.001"),
  ])
  func `sums decimals exactly`(numbers: [String], sum: String) throws {
    let values = try numbers.map { Value.decimal(try #require(DecimalNumber($0))) }
    expectEqual(ValueText.export(ExactSum(values).value), sum)
  }

  /// Numbers with more digits than a machine word holds are added in another way.
  @Test(arguments: SeededGenerator.seeds(60))
  func `is the same for short numbers and beside long ones`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func decimal(_ text: String) throws -> Value {
      .decimal(try #require(DecimalNumber(text)))
    }
    var values: [Value] = []
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      let whole = Int64.random(in: -1_000_000...1_000_000, using: &generator)
      let places = Int.random(in: 0...6, using: &generator)
      let digits = (0..<places).map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined()
      values.append(try decimal(places == 0 ? "\(whole)" : "\(whole).\(digits)"))
    }
    let long = try [
      decimal("1" + String(repeating: "0", count: 50)),
      decimal("-1" + String(repeating: "0", count: 50)),
    ]
    expectEqual(ExactSum(values + long).value, ExactSum(values).value)
    expectEqual(ExactSum(long + values).value, ExactSum(values).value)
  }

  @Test func `adds numbers with very many decimal places`() throws {
    let tiny = try #require(DecimalNumber("0." + String(repeating: "0", count: 5000) + "1"))
    let zero = try #require(DecimalNumber("0." + String(repeating: "0", count: 5000)))
    let one = try #require(DecimalNumber("1.5"))
    let sum = ExactSum([.decimal(zero), .decimal(one), .decimal(tiny)]).value
    expectEqual(
      ValueText.export(sum), "1.5" + String(repeating: "0", count: 4999) + "1")
  }

  @Test func `of integers stays exact beyond their type`() {
    expectEqual(ExactSum([.integer(.max), .integer(-1)]).value, .integer(.max - 1))
    expectEqual(
      ValueText.export(ExactSum([.integer(.max), .integer(1)]).value), "9223372036854775808")
    expectEqual(ExactSum([.double(0.5), .double(1)]).value, .double(1.5))
  }

  @Test(arguments: [
    ("books.rating.sum:7", ["Ann"]), ("books.rating.max>=5", ["Ann"]),
    ("books.rating.min<3", ["Ann"]),
    ("books.count:0", ["Bob"]), ("books.rating.sum:0", ["Bob"]), ("books.rating.max!=5", []),
    ("has:books.rating.max", ["Ann"]), ("no:books.rating.max", ["Bob"]), ("books.count>0", ["Ann"]),
  ])
  func `in a filter is about all that the links reach`(filter: String, names: [String]) throws {
    let store = try Library.emptyStore()
    let writers = try Library.insert(
      "Writer", [["Name": .text("Ann")], ["Name": .text("Bob")]], into: store)
    let author = Value.link(writers[0].key)
    try Library.insert(
      "Book",
      [["Rating": .integer(2), "Author": author], ["Rating": .integer(5), "Author": author]],
      into: store)
    let request = FetchRequest(entity: "Writer", predicate: try RecordPredicate.parse(filter))
    let found = try store.snapshot.fetch(request, at: Library.clock)
    expectEqual(found.map { store.snapshot.title(of: $0.id) }, names)
  }
}
