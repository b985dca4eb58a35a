import CairnNavigation
import TestSupport
import Testing

/// Invariant 2.
@Suite struct `A malformed URL` {
  @Test(arguments: [
    ("recipes/%zz", 9, MalformedURL.Problem.brokenEscape),
    ("recipes/%4", 9, .brokenEscape),
    ("recipes?a=100%", 14, .brokenEscape),
    ("recipes?a%=1", 10, .brokenEscape),
    ("recipes/%E9", 9, .notUTF8),
    ("recipes/%C3%28", 9, .notUTF8),
    ("recipes/%ED%A0%80", 9, .notUTF8),
    ("recipes/a\nb", 10, .control(10)),
    ("recipes/\u{0}", 9, .control(0)),
    ("recipes/\u{9B}31m", 9, .control(0x9B)),
    ("recipes/../x", 9, .dotSegment),
    ("recipes/.", 9, .dotSegment),
    ("r#a#b", 4, .secondFragment),
    ("mailto:ann@example.org", 1, .schemeWithoutSlashes("mailto")),
    ("1x://a", 1, .notScheme),
    ("://a", 1, .notScheme),
    ("日本/%", 4, .brokenEscape),
  ])
  func `is refused at its first mistake`(
    text: String, column: Int, problem: MalformedURL.Problem
  ) throws {
    let error = try #require(throws: NavigationError.self) { try ScreenURL(parsing: text) }
    guard case .malformedURL(let malformed) = error else {
      Issue.record("another error: \(error)")
      return
    }
    expectEqual(malformed.problem, problem)
    expectEqual(malformed.column, column)
  }

  @Test func `may have 8 KiB and 64 segments, and not one more`() throws {
    let longest = "r?a=" + String(repeating: "x", count: ScreenURL.maximumLength - 4)
    try expectEqual(ScreenURL(parsing: longest).value("a")?.count, ScreenURL.maximumLength - 4)
    #expect(throws: NavigationError.self) { try ScreenURL(parsing: longest + "x") }
    let deepest = Array(repeating: "a", count: 64).joined(separator: "/")
    try expectEqual(ScreenURL(parsing: deepest).segments.count, 64)
    let error = try #require(throws: NavigationError.self) {
      try ScreenURL(parsing: deepest + "/b")
    }
    expectTrue("\(error)".contains("character 129"))
  }

  @Test func `names the text, the place and the remedy, with controls made visible`() throws {
    let error = try #require(throws: NavigationError.self) {
      try ScreenURL(parsing: "a/\u{1B}[2J")
    }
    expectEqual(
      error.description,
      "the URL a/\u{241B}[2J is malformed at character 3: "
        + "a control character (U+001B)")
  }
}
