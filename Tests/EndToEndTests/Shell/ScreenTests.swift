import TestSupport
import Testing

@Suite struct `Screens without a terminal` {
  @Test(arguments: ["20x5", "40x10", "80x24", "200x60"])
  func `have exactly as many lines as rows, none wider, blanks cut`(size: String) throws {
    let home = try Home.withRecipes()
    let numbers = size.split(separator: "x").compactMap { Int($0) }
    for url in ["recipes", "recipes/p1", "recipes/p1/~edit", "~launcher", "nowhere"] {
      let lines = try home.cairn("render", url, "--size", size).lines
      expectEqual(lines.count, numbers[1], "\(url)")
      expectTrue(lines.allSatisfy { $0.count <= numbers[0] && !$0.hasSuffix(" ") }, "\(url)")
    }
  }

  @Test func `act on the store with keys, unless it is read-only`() throws {
    let home = try Home.withRecipes()
    let keys = ["render", "recipes/p3/~edit", "--keys", "C-e X C-s"]
    try expectEqual(home.cairn(keys + ["--read-only"]).status, 0)
    try expectTrue(home.output("show", "recipes/p3").hasPrefix("Ratatouille 2\n"))
    try expectEqual(home.cairn(keys).status, 0)
    try expectTrue(home.output("show", "recipes/p3").hasPrefix("Ratatouille 2X\n"))
  }

