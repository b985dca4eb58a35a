import TestSupport
import Testing

@Suite struct `The history in the shell` {
  /// Three recipes made on 20 November, one changed on the 21st and deleted on the 22nd.
  private func home() throws -> Home {
    let home = try Home(environment: [:])
    home.environment = ["CAIRN_NOW": "2026-11-20T12:00:00Z", "TZ": "UTC"]
    try home.write(ShellModel.text, to: "model.rec")
    try home.output("init", "--model", "model.rec")
    for record in ShellModel.records {
      try expectEqual(home.cairn(["add"] + record).status, 0)
    }
    home.environment["CAIRN_NOW"] = "2026-11-21T12:00:00Z"
    try home.output("set", "recipes/p1", "Rating=1", "Name=Thin soup")
    home.environment["CAIRN_NOW"] = "2026-11-22T12:00:00Z"
    try home.output("remove", "recipes/p1")
    return home
  }

  @Test(arguments: [
    ("yesterday", "Thin soup", "Rating  1"), ("2026-11-21", "Thin soup", "Rating  1"),
    ("2026-11-20", "Onion soup", "Rating  4"), ("-2d", "Onion soup", "Rating  4"),
    ("-24h", "Thin soup", "Rating  1"), ("-1441min", "Onion soup", "Rating  4"),
    ("2026-11-20T12:00", "Onion soup", "Author  1\n  Ann"),
  ])
  func `shows a record as it was, one deleted since included`(
    time: String, title: String, line: String
  ) throws {
    let text = try home().output("show", "recipes/p1", "--at", time)
    expectTrue(text.hasPrefix("\(title)\ncairn://recipes/p1\n"))
    expectTrue(text.contains(line), "\(text)")
  }

  @Test func `shows it in every format, and finds it by the handle that it had`() throws {
    let home = try home()
    try home.output("set", "recipes/p2", "Slug=cream")
    let json = try home.output("show", "recipes/onion", "--at", "yesterday", "--format", "json")
    expectTrue(json.contains("\"Rating\": 1,"))
    expectTrue(json.contains("\"cairn://recipes/p1\","))
    let later = try home.cairn("show", "recipes/cream", "--at", "yesterday")
    expectEqual(later.status, 1)
  }

  @Test func `says when it doesn't reach so far, and what is no time`() throws {
    let home = try home()
    let early = try home.cairn("show", "recipes/p1", "--at", "2026-11-19")
    expectEqual(early.status, 1)
    expectEqual(early.errors, "cairn: the history begins at 2026-11-20T12:00:00Z\n")
    for option in ["show --at", "log --since"].map({ $0.split(separator: " ").map(String.init) }) {
      let answer = try home.cairn([option[0], "recipes/p1", option[1], "soon"])
      expectEqual(answer.status, 64)
      expectTrue(answer.errors.contains("not soon"))
    }
  }

  @Test func `is listed, the newest first, with tabs where no person looks`() throws {
    let lines = try home().cairn("log").lines
    expectEqual(lines.count, 6)
    expectEqual(
      lines[0], "6\t2026-11-22T12:00:00Z\t+0 ~0 -1\t0000\tcommand remove\tdelete Thin soup")
    expectTrue(lines[5].hasSuffix("\tadd Ann"))
  }

  @Test func `is listed of a record and of a collection, within a limit and a time`() throws {
    let home = try home()
    try expectEqual(home.cairn("log", "authors").lines.count, 1)
    let record = try home.cairn("log", "recipes/p1").lines
    expectEqual(record.count, 3)
    expectTrue(record[1].hasSuffix("\tchange Onion soup (Name, Rating)"))
    try expectEqual(home.cairn("log", "--since", "yesterday").lines.count, 2)
    try expectEqual(home.cairn("log", "--since", "-30h", "--limit", "1").lines.count, 1)
    try expectTrue(home.cairn("log", "--limit", "0").lines.isEmpty)
    try expectEqual(home.cairn("log", "--limit", "-1").status, 64)
    try expectEqual(home.cairn("log", "recipes?where=soup").status, 1)
    try expectEqual(home.cairn("log", "recipez").status, 1)
    let missing = try home.cairn("log", "recipes/p99")
    expectEqual(missing.status, 1)
    expectEqual(missing.errors, "cairn: no record p99 in recipes, now or earlier\n")
  }

