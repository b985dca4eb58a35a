import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A place in a text that another program changes` {
  @Test(arguments: [
    ("alpha\nbravo\n|charlie", "zero\nalpha\nbravo\n|charlie"),
    ("alpha\nbra|vo", "bra|vo"), ("alpha\nbravo|\ncharlie", "alpha\nbravo|\nx\ncharlie"),
    ("alpha\nbra|vo\ncharlie", "alpha\n|charlie"), ("so|up", "so|up"), ("so|up", "onion so|up"),
    ("soup|", "soup|s"), ("a|bc", "a|bcd"), ("|", "|abc"), ("ab|", "|"),
    ("one\ntwo\nthr|ee", "two\none\nthr|ee"),
  ])
  func `stays in its line, at its character`(before: String, after: String) {
    let (old, place) = Self.parts(before)
    let (new, expected) = Self.parts(after)
    expectEqual(LineDifference(from: old, to: new).place(of: place), expected)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `stays before its character in any line that is kept`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<random.number(1...8)).map { "line \($0) \(random.number(0...99))" }
    var changed = lines
    for _ in 0..<random.number(0...4) {
      let place = random.number(0...changed.count)
      if random.number(0...1) == 0 || changed.isEmpty || place == changed.count {
        changed.insert("new \(random.number(0...999))", at: place)
      } else {
        changed.remove(at: place)
      }
    }
    let (old, new) = (lines.joined(separator: "\n"), changed.joined(separator: "\n"))
    let difference = LineDifference(from: old, to: new)
    let place = random.number(0...old.count)
    let found = difference.place(of: place)
    expectTrue((0...new.count).contains(found), "seed \(seed)")
    let before = Array(old)[..<place]
    let line = before.count { $0 == "\n" }
    guard changed.contains(lines[line]) else { return }
    let rest = String(Array(old)[place...].prefix { $0 != "\n" })
    expectTrue(String(Array(new)[found...]).hasPrefix(rest), "seed \(seed)")
  }

  private static func parts(_ text: String) -> (String, Int) {
    let place = Array(text).firstIndex(of: "|") ?? 0
    return (text.replacing("|", with: ""), place)
  }
}
