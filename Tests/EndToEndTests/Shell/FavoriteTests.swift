import Testing

@Suite struct `cairn favorites` {
  @Test func `keeps a view under a letter and a name, which stand for its URL`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes?where=rating>=4", "--name", "best")
    try home.output("favorites", "add", "Recipe/onion", "--title", "Soup", "--name", "s")
    #expect(
      try home.output("favorites") == """
        #  Name      Title                URL
        1  @r @best  Recipes · rating>=4  cairn://recipes?where=rating>=4
        2  @s        Soup                 cairn://recipes/p1

        """)
    #expect(try home.output("list", "@best", "--count") == "2\n")
    #expect(try home.output("list", "@r", "soup", "--count") == "1\n")
    #expect(try home.output("show", "@s") == home.output("show", "recipes/p1"))
    #expect(try home.cairn("list", "@bets").errors.contains("did you mean @best?"))
    let json = try home.output("favorites", "list", "--format", "json")
    #expect(json.contains("\"url\": \"cairn://recipes/p1\""))
    #expect(json.contains("\"name\": \"best\""))
  }

  @Test func `calls a list of links by the link and whose it is`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes/p1/sides?where=rating>=4")
    #expect(try home.output("favorites").contains("  Sides of Onion soup · rating>=4  "))
  }

  @Test func `keeps a view once, which is no error`() throws {
    let home = try Home.withRecipes()
    for url in ["recipes", "Recipe", "cairn://recipes"] { try home.output("favorites", "add", url) }
    #expect(try home.cairn("favorites").lines.count == 2)
    try home.output("favorites", "add", "authors", "--name", "people")
    let taken = try home.cairn("favorites", "add", "recipes/p1", "--name", "people")
    #expect(taken.status == 1)
    #expect(taken.errors.contains("people"))
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
    #expect(try urls() == ["cairn://recipes/p1", "cairn://recipes", "cairn://authors"])
    try home.output("favorites", "move", "recipes/p1", "99")
    #expect(try urls() == ["cairn://recipes", "cairn://authors", "cairn://recipes/p1"])
    try home.output("favorites", "remove", "@a")
    #expect(try urls() == ["cairn://recipes", "cairn://recipes/p1"])
    try home.output("undo")
    #expect(try urls() == ["cairn://recipes", "cairn://authors", "cairn://recipes/p1"])
    #expect(try home.cairn("favorites", "remove", "recipes/p2").status == 1)
    #expect(try home.cairn("favorites", "move", "recipes/p2", "1").status == 1)
    #expect(try home.cairn("favorites", "add", "nowhere").status == 1)
  }

  @Test(arguments: [
    (["recipes?where=nofield=3"], 1, "no field nofield"),
    (["~nowhere"], 1, "no screen has the URL cairn://~nowhere"),
    (["recipes", "--title", ""], 64, "--title needs a text"),
    (["recipes", "--name", ""], 64, "--name needs a text"),
    (["recipes", "--name", "@r"], 64, "a favorite's name goes without its @ here"),
  ])
  func `keeps no view that isn't there, nor under no name`(
    words: [String], status: Int32, reason: String
  ) throws {
    let home = try Home.withRecipes()
    let answer = try home.cairn(["favorites", "add"] + words)
    #expect(answer.status == status)
    #expect(answer.errors.contains(reason), "\(answer.errors)")
    #expect(try home.output("favorites") == "")
  }

  @Test func `says which name was meant`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes", "--name", "best")
    let answer = try home.cairn("favorites", "remove", "best")
    #expect(answer.errors == "cairn: cairn://best is no favorite; did you mean @best?\n")
    try home.output("favorites", "add", "~launcher")
    #expect(try home.output("favorites").contains("Launcher  cairn://~launcher"))
  }

  @Test func `works in a store that has no collections yet`() throws {
    let home = try Home(environment: [:])
    try home.output("init")
    #expect(try home.output("favorites") == "")
    try home.output("favorites", "add", "~launcher")
    #expect(try home.cairn("favorites").lines.count == 2)
    #expect(try home.output("store", "verify") == "")
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
    #expect(try other.output("favorites", "export") == document)
    try other.output("undo")
    #expect(try other.output("favorites") == "")
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
    #expect(
      answer.errorLines == [
        "cairn: r is Mine already; Writers is kept without it", "cairn: added 1 favorite",
      ])
    let kept = try home.output("favorites", "export")
    #expect(kept.contains("Mine") && !kept.contains("Theirs"))
    #expect(kept.contains(#""section": "Work""#))
    #expect(kept.contains(#""letter": "w""#))
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
    #expect(answer.status == 1)
    #expect(answer.errors.contains(reason))
    #expect(try home.output("favorites") == "")
  }

  @Test func `are kept beside others that can't be read, unless all or none are wanted`() throws {
    let home = try Home.withRecipes()
    try home.write(
      #"[{"title": "x"}, {"url": "recipes"}, 3, {"url": "a%"}, {"url": "authors"}]"#,
      to: "favorites.json")
    let strict = try home.cairn("favorites", "import", "favorites.json", "--strict")
    #expect(strict.status == 1)
    #expect(strict.errorLines.last == "cairn: 3 items could not be imported, so none was")
    #expect(try home.output("favorites") == "")
    let answer = try home.cairn("favorites", "import", "favorites.json")
    #expect(answer.status == 1)
    let starts = [
      "favorites.json, item 1: it has no url", "favorites.json, item 3: it has no url",
      "favorites.json, item 4: the URL a% is malformed", "added 2 favorites",
      "3 items could not be imported",
    ]
    #expect(answer.errorLines.count == starts.count)
    for (line, start) in zip(answer.errorLines, starts) {
      #expect(line.hasPrefix("cairn: " + start))
    }
    #expect(try home.cairn("favorites").lines.count == 3)
    try home.output("undo")
    #expect(try home.output("favorites") == "")
  }

  @Test(arguments: ["-1", "0", "-99"])
  func `say which places there are`(place: String) throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes", "--name", "r")
    let answer = try home.cairn("favorites", "move", "@r", place)
    #expect(answer.status == 64)
    #expect(
      answer.errors == "cairn: places count from 1, so \(place) is none; "
        + "see cairn favorites move --help\n")
  }

  @Test func `say that a view is one already`() throws {
    let home = try Home.withRecipes()
    let first = try home.cairn("favorites", "add", "recipes", "--name", "r")
    #expect(first.errors == "")
    let again = try home.cairn("favorites", "add", "recipe", "--name", "other")
    #expect(again.status == 0)
    #expect(again.errors.contains("is a favorite already"))
    #expect(try home.cairn("list", "@other").status == 1)
  }
}
