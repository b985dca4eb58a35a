import CairnNavigation
import TestSupport
import Testing

@Suite struct `A link inside a screen` {
  /// The examples of RFC 3986 section 5.4 that aren't about other schemes' syntax.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c"), ("./", "http://a/b/c"),
    ("..", "http://a/b"), ("../", "http://a/b"), ("../g", "http://a/b/g"),
    ("../..", "http://a"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ("cairn://x/y", "cairn://x/y"),
  ])
  func `is resolved by RFC 3986`(reference: String, target: String) throws {
    let base = try ScreenURL(parsing: "http://a/b/c/d;p?q")
    try expectEqual(base.resolving(reference), ScreenURL(parsing: target))
  }

  @Test(arguments: [
    ("p4", "cairn://recipes/p4"), ("/books", "cairn://recipes/books"),
    ("//books/p1", "cairn://books/p1"), ("?sort=name", "cairn://recipes/p3?sort=name"),
    ("#steps", "cairn://recipes/p3#steps"), ("../../../x", "cairn://recipes/x"),
    ("%2E%2E", "cairn://recipes/%2E%2E"),
  ])
  func `never climbs above the first segment`(reference: String, target: String) throws {
    let base: ScreenURL = "cairn://recipes/p3"
    try expectEqual(base.resolving(reference).text, target)
  }

  @Test func `is refused if it is malformed or too deep`() {
    let base = ScreenURL(Array(repeating: "a", count: 60))
    #expect(throws: NavigationError.self) { try base.resolving("%") }
    #expect(throws: NavigationError.self) { try base.resolving("b/b/b/b/b/b") }
  }
}
