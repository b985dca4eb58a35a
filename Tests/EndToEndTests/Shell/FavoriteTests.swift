import Testing

@Suite struct `cairn favorites` {
  @Test func `keeps a view under a letter and a name, which stand for its URL`() throws {
    let home = try ShellHome.withRecipes()
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
    let home = try ShellHome.withRecipes()
    try home.output("favorites", "add", "recipes/p1/sides?where=rating>=4")
    #expect(try home.output("favorites").contains("  Sides of Onion soup · rating>=4  "))
  }

  @Test func `keeps a view once, which is no error`() throws {
    let home = try ShellHome.withRecipes()
    for url in ["recipes", "Recipe", "cairn://recipes"] { try home.output("favorites", "add", url) }
    #expect(try home.cairn("favorites").lines.count == 2)
    try home.output("favorites", "add", "authors", "--name", "people")
    let taken = try home.cairn("favorites", "add", "recipes/p1", "--name", "people")
    #expect(taken.status == 1)
    #expect(taken.errors.contains("people"))
  }

  @Test func `moves, removes and undoes`() throws {
    let home = try ShellHome.withRecipes()
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

  @Test func `works in a store that has no collections yet`() throws {
    let home = try ShellHome()
    try home.output("init")
    #expect(try home.output("favorites") == "")
    try home.output("favorites", "add", "~launcher")
    #expect(try home.cairn("favorites").lines.count == 2)
    #expect(try home.output("store", "verify") == "")
  }
}
