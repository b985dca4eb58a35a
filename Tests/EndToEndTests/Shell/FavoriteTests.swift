import TestSupport
import Testing

@Suite struct `cairn favorites` {
  @Test func `keeps a view under a letter and a name, which stand for its URL`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes?where=rating>=4", "--name", "best")
    try home.output("favorites", "add", "Recipe/onion", "--title", "Soup", "--name", "s")
    try expectEqual(
      home.output("favorites"),
      """
      #  Name      Title                URL
      1  @r @best  Recipes · rating>=4  cairn://recipes?where=rating>=4
      2  @s        Soup                 cairn://recipes/p1

      """)
    try expectEqual(home.output("list", "@best", "--count"), "2\n")
    try expectEqual(home.output("list", "@r", "soup", "--count"), "1\n")
    try expectEqual(home.output("show", "@s"), home.output("show", "recipes/p1"))
    try expectTrue(home.cairn("list", "@bets").errors.contains("did you mean @best?"))
    let json = try home.output("favorites", "list", "--format", "json")
    expectTrue(json.contains("\"url\": \"cairn://recipes/p1\""))
    expectTrue(json.contains("\"name\": \"best\""))
  }

  @Test func `calls a list of links by the link and whose it is`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes/p1/sides?where=rating>=4")
    try expectTrue(home.output("favorites").contains("  Sides of Onion soup · rating>=4  "))
  }

  @Test func `calls a view by its field, as the app does`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes?view=frequency:rating&where=rating>=4")
    try home.output("favorites", "add", "recipes?view=agenda:made")
    let favorites = try home.output("favorites")
    expectTrue(favorites.contains("  Recipes by Rating · rating>=4  "), favorites)
    expectTrue(favorites.contains("  Recipes by Made  "), favorites)
    let screen = try home.output("render", "recipes?view=agenda:made", "--keys", "b")
    expectTrue(screen.contains("Recipes by Made"), screen)
  }

  @Test func `keeps a view once, which is no error`() throws {
    let home = try Home.withRecipes()
    for url in ["recipes", "Recipe", "cairn://recipes"] { try home.output("favorites", "add", url) }
    try expectEqual(home.cairn("favorites").lines.count, 2)
    try home.output("favorites", "add", "authors", "--name", "people")
    let taken = try home.cairn("favorites", "add", "recipes/p1", "--name", "people")
    expectEqual(taken.status, 1)
    expectTrue(taken.errors.contains("people"))
  }

  @Test func `moves, removes and undoes`() throws {
    let home = try Home.withRecipes()
    for url in ["recipes", "authors", "recipes/p1"] { try home.output("favorites", "add", url) }
    func urls() throws -> [String] {
      try home.cairn("favorites").lines.dropFirst().map {
        String($0.split(separator: " ").last ?? "")
      }
    }
    try home.output("favorites", "move", "recipes/p1", "1")
    try expectEqual(urls(), ["cairn://recipes/p1", "cairn://recipes", "cairn://authors"])
    try home.output("favorites", "move", "recipes/p1", "99")
    try expectEqual(urls(), ["cairn://recipes", "cairn://authors", "cairn://recipes/p1"])
    try home.output("favorites", "remove", "@a")
    try expectEqual(urls(), ["cairn://recipes", "cairn://recipes/p1"])
    try home.output("undo")
    try expectEqual(urls(), ["cairn://recipes", "cairn://authors", "cairn://recipes/p1"])
    try expectEqual(home.cairn("favorites", "remove", "recipes/p2").status, 1)
    try expectEqual(home.cairn("favorites", "move", "recipes/p2", "1").status, 1)
    try expectEqual(home.cairn("favorites", "add", "nowhere").status, 1)
  }

  @Test(arguments: [
    (["recipes?where=nofield=3"], 1, "no field nofield"),
    (["~nowhere"], 1, "no screen has the URL cairn://~nowhere"),
    (["recipes", "--title", ""], 64, "--title needs a text"),
    (["recipes", "--name", ""], 64, "--name needs a text"),
    (["recipes", "--name", "@r"], 64, "write the name without @ here"),
  ])
  func `keeps no view that isn't there, nor under no name`(
    words: [String], status: Int32, reason: String
  ) throws {
    let home = try Home.withRecipes()
    let answer = try home.cairn(["favorites", "add"] + words)
    expectEqual(answer.status, status)
    expectTrue(answer.errors.contains(reason), "\(answer.errors)")
    try expectEqual(home.output("favorites"), "")
  }

  @Test func `says which name was meant`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes", "--name", "best")
    let answer = try home.cairn("favorites", "remove", "best")
    expectEqual(answer.errors, "cairn: cairn://best is not a favorite; did you mean @best?\n")
    try home.output("favorites", "add", "~launcher")
    try expectTrue(home.output("favorites").contains("Launcher  cairn://~launcher"))
  }

  @Test func `works in a store that has no collections yet`() throws {
    let home = try Home(environment: [:])
    try home.output("init")
    try expectEqual(home.output("favorites"), "")
    try home.output("favorites", "add", "~launcher")
    try expectEqual(home.cairn("favorites").lines.count, 2)
    try expectEqual(home.output("store", "verify"), "")
  }
}

