import CairnNavigation
import TestSupport
import Testing

@Suite struct `A redirect that arrives nowhere` {
  private func map(_ redirects: [(String, String)]) throws -> URLMap<String> {
    try textMap {
      Route("cairn://end") { () in "end" }
      for (pattern, target) in redirects { Redirect(pattern, to: target) }
    }
  }

  @Test(arguments: [
    ([("cairn://a", "cairn://b"), ("cairn://b", "cairn://a")], 2),
    ([("cairn://a/(x)", "cairn://a/(x)?n=1")], 1),
    ([("cairn://a/(p:path)", "cairn://a/a/(p)")], 1),
    ([("cairn://a/(n:int)", "cairn://b/(n)"), ("cairn://b/(n:uint)", "cairn://a/(n)")], 2),
    ([("cairn://a?q=(q)!&k=1", "cairn://a?k=1&q=(q)"), ("cairn://b", "cairn://a?q=1&k=1")], 2),
    ([("cairn://go/(x)", "cairn://(x)"), ("cairn://a", "cairn://go/a")], 1),
    ([("cairn://d/(day:date)", "cairn://d/2000-01-02"), ("cairn://a", "cairn://end")], 1),
  ])
  func `is found before anybody opens it`(redirects: [(String, String)], count: Int) throws {
    let found = try map(redirects).endlessRedirects
    expectEqual(found.count, count)
    expectTrue(found.allSatisfy { $0.isCircle })
  }

  @Test(arguments: [
    [("cairn://a", "cairn://b"), ("cairn://b", "cairn://end")],
    [("cairn://go/(x)", "cairn://(x)")],
    [("cairn://f/(n)/(rest:path)", "cairn://f/(rest)")],
    [("cairn://a/(x:enum(b,c))", "cairn://end")],
    [("cairn://()", "cairn://end")],
  ])
  func `isn't one that arrives`(redirects: [(String, String)]) throws {
    try expectEqual(map(redirects).endlessRedirects, [])
  }

  @Test func `is told with its way, where the circle closes`() throws {
    let circle = try map([("cairn://a", "cairn://b/1"), ("cairn://b/(n)", "cairn://a")])
    expectEqual(
      circle.endlessRedirects.first?.description,
      "cairn://a redirects in a circle: cairn://a → cairn://b/1 → cairn://a")
    let steps = (0...5).map { ("cairn://a\($0)", "cairn://a\($0 + 1)") }
    let long = try map(steps + [("cairn://a6", "cairn://end")])
    expectEqual(long.endlessRedirects.map(\.pattern.text), ["cairn://a0", "cairn://a1"])
    expectEqual(long.endlessRedirects.first?.isCircle, false)
  }

  @Test func `ends in an error that shows where it went`() throws {
    let map = try map([("cairn://a", "cairn://b"), ("cairn://b", "cairn://a")])
    let (result, redirects) = map.resolved("cairn://a")
    guard case .unmatched(let unmatched, _) = result else {
      Issue.record("it arrived")
      return
    }
    expectEqual(redirects, ["cairn://b", "cairn://a"])
    expectEqual(
      unmatched.description, "cairn://a redirects in a circle: cairn://a → cairn://b → cairn://a")
  }
}
