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
    ("read https://example.org today", "read https://example.org", ["Due=today"]),
    ("made:today sweep", "sweep", ["Made=today"]),
  ])
  func `has its fields`(line: String, title: String, fields: [String]) throws {
    let found = try read(line)
    expectEqual(found.title, title)
    expectEqual(found.fields, fields)
  }

  /// Words of a title that could be read as something else.
  @Test(arguments: [
    "buy sun cream", "high", "friday", "call May", "order 20", "email: later", "fix a=b",
    "ring 555-1234", "a high wall", "ask about friday evening", "C# book", "issue #",
  ])
  func `keeps plain words in its title`(line: String) throws {
    let found = try read(line)
    expectEqual(found.title, line)
    expectEqual(found.fields, [])
  }

  @Test func `may have no words for a title`() throws {
    try expectEqual(read("project:House").title, "")
    try expectEqual(read("").title, "")
  }
}