  @Test(arguments: ["recipes", "recipes/p1", "~launcher", "~routes"])
  func `hint at changes only where they can be made`(url: String) throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes")
    for mode in [[], ["--read-only"]] {
      let hints = try #require(try home.cairn(["render", url] + mode).lines.last)
      let isWritable = mode.isEmpty && url != "~routes"
      expectEqual(hints.contains("add"), isWritable, "\(hints)")
      for word in ["edit", "rename", "remove"] where !isWritable {
        expectTrue(!hints.contains(word), "\(hints)")
      }
      expectEqual(hints.contains("favorite"), (mode.isEmpty && url != "~launcher"), "\(hints)")
    }
  }

  @Test(arguments: [
    ("recipes", "d", "this can't be deleted: the store is read-only"),
    ("recipes/p1", "e", "this can't be edited: the store is read-only"),
    ("recipes", "a", "nothing can be added here: the store is read-only"),
    ("recipes", "b", "favorites are read-only"),
    ("~launcher", "A", "favorites are read-only"),
  ])
  func `say why nothing can be changed`(url: String, key: String, reason: String) throws {
    let home = try Home.withRecipes()
    let lines = try home.cairn("--read-only", "render", url, "--keys", key).lines
    expectTrue(lines.contains { $0.hasSuffix(reason) }, "\(lines)")
  }

  @Test func `take the app's own words without their tilde, and keep the query`() throws {
    let home = try Home.withRecipes()
    let form = try home.output("render", "recipes/~new?Name=Pea soup&Vegan=yes")
    expectTrue(form.contains("[Pea soup"))
    try expectEqual(home.output("render", "recipes/new?Name=Pea soup&Vegan=yes"), form)
    let list = try home.output("render", "~routes?explain=recipes")
    try expectEqual(home.output("render", "routes?explain=recipes"), list)
  }

  @Test func `save and resume only with --state`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.cairn("state", "show").status, 1)
    try home.output("render", "recipes", "--keys", "j Enter")
    try expectEqual(home.cairn("state", "show").status, 1)
    let seen = try home.output("render", "recipes", "--keys", "j Enter", "--state")
    let state = try home.output("state", "show")
    for key in [
      "version", "selectedTab", "tabs", "back", "current", "forward", "recents", "savedAt",
    ] {
      expectTrue(state.contains("\"\(key)\":"), "\(key)")
    }
    expectTrue(state.contains("\"url\": \"cairn://recipes/p2\""))
    try expectEqual(home.output("render", "--state"), seen)
    try expectEqual(home.cairn("state", "show", "--session", "other").status, 1)
    try home.output("state", "clear")
    try expectEqual(home.cairn("state", "show").status, 1)
  }

  @Test(arguments: [
    ("e C-PageDown C-PageDown Escape", "Ratatouille 2"), ("e C-PageDown x C-s", "x"),
    ("Enter J J H", "Ratatouille 2"),
  ])
  func `go back to the record that was left, also from its form`(
    keys: String, title: String
  ) throws {
    let home = try Home.withRecipes()
    let screen = try home.output("render", "recipes", "--keys", keys)
    let row = try #require(screen.split(separator: "\n").first { $0.hasPrefix("▌") })
    expectTrue(row.contains(title), screen)
  }

  @Test func `go back from a tab to the filtered list that it was opened from`() throws {
    let home = try Home(sample: "recipes")
    let screen = try home.output("render", "recipes?where=kind=soup", "--keys", "j g n H")
    expectTrue(screen.contains("where=kind=soup") && screen.contains("12 of 60"), screen)
  }

  @Test func `routes says in order why a pattern takes a URL or doesn't`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.cairn("routes").lines.last?.hasSuffix(" *"), true)
    let known = try home.cairn("routes", "--explain", "recipes/p1")
    expectEqual(known.status, 0)
    let chosen = known.lines.first { $0.hasPrefix("cairn://(collection)/(record) ") }
    expectEqual(chosen?.hasSuffix(" matches"), true)
    let unknown = try home.cairn("routes", "--explain", "nowhere")
    expectEqual(unknown.status, 1)
    expectTrue(unknown.output.contains("no collection called nowhere"))
    try expectTrue(home.output("routes", "--format", "json").hasPrefix("[\n"))
    try expectEqual(home.cairn("routes", "--explain", "%").status, 64)
  }

  @Test func `the app says that it needs a terminal`() throws {
    let home = try Home.withRecipes()
    for arguments in [[], ["recipes"], ["demo"]] {
      let answer = try home.cairn(arguments)
      expectEqual(answer.status, 1)
      expectEqual(answer.errorLines.count, 1)
      expectTrue(answer.errors.contains("terminal"))
    }
  }

  @Test(arguments: [
    ("recipes/p40", "", "h"), ("recipes", "Enter J J J", "H"),
    ("recipes?where=kind=soup", "j Enter K", "h"),
    ("recipes?where=kind=soup&sort=-minutes", "G Enter", "H"),
    ("recipes", "j j Enter : authors/p2 Enter H", "H"),
  ])
  func `stands in a list on the record that was just left`(
    url: String, keys: String, last: String
  ) throws {
    let home = try Home(sample: "recipes")
    func screen(_ keys: String) throws -> [Substring] {
      try home.output("render", url, "--size", "90x60", "--keys", keys).split(separator: "\n")
    }
    let title = try screen(keys)[1].drop { $0 == " " }
    let row = try #require(try screen("\(keys) \(last)").first { $0.hasPrefix("▌") })
    expectTrue(row.dropFirst(3).hasPrefix(title.split(separator: "  ")[0]), "\(title) · \(row)")
  }

  @Test(arguments: [
    ("j j j / lyon Escape Escape", "4 of 60"), ("j j j / lyon Escape j Escape", "of 60"),
    ("j j j / lyon Enter Escape", "of 60"),
  ])
  func `come back to the row chosen before a filter that is cleared`(keys: String, row: String)
    throws
  {
    let home = try Home(sample: "recipes")
    let shown = try home.output("render", "recipes", "--keys", keys)
    expectTrue(shown.contains(row), shown)
  }

  @Test func `open a row of a filtered list in a tab that goes on in that list`() throws {
    let home = try Home(sample: "recipes")
    let shown = try home.output(
      "render", "recipes?where=rating=5&sort=-name", "--keys", "j j g n")
    expectTrue(shown.contains("3 of 26 in Recipes"), shown)
  }

  @Test func `hint at the key that shows the damage, and show it`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    let file = ".local/share/cairn/data/Recipe/0000.rec"
    try home.shell("printf 'no field here\\n' >>\(file)")
    let list = try home.output("render", "recipes", "--size", "100x24")
    expectTrue(list.contains("gv verify"), list)
    let report = try home.output("render", "recipes", "--size", "100x24", "--keys", "g v")
    expectTrue(report.contains("0000.rec") && report.contains("damaged"), report)
  }
}
