import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `The type of a column` {
  private func profile(_ cells: [String]) -> ColumnProfile {
    var profile = ColumnProfile(of: "a")
    var row = RawRow()
    for cell in cells {
      row.begin(line: 1)
      row.append(Array(cell.utf8)[...])
      row.endPlainCell()
      profile.add(row, 0)
    }
    return profile
  }

  private func type(_ cells: String...) -> AttributeType { profile(cells).type.type }

  @Test func `is an integer only without a leading zero or plus sign`() {
    expectEqual(type("1", "-20", "0", "", "9223372036854775807"), .integer)
    expectEqual(type("1", "007"), .string)
    expectEqual(type("1", "+2"), .string)
    expectEqual(type("-0"), .decimal)
    expectEqual(type("9223372036854775808", "1"), .decimal)
    expectEqual(type("1", "2x"), .string)
  }

  @Test func `is a decimal if every number is plain`() {
    expectEqual(type("0.99", "12", "-3.50"), .decimal)
    expectEqual(type("0.99", "01.5"), .string)
    expectEqual(type("1.5", "2.5e3"), .double)
    expectEqual(type("1.", "2"), .string)
    expectEqual(type(".5"), .string)
  }

  @Test func `keeps all digits where some numbers have an exponent`() {
    expectEqual(type("9007199254740993", "1e3"), .decimal)
    expectEqual(type("12", "1e-3"), .decimal)
    expectEqual(type("1.1234567890123456789", "2.5e3"), .decimal)
    // Such a number would have 300 digits.
    expectEqual(type("12", "1e300"), .double)
    expectEqual(type("1.5e2", "2.5e3"), .double)
  }

  @Test func `is text where all cells look like codes`() {
    expectEqual(type("1E5", "2E10", "12345E678"), .string)
    expectEqual(type("1E5", "2.5E10"), .double)
    expectEqual(type("1E5", "7"), .decimal)
  }

  @Test(arguments: [
    ("1e3", "1000"), ("1.5e3", "1500"), ("1.5E0", "1.5"), ("-2.50e1", "-25"), ("1e-3", "0.001"),
    ("12.5e-1", "1.25"), ("0e5", "0"), ("1e30", "1" + String(repeating: "0", count: 30)),
  ])
  func `is the same number without its exponent`(text: String, digits: String) {
    expectEqual(NumberForms.decimal(Array(text.utf8)[...])?.storedTexts, [digits])
    expectEqual(Double(digits), Double(text))
  }

  @Test(arguments: ["1e31", "e3", "1e", "1.e3", "x1e3", "1e3x", "1e-31", "½", "1,5", "2k"])
  func `is no number of few digits`(text: String) {
    expectEqual(NumberForms.decimal(Array(text.utf8)[...]), nil)
  }

  @Test func `is a boolean for true and false, yes and no`() {
    expectEqual(type("true", "false"), .boolean)
    expectEqual(type("Yes", "NO", ""), .boolean)
    expectEqual(type("yes", "maybe"), .string)
    expectEqual(type("1", "0"), .integer)
  }

  @Test func `is a date, or a datetime if one has a time`() {
    expectEqual(type("2026-11-20", "1999-02-28"), .date)
    expectEqual(type("2026-11-20", "2026-11-20T10:00:00Z"), .datetime)
    expectEqual(type("1962-02-18T00:00:00", "2026-11-20 10:00:00.25+01:00"), .datetime)
    expectEqual(type("2026-02-30"), .string)
    expectEqual(type("2026-11-20", "soon"), .string)
  }

  @Test func `is a URL or an e-mail address by its spelling`() {
    expectEqual(type("https://example.org/a?b=1", "ftp://example.org"), .url)
    expectEqual(type("https://example.org", "see https://example.org"), .string)
    expectEqual(type("ann@example.org", "b.c+d@sub.example.org"), .email)
    expectEqual(type("ann@example"), .string)
    expectEqual(type("ann@example.org, bob@example.org"), .string)
  }

  @Test(arguments: ["a|b", "a\nb", " a"])
  func `is no choice where the model couldn't name one of its words`(word: String) {
    let many = (1...40).map { $0 % 2 == 0 ? "low" : word }
    expectTrue(profile(many).type.type != .choice)
  }

  @Test func `is no choice where there is nothing to choose`() {
    expectEqual(profile(Array(repeating: "low", count: 40)).type, ColumnType(.string))
  }

  @Test func `is a choice for few values in many rows`() {
    let many = Array(repeating: ["low", "high"], count: 10).flatMap { $0 }
    expectEqual(profile(many).type, ColumnType(.choice, choices: ["low", "high"]))
    expectEqual(profile(Array(many.dropLast())).type.type, .string)
    expectEqual(profile(many + [String(repeating: "x", count: 41)]).type.type, .string)
    expectEqual(profile(many + (1...10).map { "v\($0)" }).type.choices.count, 12)
    expectEqual(profile(many + (1...11).map { "v\($0)" }).type.type, .string)
    expectEqual(profile(many + ["a | b"]).type.type, .string)
  }

  @Test func `is tags for JSON arrays of texts`() {
    expectEqual(type("[\"swiss\", \"pork\"]", "[]"), .tags)
    expectEqual(type("[\"a\"]", "b"), .string)
    expectEqual(type("[1, 2]"), .string)
    expectEqual(type("Angus Young, Malcolm Young"), .string)
  }

  @Test func `is long text for line breaks or many characters`() {
    expectEqual(type("one\ntwo", "short"), .text)
    expectEqual(type(String(repeating: "é", count: 201)), .text)
    expectEqual(type(String(repeating: "é", count: 200)), .string)
  }

  @Test func `is no long text for one among many that has much to say`() {
    let long = String(repeating: "é", count: 201)
    let short = (1...19).map { "Name \($0)" }
    expectEqual(profile(short + [long]).type.type, .text)
    expectEqual(profile(short + ["Name 20", long]).type.type, .string)
    expectEqual(profile([long] + short + ["Name 20"]).type.type, .string)
    expectEqual(profile(short + ["Name 20", "one\ntwo"]).type.type, .text)
  }

  @Test func `is text where nothing is known`() {
    expectEqual(type("", ""), .string)
  }
}

@Suite struct `A text's length` {
  @Test(arguments: [
    "x", "é", "e\u{301}", "\u{1F9C0}", "\r\n", "e" + String(repeating: "\u{301}", count: 50),
  ])
  func `is that of its characters`(character: String) {
    for count in [0, 1, 39, 40, 41, 700] {
      let bytes = Array(String(repeating: character, count: count).utf8)[...]
      for limit in [0, 1, 39, 40, 41, 200] {
        expectEqual(bytes.hasMoreCharacters(than: limit), (count > limit), "\(count), \(limit)")
      }
    }
  }
}
