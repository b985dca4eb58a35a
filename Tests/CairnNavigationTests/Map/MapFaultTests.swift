import CairnNavigation
import TestSupport
import Testing

/// A map that can't work is refused when it is made, with both sides of the mistake.
@Suite struct `A map that leads nowhere` {
  private func problems(
    home: ScreenURL = "cairn://~launcher",
    @URLMapBuilder<String> _ items: () -> [MapItem<String>]
  ) throws -> [String] {
    let error = try #require(throws: NavigationError.self) {
      _ = try URLMap<String>(home: home) { items() }
    }
    guard case .registration(let problems) = error else { return ["\(error)"] }
    return problems.map(\.description)
  }

  @Test func `has no route for its home`() throws {
    try expectEqual(
      problems(home: "zones://all") { Route("zones://(id:int)") { (id: Int) in "\(id)" } },
      ["the map begins at zones://all, and no route takes that"])
    // A wildcard says that a URL has no screen.
    try expectEqual(
      problems(home: "zones://all") { Route("*") { "" } },
      ["the map begins at zones://all, and no route takes that"])
  }

  @Test func `has a parent or a redirect that no route takes`() throws {
    try expectEqual(
      problems {
        Route("cairn://~launcher") { "" }
        Route("cairn://a/(id:int)/edit", parent: "cairn://a/(id)") { (id: Int) in "\(id)" }
        Redirect("cairn://old/(name)", to: "cairn://new/(name)")
      },
      [
        "the pattern cairn://a/(id:int)/edit has the parent cairn://a/(id), and no route takes that",
        "cairn://old/(name) redirects to cairn://new/(name), and no route takes that",
      ])
  }

  @Test func `has a state whose older versions nobody reads`() throws {
    try expectEqual(
      problems {
        Route("cairn://~launcher") { "" }.state(version: 3, migrations: [1: { _, _ in }])
      },
      [
        "the state of cairn://~launcher has version 3, and no migration reads version 2"
      ])
  }

  @Test func `lists a screen at a URL that its route does not take`() throws {
    try expectEqual(
      problems {
        Route("cairn://~launcher") { "" }.listed("Start")
        Route("cairn://a/(id:int)?of=(of)") { (id: Int, of: String?) in "\(id)" }
          .listed("First", at: "cairn://a/1").listed("Last", at: "cairn://a/z").listed("Any")
      },
      [
        "\"Last\" is listed at cairn://a/z, and the pattern cairn://a/(id:int)?of=(of) does not "
          + "take that",
        "\"Any\" is listed without a URL, and the pattern cairn://a/(id:int)?of=(of) needs values",
      ])
  }

  @Test func `is taken where a hole, a path or another program may fit`() throws {
    _ = try URLMap<String>(home: "cairn://all") {
      Route("cairn://all") { "" }
      Route("cairn://~launcher") { "" }
      Route("cairn://files/(place:path)") { (place: [String]) in place.joined() }
      Route("cairn://(name)/(id:int)", parent: "cairn://files/(name)") { (name: String, id: Int) in
        "\(name)\(id)"
      }
      Redirect("cairn://go/(word)", to: "cairn://~(word)")
      Redirect("cairn://site", to: "https://example.org/a")
      Redirect("cairn://home", to: "cairn://")
      // The other URLs must work even if a person's own URL doesn't.
      Redirect("cairn://mine", to: "cairn://nowhere/at/all", isFallback: true)
    }
  }
}
