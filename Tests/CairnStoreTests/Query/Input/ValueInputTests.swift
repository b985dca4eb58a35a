import CairnStore
import TestSupport
import Testing

@Suite struct `What a person types` {
  private let input = ValueInput(
    clock: WallClock(now: Timestamp("2026-11-21T00:30:00Z") ?? Timestamp(microseconds: 0)))

  private func attribute(_ type: AttributeType) -> Attribute {
    var attribute = Attribute(name: "Field", type: type)
    if type == .choice { attribute.choices = ["main dish", "Café", "soup"] }
    if type == .integer { attribute.range = 0...5 }
    return attribute
  }

  private static let fitting: [(AttributeType, String, Value)] = [
    (.integer, "5", .integer(5)), (.integer, " 3 ", .integer(3)),
    (.double, "1.5e3", .double(1500)), (.boolean, "YES", .boolean(true)),
    (.boolean, "false", .boolean(false)), (.choice, "MAIN DISH", .text("main dish")),
    (.choice, "cafe", .text("Café")), (.string, " x ", .text(" x ")), (.string, "", .text("")),
    (.url, "mailto:a", .text("mailto:a")), (.email, "a@b", .text("a@b")),
    (.phone, "+33 (0)4", .text("+33 (0)4")), (.data, "AAE=", .data([0, 1])),
    (.tags, "soup, winter,soup", .list([.text("soup"), .text("winter")])),
    (.tags, "\"a, b\", c", .list([.text("a, b"), .text("c")])),
    (.tags, "\"a \\\" b\"", .list([.text("a \" b")])),
    (
      .uuid, "4F8B0F0E-6A55-4C0E-9F0A-2D7C3A1B9E10",
      .text("4f8b0f0e-6a55-4c0e-9f0a-2d7c3a1b9e10")
    ),
  ]

  @Test(arguments: fitting)
  func `becomes a value of the field's type`(
    type: AttributeType, text: String, value: Value
  ) throws {
    try expectEqual(input.value(of: text, for: attribute(type)), value)
  }

  @Test func `keeps a decimal's digits`() throws {
    let value = try input.value(of: "1.50", for: attribute(.decimal))
    expectEqual(value.map(ValueText.export), "1.50")
  }

  @Test(arguments: [("12,50", "12.50"), ("-1,5", "-1.5"), ("1,2345", "1.2345")])
  func `may have a comma before a decimal's digits`(text: String, exported: String) throws {
    let value = try input.value(of: text, for: attribute(.decimal))
    expectEqual(value.map(ValueText.export), exported)
  }

  @Test(arguments: [
    ("1,200.50", "1200.50"), ("1.200,50", "1200.50"), ("1 200", "1200"),
    ("1\u{202F}200,5", "1200.5"),
    ("1'200", "1200"), ("1’200.75", "1200.75"), ("1,234,567", "1234567"), ("1.234.567", "1234567"),
    ("0,234", "0.234"), ("1.5k", "1500"), ("1,5 k", "1500"), ("2M", "2000000"), ("½", "0.5"),
    ("2½", "2.5"), ("−2 ¼", "-2.25"), ("½k", "500"), ("−3", "-3"), ("+3", "3"), ("1e3", "1000"),
    ("2.5e-3", "0.0025"), ("-1.25E1", "-12.5"), ("١٢٫٥", "12.5"), ("१२", "12"), ("1.50", "1.50"),
    ("1/2", "0.5"), ("3/4", "0.75"), ("1 1/2", "1.5"), ("−2 3/8", "-2.375"), ("7/4", "1.75"),
    ("1⁄2", "0.5"), ("12 1/16", "12.0625"), ("1\u{A0}½", "1.5"), ("0 1/2", "0.5"),
    ("⅓", "0.3333"), ("1⅔", "1.6667"), ("1/6", "0.1667"), ("2 1/3", "2.3333"),
    ("1/300", "0.003333"), ("9998/9999", "0.9999"),
  ])
  func `is a number that people write in one of many ways`(text: String, number: String) throws {
    let value = try input.value(of: text, for: attribute(.decimal))
    expectEqual(value.map(ValueText.export), number)
    try expectEqual(input.value(of: text, for: attribute(.double)), .double(Double(number) ?? .nan))
    var whole = attribute(.integer)
    whole.range = nil
    if let number = Int64(number) {
      try expectEqual(input.value(of: text, for: whole), .integer(number))
    } else {
      #expect(throws: InputError.self) { try input.value(of: text, for: whole) }
    }
  }

