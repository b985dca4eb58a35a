import Glibc
import TestSupport
import Testing

@Suite struct `cairn pick` {
  /// What came of a choice: what was printed, and the status.
  private struct Answer {
    let output: String
    let status: String
    var lines: [Substring] { output.split(separator: "\n") }
  }

  /// Lets keys act at `cairn pick`, each once the screen shows what the one before led to.
  ///
  /// - Parameters:
  ///   - arguments: what stands behind the command's name, as a shell reads it.
  ///   - home: whose store it is.
  ///   - steps: keys, and what the screen shows then.
  ///   - end: the keys that leave.
  /// - Returns: what it printed, and how it ended.
  /// - Throws: where a screen doesn't come.
  private func pick(
    _ arguments: String, in home: Home, _ steps: (keys: String, shown: String)...,
    end: String = "\r"
  ) throws -> Answer {
    let session = try home.startShell("\"$0\" pick \(arguments) > out; echo $? > status")
    try session.wait(forText: "Onion soup")
    for step in steps { try session.press(step.keys, until: step.shown) }
    session.send(end)
    _ = try session.waitForEnd()
    return Answer(output: home.text(of: "out"), status: home.text(of: "status"))
  }

  @Test func `prints the URL of the record with the cursor, and nothing else`() throws {
    let answer = try pick("recipes", in: .withRecipes(), ("ratat", "ratat"))
    expectEqual(answer.output, "cairn://recipes/p3\n")
    expectEqual(answer.status, "0\n")
  }

  @Test func `prints fields of all that was marked, in the order of the list`() throws {
    let answer = try pick(
      "recipes --columns name,rating", in: .withRecipes(), ("\t\t", "2 marked"))
    expectEqual(answer.lines.count, 2)
    expectEqual(answer.lines.first, "Onion soup\t4")
  }

  @Test func `marks what a later filter leaves out`() throws {
    let answer = try pick(
      "recipes --format jsonl", in: .withRecipes(), ("onion\t", "● "),
      ("\u{15}ratat\t", "2 marked"))
    expectEqual(answer.lines.count, 2)
    expectTrue(answer.lines.allSatisfy { $0.hasPrefix("{\"url\":") })
  }

  @Test func `is left without a choice by Escape, which is no success`() throws {
    let answer = try pick("recipes", in: .withRecipes(), ("ratat", "ratat"), end: "\u{1B}")
    expectEqual(answer.output, "")
    expectEqual(answer.status, "1\n")
  }

  @Test func `is ended by one Ctrl-C, with the status that shells know`() throws {
    let answer = try pick("recipes", in: .withRecipes(), ("ratat", "ratat"), end: "\u{03}")
    expectEqual(answer.output, "")
    expectEqual(answer.status, "130\n")
  }

  @Test func `changes nothing in the store`() throws {
    let home = try Home.withRecipes()
    let before = try home.output("log", "--format", "json")
    _ = try pick("recipes", in: home, end: "\u{1B}[3~\u{04}\r")
    try expectEqual(home.output("log", "--format", "json"), before)
  }

  @Test func `takes what the URL's own filter left out, once that is changed`() throws {
    let answer = try pick(
      "'recipes?where=onion'", in: .withRecipes(), ("\u{15}ratat", "Ratatouille"))
    expectEqual(answer.output, "cairn://recipes/p3\n")
  }

  @Test func `refuses what is no list, and filters that can't be read, before it draws`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.cairn("pick", "recipes/p1").status, 1)
    try expectEqual(home.cairn("pick", "recipes", "rating>").status, 64)
    try expectEqual(home.cairn("pick", "recipes", "--columns", "nonsense").status, 1)
  }
}
