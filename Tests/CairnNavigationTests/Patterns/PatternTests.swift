import CairnNavigation
import TestSupport
import Testing

@Suite struct `A pattern` {
  @Test(arguments: [
    ("cairn://menu", []), ("cairn://(a)/(b:int)", ["a", "b"]),
    ("CAIRN://x-(a:)-y/(b:enum(u,v))?q=(c)&r=(d:int)!&m=1#(e)", ["a", "b", "c", "d", "e"]),
    ("cairn://a/()/(rest:path)", ["rest"]), ("cairn://a\\(b\\)/%28", []), ("*", []),
  ])
  func `names its captures in order`(text: String, names: [String]) throws {
    try expectEqual(Pattern(text).captures.map(\.name), names)
  }

  /// Invariant 2.
  @Test(arguments: [
    ("", 1, MalformedPattern.Problem.missingScheme), ("menu/(a)", 1, .missingScheme),
    ("cairn:menu", 1, .missingScheme), ("cairn://", 9, .noSegments),
    ("cairn://?a=b", 9, .noSegments), ("cairn://a//b", 11, .emptySegment),
    ("cairn://a/", 11, .emptySegment), ("cairn://a/../b", 11, .dotSegment),
    ("cairn://(a", 9, .unclosedCapture), ("cairn://a)", 10, .strayParenthesis),
    ("cairn://(a)(b)", 12, .secondCapture), ("cairn://(a)/(a)", 14, .repeatedName("a")),
    ("cairn://(a)?q=(a)", 16, .repeatedName("a")), ("cairn://(1)", 10, .badName("1")),
    ("cairn://(a:b c)", 12, .badName("b c")), ("cairn://(:int)", 10, .badName("")),
    ("cairn://(a:enum())", 12, .badChoice), ("cairn://(a:enum(x,x))", 12, .badChoice),
    ("cairn://(a:path)/b", 18, .pathNotLast), ("cairn://x(a:path)", 9, .pathNotLast),
    ("cairn://a?q=(p:path)", 13, .pathOutsidePath), ("cairn://a?q", 11, .queryWithoutValue("q")),
    ("cairn://a?q=1&q=2", 15, .repeatedKey("q")),
    ("cairn://a?q=x(b)", 13, .textAroundQueryCapture),
    ("cairn://a%zz", 10, .brokenText(.brokenEscape)),
    ("cairn://a\n", 10, .brokenText(.control(10))),
  ])
  func `is refused at its first mistake`(
    text: String, column: Int, problem: MalformedPattern.Problem
  ) throws {
    let error = try #require(throws: NavigationError.self) { try Pattern(text) }
    guard case .malformedPattern(let malformed) = error else {
      Issue.record("another error: \(error)")
      return
    }
    expectEqual(malformed.problem, problem)
    expectEqual(malformed.column, column)
  }

  @Test func `has at most 64 segments`() throws {
    let deepest =
      "cairn://" + Array(repeating: "(\u{61})", count: 1).joined()
      + String(repeating: "/x", count: 63)
    try expectEqual(Pattern(deepest).captures.count, 1)
    #expect(throws: NavigationError.self) { try Pattern(deepest + "/x") }
  }
}
