import CairnNavigation
import TestSupport
import Testing

@Suite struct `A URL map` {
  @Test func `hands captures to closures with their types`() throws {
    let map = try textMap {
      Route("cairn://menu/(menu)/(page)", .shared) { (menu: Menu, page: Int) in "\(menu) \(page)" }
      Route("cairn://find?q=(q)&limit=(limit:uint)") { (q: String?, limit: UInt?) in
        "\(q ?? "-") \(limit ?? 0)"
      }
      Route("cairn://day/(day)/(id)") { (day: CalendarDate, id: UUIDText) in
        "\(day.components.month) \(id.text)"
      }
      Route("cairn://files/(p)") { (path: [String]) in path.joined(separator: "|") }
      Route("cairn://list/(c)") { (name: String, url: ScreenURL) in
        "\(name) \(url.value("sort") ?? "")"
      }
      Route("cairn://x/(id)") { (id: PortableID) in id.uri }
    }
    try expectEqual(map.screen("menu/dinner/2"), "dinner 2")
    try expectEqual(map.screen("menu/supper/2"), nil)
    try expectEqual(map.screen("find?limit=3&q=a%20b"), "a b 3")
    try expectEqual(map.screen("find"), "- 0")
    try expectEqual(
      map.screen("day/2024-02-29/123E4567-E89B-12D3-A456-426614174000"),
      "2 123e4567-e89b-12d3-a456-426614174000")
    try expectEqual(map.screen("files/a/b%2Fc"), "a|b/c")
    try expectEqual(map.screen("list/r?x=1&sort=-name"), "r -name")
    try expectEqual(map.screen("x/eC1j"), "x-c")
  }

  @Test func `never makes a screen by matching`() throws {
    var count = 0
    let map = try URLMap<Int>(home: "cairn://a") {
      Route("cairn://a") {
        count += 1; return count
      }
    }
    expectTrue(map.canOpen("cairn://a"))
    expectEqual(map.mark(for: "cairn://a"), .push)
    expectEqual(map.candidates(for: "cairn://a").count, 1)
    expectEqual(count, 0)
  }

  @Test(arguments: [
    (PresentationMode.push, RowMark.push), (.shared, .push), (.modal, .sheet), (.popover, .sheet),
    (.external, .external), (.root, .push), (.replace, .push),
  ])
  func `tells what opening a row will do`(mode: PresentationMode, mark: RowMark) throws {
    let map = try textMap { Route("cairn://a", mode) { "a" } }
    expectEqual(map.mark(for: "cairn://a"), mark)
    expectEqual(map.mark(for: "cairn://b"), .nothing)
    expectEqual(map.mark(for: nil), .nothing)
    expectEqual(map.mark(for: "https://example.org/a"), .external)
  }

  @Test func `sends a URL without segments home`() throws {
    let map = try URLMap<String>(home: "cairn://~launcher") {
      Route("cairn://~launcher") { "home" }
    }
    try expectEqual(map.screen("cairn://"), "home")
    try expectEqual(map.screen(""), "home")
  }

  @Test func `gives the wildcard what didn't match, with the nearest patterns`() throws {
    let map = try textMap {
      Route("*") { (unmatched: UnmatchedURL) in unmatched.description }
      Route("cairn://recipes/(id:int)") { (id: Int) in "\(id)" }
      Route("cairn://books") { "books" }
    }
    guard case .unmatched(let unmatched, let fallback?) = map.match("cairn://recipse/x") else {
      Issue.record("it matched")
      return
    }
    expectEqual(unmatched.nearest.map(\.pattern.text), ["cairn://recipes/(id:int)"])
    expectEqual(
      unmatched.nearest.first?.verdict,
      .rejected(.literal(segment: 1, expected: "recipes", found: "recipse")))
    guard case .destination(let screen) = try fallback.build() else { return }
    expectEqual(
      screen, "no screen has the URL cairn://recipse/x; the nearest is cairn://recipes/(id:int)")
  }

  @Test func `explains every pattern in the order of trying`() throws {
    let map = try URLMap<String>(home: "cairn://a/b") {
      Route("*") { "none" }
      Route("cairn://a/(x)") { (x: String) in x }
      Route("cairn://a/(x:int)") { (x: Int) in "\(x)" }
      Route("cairn://a/b") { "b" }
      Route("cairn://A/1") { "A" }
    }
    expectEqual(
      map.candidates(for: "cairn://a/1").map(\.description),
      [
        "cairn://a/b: segment 2 of the pattern is b, not 1",
        "cairn://A/1: segment 1 of the pattern is A, not a (only upper and lower case differ)",
        "cairn://a/(x:int): matches",
        "cairn://a/(x): matches too, comes later",
        "*: it matches only URLs that no other pattern matches",
      ])
  }

  @Test func `passes over a candidate whose closure refuses a text`() throws {
    let map = try textMap {
      Route("cairn://(page:enum(lunch,tea,dinner))") { (menu: String) in "any \(menu)" }
      Route("cairn://menu-(menu)") { (menu: Menu) in "\(menu)" }
      Route("cairn://(x)") { (x: String) in "text \(x)" }
    }
    try expectEqual(map.screen("menu-lunch"), "lunch")
    try expectEqual(map.screen("menu-tea"), "text menu-tea")
    try expectEqual(map.screen("tea"), "any tea")
  }
}
