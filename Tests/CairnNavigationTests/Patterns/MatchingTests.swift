import CairnNavigation
import TestSupport
import Testing

@Suite struct `Matching a pattern` {
  @Test(arguments: [
    ("tt://menu/(page:int)", "tt://menu/1", [RouteArgument.text("1")]),
    ("tt://menu/(page:int)", "TT://menu//1/", [.text("1")]),
    ("tt://menu/(page:int)", "tt://menu/-7", [.text("-7")]),
    ("tt://menu/(x)", "tt://menu/a%2Fb", [.text("a/b")]),
    ("tt://food/(name)", "tt://food/Mac%20%26%20Cheese", [.text("Mac & Cheese")]),
    ("tt://order?waitress=(w)", "tt://order?ref=toolbar&waitress=Betty", [.text("Betty")]),
    ("tt://order?waitress=(w)", "tt://order", [.absent]),
    ("tt://order?waitress=(w)", "tt://order?waitress=", [.absent]),
    ("tt://order?waitress=(w)", "tt://order?waitress", [.absent]),
    ("tt://order?a=(a)!&b=(b)", "tt://order?b=2&a=1", [.text("1"), .text("2")]),
    ("tt://order?a=(a)", "tt://order?a=1&a=2", [.text("1")]),
    ("tt://order?m=1", "tt://order?x=y&m=1", []),
    ("tt://order#(f)", "tt://order?q=1#cancel", [.text("cancel")]),
    ("tt://order#cancel", "tt://order#cancel", []),
    ("tt://id-(x)-z", "tt://id-a-b-z", [.text("a-b")]),
    ("tt://()/(x)", "tt://any/1", [.text("1")]),
    ("tt://files/(p:path)", "tt://files/a/b%2Fc/d", [.path(["a", "b/c", "d"])]),
    ("tt://(a:enum(lunch,dinner))", "tt://dinner", [.text("dinner")]),
    (
      "tt://(a:bool)/(b:uint)/(c:double)", "tt://yes/7/-1.5e3",
      [.text("yes"), .text("7"), .text("-1.5e3")]
    ),
    ("tt://(d:date)", "tt://2024-02-29", [.text("2024-02-29")]),
    (
      "tt://(u:uuid)", "tt://123E4567-e89b-12d3-a456-426614174000",
      [.text("123E4567-e89b-12d3-a456-426614174000")]
    ),
    ("tt://x/(o:object)", "tt://x/eC1j", [.text("eC1j")]),
    ("tt://a%20b/\\(x\\)", "tt://a b/(x)", []),
    ("tt://e\u{301}/(x)", "tt://\u{E9}/1", [.text("1")]),
  ])
  func `gives the values`(pattern: String, url: String, values: [RouteArgument]) throws {
    let match = try Pattern(pattern).match(ScreenURL(parsing: url)).get()
    expectEqual(match.values, values)
  }

  @Test(arguments: [
    ("tt://menu/(page:int)", "tt://menu/abc", "(page) takes int, not abc"),
    ("tt://menu/(page:int)", "tt://menu/12abc", "(page) takes int, not 12abc"),
    ("tt://menu/(page:int)", "tt://menu/%201", "(page) takes int, not  1"),
    (
      "tt://menu/(page:int)", "tt://menu/99999999999999999999",
      "(page) takes int, not 99999999999999999999"
    ),
    ("tt://menu/(page:uint)", "tt://menu/-1", "(page) takes uint, not -1"),
    ("tt://menu/(x:double)", "tt://menu/nan", "(x) takes double, not nan"),
    ("tt://menu/(x:double)", "tt://menu/0x1p3", "(x) takes double, not 0x1p3"),
    ("tt://menu/(x:double)", "tt://menu/1e999", "(x) takes double, not 1e999"),
    ("tt://menu/(x:date)", "tt://menu/2023-02-29", "(x) takes date, not 2023-02-29"),
    ("tt://menu/(x:uuid)", "tt://menu/123", "(x) takes uuid, not 123"),
    ("tt://menu/(x:object)", "tt://menu/e", "(x) takes object, not e"),
    ("tt://menu/(x:bool)", "tt://menu/maybe", "(x) takes bool, not maybe"),
    ("tt://menu/(x:enum(a,b))", "tt://menu/c", "(x) takes enum(a,b), not c"),
    ("tt://menu/(x)", "tt://menu", "the pattern has 2 segments, and the URL has 1"),
    ("tt://menu", "tt://menu/1/2", "the pattern has 1 segment, and the URL has 3"),
    ("tt://menu/(x:path)", "tt://menu", "the pattern has 2 segments or more, and the URL has 1"),
    (
      "tt://menu/x", "tt://Menu/x",
      "segment 1 of the pattern is menu, not Menu (only upper and lower case differ)"
    ),
    ("tt://menu/x", "tt://menu/y", "segment 2 of the pattern is x, not y"),
    ("tt://id-(x)", "tt://id-", "segment 1 must have the form id-…, not id-"),
    ("tt://a?m=1", "tt://a?m=2", "the query must have m=1, not 2"),
    ("tt://a?m=1", "tt://a", "the query must have m=1"),
    ("tt://a?q=(q)!", "tt://a?q=", "the query lacks q"),
    ("tt://a", "tt://a#f", "the pattern has no fragment, and the URL has #f"),
    ("tt://a#f", "tt://a", "the fragment must be #f"),
    ("tt://a", "cairn://a", "the scheme isn't tt"),
    ("*", "tt://a", "it matches only URLs that no other pattern matches"),
  ])
  func `says why not`(pattern: String, url: String, reason: String) throws {
    let result = try Pattern(pattern).match(ScreenURL(parsing: url))
    guard case .failure(let mismatch) = result else {
      Issue.record("\(pattern) matched \(url)")
      return
    }
    expectEqual(mismatch.description, reason)
  }

  @Test func `lets a converter judge, redirect, and see what came before`() throws {
    let collection = CaptureConverter("collection") { text, _ in
      text.lowercased().hasPrefix("recipe")
        ? .accepted("recipes") : .rejected("no \(text)")
    }
    let record = CaptureConverter("record") { text, context in
      .accepted("\(context.earlier["c"] ?? "?")-\(text)")
    }
    let pattern = try Pattern("cairn://(c:collection)/(r:record)?x=(y)")
    let converters = [collection, record]
    let match = try pattern.match("cairn://Recipe/p3?x=1&z=2", converters: converters).get()
    expectEqual(match.values, [.text("recipes"), .text("recipes-p3"), .text("1")])
    expectEqual(match.url.text, "cairn://recipes/recipes-p3?x=1&z=2")
    let failure = pattern.match("cairn://books/p3", converters: converters)
    expectTrue("\(failure)".contains("no books"))
  }
}
