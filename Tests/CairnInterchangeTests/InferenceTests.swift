import CairnStore
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
    #expect(type("1", "-20", "0", "", "9223372036854775807") == .integer)
    #expect(type("1", "007") == .string)
    #expect(type("1", "+2") == .string)
    #expect(type("-0") == .decimal)
    #expect(type("9223372036854775808", "1") == .decimal)
    #expect(type("1", "2x") == .string)
  }

  @Test func `is a decimal if every number is plain`() {
    #expect(type("0.99", "12", "-3.50") == .decimal)
    #expect(type("0.99", "01.5") == .string)
    #expect(type("1.5", "2.5e3") == .double)
    #expect(type("1.", "2") == .string)
    #expect(type(".5") == .string)
  }

  @Test func `is a boolean for true and false, yes and no`() {
    #expect(type("true", "false") == .boolean)
    #expect(type("Yes", "NO", "") == .boolean)
    #expect(type("yes", "maybe") == .string)
    #expect(type("1", "0") == .integer)
  }

  @Test func `is a date, or a datetime if one has a time`() {
    #expect(type("2026-11-20", "1999-02-28") == .date)
    #expect(type("2026-11-20", "2026-11-20T10:00:00Z") == .datetime)
    #expect(type("1962-02-18T00:00:00", "2026-11-20 10:00:00.25+01:00") == .datetime)
    #expect(type("2026-02-30") == .string)
    #expect(type("2026-11-20", "soon") == .string)
  }

  @Test func `is a URL or an e-mail address by its spelling`() {
    #expect(type("https://example.org/a?b=1", "ftp://example.org") == .url)
    #expect(type("https://example.org", "see https://example.org") == .string)
    #expect(type("ann@example.org", "b.c+d@sub.example.org") == .email)
    #expect(type("ann@example") == .string)
    #expect(type("ann@example.org, bob@example.org") == .string)
  }

  @Test(arguments: ["a|b", "a\nb", " a"])
  func `is no choice where the model couldn't name one of its words`(word: String) {
    let many = (1...40).map { $0 % 2 == 0 ? "low" : word }
    #expect(profile(many).type.type != .choice)
  }

  @Test func `is a choice for few values in many rows`() {
    let many = Array(repeating: ["low", "high"], count: 10).flatMap { $0 }
    #expect(profile(many).type == ColumnType(.choice, choices: ["low", "high"]))
    #expect(profile(Array(many.dropLast())).type.type == .string)
    #expect(profile(many + [String(repeating: "x", count: 41)]).type.type == .string)
    #expect(profile(many + (1...10).map { "v\($0)" }).type.choices.count == 12)
    #expect(profile(many + (1...11).map { "v\($0)" }).type.type == .string)
    #expect(profile(many + ["a | b"]).type.type == .string)
  }

  @Test func `is tags for JSON arrays of texts`() {
    #expect(type("[\"swiss\", \"pork\"]", "[]") == .tags)
    #expect(type("[\"a\"]", "b") == .string)
    #expect(type("[1, 2]") == .string)
    #expect(type("Angus Young, Malcolm Young") == .string)
  }

  @Test func `is long text for line breaks or many characters`() {
    #expect(type("one\ntwo", "short") == .text)
    #expect(type(String(repeating: "é", count: 201)) == .text)
    #expect(type(String(repeating: "é", count: 200)) == .string)
  }

  @Test func `is no long text for one among many that has much to say`() {
    let long = String(repeating: "é", count: 201)
    let short = (1...19).map { "Name \($0)" }
    #expect(profile(short + [long]).type.type == .text)
    #expect(profile(short + ["Name 20", long]).type.type == .string)
    #expect(profile([long] + short + ["Name 20"]).type.type == .string)
    #expect(profile(short + ["Name 20", "one\ntwo"]).type.type == .text)
  }

  @Test func `is text where nothing is known`() {
    #expect(type("", "") == .string)
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
        #expect(bytes.hasMoreCharacters(than: limit) == (count > limit), "\(count), \(limit)")
      }
    }
  }
}
