import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The stored text of a value` {
  @Test(arguments: SeededGenerator.seeds(200))
  func `reads back as the same value`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for type in AttributeType.allCases {
      let value = generator.value(of: type)
      for (text, element) in zip(value.storedTexts, value.elements) {
        expectEqual(Value(storedText: text, as: type), element, "\(type) \(text)")
      }
    }
  }

  @Test(arguments: [
    (AttributeType.integer, "007", "7"), (.double, "4.0", "4"), (.double, "1e3", "1000"),
    (.boolean, "true", "yes"), (.boolean, "0", "no"), (.decimal, "-0.50", "-0.50"),
    (.datetime, "2026-11-20 22:31", "2026-11-20T22:31:00Z"),
    (.datetime, "2026-11-20T22:31:07.250+02:00", "2026-11-20T20:31:07.25Z"),
    (.datetime, "2026-11-20T22:31:07-0130", "2026-11-21T00:01:07Z"),
    (.datetime, "2026-11-20T22:31+02", "2026-11-20T20:31:00Z"),
    (.localtime, "2026-11-20T22:31:07.250", "2026-11-20 22:31:07.25"),
    (.localtime, "2026-11-20", "2026-11-20 00:00"),
    (.localtime, "2026-11-20T22:31:00Z", "2026-11-20 22:31"),
    (.data, "aGk=", "aGk="), (.date, "2024-02-29", "2024-02-29"),
  ])
  func `has one canonical form`(type: AttributeType, text: String, canonical: String) {
    expectEqual(Value(storedText: text, as: type)?.storedTexts, [canonical])
  }

  @Test(arguments: [
    (AttributeType.integer, "9223372036854775808"), (.integer, "1.0"), (.integer, "-"),
    (.double, "nan"), (.double, "inf"), (.double, "."), (.boolean, "maybe"),
    (.date, "2023-02-29"), (.date, "2023-2-9"), (.datetime, "2026-11-20T25:00"),
    (.datetime, "2026-11-20T22:31:07Zx"), (.datetime, "2026-11-20T22:31:07+01:"),
    (.datetime, "2026-11-20T22:31:07+01:0"), (.decimal, "1.2.3"), (.decimal, ".5"),
    (.localtime, "2026-11-20T22:31+02:00"), (.localtime, "22:31"),
    (.data, "a==="), (.data, "a b"), (.datetime, "9999-12-31T23:30:00-01:00"),
    (.datetime, "0000-01-01T00:00:00+10:00"),
  ])
  func `is refused where it is of another type`(type: AttributeType, text: String) {
    expectEqual(Value(storedText: text, as: type), nil)
  }

  @Test func `of the least integer is read`() {
    expectEqual(Value(storedText: "-9223372036854775808", as: .integer), .integer(.min))
  }

  @Test(arguments: [
    "p0", "p03", "p", "q3", "p3-", "p3-k7q", "p3-k7qi", "p3-0000", "p1099511627776",
  ])
  func `that is no key is refused`(text: String) {
    expectEqual(RecordKey(text), nil)
  }

  @Test(arguments: ["p1", "p3-k7q2", "p1099511627775", "p512-zzzy"])
  func `of a key reads back`(text: String) {
    expectEqual(RecordKey(text)?.description, text)
  }

  @Test func `of a decimal compares as a number and keeps its digits`() throws {
    let numbers = try ["-10", "-9.5", "-0.1", "0.00", "0.2", "0.19999", "2", "10"].map {
      try #require(DecimalNumber($0))
    }
    expectEqual(
      numbers.sorted().map(\.description),
      ["-10", "-9.5", "-0.1", "0.00", "0.19999", "0.2", "2", "10"])
    expectEqual(DecimalNumber("1.50")?.compare(DecimalNumber(1)), 1)
    try expectTrue(#require(DecimalNumber("1.50")) != #require(DecimalNumber("1.5")))
    expectEqual(DecimalNumber("-0")?.compare(DecimalNumber(0)), 0)
  }

  @Test(arguments: ["x-cairn:/", "http://a", "x-cairn://zz/Recipe/p1"])
  func `of a malformed address names the part`(text: String) {
    #expect(throws: StoreError.self) { try ObjectURI(parsing: text) }
  }

  @Test func `of an address reads back`() throws {
    var generator = SeededGenerator(seed: 5)
    let id = ObjectID(entity: "Recipe", key: RecordKey(sequence: 3))
    let uri = ObjectURI(store: StoreID(using: &generator), id: id)
    try expectEqual(ObjectURI(parsing: uri.description), uri)
  }
}

extension SeededGenerator {
  /// Text that a store can hold, often with what its escapes are for.
  mutating func storableText() -> String {
    let tails = ["", "\\", "\\  ", "\r", "\r ", " ", "\n", "\n\\\n", "\n\n+ x", "#", "%rec: A"]
    let text = text(atMost: 5) + tails[number(0...tails.count - 1)] + text(atMost: 2)
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value != 0 }))
  }

  mutating func value(of type: AttributeType) -> Value {
    switch type {
    case .integer: .integer(Int64.random(in: .min ... .max, using: &self) >> Int64(number(0...63)))
    case .decimal: .decimal(decimal())
    case .double: .double(finiteDouble())
    case .boolean: .boolean(Bool.random(using: &self))
    case .date: .date(CalendarDate(days: Int32(number(-700_000...2_900_000))))
    case .datetime: .datetime(time())
    case .localtime: .localtime(time())
    case .data: .data(bytes(atMost: 20))
    case .tags: .list((0...number(0...3)).map { _ in .text(storableText()) })
    default: .text(storableText())
    }
  }

  private mutating func time() -> Timestamp {
    Timestamp(microseconds: Int64(number(-60_000_000_000_000...9_000_000_000_000_000)))
  }

  private mutating func decimal() -> DecimalNumber {
    let digits = "\(number(-9999...9999)).\(number(0...999))"
    return DecimalNumber(digits) ?? DecimalNumber(0)
  }

  private mutating func finiteDouble() -> Double {
    let any = Double(bitPattern: next())
    if any.isFinite { return any }
    return Double(number(-100_000...100_000)) / 100
  }
}
