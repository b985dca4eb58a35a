import TestSupport
import Testing

@testable import CairnStore

/// 26 November 2026 is a Thursday.
@Suite struct `A record in a line` {
  private func read(_ line: String) throws -> (title: String, fields: [String]) {
    let model = try ObjectModel(
      parsing: """
        %rec: Task
        %title: Name
        %attribute: Name string
        %choices: Priority low | high
        %choices: State on hold | cafe
        %attribute: Due date
        %attribute: Made date
        %attribute: Tags tags
        %attribute: Url url
        %relationship: Project to-one Project
        %due: Due

        %rec: Project
        %attribute: Name string

        """)
    let clock = WallClock(now: try #require(Timestamp("2026-11-26T12:00:00Z")))
    let line = CaptureLine(line, of: try #require(model["Task"]), at: clock)
    return (line.title, line.fields.map { "\($0.name)=\($0.text)" })
  }

  @Test(arguments: [
    ("call plumber friday project:House", "call plumber", ["Project=House", "Due=friday"]),
    ("call plumber friday high", "call plumber", ["Due=friday", "Priority=high"]),
    ("pay rent in 3 days", "pay rent", ["Due=in 3 days"]),
    ("pay rent next monday #money #home", "pay rent", ["Tags=money, home", "Due=next monday"]),
    ("pay 2026-12-01 high", "pay", ["Due=2026-12-01", "Priority=high"]),
    ("name:\"a b\" x", "x", ["Name=a b"]),
    ("due:tomorrow friday night", "friday night", ["Due=tomorrow"]),
    ("read https://example.org today", "read", ["Url=https://example.org", "Due=today"]),
    ("made:today sweep", "sweep", ["Made=today"]),
    ("5\" nail friday", "5\" nail", ["Due=friday"]),
    ("buy a goose dec 24", "buy a goose", ["Due=dec 24"]),
    ("pay the rent by friday", "pay the rent", ["Due=friday"]),
    ("due:today due:friday x", "x", ["Due=today", "Due=friday"]),
    ("paint the door on hold", "paint the door", ["State=on hold"]),
    ("paint the door café", "paint the door", ["State=café"]),
  ])
  func `has its fields`(line: String, title: String, fields: [String]) throws {
    let found = try read(line)
    expectEqual(found.title, title)
    expectEqual(found.fields, fields)
  }

  /// Words of a title that could be read as something else.
  @Test(arguments: [
    "buy sun cream", "high", "friday", "call May", "order 20", "email: later", "fix a=b",
    "ring 555-1234", "a high wall", "meet every friday", "ask about friday evening", "C# book",
    "issue #",
    "tv 16/9", "version 12.11.", "fix #123: crash", "x #,", "5\" nail",
  ])
  func `keeps plain words in its title`(line: String) throws {
    let found = try read(line)
    expectEqual(found.title, line)
    expectEqual(found.fields, [])
  }

  @Test(arguments: [
    ("water plants every week", "water plants", ["Every=every week"]),
    ("water plants friday every 3 days", "water plants", ["Due=friday", "Every=every 3 days"]),
    ("water plants Every Month tomorrow", "water plants", ["Every=Every Month", "Due=tomorrow"]),
    ("feed the cat every Friday", "feed the cat", ["Due=Friday", "Every=every week"]),
    (
      "feed the cat every friday every 2 weeks", "feed the cat",
      ["Due=friday", "Every=every 2 weeks"]
    ),
    ("every friday", "every friday", []),
    ("every one every friday", "every one", ["Due=friday", "Every=every week"]),
    ("every:yearly say every week", "say every week", ["Every=yearly"]),
    ("every week", "every week", []), ("think about every one", "think about every one", []),
    ("write the weekly", "write the weekly", []), ("wait 3 weeks", "wait 3 weeks", []),
  ])
  func `has the time until it comes back`(line: String, title: String, fields: [String]) throws {
    let model = try ObjectModel(
      parsing: """
        %rec: Task
        %attribute: Name string
        %attribute: Done boolean
        %attribute: Due date
        %attribute: Every string
        %due: Due
        %repeat: Done Every

        """)
    let clock = WallClock(now: try #require(Timestamp("2026-11-26T12:00:00Z")))
    let found = CaptureLine(line, of: try #require(model["Task"]), at: clock)
    expectEqual(found.title, title)
    expectEqual(found.fields.map { "\($0.name)=\($0.text)" }, fields)
  }

  @Test(arguments: [
    ("Swift blog https://swift.org/blog", "Swift blog", ["Site=https://swift.org/blog"]),
    ("https://swift.org", "https://swift.org", ["Site=https://swift.org"]),
    ("https://swift.org Swift", "Swift", ["Site=https://swift.org"]),
    ("https://swift.org today", "https://swift.org", ["Site=https://swift.org", "Day=today"]),
    ("name:soup soup of lentils", "soup of lentils", ["Name=soup"]),
    ("read today https://swift.org", "read", ["Site=https://swift.org", "Day=today"]),
    ("read HTTP://A.B now site:http://c.d", "read HTTP://A.B now", ["Site=http://c.d"]),
    ("http://a.b or http://c.d", "http://a.b or http://c.d", []),
    ("http:// is a prefix", "http:// is a prefix", []),
  ])
  func `has a web address in the field for it`(line: String, title: String, fields: [String]) throws
  {
    let model = try ObjectModel(
      parsing:
        "%rec: Mark\n%title: Name\n%attribute: Name string\n%attribute: Site url\n%attribute: Day date\n"
    )
    let clock = WallClock(now: Timestamp(microseconds: 0))
    let found = CaptureLine(line, of: try #require(model["Mark"]), at: clock)
    expectEqual(found.title, title)
    expectEqual(found.fields.map { "\($0.name)=\($0.text)" }, fields)
  }

  @Test func `notes words that are almost a field`() throws {
    let model = try ObjectModel(parsing: "%rec: Task\n%attribute: Name string\n")
    let clock = WallClock(now: Timestamp(microseconds: 0))
    let task = try #require(model["Task"])
    expectEqual(CaptureLine("Nmae:Toast x", of: task, at: clock).unknown, ["Nmae"])
    expectEqual(CaptureLine("note: x http://a.b re:x", of: task, at: clock).unknown, [])
  }

  @Test func `may have no words for a title`() throws {
    try expectEqual(read("project:House").title, "")
    try expectEqual(read("").title, "")
  }
}