  @Test(arguments: [
    "1 2", "12 34", "1,,2", "k", "e3", "1e", "1e99", "--3", "1.2.3", "0 200", "½½", "1k5", "1.5kk",
    "- 1 -", "1,23,456", "1'2", "0x10", "1_000", "50%", "1/0", "0/2", "4/2", "03/04", "1/02",
    "1/", "/2", "1/2/3", "1 3/2", "1 1 1/2", "1½/2", "1/-2", "1/2 1", "1/20000", "1/2k", "⅓k",
    "1.5/2", "01 1/2",
  ])
  func `is no number that nobody writes so`(text: String) {
    #expect(throws: InputError.self) { try input.value(of: text, for: attribute(.decimal)) }
  }

  // Who knows which of both it is.
  @Test(arguments: ["1,234", "1,2,3", ",5", "5,", "1,x"])
  func `has no comma that may be another one`(text: String) {
    #expect(throws: InputError.self) { try input.value(of: text, for: attribute(.decimal)) }
  }

  @Test func `may be a date in words`() throws {
    let day = try #require(CalendarDate("2026-11-22"))
    try expectEqual(input.value(of: "tomorrow", for: attribute(.date)), .date(day))
    let moment = try #require(Timestamp("2026-11-22T00:00:00Z"))
    try expectEqual(input.value(of: "+1d", for: attribute(.datetime)), .datetime(moment))
  }

  private static let unfit: [(AttributeType, String, String)] = [
    (.integer, "6", "a whole number from 0 to 5"), (.integer, "x", "a whole number"),
    (.integer, "2.5", "a whole number"), (.decimal, "infinity", "a decimal number"),
    (.double, "nan", "a number"), (.double, "Infinity", "a number"), (.decimal, "4/2", "a decimal"),
    (.integer, "1/2", "a whole number from 0 to 5"), (.integer, "1 1/2", "a whole number"),
    (.decimal, "1,234", "1234 or 1.234"), (.integer, "1.000", "a whole number"),
    (.date, "last month", "a date, one of those from 2026-10-01 to 2026-10-31"),
    (.date, "03/04", "2027-04-03 or 2027-03-04"), (.boolean, "maybe", "yes or no"),
    (.date, "2026-11", "a date"), (.date, "2026-11-05T10:00", "a date"),
    (.datetime, "2026", "a date"),
    (.choice, "so", "one of main dish, Café, soup"), (.uuid, "12", "a UUID"),
    (.url, "example.org", "a URL"), (.url, "a: b", "a URL"), (.email, "a@b@c", "an e-mail"),
    (.email, "@b", "an e-mail"), (.phone, "none", "a phone"), (.data, "A", "base64"),
    (.string, "a\u{0}b", "text without"), (.tags, "\"a", "quotes closed"),
    (.tags, "\"a\" b", "quotes"),
  ]

  @Test(arguments: unfit)
  func `that does not fit is an error naming field and expectation`(
    type: AttributeType, text: String, expected: String
  ) throws {
    let error = try #require(throws: InputError.self) {
      try input.value(of: text, for: attribute(type))
    }
    expectTrue(error.description.hasPrefix("Field needs "))
    expectTrue(error.expected.contains(expected))
  }

  @Test func `links by ids`() throws {
    var authors = Relationship(name: "Authors", destination: "Writer", isToMany: true)
    let (first, second) = (RecordKey(sequence: 3), RecordKey(sequence: 9))
    try expectEqual(
      input.links(of: "p3, p9,p3", for: authors), .list([.link(first), .link(second)]))
    authors.isToMany = false
    try expectEqual(input.links(of: "p3", for: authors), .link(first))
    #expect(throws: InputError.self) { try input.links(of: "p3,p9", for: authors) }
    #expect(throws: InputError.self) { try input.links(of: "Ann", for: authors) }
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `is what was exported`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for type in AttributeType.allCases where ![.choice, .uuid, .url, .email, .phone].contains(type)
    {
      var field = Attribute(name: "Field", type: type)
      field.isMultiple = generator.number(0...1) == 0
      guard let value = RandomValues.value(of: field, &generator) else { continue }
      let back = try input.value(of: ValueText.export(value), for: field)
      expectEqual(back, value, "\(type)")
    }
  }
}
