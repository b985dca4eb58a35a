import CairnJSON
import TestSupport
import Testing

@Suite struct `cairn import` {
  @Test func `names the collection after the file, and infers its fields`() throws {
    let home = try Home(environment: [:])
    var rows = "code,count,price,flag,day,site,mail,kind,note\n"
    for number in 1...20 {
      rows += "00\(number),\(number),\(number).50,\(number % 2 == 0 ? "yes" : "no"),2026-11-05,"
      rows +=
        "https://x.example/\(number),a\(number)@x.example,\(number % 2 == 0 ? "big" : "small"),"
      rows += "\"Note \(number)\nof two lines\"\n"
    }
    try home.write(rows, to: "entries.csv")
    let answer = try home.cairn("import", "entries.csv")
    expectEqual(answer.status, 0)
    expectEqual(answer.output, "")
    expectTrue(answer.errors.contains("imported entries: 20 new, a new collection"))
    let model = try home.output("model", "show", "entry", "--format", "json")
    let types = model.split(separator: "\n").filter { $0.contains("\"type\"") }.map {
      $0.split(separator: "\"")[3]
    }
    expectEqual(
      types,
      [
        "string", "integer", "decimal", "boolean", "date", "url", "email", "choice", "text",
      ])
    try expectTrue(
      home.output("list", "entries", "--columns", "code", "--format", "csv", "--limit", "1")
        .contains("001"))
  }

  @Test func `keeps names where they are legal, and the input's order`() throws {
    let home = try Home(environment: [:])
    try home.write("id,Größe,2nd,a-b,a b\n9,x,1,2,3\n1,y,4,5,6\n", to: "s.csv")
    try home.output("import", "s.csv", "--into", "Thing")
    try expectEqual(
      home.output("list", "things", "--columns", "*", "--format", "csv")
        .split(whereSeparator: \.isNewline),
      [
        "id,Grosse,a_2nd,a_b,a_b_2", "9,x,1,2,3", "1,y,4,5,6",
      ])
    try expectTrue(home.output("show", "things/p1").contains("cairn://things/p1"))
  }

