import CairnNavigation
import TestSupport
import Testing

/// Invariant 5.
@Suite struct `Making a map` {
  private func problems(
    converters: [CaptureConverter] = [], @URLMapBuilder<String> _ items: () -> [MapItem<String>]
  ) throws -> [String] {
    let error = try #require(throws: NavigationError.self) {
      _ = try textMap(converters: converters, items)
    }
    guard case .registration(let problems) = error else { return ["\(error)"] }
    return problems.map(\.description)
  }

  @Test func `refuses two patterns of one shape`() throws {
    try expectEqual(
      problems {
        Route("cairn://a/(x)?q=(q)&m=1") { (x: String, q: String?) in x }
        Route("CAIRN://a/(y:string)?m=1&q=(r)") { (y: String, r: String?) in y }
        Route("*") { "" }
        Route("*") { "again" }
      },
      [
        "the patterns cairn://a/(x)?q=(q)&m=1 and CAIRN://a/(y:string)?m=1&q=(r) take the same URLs",
        "the patterns * and * take the same URLs",
      ])
  }

  @Test func `refuses to redirect what no pattern takes`() throws {
    try expectEqual(
      problems {
        Route("cairn://a") { "" }
        Redirect("*", to: "cairn://a")
      }, ["* can't be redirected to cairn://a; it needs a route"])
  }

  @Test func `refuses closures that don't fit, all in one sentence each`() throws {
    try expectEqual(
      problems {
        Route("cairn://a/(x)/(y)") { (x: String) in x }
        Route("cairn://b") { (x: Int) in "\(x)" }
        Route("cairn://c/(x:int)") { (x: String) in x }
        Route("cairn://d?q=(q)") { (q: String) in q }
        Route("cairn://e?q=(q)!") { (q: String?) in q ?? "" }
        Route("cairn://f/(x:colour)") { (x: String) in x }
        Route("cairn://g") { (unmatched: UnmatchedURL) in "\(unmatched)" }
        Route("cairn://h/(x") { (x: String) in x }
        Route("cairn://i/(x)/j") { (x: [String]) in x.joined() }
        Route("cairn://k/(m:enum(lunch,tea))") { (m: Menu) in "\(m)" }
      },
      [
        "the pattern cairn://a/(x)/(y) captures (x, y), its closure takes (string)",
        "the pattern cairn://b captures (), its closure takes (int)",
        "the pattern cairn://c/(x:int) says (x:int), its closure takes string",
        "the pattern cairn://d?q=(q) also matches without q, its closure's parameter isn't optional",
        "the pattern cairn://e?q=(q)! always has q, its closure's parameter is optional",
        "the pattern cairn://f/(x:colour) names the type colour, which no converter has",
        "the pattern cairn://g isn't *, its closure takes what didn't match",
        "the pattern cairn://h/(x is wrong at character 11: "
          + "the parenthesis is never closed; write a plain one as \\(",
        "the pattern cairn://i/(x)/j says (x:string), its closure takes path",
        "the pattern cairn://k/(m:enum(lunch,tea)) says (m:enum(lunch,tea)), "
          + "its closure takes enum(lunch,dinner)",
      ])
  }

  @Test func `refuses targets that lead nowhere`() throws {
    try expectEqual(
      problems {
        Route("cairn://a/(x)", parent: "cairn://b/(y)") { (x: String) in x }
        Redirect("cairn://q/(m:int)", to: "cairn://a/(n)")
        Redirect("cairn://r", to: "cairn://%")
        Link(from: Person.self, to: "cairn://people/(uid)", \.uid)
        Link(from: Cook.self, to: "cairn://a/(uid)", \.uid)
        Link(from: Cook.self, to: "cairn://a/(id)", \.uid)
        Link(from: Person.self, named: "x", to: "cairn://a/(x)/(y)", \.uid)
      },
      [
        "cairn://b/(y) uses (y), which the pattern cairn://a/(x) doesn't capture",
        "cairn://a/(n) uses (n), which the pattern cairn://q/(m:int) doesn't capture",
        "the URL cairn://% is malformed at character 9: "
          + "% must be followed by two hexadecimal digits; a percent sign is %25",
        "the links cairn://a/(uid) and cairn://a/(id) both lead from Cook",
        "the pattern cairn://a/(x)/(y) captures (x, y), its closure takes (int)",
        "no route takes cairn://people/(uid)",
      ])
  }

  @Test func `refuses capture types that are there already`() throws {
    let converters = ["int", "c", "c"].map { CaptureConverter($0) { text, _ in .accepted(text) } }
    try expectEqual(
      problems(converters: converters) {},
      [
        "the capture type int is there already", "the capture type c is there already",
      ])
  }
}
