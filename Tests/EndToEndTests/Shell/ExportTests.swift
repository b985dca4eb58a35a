import TestSupport
import Testing

@Suite struct `cairn export` {
  @Test func `prints everything, links by their export rule, as CSV with a header`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes/p2", "Notes=Two\nlines, \"quoted\"", "Sides=p1,p3")
    let csv = try home.output("export", "recipes", "--format", "csv")
    expectTrue(
      csv.hasPrefix(
        "url,Name,Slug,Kind,Rating,Price,Made,Seen,Vegan,Tags,Notes,Photo,Author,Sides\n"
          + "cairn://recipes/p1,Onion soup,onion,soup,4,3.50,2026-11-05,2026-11-05T10:00:00Z,false,"
      ))
    expectTrue(csv.contains("\"Two\nlines, \"\"quoted\"\"\""))
    expectTrue(csv.hasSuffix("\ncairn://recipes/p3,Ratatouille 2,,,,,,,,,,,,\n"))
  }

  @Test func `prints a list as an array, a record as an object, one of many a line as JSON Lines`()
    throws
  {
    let home = try Home.withRecipes()
    try expectTrue(
      home.output("export", "recipes").hasPrefix("[\n  {\n    \"url\": \"cairn://recipes/p1\""))
    try expectTrue(
      home.output("export", "recipes/p1").hasPrefix("{\n  \"url\": \"cairn://recipes/p1\""))
    let lines = try home.output("export", "recipes?where=has:kind", "--format", "jsonl")
    expectEqual(lines.split(separator: "\n").count, 2)
    expectTrue(lines.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test func `leaves the permissions of the file that it replaces`() throws {
    let home = try Home.withRecipes()
    try home.shell("touch out.csv; chmod 644 out.csv")
    try home.output("export", "authors", "-o", "out.csv")
    try expectEqual(home.shell("stat -c %a out.csv").output, "644\n")
  }

  @Test func `says how many values stay only in the files`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    let shard = ".local/share/cairn/data/Recipe/0000.rec"
    let text = home.text(of: shard)
    try home.write(
      text.replacing("Rating: 4", with: "Rating: delicious\nSource: grandmother")
        .replacing("Name: Ratatouille 2", with: "Name: Ratatouille 2\nColor: red"), to: shard)
    for arguments in [["recipes"], ["recipes", "--format", "csv"], ["recipes", "-o", "x.json"]] {
      let answer = try home.cairn(["export"] + arguments)
      expectEqual(answer.status, 0)
      expectEqual(
        answer.errors,
        "cairn: 3 values of 2 records stay only in the store's files, as no field holds them; "
          + "cairn store verify names them\n")
    }
    try expectEqual(
      home.cairn("export", "recipes/p3").errors,
      "cairn: 1 value of 1 record stays only in the store's files, as no field holds it; "
        + "cairn store verify names it\n")
    try expectEqual(home.cairn("export", "recipes/p2").errors, "")
    let found = try home.output("store", "verify")
    for name in ["Rating of p1", "Source", "Color"] { expectTrue(found.contains(name)) }
  }

  @Test func `is the same each time`() throws {
    let home = try Home(environment: [:])
    try home.output("init", "--sample", "recipes")
    try expectEqual(home.output("export", "recipes"), home.output("export", "recipes"))
  }

  @Test func `replaces a file as a whole, in the form that its name says`() throws {
    let home = try Home.withRecipes()
    try home.write("old", to: "out.csv")
    try expectEqual(home.output("export", "authors", "-o", "out.csv"), "")
    expectTrue(
      home.text(of: "out.csv").hasPrefix("url,Name,City,Recipes\ncairn://authors/p1,Ann,Lyon,"))
    try home.shell("mkfifo pipe")
    for output in ["/nowhere/out.csv", "pipe", "out.csv/"] {
      let answer = try home.cairn("export", "authors", "-o", output)
      expectEqual(answer.status, 1)
      expectEqual(answer.errorLines.count, 1)
    }
    try expectEqual(home.cairn("export", "recipes/p99", "-o", "out.csv").status, 1)
    expectTrue(
      home.text(of: "out.csv").hasPrefix("url,Name,City,Recipes\ncairn://authors/p1,Ann,Lyon,"))
  }

  // A link that JSON follows is a URL in a cell.
  @Test(arguments: ["json", "jsonl", "csv"])
  func `of a collection changes nothing when it is imported again`(format: String) throws {
    let home = try Home.withRecipes()
    let before = try home.output("export", "recipes")
    try home.output("export", "recipes", "--format", format, "-o", "out.\(format)")
    if format == "csv" {
      expectTrue(home.text(of: "out.csv").contains(",cairn://authors/p1,"))
      try home.output("import", "out.csv", "--into", "recipes", "--match", "Name", "--strict")
      try expectEqual(home.output("export", "recipes"), before)
    }
    let other = try Home(model: ShellModel.text)
    let answer = try other.cairn("import", home.path("out.\(format)"), "--into", "recipes")
    // Only CSV has nothing of the author but an address, which means no record of another store.
    expectEqual(answer.status, format == "csv" ? 1 : 0)
    expectEqual(
      answer.errorLines.filter { $0.contains("Author \"cairn://authors/p1\"") }.count,
      format == "csv" ? 2 : 0)
    try expectEqual(other.output("list", "recipes", "--count"), "3\n")
  }

  @Test func `refuses a name whose ending says no form, unless an option does`() throws {
    let home = try Home.withRecipes()
    let answer = try home.cairn("export", "authors", "-o", "a.b/out.xyz")
    expectEqual(answer.status, 64)
    expectEqual(
      answer.errors,
      "cairn: a.b/out.xyz: the ending .xyz names no format; use --format with one of csv, "
        + "tsv, json, jsonl, vcard, rec, markdown, icalendar, spreadsheet\n")
    try home.output("export", "authors", "-o", "out.xyz", "--format", "csv")
    expectTrue(home.text(of: "out.xyz").hasPrefix("url,Name,City,Recipes\n"))
    for name in ["out", ".out"] {
      try home.output("export", "authors", "-o", name)
      expectTrue(home.text(of: name).hasPrefix("[\n"))
    }
  }
}
