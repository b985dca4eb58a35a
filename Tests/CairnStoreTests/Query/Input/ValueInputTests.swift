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
    #expect(try input.value(of: text, for: attribute(type)) == value)
  }

  @Test func `keeps a decimal's digits`() throws {
    let value = try input.value(of: "1.50", for: attribute(.decimal))
    #expect(value.map(ValueText.export) == "1.50")
  }

  @Test(arguments: [("12,50", "12.50"), ("-1,5", "-1.5"), ("1,2345", "1.2345")])
  func `may have a comma before a decimal's digits`(text: String, exported: String) throws {
    let value = try input.value(of: text, for: attribute(.decimal))
    #expect(value.map(ValueText.export) == exported)
  }

  // Who knows which of both it is.
  @Test(arguments: ["1,234", "1,2,3", ",5", "5,", "1,x"])
  func `has no comma that may be another one`(text: String) {
    #expect(throws: InputError.self) { try input.value(of: text, for: attribute(.decimal)) }
  }

  @Test func `may be a date in words`() throws {
    let day = try #require(CalendarDate("2026-11-22"))
    #expect(try input.value(of: "tomorrow", for: attribute(.date)) == .date(day))
    let moment = try #require(Timestamp("2026-11-22T00:00:00Z"))
    #expect(try input.value(of: "+1d", for: attribute(.datetime)) == .datetime(moment))
  }

  private static let unfit: [(AttributeType, String, String)] = [
    (.integer, "6", "a whole number from 0 to 5"), (.integer, "x", "a whole number"),
    (.integer, "2.5", "a whole number"), (.decimal, "1e3", "a decimal number"),
    (.double, "nan", "a number"), (.boolean, "maybe", "yes or no"),
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
    #expect(error.description.hasPrefix("Field needs "))
    #expect(error.expected.contains(expected))
  }

  @Test func `links by ids`() throws {
    var authors = Relationship(name: "Authors", destination: "Writer", isToMany: true)
    let (first, second) = (RecordKey(sequence: 3), RecordKey(sequence: 9))
    #expect(try input.links(of: "p3, p9,p3", for: authors) == .list([.link(first), .link(second)]))
    authors.isToMany = false
    #expect(try input.links(of: "p3", for: authors) == .link(first))
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
      #expect(back == value, "\(type)")
    }
  }
}
