import TestSupport
import Testing

@Suite struct `Changing records in the shell` {
  @Test func `add prints the new record's URL`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.output("add", "recipe", "Name=Tea", "kind=soup"), "cairn://recipes/p4\n")
    try expectEqual(home.output("list", "recipes/p4/sides", "--count"), "0\n")
  }

  @Test func `add with --match changes the record whose field is equal`() throws {
    let home = try Home.withRecipes()
    let arguments = ["add", "recipes", "Slug=onion", "Name=Better soup", "--match", "slug"]
    try expectEqual(home.cairn(arguments).output, "cairn://recipes/p1\n")
    try expectEqual(home.output("list", "recipes", "--count"), "3\n")
    try expectTrue(home.output("show", "recipes/p1").hasPrefix("Better soup\n"))
    try expectEqual(home.cairn("add", "recipes", "Name=x", "--match", "Slug").status, 1)
  }

  @Test func `add takes JSON from a file or standard input, all or nothing`() throws {
    let home = try Home.withRecipes()
    let two = #"[{"Name": "A", "Rating": 1}, {"Name": "B", "Tags": ["x", "y"]}]"#
    let urls = try home.output("add", "recipe", "--json", "-", input: two)
    expectEqual(urls, "cairn://recipes/p4\ncairn://recipes/p5\n")
    try expectEqual(home.output("list", "recipes", "tags:y", "--count"), "1\n")
    try home.write(#"[{"Name": "C"}, {"Name": "D", "Rating": 9}]"#, to: "bad.json")
    let answer = try home.cairn("add", "recipe", "--json", "bad.json")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("Rating"))
    try expectEqual(home.output("list", "recipes", "--count"), "5\n")
  }

  @Test func `set clears, empties, reads files, and adds to and removes from several values`()
    throws
  {
    let home = try Home.withRecipes()
    try home.write("from a file", to: "notes.txt")
    try home.output("set", "recipes/p1", "Notes=@notes.txt", "Rating=", "Tags+=new", "Tags-=warm")
    var json = try home.output("list", "recipes", "slug=onion", "--format", "jsonl")
    expectTrue(json.contains(#""Notes":"from a file""#))
    expectTrue(json.contains(#""Rating":null"#))
    expectTrue(json.contains(#""Tags":["cheap","new"]"#))
    try home.output("set", "recipes/p1", "Notes=@-", "Slug=\"\"", input: "piped\n")
    json = try home.output("list", "recipes", "no:rating piped", "--format", "jsonl")
    expectTrue(json.contains(#""Notes":"piped\n""#))
    expectTrue(json.contains(#""Slug":"""#))
    try home.write([0, 255, 10], to: "photo")
    try home.output("set", "recipes/p1", "Photo=@photo")
    try expectEqual(home.shell("cairn set recipes/p1 Notes=@<(echo from a pipe)").status, 0)
    let endless = try home.cairn("set", "recipes/p1", "Name=@/dev/zero")
    expectEqual(endless.status, 1)
    expectTrue(endless.errors.contains("it is a pipe or a device, not a file"))
    try expectTrue(home.output("show", "recipes/p1", "--format", "json").contains(#""AP8K""#))
  }

  @Test func `add names what was added, and not what stands within it`() throws {
    let home = try Home.withRecipes()
    let pie = #"{"Name": "Pie", "Parts": [{"What": "flour"}, {"What": "jam"}]}"#
    try expectEqual(home.output("add", "notes", "--json", "-", input: pie), "cairn://notes/p1\n")
    try expectEqual(home.output("list", "parts", "--count"), "2\n")
  }

  @Test func `set leaves out the end of a file's only line, but not of a long text`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes/p1", "Name=@-", input: "Tart\n")
    try expectEqual(home.output("list", "recipes", "Name=Tart", "--count"), "1\n")
  }

  @Test func `set takes links as URLs, ids and handles`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes/p3", "Sides=onion,cairn://recipes/p2", "Author=p1")
    try expectEqual(home.output("list", "recipes/p3/sides", "--count"), "2\n")
    try home.output("set", "recipes/p3", "Sides-=recipes/p1", "Author=")
    try expectEqual(home.output("list", "recipes/p3/sides", "--count"), "1\n")
    for word in ["authors/p1", "p99", "nobody", "p1,p2x"] {
      try expectEqual(home.cairn("set", "recipes/p3", "Sides=\(word)").status, 1, "\(word)")
    }
    try expectEqual(home.cairn("set", "recipes/p3", "Author=p1,p1").status, 1)
  }

  @Test func `dates are also words, counted from CAIRN_NOW`() throws {
    let home = try Home.withRecipes()
    home.environment["CAIRN_NOW"] = "2026-12-31T08:00:00Z"
    for (word, date) in [("today", "2026-12-31"), ("tomorrow", "2027-01-01")] {
      try home.output("set", "recipes/p1", "Made=\(word)")
      try expectTrue(home.output("show", "recipes/p1", "--format", "json").contains(date))
    }
    try expectEqual(home.output("list", "recipes", "made:tomorrow", "--count"), "1\n")
  }

  @Test(arguments: [
    ("Rating=9", "from 0 to 5"), ("Rating=x", "from 0 to 5"), ("Kind=stew", "soup, main dish"),
    ("Made=2026-02-30", "a date"), ("Price=1,5x", "Price"), ("Vegan=perhaps", "Vegan"),
    ("Name=", "required"), ("Slug=onion", "unique"), ("Nme=x", "did you mean Name?"),
    ("Name+=x", "only ="), ("Notes=@nofile", "nofile"), ("Author=recipes/p1", "authors"),
  ])
  func `a value that doesn't fit changes nothing and is named`(
    assignment: String, reason: String
  ) throws {
    let home = try Home.withRecipes()
    let before = try home.output("export", "recipes")
    let other = assignment.hasPrefix("Notes") ? "Rating=4" : "Notes=kept out"
    let answer = try home.cairn("set", "recipes/p3", other, assignment)
    expectEqual(answer.status, 1)
    expectEqual(answer.errorLines.count, 1)
    expectTrue(answer.errors.contains(reason), "\(answer.errors)")
    try expectEqual(home.output("export", "recipes"), before)
  }

  @Test func `a list is changed as a whole only with --all`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.cairn("set", "recipes", "Rating=1").status, 1)
    let dry = try home.cairn("set", "recipes?where=has:kind", "Rating=1", "--all", "--dry-run")
    expectEqual(dry.output, "")
    expectEqual(
      dry.errorLines,
      [
        "cairn: would change cairn://recipes/p1", "cairn: would change cairn://recipes/p2",
        "cairn: would change 2 records",
      ])
    let one = try home.cairn("set", "recipes/p1", "Rating=1", "--dry-run")
    expectEqual(one.errorLines, ["cairn: would change cairn://recipes/p1"])
    let none = try home.cairn("set", "recipes?where=rating:1", "Rating=2", "--all", "--dry-run")
    expectEqual(none.errorLines, ["cairn: would change 0 records"])
    try expectEqual(home.output("list", "recipes", "rating:1", "--count"), "0\n")
    try home.output("set", "recipes?where=has:kind", "Rating=1", "--all")
    try expectEqual(home.output("list", "recipes", "rating:1", "--count"), "2\n")
    try expectEqual(home.cairn("set", "recipes", "Slug=same", "--all").status, 1)
    try home.output("undo")
    try expectEqual(home.output("list", "recipes", "rating:1", "--count"), "0\n")
  }

  @Test func `remove deletes all that it names or nothing, and obeys delete rules`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.cairn("remove", "recipes/p3", "recipes/p99").status, 1)
    let denied = try home.cairn("remove", "recipes/p3", "authors/p1")
    expectEqual(denied.status, 1)
    expectTrue(denied.errors.contains("Recipes"))
    try expectEqual(home.output("list", "recipes", "--count"), "3\n")
    try expectEqual(
      home.cairn("remove", "recipes", "--all", "--dry-run").errorLines,
      [
        "cairn: would delete cairn://recipes/p1", "cairn: would delete cairn://recipes/p2",
        "cairn: would delete cairn://recipes/p3", "cairn: would delete 3 records",
      ])
    try home.output("remove", "recipes/p1", "recipes/p2", "authors/p1")
    try expectEqual(home.output("list", "recipes", "--count"), "1\n")
    let gone = try home.cairn("show", "recipes/p1")
    expectEqual(gone.status, 1)
    expectTrue(gone.errors.contains("deleted"))
    try home.output("undo")
    try expectEqual(home.output("list", "authors/p1/recipes", "--count"), "2\n")
  }

  @Test func `undo goes further back each time, redo forward again`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes/p1", "Rating=1")
    try home.output("set", "recipes/p1", "Rating=2")
    try home.output("undo")
    try expectEqual(home.output("list", "recipes", "rating:1", "--count"), "1\n")
    try home.output("undo")
    try expectEqual(home.output("list", "recipes", "slug=onion rating:4", "--count"), "1\n")
    try home.output("redo")
    try home.output("redo")
    try expectEqual(home.output("list", "recipes", "rating:2", "--count"), "1\n")
    try expectEqual(home.cairn("redo").status, 1)
    let unknown = try home.cairn("undo", "999")
    expectEqual(unknown.status, 1)
    expectTrue(unknown.errors.contains("999"))
    let refused = try home.cairn("undo", "x")
    expectEqual(refused.status, 64)
    expectTrue(refused.errors.contains("<change> takes the change's number, not x"))
  }

  @Test func `undo of an older change is refused where something changed since`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes/p1", "Rating=1")
    try home.output("set", "recipes/p1", "Rating=2")
    let answer = try home.cairn("undo", "5")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("Rating of"))
    try home.output("fold")
    try home.shell("sed -i 's/^Rating: 2/Rating: 3/' .local/share/cairn/data/Recipe/0000.rec")
    let stuck = try home.cairn("undo")
    expectEqual(stuck.status, 1)
    expectTrue(stuck.errors.contains("cairn undo NUMBER undoes another change"))
    try home.output("set", "recipes/p1", "Rating=2")
    try expectEqual(home.output("list", "recipes", "rating:2", "--count"), "1\n")
  }

  @Test func `two at once both save`() throws {
    let home = try Home.withRecipes()
    let loop = "for i in 1 2 3 4 5 6 7 8; do cairn add recipe Name=$1$i || exit 1; done"
    let answer = try home.shell(
      "many() { \(loop); }; many a & first=$!; many b & second=$!; wait $first && wait $second")
    expectEqual(answer.status, 0, "\(answer.errors)")
    expectEqual(Set(answer.lines).count, 16)
    try expectEqual(home.output("list", "recipes", "--count"), "19\n")
    try expectEqual(home.output("store", "verify"), "")
  }

  // A key that is no field warns where records are shown; here it would be about all of them.
  @Test(arguments: [
    ["remove", "recipes?Raitng=4", "--all"], ["set", "recipes?Raitng=4", "--all", "Rating=1"],
  ])
  func `changes nothing through a list whose URL says what isn't known`(
    arguments: [String]
  ) throws {
    let home = try Home.withRecipes()
    let before = try home.output("export", "recipes")
    let answer = try home.cairn(arguments)
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("Raitng is not a field of recipes"))
    try expectEqual(home.output("export", "recipes"), before)
  }

  @Test func `takes no argument that is not text`() throws {
    let home = try Home.withRecipes()
    let answer = try home.shell("cairn add recipes Name=$'x\\xff'")
    expectEqual(answer.status, 64)
    expectTrue(answer.errors.contains("argument 3 is not text in UTF-8"))
  }

  @Test func `say that a value gave way to what an editor wrote over it`() throws {
    let home = try Home.withRecipes()
    try home.output("fold")
    // The second of two saves in a row leaves the text to the next one.
    try home.output("set", "recipes/p1", "Price=4.50")
    try home.output("set", "recipes/p1", "Rating=1")
    let file = ".local/share/cairn/data/Recipe/0000.rec"
    expectTrue(home.text(of: file).contains("Rating: 4\n"))
    try home.shell("sed -i 's/^Rating: 4/Rating: 2/' \(file)")
    let answer = try home.cairn("fold")
    expectEqual(answer.status, 0)
    expectTrue(
      answer.errors.contains("Rating of p1 also changed in the file; the file's value is kept"))
    try expectEqual(home.output("list", "recipes", "rating:2", "--count"), "1\n")
    try expectEqual(home.cairn("list", "recipes").errors, "")
  }

  @Test func `tells which records a deletion takes along, and is silent without any`() throws {
    let home = try Home()
    try home.output("init", "--sample", "recipes")
    let answer = try home.cairn("remove", "recipes/p1")
    expectEqual(
      answer.errors,
      "cairn: deleted Gratin\u{E9}e lyonnaise and 13 records that belonged to it\n")
    try expectEqual(home.cairn("remove", "recipes/p2/ingredients/p99").status, 1)
    try home.output("undo")
    let lines = try home.json("list", "recipes/p1/ingredients", "--format", "json").array?.count
    try expectEqual(
      home.cairn("remove", "recipes/p1/ingredients", "--all").errors, "", "\(lines ?? 0) lines")
  }
}
