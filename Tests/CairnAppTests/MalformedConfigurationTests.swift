import TestSupport
import Testing

@testable import CairnApp

@Suite struct `A configuration that is no TOML` {
  @Test(arguments: [
    ("[", 1, 1), ("restore = 1\n [ }", 2, 2), ("[[[a]]]", 1, 1), ("[!]", 1, 1), ("[\0]", 1, 1),
    ("[]", 1, 1),
    ("[[ = 1", 1, 1), ("a = [\n[2\n]]\n[.a]", 4, 1), ("[é]", 1, 1),
  ])
  func `tells where a table has no name`(text: String, line: Int, column: Int) {
    expectEqual(
      Configuration.problems(in: text),
      [
        ConfigurationProblem(
          .syntax("a table needs a name between its brackets"),
          at: TextPlace(line: line, column: column))
      ])
  }

  @Test(arguments: [
    "= 1", "a..b = 1", "a", "a = ", "a = \"", "a = \n[!]", "a = \"\n[}", "[a]\n[a]",
    "a = " + String(repeating: "[", count: 100_000), String(repeating: "x", count: 1 << 20),
    "a = " + String(repeating: "{a=", count: 100_000), "\"",
  ])
  func `is refused with its first mistake`(text: String) {
    let problems = Configuration.problems(in: text)
    expectEqual(problems.count, 1)
    guard case .syntax(let reason)? = problems.first?.reason else {
      Issue.record("\(problems)")
      return
    }
    expectTrue(reason != "a table needs a name between its brackets")
  }

  @Test(arguments: ["a", "[a"])
  func `lies no deeper than a program can follow`(start: String) {
    let text = "x = 1\n" + start + String(repeating: ".a", count: 100_000) + " = 1"
    expectEqual(
      Configuration.problems(in: text).map(\.description),
      [
        "line 2, column \(start.count + 1024): a key has more than 512 parts"
      ])
  }

  @Test func `doesn't end at a NUL`() {
    let problems = Configuration.problems(in: "[navigation]\nrestore = \"all\"\n# \0\nx = 1")
    expectEqual(
      problems.map(\.description), ["line 3, column 3: a comment has a control character in it"])
  }

  @Test func `takes no number that is too large`() {
    let problems = Configuration.problems(in: "[store]\nhistory-days = 99999999999999999999")
    expectEqual(problems.map(\.place), [TextPlace(line: 2, column: 1)])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `may have the line ends and the mark of Windows`(end: String) throws {
    let lines = [
      "\u{FEFF}# all", "[store] # b", "history-days = 3", "[routes]", "'a' = \"\"\"", "b\"\"\"",
    ]
    let configuration = Configuration.problems(in: lines.joined(separator: end))
    expectEqual(configuration.map(\.place.line), [5])
  }

  @Test(arguments: TestSupport.SeededGenerator.seeds(300))
  func `is read or refused, whatever it says`(seed: UInt64) {
    var generator = TestSupport.SeededGenerator(seed: seed)
    let pieces = [
      "=", ".", "[", "]", "{", "}", "\"", "'", "\"\"\"", "'''", ",", "#", "\n", "\\", "\\u00e9",
      "\0", "1", "-", "1979-05-27", "T", ":", "a", "navigation", "[routes]\n", " ", "\r", "é",
    ]
    for _ in 0..<20 {
      let text = (0..<generator.number(1...14)).map { _ in
        pieces[generator.number(0...pieces.count - 1)]
      }.joined()
      for problem in Configuration.problems(in: text) { expectTrue(problem.place.line >= 1) }
    }
  }
}
