import TestSupport
import Testing

@Suite struct `cairn list` {
  @Test func `prints the view's columns, else the title and five short ones, as a table`() throws {
    let home = try Home.withRecipes()
    try expectEqual(
      home.output("list", "recipes", "--columns", "Name,Rating,Author.City"),
      """
      Name           Rating  Author.City
      Onion soup          4  Lyon
      Crème brûlée        5  Lyon
      Ratatouille 2

      """)
    let header = try home.output("list", "recipes", "--format", "csv", "--limit", "0")
    expectTrue(
      header == "Name,Slug,Kind,Rating,Price,Made\r\n"
        || header == "Name,Slug,Kind,Rating,Price,Made\n")
  }

  @Test(arguments: [
    "recipes", "Recipes", "recipe", "Recipe", "cairn://recipes", "cairn://recipes/",
  ])
  func `takes a collection by plural or singular, ignoring case`(url: String) throws {
    try expectEqual(Home.withRecipes().output("list", url, "--count"), "3\n")
  }

  @Test func `prints how often values occur where that is the view`() throws {
    let home = try Home.withRecipes()
    let url = "recipes?view=frequency:Rating"
    try expectEqual(
      home.output("list", url),
      """
      Rating  count   share  cumulative
      4           1  33.3 %      33.3 %
      5           1  33.3 %      66.7 %
      (none)      1  33.3 %     100.0 %

      """)
    try expectEqual(home.output("list", url, "rating>4", "--format", "csv"), "Rating,count\n5,1\n")
    let lines = try home.output("list", url, "--limit", "2", "--format", "jsonl")
    expectEqual(lines, "{\"Rating\":4,\"count\":1}\n{\"Rating\":5,\"count\":1}\n")
    try expectTrue(
      home.output("list", url, "no:rating", "--format", "json")
        .contains("\"Rating\": null"))
    try expectEqual(home.cairn("list", "recipes?view=frequency:Nothing").status, 1)
    try home.output("favorites", "add", url, "--name", "r")
    try expectEqual(home.output("list", "@r"), home.output("list", url))
  }

  @Test func `prints counts in the order of the URL, as the screen does`() throws {
    let home = try Home.withRecipes()
    let url = "recipes?view=frequency:Rating"
    for sort in ["-value", "-rating", "-Value"] {
      try expectEqual(
        home.output("list", "\(url)&sort=\(sort)", "--format", "csv"),
        "Rating,count\n,1\n5,1\n4,1\n")
    }
    try expectEqual(
      home.output("list", "\(url),sum:Rating", "--sort", "measure", "--format", "csv"),
      "Rating,count,Rating.sum\n,1,0\n4,1,4\n5,1,5\n")
    let other = try home.cairn("list", url, "--sort", "Name", "--format", "csv")
    expectEqual(other.output, "Rating,count\n4,1\n5,1\n,1\n")
    expectEqual(
      other.errors, "cairn: counts are sorted by value, count or measure; Name is ignored\n")
  }

  @Test func `prints a measure beside the counts`() throws {
    let home = try Home.withRecipes()
    let url = "recipes?view=frequency:Author,sum:Rating"
    try expectEqual(
      home.output("list", url),
      """
      Author  count  Rating.sum    share  cumulative
      Ann         2           9  100.0 %     100.0 %
      (none)      1           0    0.0 %     100.0 %

      """)
    try expectEqual(
      home.output("list", url, "--format", "csv"), "Author,count,Rating.sum\nAnn,2,9\n,1,0\n")
    try expectEqual(
      home.output(
        "list", "recipes?view=frequency:Kind,avg:Rating", "--limit", "1", "--format", "jsonl"),
      "{\"Kind\":\"dessert\",\"count\":1,\"Rating.avg\":5.0}\n")
    let wrong = try home.cairn("list", "recipes?view=frequency:Kind,sum:Ratin")
    expectEqual(wrong.status, 1)
    expectTrue(wrong.errors.contains("did you mean Rating?"), wrong.errors)
    let option = try home.cairn("list", "recipes?view=frequency:Kind,smu:Rating")
    expectTrue(option.errors.contains("did you mean sum:Rating?"), option.errors)
  }

