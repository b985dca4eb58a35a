import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A regular expression` {
  @Test(arguments: [
    ("", ""), ("", "x"), ("b", "abc"), ("^b?$", ""), ("^a.c$", "abc"), ("^[a-c]+$", "abcabc"),
    ("[^a-z]", "abcD"), ("^(a|bc)*$", "abcbca"), ("a{2}", "baab"), ("^a{2,3}$", "aaa"),
    ("^a{2,}$", "aaaaa"), ("\\d+-\\w+", "x 12-ab_1"), ("^\\S+\\s\\S+$", "a\tb"),
    ("\\bcat\\b", "the cat."), ("\\Bat", "cat"), ("(?i)STRASSE", "straße Strasse"),
    ("(?i)[é-ê]", "CAFÉ"), ("^\\u{e9}\\x41\\u00e9$", "éAé"), ("a\\.b", "a.b"), ("[]]", "]"),
    ("[a\\]b]+", "]"), ("[a-]", "-"), ("^(?:x|)$", ""), ("(?<name>a)b", "ab"), ("x{y}", "x{y}"),
    ("^(a*)*$", "aaa"), ("^(a?b??)+?c", "aabac"), ("日.語", "日本語"), ("(){99999}(){9}", "x"),
    ("^[\\d\\-.]+$", "1-2.3"), ("{", "{"), ("\\Aa\\z", "a"), ("^.$", "👍"), ("ab|cd|ef", "xcd"),
  ])
  func `is found`(pattern: String, text: String) throws {
    try expectTrue(TextPattern(pattern).isFound(in: text))
  }

  @Test(arguments: [
    ("b", "aac"), ("^b", "ab"), ("b$", "ba"), ("^a.c$", "a\nc"), ("[^a-z]", "abc"), ("a{2}", "aba"),
    ("^a{2,3}$", "aaaa"), ("\\bat", "cat"), ("\\d", "x"), ("(?i)x", "y"), ("^(a|bc)*$", "abcb"),
    ("a\\.b", "axb"), ("x^y", "xy"), ("^$", " "), ("[a-c]", "d"), ("\\S", " \t\n"),
  ])
  func `is not found`(pattern: String, text: String) throws {
    expectTrue(!(try TextPattern(pattern).isFound(in: text)))
  }

  @Test(arguments: [
    ("(", "never closed"), (")", "closes no"), ("[a", "never closed"), ("*a", "nothing to repeat"),
    ("a|+", "nothing to repeat"), ("\\", "ends after"), ("(?=a)", "look-around"),
    ("(?<!a)b", "look-around"), ("(a)\\1", "back reference"), ("a{3,2}", "more at least"),
    ("a++", "possessive"), ("[z-a]", "backwards"), ("[[:alpha:]]", "classes"),
    ("\\q", "no meaning"), ("\\u{110000}", "not a character"), ("a{1001}", "too long"),
    ("((a{40}){40}){40}", "too long"), ("(?x)a", "unknown kind"),
  ])
  func `that cannot be is refused with the reason`(pattern: String, reason: String) throws {
    let error = try #require(throws: PatternError.self) { try TextPattern(pattern) }
    expectTrue(error.reason.contains(reason), "\(error.reason)")
  }

  @Test func `nests no deeper than 64 levels`() throws {
    let deep = { (count: Int) in
      String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count)
    }
    try expectTrue(TextPattern(deep(64)).isFound(in: "a"))
    #expect(throws: PatternError.self) { try TextPattern(deep(100_000)) }
    let repeated = "a" + String(repeating: "{1}", count: 100_000)
    #expect(throws: PatternError.self) { try TextPattern(repeated) }
  }

  /// A search that backtracks takes longer for these than anyone has.
  @Test(arguments: ["(y+)+z", "(y|y)*z", "(y*)*z$", "(y?){100}y{100}z", "^(([yx])+.)+[yx]([zw])+$"])
  func `takes time in proportion to the text`(pattern: String) throws {
    let text = String(repeating: "y", count: 1 << 18)
    let pattern = try TextPattern(pattern)
    expectTrue(!pattern.isFound(in: text))
    expectTrue(pattern.isFound(in: text + "yz"))
  }

  @Test func `goes on rightly after it forgot what it learned`() throws {
    let pattern = try TextPattern("(a|b)*a(a|b){12}c")
    var generator = SeededGenerator(seed: 1)
    let text = String((0..<20_000).map { _ in generator.number(0...1) == 0 ? "a" : "b" })
    expectTrue(!pattern.isFound(in: text))
    expectTrue(pattern.isFound(in: text + "abbbbbbbbbbbbc"))
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(400)))
  func `is found where one that backtracks finds it`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let expression = Self.expression(&generator, depth: 3)
    let regex = try Regex(expression).wordBoundaryKind(.simple)
    let pattern = try TextPattern(expression)
    for _ in 0..<10 {
      let letters: [Character] = ["a", "b", " ", "c"]
      let text = String((0..<generator.number(0...8)).map { _ in letters[generator.number(0...3)] })
      expectEqual(
        pattern.isFound(in: text), (text.firstMatch(of: regex) != nil),
        "\(expression) in \"\(text)\"")
    }
  }

  private static func expression(_ generator: inout SeededGenerator, depth: Int) -> String {
    let part = { (generator: inout SeededGenerator) in expression(&generator, depth: depth - 1) }
    guard depth > 0 else {
      let leaves = ["a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\s", "\\b", "^", "$", "\\B"]
      return leaves[generator.number(0...leaves.count - 1)]
    }
    switch generator.number(0...5) {
    case 0: return "(?:\(part(&generator))|\(part(&generator)))"
    case 1: return "(\(part(&generator))\(part(&generator)))*"
    case 2: return "(\(part(&generator)))?"
    case 3: return "(?:\(part(&generator))){1,2}"
    default: return part(&generator) + part(&generator)
    }
  }
}