  @Test func `says where each change came from, and is filtered by that as well`() throws {
    let home = try home()
    try home.write("Name\nEve\nIda\n", to: "more authors.csv")
    try home.output("import", "more authors.csv", "--into", "authors")
    try home.output("undo")
    try home.output("favorites", "add", "recipes")
    let origins = try home.cairn("log").lines.map { line in
      String(line.split(separator: "\t", omittingEmptySubsequences: false)[4])
    }
    expectEqual(
      origins,
      [
        "command favorites add", "command undo", "import more authors.csv", "command remove",
        "command set", "command add", "command add", "command add", "command add",
      ])
    func numbers(_ filter: String) throws -> [String] {
      try home.cairn("log", "--where", filter).lines.map { String($0.prefix { $0 != "\t" }) }
    }
    try expectEqual(numbers("from:import"), ["7"])
    try expectEqual(numbers("from:command deleted>0"), ["8", "6"])
    try expectEqual(numbers("soup saved<2026-11-22"), ["5", "2"])
    try expectEqual(numbers("-from:command").count, 1)
    let wrong = try home.cairn("log", "--where", "form:x")
    expectEqual(wrong.status, 1)
    expectTrue(wrong.errors.contains("changes have no field form; did you mean from?"))
    try expectEqual(home.cairn("log", "--where", "from:").status, 64)
  }