@Suite struct `Favorites as JSON` {
  @Test func `come back in another store, with letters, names and sections`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes?where=rating>=4", "--name", "best")
    try home.output("favorites", "add", "authors", "--title", "Who", "--name", "w")
    let document = try home.output("favorites", "export")
    let other = try Home.withRecipes()
    try other.output("favorites", "import", "-", input: document)
    try expectEqual(other.output("favorites", "export"), document)
    try other.output("undo")
    try expectEqual(other.output("favorites"), "")
  }

  @Test func `leave what is kept already, and say whose a name is`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes", "--title", "Mine", "--name", "r")
    try home.write(
      """
      [{"url": "Recipe", "title": "Theirs"},
       {"url": "authors", "title": "Writers", "letter": "r", "name": "people", "section": "Work"}]
      """, to: "favorites.json")
    let answer = try home.cairn("favorites", "import", "favorites.json")
    expectEqual(
      answer.errorLines,
      [
        "cairn: r already belongs to Mine; Writers is kept without it", "cairn: added 1 favorite",
      ])
    let kept = try home.output("favorites", "export")
    expectTrue(kept.contains("Mine") && !kept.contains("Theirs"))
    expectTrue(kept.contains(#""section": "Work""#))
    expectTrue(kept.contains(#""letter": "i""#))
  }

  @Test(arguments: [
    ("{}", "favorites.json has no list of favorites"), ("[", "favorites.json: "),
    (#"[{"url": "recipes/%zz"}]"#, "favorites.json, item 1: the URL recipes/%zz is malformed"),
    (#"[{"url": "recipes", "letter": "q"}]"#, "q can't be a favorite's letter"),
    (#"[{"url": "recipes", "name": ""}]"#, "favorites.json, item 1: its name is empty"),
  ])
  func `are refused where they can't be read`(text: String, reason: String) throws {
    let home = try Home.withRecipes()
    try home.write(text, to: "favorites.json")
    let answer = try home.cairn("favorites", "import", "favorites.json")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains(reason))
    try expectEqual(home.output("favorites"), "")
  }

  @Test func `are kept beside others that can't be read, unless all or none are wanted`() throws {
    let home = try Home.withRecipes()
    try home.write(
      #"[{"title": "x"}, {"url": "recipes"}, 3, {"url": "a%"}, {"url": "authors"}]"#,
      to: "favorites.json")
    let strict = try home.cairn("favorites", "import", "favorites.json", "--strict")
    expectEqual(strict.status, 1)
    expectEqual(strict.errorLines.last, "cairn: 3 items could not be imported, so none was")
    try expectEqual(home.output("favorites"), "")
    let answer = try home.cairn("favorites", "import", "favorites.json")
    expectEqual(answer.status, 1)
    let starts = [
      "favorites.json, item 1: it has no url", "favorites.json, item 3: it has no url",
      "favorites.json, item 4: the URL a% is malformed", "added 2 favorites",
      "3 items could not be imported",
    ]
    expectEqual(answer.errorLines.count, starts.count)
    for (line, start) in zip(answer.errorLines, starts) {
      expectTrue(line.hasPrefix("cairn: " + start))
    }
    try expectEqual(home.cairn("favorites").lines.count, 3)
    try home.output("undo")
    try expectEqual(home.output("favorites"), "")
  }

  @Test(arguments: ["-1", "0", "-99"])
  func `say which places there are`(place: String) throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes", "--name", "r")
    let answer = try home.cairn("favorites", "move", "@r", place)
    expectEqual(answer.status, 64)
    expectEqual(
      answer.errors,
      "cairn: places count from 1; \(place) is not a place; "
        + "see cairn favorites move --help\n")
  }

  @Test func `say that a view is one already`() throws {
    let home = try Home.withRecipes()
    let first = try home.cairn("favorites", "add", "recipes", "--name", "r")
    expectEqual(first.errors, "")
    let again = try home.cairn("favorites", "add", "recipe", "--name", "other")
    expectEqual(again.status, 0)
    expectTrue(again.errors.contains("is already a favorite"))
    try expectEqual(home.cairn("list", "@other").status, 1)
  }
}