  @Test func `is empty without an error`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.output("list", "recipes", "nothing"), "")
    try expectEqual(home.output("list", "recipes", "nothing", "--format", "json"), "[]\n")
    try expectEqual(home.output("list", "recipes", "nothing", "--format", "jsonl"), "")
    try expectEqual(home.output("list", "recipes", "nothing", "--count"), "0\n")
  }

  @Test(arguments: [
    ("creme", ["Crème brûlée"]), ("CRÈME", ["Crème brûlée"]), ("soup", ["Onion soup"]),
    ("\"onion soup\"", ["Onion soup"]), ("name=\"Onion soup\"", ["Onion soup"]),
    ("name=onion", []), ("rating>4", ["Crème brûlée"]),
    ("rating:4..5", ["Onion soup", "Crème brûlée"]),
    ("rating!=4", ["Crème brûlée"]), ("-rating:4", ["Crème brûlée", "Ratatouille 2"]),
    ("kind:soup,dessert", ["Onion soup", "Crème brûlée"]), ("made:2026-11", ["Onion soup"]),
    ("no:rating", ["Ratatouille 2"]), ("has:author", ["Onion soup", "Crème brûlée"]),
    ("author.city:lyon rating:5", ["Crème brûlée"]),
    ("author:ann", ["Onion soup", "Crème brûlée"]),
    ("tags:warm", ["Onion soup"]), ("tags:war", []),
    ("name~^[CR]", ["Crème brûlée", "Ratatouille 2"]),
    ("price:3.5", ["Onion soup"]), ("soup OR dessert", ["Onion soup", "Crème brûlée"]),
    ("vegan:no NOT kind:soup", ["Crème brûlée"]),
  ])
  func `filters by the one grammar`(filter: String, names: [String]) throws {
    let home = try Home.withRecipes()
    let answer = try home.cairn("list", "recipes", filter, "--columns", "Name", "--format", "csv")
    expectEqual(answer.status, 0, "\(answer.errors)")
    expectEqual(
      answer.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init), names)
  }

  @Test func `has columns, or says that none were named`() throws {
    let home = try Home.withRecipes()
    for columns in ["", ",,"] {
      let answer = try home.cairn("list", "recipes", "--columns", columns)
      expectEqual(answer.status, 64)
      expectEqual(answer.errors, "cairn: --columns names no field; '*' means all\n")
    }
    try expectEqual(home.output("list", "recipes?columns="), home.output("list", "recipes"))
  }

  @Test func `says the same by options as by the URL's query`() throws {
    let home = try Home.withRecipes()
    let byQuery = try home.output(
      "list", "recipes?where=rating>=4&sort=-rating&columns=name,rating", "--format", "csv")
    let byOptions = try home.output(
      "list", "recipes", "rating>=4", "--sort", "-rating", "--columns", "name,rating", "--format",
      "csv")
    expectEqual(byQuery, byOptions)
    expectEqual(byQuery.split(whereSeparator: \.isNewline).dropFirst().first, "Crème brûlée,5")
    try expectEqual(home.output("list", "recipes?kind=dessert", "--count"), "1\n")
    try expectEqual(home.output("list", "recipes?where=rating>=4", "soup", "--count"), "1\n")
  }

  @Test func `orders by keys, records without a value last both ways`() throws {
    let home = try Home.withRecipes()
    func names(_ keys: String...) throws -> [String] {
      try home.output("list", "recipes", "--sort", keys[0], "--columns", "Name", "--format", "csv")
        .split(whereSeparator: \.isNewline).dropFirst().map(String.init)
    }
    try expectEqual(names("rating"), ["Onion soup", "Crème brûlée", "Ratatouille 2"])
    try expectEqual(names("-rating"), ["Crème brûlée", "Onion soup", "Ratatouille 2"])
    try expectEqual(names("kind"), ["Onion soup", "Crème brûlée", "Ratatouille 2"])
    try expectEqual(names("name"), ["Crème brûlée", "Onion soup", "Ratatouille 2"])
    try home.output("add", "recipe", "Name=Ratatouille 10")
    try expectEqual(names("-name").prefix(2), ["Ratatouille 10", "Ratatouille 2"])
  }

  @Test func `groups with a count for each group`() throws {
    let output = try Home.withRecipes().output(
      "list", "recipes", "--group", "kind", "--columns", "Name")
    expectEqual(
      output,
      """
      Name
      soup  1
      Onion soup
      dessert  1
      Crème brûlée
      (none)  1
      Ratatouille 2

      """)
  }

  @Test func `counts and limits`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.output("list", "recipes", "--count", "--limit", "2"), "2\n")
    try expectEqual(home.output("list", "recipes", "--count", "--format", "json"), "3\n")
    try expectEqual(home.output("list", "recipes", "--limit", "0", "--format", "json"), "[]\n")
    try expectEqual(home.cairn("list", "recipes", "--limit", "1").lines.count, 2)
  }

  @Test func `follows a record's links`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.output("list", "authors/p1/recipes", "--count"), "2\n")
    let answer = try home.cairn("list", "authors/p1/recipe")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("did you mean Recipes?"))
  }

  @Test(
    arguments: [
      (["recipes", "ratng:4"], 1, "character 1", "Rating"),
      (["recipes", "rating:abc"], 1, "character 8", "a number"),
      (["recipes", "made:someday"], 1, "character 6", "a date"),
      (["recipes", "kind:stew"], 1, "character 6", "soup, main dish, dessert"),
      (["recipes", "rating>="], 64, "character 9", "value"),
      (["recipes", "(soup"], 64, "character 1", "parenthesis"),
      (["recipes?where=rating>="], 64, "character 9", "value"),
      (["recipes", "--sort", "ratng"], 1, "character 1", "Rating"),
      (["recipes", "--group", "knd"], 1, "character 1", "Kind"),
      (["recipes", "--columns", "Name,Slg"], 1, "character 6", "Slug"),
      (["recipes", "nothing", "--columns", "Name,Slg"], 1, "character 6", "Slug"),
      (["recipes", "--columns", "Name", "--format", "json"], 64, "--columns", "table and csv"),
      (["recipes", "--columns", "Name", "--format", "jsonl"], 64, "--columns", "table and csv"),
      (["recipees"], 1, "recipees", "recipes"), (["recipes/p1"], 1, "p1", "a record"),
      (["reci%pes"], 64, "character 5", "%25"), (["http://recipes"], 64, "http", "cairn://"),
      (["@soup"], 1, "soup", "favorite"), (["@"], 64, "@", "name"),
    ] as [([String], Int32, String, String)])
  func `names what it can't read, where, and what may be meant`(
    arguments: [String], status: Int32, place: String, hint: String
  ) throws {
    let answer = try Home.withRecipes().cairn(["list"] + arguments)
    expectEqual(answer.status, status)
    expectEqual(answer.output, "")
    expectEqual(answer.errorLines.count, 1)
    expectTrue(answer.errors.contains(place), "\(answer.errors)")
    expectTrue(answer.errors.contains(hint), "\(answer.errors)")
  }

  @Test(arguments: ["recipes?where=(a", "recipes?group=a b", "%", "cairn://a/%zz"])
  func `judges a URL before it looks for a store`(url: String) throws {
    try expectEqual(Home(environment: [:]).cairn("list", url).status, 64)
  }

  @Test(arguments: [
    ["list", "recipes", "Name~("], ["list", "recipes?where=Name~("],
    ["export", "recipes?where=Name~("],
  ])
  func `refuses a broken regular expression as it does any broken filter`(
    arguments: [String]
  ) throws {
    let answer = try Home.withRecipes().cairn(arguments)
    expectEqual(answer.status, 64)
    expectEqual(
      answer.errors, "cairn: character 6: \"(\" is not a regular expression: a ( is never closed\n")
  }
}