  @Test func `undoes the records of an import that have not changed since, and names the rest`()
    throws
  {
    let home = try Home.withRecipes()
    try home.write("Name,City\nA,x\nB,y\nC,z\n", to: "places.csv")
    try home.output("import", "places.csv")
    let number = try #require(
      home.output("log", "--limit", "1").split(separator: "\t").first.map(String.init))
    try home.output("set", "places/p2", "City=e")
    let strict = try home.cairn("undo", number, "--strict")
    expectEqual(strict.status, 1)
    let answer = try home.cairn("undo", number)
    expectEqual(answer.status, 0, answer.errors)
    let said = answer.output + answer.errors
    expectTrue(said.contains("City") && said.contains("its change of the model"), said)
    try expectEqual(home.output("list", "places", "--count"), "1\n")
    try expectEqual(home.output("store", "verify"), "")
    let again = try home.cairn("undo", number)
    expectEqual(again.errors, "cairn: change \(number) was undone before\n")
  }

  @Test func `brings back what was deleted, with the links to it and from it`() throws {
    let home = try Home(environment: [:])
    try home.write(
      """
      %rec: Author
      %attribute: Name string
      %relationship: Books to-many Book inverse=Author

      %rec: Shelf
      %plural: shelves
      %attribute: Name string
      %relationship: Books to-many Book inverse=Shelves

      %rec: Book
      %attribute: Title string
      %attribute: Rating integer
      %relationship: Author to-one Author inverse=Books
      %relationship: Shelves to-many Shelf inverse=Books
      %relationship: Sequel to-one Book
      %relationship: Chapters to-many Chapter inverse=Book ordered delete=cascade

      %rec: Chapter
      %attribute: Title string
      %relationship: Book to-one Book inverse=Chapters

      """, to: "model.rec")
    try home.output("init", "--model", "model.rec")
    for record in [
      ["authors", "Name=Ann"], ["shelves", "Name=High"], ["shelves", "Name=Low"],
      ["books", "Title=One", "Author=authors/p1", "Shelves=shelves/p2,shelves/p1"],
      ["books", "Title=Two", "Sequel=books/p1"], ["chapters", "Title=A", "Book=books/p1"],
      ["chapters", "Title=B", "Book=books/p1"], ["chapters", "Title=C", "Book=books/p1"],
    ] { try expectEqual(home.cairn(["add"] + record).status, 0) }
    func content() throws -> String {
      try ["authors", "shelves", "books", "chapters"].map {
        try home.output("list", $0, "--format", "jsonl")
      }.joined() + home.output("show", "books/p1") + home.output("show", "authors/p1")
    }
    let before = try content()
    try home.output("remove", "books/p1")
    try expectEqual(home.output("list", "chapters", "--count"), "0\n", "they went with their book")
    try expectTrue(!home.output("show", "books/p2").contains("One"))
    try expectTrue(!home.output("show", "authors/p1").contains("One"))
    try home.output("set", "books/p2", "Rating=2")
    let log = try home.cairn("log", "--where", "change:One deleted>0").lines
    try home.output("undo", String(try #require(log.first).prefix { $0 != "\t" }))
    // What was saved since stays, until it is taken back as well.
    try expectTrue(home.output("show", "books/p2").contains("Rating  2"))
    try expectTrue(home.output("show", "books/p2").contains("One"))
    try home.output("undo")
    try expectEqual(content(), before)
  }

  @Test func `names each field that keeps a change from being taken back`() throws {
    let home = try home()
    try home.output("undo", "6")
    try home.output("set", "recipes/p1", "Rating=5")
    try home.output("set", "recipes/p1", "Name=Thick soup")
    let answer = try home.cairn("undo", "5")
    expectEqual(answer.status, 1)
    expectEqual(
      answer.errors,
      "cairn: change 5 cannot be undone: Name and Rating of recipes/p1 have changed since\n")
    try expectTrue(home.output("show", "recipes/p1").contains("Rating  5"))
  }

  @Test func `is listed as JSON`() throws {
    let home = try home()
    let json = try home.output("log", "recipes/p1", "--format", "json", "--limit", "1")
    expectEqual(
      json,
      """
      [
        {
          "number": 6,
          "time": "2026-11-22T12:00:00Z",
          "title": "delete Thin soup",
          "from": "command remove",
          "replica": "0000",
          "undoes": null,
          "inserted": 0,
          "updated": 0,
          "deleted": 1,
          "model": false,
          "kind": "deleted",
          "fields": [
            "Name",
            "Slug",
            "Kind",
            "Rating",
            "Price",
            "Made",
            "Seen",
            "Vegan",
            "Tags",
            "Author"
          ]
        }
      ]

      """)
    let lines = try home.cairn("log", "--format", "jsonl").lines
    expectEqual(lines.count, 6)
    expectTrue(lines[5].hasPrefix(#"{"number":1,"time":"2026-11-20T12:00:00Z","title":"add Ann","#))
    try home.output("undo", "6")
    try expectTrue(home.cairn("log", "--format", "jsonl").lines[0].contains("\"undoes\":6"))
  }

  @Test func `takes back what can be, leaves the rest and names it; with --strict all or nothing`()
    throws
  {
    let home = try Home(sample: "recipes")
    try home.output("remove", "authors/p1")
    try home.output("set", "recipes/p2", "Author=authors/p5")
    let strict = try home.cairn("undo", "1", "--strict")
    expectEqual(strict.status, 1)
    expectTrue(strict.errors.contains("recipes/p2 has changed since"), strict.errors)
    let undone = try home.cairn("undo", "1")
    expectEqual(undone.status, 0)
    expectTrue(
      undone.errors.contains("not undone: Author of recipes/p2 has changed"), undone.errors)
    expectTrue(try home.output("show", "authors/p1").contains("Odile"))
    expectTrue(try home.output("show", "recipes/p1").contains("cairn://authors/p1"))
    expectTrue(try home.output("show", "recipes/p2").contains("cairn://authors/p5"))
  }
}
