import TestSupport
import Testing

@Suite struct `cairn show` {
  @Test(arguments: [
    "recipes/p1", "recipe/p1", "recipes/slug=onion", "recipes/onion", "cairn://RECIPES/p1",
  ])
  func `finds a record by id, by a unique field and by its handle`(url: String) throws {
    try expectTrue(
      Home.withRecipes().output("show", url).hasPrefix("Onion soup\ncairn://recipes/p1\n"))
  }

  @Test(arguments: ["recipes/onion", "recipes/slug=onion"])
  func `does not choose between two records of one name`(url: String) throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    let shard = ".local/share/cairn/data/Recipe/0000.rec"
    let text = home.text(of: shard)
    try home.write(
      text.replacing("Name: Ratatouille 2", with: "Name: Ratatouille 2\nSlug: onion"), to: shard)
    for command in ["show", "remove", "set"] {
      let answer = try home.cairn([command, url] + (command == "set" ? ["Rating=1"] : []))
      expectEqual(answer.status, 1)
      expectEqual(answer.output, "")
      expectEqual(
        answer.errors,
        "cairn: more than one record of recipes is called onion: recipes/p1 and recipes/p3; "
          + "name one by its id\n")
    }
    let screen = try home.output("render", url, "--size", "80x24")
    expectTrue(screen.contains("Several records have this name"))
    expectTrue(screen.contains("cairn://recipes/p1"))
    expectTrue(screen.contains("cairn://recipes/p3"))
    let opened = try home.output("render", url, "--size", "80x24", "--keys", "j Enter")
    expectTrue(opened.contains("Ratatouille 2"))
  }

  @Test func `prints every field in JSON, in the model's order, typed`() throws {
    try expectEqual(
      Home.withRecipes().output("show", "recipes/p1", "--format", "json"),
      """
      {
        "url": "cairn://recipes/p1",
        "Name": "Onion soup",
        "Slug": "onion",
        "Kind": "soup",
        "Rating": 4,
        "Price": 3.50,
        "Made": "2026-11-05",
        "Seen": "2026-11-05T10:00:00Z",
        "Vegan": false,
        "Tags": [
          "warm",
          "cheap"
        ],
        "Notes": null,
        "Photo": null,
        "Author": {
          "url": "cairn://authors/p1",
          "Name": "Ann",
          "City": "Lyon",
          "Recipes": [
            "cairn://recipes/p1",
            "cairn://recipes/p2"
          ]
        },
        "Sides": []
      }

      """)
  }

  @Test func `prints a portable URL that leads to the same record`() throws {
    let home = try Home.withRecipes()
    let portable = try home.output("show", "recipes/p1", "--portable")
    expectTrue(portable.hasSuffix("\n"))
    let url = String(portable.dropLast())
    try expectEqual(home.output("show", url), home.output("show", "recipes/p1"))
    let other = try Home.withRecipes()
    let answer = try other.cairn("show", url)
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("another store"))
    try expectEqual(home.cairn("show", String(url.dropLast())).status, 1)
  }

  @Test func `has text and Markdown for people`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes/p1", "Notes=Cut\nand *fry*", "Name=Soup_1")
    let text = try home.output("show", "recipes/p1")
    expectTrue(text.contains("\nNotes\n  Cut\n  and *fry*\n"))
    expectTrue(text.contains("\nAuthor  1\n  Ann  cairn://authors/p1\n"))
    let markdown = try home.output("show", "recipes/p1", "--format", "markdown")
    expectTrue(markdown.hasPrefix("# Soup\\_1\n"))
    expectTrue(markdown.contains("\n## Notes\n\nCut\nand *fry*\n"))
    expectTrue(markdown.contains("- [Ann](cairn://authors/p1)\n"))
  }

  @Test(
    arguments: [
      ("recipes/p99", 1, "no record p99 in recipes"), ("recipes/leek", 1, "leek"),
      ("recipes/kind=soup", 1, "not a unique field"), ("recipes/nme=x", 1, "nme"),
      ("recipes", 1, "a list"), ("recipes/~new", 1, "a form"), ("recipez/p1", 1, "recipes"),
      ("recipes/%zz", 64, "character 9"),
    ] as [(String, Int32, String)])
  func `says what isn't there`(url: String, status: Int32, reason: String) throws {
    let answer = try Home.withRecipes().cairn("show", url)
    expectEqual(answer.status, status)
    expectEqual(answer.errorLines.count, 1)
    expectTrue(answer.errors.contains(reason), "\(answer.errors)")
  }

  @Test func `keeps the name of a field called url`() throws {
    let home = try Home(environment: [:])
    try home.write("url,name\nhttp://x.example,X\n", to: "site.csv")
    try home.output("import", "site.csv")
    let json = try home.output("list", "sites", "--format", "jsonl")
    expectEqual(json, #"{"@url":"cairn://sites/p1","url":"http://x.example","name":"X"}"# + "\n")
  }

  @Test func `prints owned records as a table with the columns of the page`() throws {
    let home = try Home(environment: [:])
    try home.output("init", "--sample", "recipes")
    let text = try home.output("show", "recipes/p1")
    expectTrue(
      text.contains(
        """
        Ingredients  8
          #  Quantity  Unit   Item            Note
          1         1  kg     yellow onions   sliced thin  cairn://ingredients/p1
        """), text)
    expectTrue(text.contains("Author  1\n  Odile Vasseur-Marchetti  cairn://authors/p1"), text)
    let markdown = try home.output("show", "recipes/p1", "--format", "markdown")
    expectTrue(
      markdown.contains(
        """
        | # | Quantity | Unit | Item | Note |
        | --: | --: | --- | --- | --- |
        | 1 | 1 | kg | [yellow onions](cairn://ingredients/p1) | sliced thin |
        """), markdown)
  }
}