  @Test func `reports bad rows by line and imports the rest, or nothing with --strict`() throws {
    let home = try Home(environment: [:])
    try home.write("a,b\n1,2\n3,4,5\n4,5,6\n7,8\n", to: "rows.csv")
    let strict = try home.cairn("import", "rows.csv", "--strict")
    expectEqual(strict.status, 1)
    for line in [3, 4] { expectTrue(strict.errors.contains("rows.csv, line \(line): ")) }
    let json = try home.cairn("import", "rows.csv", "--strict", "--report", "json")
    expectEqual(json.status, 1)
    let report = try JSONValue(reading: json.output)
    expectEqual(report["refused"]?.array?.count, 2)
    expectEqual(report["collections"], [])
    try expectEqual(home.cairn("list", "rows").status, 1)
    let answer = try home.cairn("import", "rows.csv")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("rows.csv, line 3: "))
    expectTrue(answer.errors.contains("rows.csv, line 4: "))
    try expectEqual(
      home.output("list", "rows", "--format", "csv")
        .split(whereSeparator: \.isNewline), ["a,b", "1,2", "7,8"])
  }

  @Test(arguments: [[], ["--dry-run"]])
  func `takes a link that leads nowhere for a bad row with --strict`(options: [String]) throws {
    let home = try Home(environment: [:])
    try home.write("AlbumId,Title\n1,One\n2,Two\n", to: "albums.csv")
    try home.write("Name,AlbumId\na,1\nb,7\nc,2\nd,8\n", to: "tracks.csv")
    try home.output("import", "albums.csv")
    let arguments = ["import", "tracks.csv", "--link", "AlbumId=Album.AlbumId"] + options
    let strict = try home.cairn(arguments + ["--strict"])
    expectEqual(strict.status, 1)
    expectTrue(
      strict.errors.contains(
        "tracks.csv, line 3: Album \"7\": no record of albums has this AlbumId"))
    try expectEqual(home.cairn("list", "tracks").status, 1)
    let lenient = try home.cairn(arguments)
    expectEqual(lenient.status, 1)
    expectEqual(
      lenient.errorLines.prefix(2),
      [
        "cairn: tracks.csv, line 3: Album \"7\": no record of albums has this AlbumId",
        "cairn: tracks.csv, line 5: Album \"8\": no record of albums has this AlbumId",
      ])
    expectTrue(
      lenient.errorLines.last?.hasPrefix("cairn: 2 values could not be imported; ") == true)
    guard options.isEmpty else { return }
    try expectEqual(home.output("list", "tracks", "--count"), "4\n")
    try home.write("Name,AlbumId\ne,2\n", to: "tracks.csv")
    try expectEqual(home.cairn(arguments + ["--strict"]).status, 0)
  }

  @Test(arguments: [
    ("x.csv", "a,b\n1,\"2\n", "line 2"), ("x.jsonl", "{\"a\":1}\n{\"a\":2,}\n", "line 2"),
    ("x.json", "[{\"a\":1},\n {\"a\":tru}]", "line 2"), ("x.json", "{\"a\":", "line 1"),
    ("x.csv", "", "x.csv is empty"), ("x.json", "[[1],[2]]", "x.json"),
  ])
  func `says where a file is broken`(name: String, text: String, place: String) throws {
    let home = try Home(environment: [:])
    try home.output("init")
    try home.write(text, to: name)
    let answer = try home.cairn("import", name)
    expectEqual(answer.status, 1)
    expectEqual(answer.output, "")
    expectTrue(answer.errors.contains(place), "\(answer.errors)")
    try expectEqual(home.output("store", "verify"), "")
  }

  @Test(arguments: [
    ("x.csv", "a,b\n"), ("x.csv", "a,b\n1,2,3\n2,3,4\n"), ("x.vcf", "BEGIN:VCARD\n"),
  ])
  func `makes no collection that no record comes into`(name: String, text: String) throws {
    let home = try Home(environment: [:])
    try home.output("init")
    try home.write(text, to: name)
    let answer = try home.cairn("import", name)
    expectEqual(answer.errors.contains("x.csv has no record"), (text == "a,b\n"))
    expectEqual(
      answer.errors.contains("nothing was imported, because 2 rows cannot be\n"),
      (text == "a,b\n1,2,3\n2,3,4\n"))
    expectTrue(!answer.errors.contains("a new collection"))
    expectTrue(!answer.errors.contains("the rest was"))
    try expectEqual(home.output("model", "show"), "")
    try expectEqual(home.output("log"), "")
  }

  @Test func `says in one line why nothing came of its only row, and leaves nothing`() throws {
    let home = try Home(environment: [:])
    try home.output("init")
    try home.write("Id,Name\n1,A\n", to: "p.csv")
    let arguments = ["import", "p.csv", "--type", "Name=integer", "--into", "Q2"]
    for (options, nothing) in [(["--dry-run"], "could be"), ([], "was")] {
      let answer = try home.cairn(arguments + options)
      expectEqual(answer.status, 1)
      expectEqual(
        answer.errors,
        "cairn: nothing \(nothing) imported, because 1 row cannot be; "
          + "p.csv, line 2: Name: \"A\" is not a whole number\n")
    }
    try expectEqual(home.output("model", "show"), "")
    try expectEqual(home.output("log"), "")
  }

  @Test func `says of a file that is no text what it is, and what to do`() throws {
    let home = try Home(environment: [:])
    try home.write("name,n\nÅsa,1\n", to: "people.csv")
    try home.shell("gzip people.csv")
    let answer = try home.cairn("import", "people.csv.gz")
    expectEqual(answer.status, 1)
    expectEqual(
      answer.errors,
      "cairn: people.csv.gz is compressed with gzip; gunzip -c FILE "
        + "| cairn import - --into NAME imports its content\n")
    let again = try home.shell("gunzip -c people.csv.gz | cairn import - --into people")
    expectTrue(again.errors.contains("imported people: 1 new"))
  }

  @Test(arguments: [
    ("Gr\\xf6\\xdfe", "Größe"), ("\\xe7\\xe0", "çà"), ("caf\\xe9", "café"),
  ])
  func `reads letters of Windows, however few, and says so once`(
    bytes: String, text: String
  ) throws {
    let home = try Home(environment: [:])
    // The second file has them behind what is read to find its format.
    for rows in [1, 20_000] {
      try home.shell(
        "(echo name,n; yes plain,1 | head -\(rows); printf '\(bytes),2\\n') > people.csv")
      let answer = try home.cairn("import", "people.csv")
      expectEqual(answer.status, 0)
      expectEqual(answer.errorLines.first, "cairn: people.csv was read as Windows-1252")
      expectEqual(answer.errors.ranges(of: "Windows-1252").count, 1)
      try expectEqual(
        home.output("list", "people", "--sort", "-n", "--limit", "1", "--format", "csv"),
        "name,n\n\(text),2\n")
      try home.output("undo")
    }
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])
  func `reads text of wide characters without a mark, and says so`(encoding: String) throws {
    let home = try Home(environment: [:])
    try home.write("name,n\nÅsa,1\n駅,2\n", to: "utf8.csv")
    try home.write("[{\"name\": \"Åsa\"}, {\"name\": \"駅\"}]", to: "utf8.json")
    for name in ["people.csv", "people.json"] {
      let source = name.replacing("people", with: "utf8")
      try home.shell("iconv -f UTF-8 -t \(encoding) \(source) > \(name)")
      let answer = try home.cairn("import", name)
      expectEqual(answer.status, 0)
      expectEqual(answer.errorLines.first, "cairn: \(name) was read as \(encoding)")
      try expectEqual(
        home.output("list", "people", "--columns", "name", "--format", "csv"), "name\nÅsa\n駅\n")
      try home.output("undo")
    }
  }

  @Test func `reports half a character at the end of UTF-16 by its line`() throws {
    let home = try Home(environment: [:])
    try home.shell("printf '\\xff\\xfea\\0\\n\\0001\\0\\n\\0004\\0\\n' > odd.csv")
    let answer = try home.cairn("import", "odd.csv")
    expectEqual(answer.status, 1)
    expectTrue(
      answer.errors.contains("odd.csv, line 3: the cell a has bytes that are not UTF-16LE"))
    try expectEqual(home.output("list", "odds", "--format", "csv"), "a\n1\n")
  }

  @Test func `takes single quotes for quotes, and keeps those that are text`() throws {
    let home = try Home(environment: [:])
    try home.write("a,b\n'x, y',2\n", to: "quoted.csv")
    try home.write("a,b\n'tis, 2\nO'Brien,3\n", to: "text.csv")
    for name in ["quoted", "text"] { try home.output("import", "\(name).csv") }
    try expectEqual(home.output("list", "quoteds", "--format", "csv"), "a,b\n\"x, y\",2\n")
    try expectEqual(
      home.output("list", "texts", "--format", "csv"), "a,b\n\"'tis\",2\nO'Brien,3\n")
  }

  @Test func `names columns that have no name of their own, and says how`() throws {
    let home = try Home(environment: [:])
    try home.write("a,a,A,,a_2,\n1,2,3,4,5,6\n", to: "d.csv")
    let answer = try home.cairn("import", "d.csv")
    expectEqual(
      answer.errorLines.first,
      "cairn: d.csv: each field needs its own name, so a became "
        + "a_3, column 4 became column_4, column 6 became column_6")
    try expectEqual(
      home.output("list", "ds", "--columns", "*", "--format", "csv"),
      "a,a_3,A,column_4,a_2,column_6\n1,2,3,4,5,6\n")
  }

  @Test func `says where in a line JSON and CSV are broken, both alike`() throws {
    let home = try Home(environment: [:])
    try home.write("{\"a\":1}\n{\"a\":}\n", to: "x.jsonl")
    try home.write("a,b\n1,2\n\"3\"4,5\n", to: "x.csv")
    try home.write("[{\"a\":1} 2]", to: "x.json")
    for (name, place) in [
      ("x.jsonl", "x.jsonl, line 2, column 6: expected a value, found }"),
      ("x.csv", "x.csv, line 3, column 4: text follows the closing quote"),
      ("x.json", "x.json, line 1, column 10: expected a comma or the end of the array"),
    ] {
      let answer = try home.cairn("import", name)
      expectEqual(answer.errorLines.first?.hasPrefix("cairn: \(place)"), true, "\(answer.errors)")
    }
  }

  @Test func `calls a collection in the plural as English does`() throws {
    let home = try Home(environment: [:])
    for name in ["people", "children", "data", "news"] {
      try home.write("Name\nAnn\n", to: "\(name).csv")
      try expectTrue(home.cairn("import", "\(name).csv").errors.contains("imported \(name): 1 new"))
      try expectEqual(home.output("list", name, "--count"), "1\n")
    }
    try expectEqual(home.output("list", "person", "--count"), "1\n")
  }

  @Test func `widens what was inferred, saying so, and one undo undoes it`() throws {
    let home = try Home(environment: [:])
    try home.write("n,v\n1,1\n2,2\n", to: "w.csv")
    try home.output("import", "w.csv")
    try home.write("n,v\n2,2.5\n3,0012\n", to: "w.csv")
    let answer = try home.cairn("import", "w.csv", "--match", "n")
    expectEqual(answer.status, 0)
    expectEqual(
      answer.errorLines.first,
      "cairn: ws.v: widened from integer to string, since \"2.5\" at w.csv, line 2 does not fit")
    expectTrue(answer.errors.contains("1 new, 1 updated"))
    try expectEqual(
      home.output("list", "ws", "--columns", "n,v", "--format", "csv")
        .split(whereSeparator: \.isNewline), ["n,v", "1,1", "2,2.5", "3,0012"])
    try home.output("undo")
    try expectEqual(
      home.output("list", "ws", "--columns", "n,v", "--format", "csv")
        .split(whereSeparator: \.isNewline), ["n,v", "1,1", "2,2"])
  }

  @Test func `changes nothing with --dry-run`() throws {
    let home = try Home.withRecipes()
    try home.write("a\n1\n", to: "new.csv")
    let before = try home.output("model", "show")
    let answer = try home.cairn("import", "new.csv", "--dry-run")
    expectEqual(answer.status, 0)
    expectTrue(answer.errors.contains("would import news: 1 new"))
    try expectEqual(home.output("model", "show"), before)
  }

  @Test func `maps columns and makes links`() throws {
    let home = try Home(environment: [:])
    try home.write("AlbumId,Title\n7,Low\n8,Heroes\n", to: "Album.csv")
    try home.write("Name,AlbumId\nWarszawa,7\nSubterraneans,7\nNone,\n", to: "Track.csv")
    try home.output("import", "Album.csv", "--map", "Title=Name")
    try home.output("import", "Track.csv", "--link", "AlbumId=Album.AlbumId")
    try expectEqual(home.output("list", "tracks", "album.name:low", "--count"), "2\n")
    try expectEqual(home.output("list", "tracks", "AlbumId:7", "--count"), "2\n")
    try expectTrue(
      home.output("list", "albums", "--columns", "Name", "--format", "csv")
        .contains("Heroes"))
    for wrong in [["--map", "Nope=x"], ["--link", "AlbumId=Nope.x"], ["--match", "nope"]] {
      let answer = try home.cairn(["import", "Track.csv"] + wrong)
      expectEqual(answer.status, 1)
      expectTrue(answer.errors.lowercased().contains("nope"))
    }
  }

  @Test func `reads standard input where --into names the collection`() throws {
    let home = try Home(environment: [:])
    let arguments = ["import", "-", "--into", "Thing"]
    try expectEqual(home.cairn(arguments + ["--format", "tsv"], input: "a\tb\n1\t2\n").status, 0)
    try expectEqual(home.cairn(arguments + ["--format", "jsonl"], input: "{\"a\":3}\n").status, 0)
    try expectEqual(home.cairn(["import", "-"], input: "a\n1\n").status, 64)
    try expectEqual(home.output("list", "things", "--count"), "2\n")
  }

  @Test func `says what can't be read`() throws {
    let home = try Home.withRecipes()
    for name in ["nofile.csv", "/"] {
      let answer = try home.cairn("import", name, "--into", "X")
      expectEqual(answer.status, 1)
      expectTrue(answer.errors.contains(name))
    }
  }

  @Test(arguments: ["recipe", "author", "ingredient", "step"])
  func `of an export gives an equal export`(name: String) throws {
    let home = try Home(environment: [:])
    try home.output("init", "--sample", "recipes", "--store", "sample")
    let exported = try home.output("export", name, "--format", "csv", "--store", "sample")
    try home.write(exported, to: "\(name).csv")
    try home.output("import", "\(name).csv", "--store", "copy", "--into", name)
    expectTrue(exported.split(separator: "\n").count > 5)
    let copied = try home.output("export", name, "--format", "csv", "--store", "copy")
    // The copy counts its records anew.
    let url = /cairn:\/\/[a-z]+\/p[0-9]+,/
    let lines = [exported, copied].map { $0.split(separator: "\n").map { $0.trimmingPrefix(url) } }
    expectEqual(lines[0], lines[1])
    try expectEqual(home.output("store", "verify", "--store", "copy"), "")
  }

  @Test(
    .enabled("CAIRN_TEST_DATA names no folder with chinook tables") {
      TestData.path("chinook/Track.csv") != nil
    },
    arguments: ["csv", "jsonl"])
  func `takes known tables whole and typed`(format: String) throws {
    let home = try Home(environment: [:])
    let sizes = [("Album", 347), ("Artist", 275), ("Track", 3503), ("Invoice", 412)]
    for (name, size) in sizes {
      let path = try #require(TestData.path("chinook/\(name).\(format)"))
      try home.output("import", path)
      try expectEqual(home.output("list", name, "--count"), "\(size)\n")
    }
    let model = try home.output("model", "show")
    for line in [
      "%type: TrackId int", "%attribute: UnitPrice decimal", "%attribute: InvoiceDate datetime",
    ] {
      expectTrue(model.contains(line))
    }
    try expectEqual(home.output("store", "verify"), "")
    try home.output("undo")
    try expectEqual(home.output("list", "invoices", "--count"), "0\n")
  }
}
