import CairnJSON
import TestSupport
import Testing

@Suite struct `An export of a store` {
  private static let samples = ["books", "contacts", "recipes", "servers", "tasks"]
  private static let formats = ["json", "jsonl", "csv", "rec", "markdown"]

  private let home: Home

  init() throws { home = try Home(environment: ["TZ": "UTC"]) }

  /// Exports a store as recutils, which has the model and every value, without the store's id.
  private func content(of store: String) throws -> String {
    try home.output("export", "--store", store, "--format", "rec", "--force", "-o", "\(store).rec/")
    return home.names(in: "\(store).rec").map { name in
      let lines = home.text(of: "\(store).rec/\(name)").split(
        separator: "\n", omittingEmptySubsequences: false)
      return "\(name)\n" + lines.filter { !$0.hasPrefix("%store:") }.joined(separator: "\n")
    }.joined()
  }

  @Test(arguments: samples, formats)
  func `of a sample is imported as an equal store, in any order of its files`(
    sample: String, format: String
  ) throws {
    try home.output("init", "--sample", sample, "--store", "a")
    try home.output("export", "--store", "a", "--format", format, "-o", "copy/")
    let expected = try content(of: "a")
    let answer = try home.cairn("import", "copy", "--store", "b")
    expectEqual(answer.status, 0)
    try expectEqual(content(of: "b"), expected)
    try home.shell("cairn import --store c $(ls -rd copy/*)")
    try expectEqual(content(of: "c"), expected)
    try expectEqual(
      home.output("store", "verify", "--store", "c"), home.output("store", "verify", "--store", "a")
    )
    let again = try home.cairn("import", "copy", "--store", "a", "--dry-run")
    expectEqual(again.status, 0)
    expectTrue(again.errors.hasPrefix("cairn: nothing to change: "), "\(again.errors)")
    // Another store has other records with the same keys.
    let foreign = try home.cairn("import", "copy", "--store", "b", "--dry-run")
    expectTrue(!foreign.errors.contains(" updated"), "\(foreign.errors)")
  }

  @Test(arguments: samples, formats)
  func `of a sample without its model brings every record, and says what it can't place`(
    sample: String, format: String
  ) throws {
    try home.output("init", "--sample", sample, "--store", "a")
    try home.output("export", "--store", "a", "--format", format, "-o", "copy/")
    try home.shell("rm copy/model.rec; cairn import --store b copy/*")
    for name in home.names(in: "copy") {
      let collection = String(name.prefix { $0 != "." })
      let lists = try ["a", "b"].map {
        try home.json("export", collection, "--store", $0, "--format", "json").array ?? []
      }
      // Links are whole records or addresses, as the model says.
      let values = lists.map { $0.map(linkedByAddress).sorted() }
      expectEqual(values[1].count, values[0].count)
      let others = zip(values[1], values[0]).first { $0 != $1 }
      expectEqual(others?.0, others?.1)
    }
  }

  /// A record as text, each linked record as its address, members by name.
  private func linkedByAddress(_ record: JSONValue) -> String {
    func text(_ value: JSONValue) -> String {
      if let url = value["url"]?.string { return url }
      if let elements = value.array { return "[\(elements.map(text).joined(separator: " "))]" }
      return value.string ?? value.text()
    }
    let members = (record.object?.members ?? []).map { "\($0.name)=\(text($0.value))" }
    return members.sorted().joined(separator: " ")
  }

  @Test func `of one list takes its linked records along`() throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "recipes", "--store", "a", "-o", "copy/")
    try home.output("export", "authors", "--store", "a", "-o", "copy/")
    expectEqual(home.names(in: "copy"), ["authors.json", "model.rec", "recipes.json"])
    try home.output("import", "copy", "--store", "b")
    for (collection, count) in [
      ("recipes", "60\n"), ("authors", "19\n"), ("ingredients", "485\n"), ("steps", "258\n"),
    ] { try expectEqual(home.output("list", collection, "--count", "--store", "b"), count) }
    try expectEqual(home.output("store", "verify", "--store", "b"), "")
    let other = try Home(environment: [:])
    try other.output("init", "--sample", "books", "--store", "x")
    try home.shell("mkdir twice; cp copy/recipes.json copy/model.rec twice/")
    try other.shell(
      "cairn export --store x -o y/; cp -r '\(home.path("copy"))' z")
    let mixed = try other.cairn("import", "y", "z", "--store", "new")
    expectEqual(mixed.status, 1)
    expectEqual(
      mixed.errors, "cairn: these are exports of two stores; import one after the other\n")
  }

  @Test func `is shown in the app as an export of this store, or of another one`() throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "authors", "--store", "a", "--format", "csv", "-o", "copy/")
    let own = try home.output("render", "~import?file=copy", "--store", "a", "--size", "120x24")
    expectTrue(own.contains("Match   url; an export of this store"), own)
    expectTrue(own.contains("0 new, 19 unchanged"), own)
    try home.output("init", "--store", "b")
    let other = try home.output("render", "~import?file=copy", "--store", "b", "--size", "120x24")
    expectTrue(other.contains("Match   nothing; each row is a new record"), other)
  }

  @Test func `passes over what is no file in its folder`() throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "--store", "a", "--format", "csv", "-o", "copy/")
    try home.shell(
      "cd copy && rm recipes.csv steps.csv ingredients.csv && mkfifo recipes.csv && cd .. && ln -s /dev/zero copy/steps.csv; echo hello > copy/README.md; "
        + "echo a > copy/notes.txt; echo a > copy/old.bak; mkdir copy/sub")
    let answer = try home.cairn("import", "copy", "--store", "b")
    for words in [
      "README.md has no collection", "notes.txt has no collection", "recipes.csv is not a file",
      "steps.csv is a link", "old.bak has no known format", "sub has no Markdown files",
    ] { expectTrue(answer.errors.contains(words), answer.errors) }
    try expectEqual(home.output("list", "authors", "--count", "--store", "b"), "19\n")
  }

  @Test(arguments: ["json", "csv", "rec", "markdown"])
  func `that a person edits changes just that in its own store`(format: String) throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "--store", "a", "--format", format, "-o", "copy/")
    let before = try content(of: "a")
    // Another author for a recipe, and another city for an author. Nobody edits the list of recipes.
    switch format {
    case "json":
      try home.shell("sed -i 's/\"City\": \"Lyon\"/\"City\": \"Paris\"/' copy/authors.json")
    case "csv":
      try home.shell("sed -i 's/,Lyon,/,Paris,/' copy/authors.csv")
      try home.shell(
        "sed -i '/^cairn:..recipes.p3,/,/^cairn:..recipes.p4,/s|cairn://authors/p1,|cairn://authors/p3,|' "
          + "copy/recipes.csv")
    case "rec": try home.shell("sed -i 's/^City: Lyon/City: Paris/' copy/authors.rec")
    default: try home.shell("sed -i 's/^City: Lyon/City: Paris/' copy/authors/odile.markdown")
    }
    let answer = try home.cairn("import", "copy", "--store", "a")
    expectEqual(answer.status, 0, "\(answer.errors)")
    try expectEqual(home.output("show", "authors/odile", "--store", "a").contains("Paris"), true)
    if format == "csv" {
      let recipe = try home.json("show", "recipes/p3", "--store", "a", "--format", "json")
      expectEqual(recipe["Author"]?["url"], .string("cairn://authors/p3"))
    }
    try home.output("undo", "--store", "a")
    try expectEqual(content(of: "a"), before)
  }

  @Test func `keeps a link where the file names no record, and takes new rows with their links`()
    throws
  {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "--store", "a", "--format", "csv", "-o", "copy/")
    let before = try home.json("export", "authors/p5", "--store", "a", "--format", "json")
    try home.shell("sed -i 's|,cairn://authors/p5,|,cairn://authors/p99,|' copy/recipes.csv")
    try home.shell("echo ',Toast,toast,,,,,,,,,,cairn://authors/p1,,' >> copy/recipes.csv")
    let answer = try home.cairn("import", "copy", "--store", "a")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("Author \"cairn://authors/p99\""), "\(answer.errors)")
    let after = try home.json("export", "authors/p5", "--store", "a", "--format", "json")
    expectEqual(after, before)
    let toast = try home.json("show", "recipes/toast", "--store", "a", "--format", "json")
    expectEqual(toast["Author"]?["url"], .string("cairn://authors/p1"))
  }

  @Test func `is known by each of its files, as the model lies beside it`() throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "--store", "a", "--format", "csv", "-o", "copy/")
    let answer = try home.cairn("import", "copy/ingredients.csv", "--store", "a")
    expectEqual(answer.errors, "cairn: nothing to change: ingredients: 0 new, 485 unchanged\n")
    // The folder's model knows no places, so their import makes only places.
    try home.write("Name,Size\nMill,2\n", to: "copy/places.csv")
    try home.output("import", "copy/places.csv", "--store", "other")
    try expectEqual(home.cairn("list", "recipes", "--store", "other").status, 1)
  }

  @Test func `says which calculated columns it leaves out, and a list for programs has them`()
    throws
  {
    try home.output("init", "--sample", "recipes")
    let list = "recipes?columns=Name,Ingredients.count"
    let sentence =
      "cairn: Ingredients.count is no field of the records, so the output leaves it out; "
      + "cairn list --format csv has it\n"
    try expectEqual(home.cairn("export", list, "-o", "out.rec").errors, sentence)
    let lines = try home.cairn("list", list, "--format", "jsonl")
    expectEqual(lines.errors, "")
    expectTrue(
      lines.output.split(separator: "\n").allSatisfy { $0.contains(#""Ingredients.count":"#) })
    expectTrue(
      try home.output("list", list, "--format", "csv").hasPrefix("Name,Ingredients.count\n"))
  }

  @Test(arguments: ["markdown", "csv", "tsv", "json", "jsonl"])
  func `has the calculated columns of its URL, which no import stores`(format: String) throws {
    try home.output("init", "--sample", "recipes")
    let list = "recipes?columns=name,Ingredients.count,Minutes/Serves,Author.City"
    let row = "\(list)&where=slug=caldo-verde"
    let text = try home.output("export", row, "--format", format)
    let written = [
      "markdown": "Ingredients.count: 7\nMinutes/Serves: 6.666667\nAuthor.City: Porto\n",
      "csv": "Ingredients.count,Minutes/Serves,Author.City",
      "tsv": "Ingredients.count\tMinutes/Serves\tAuthor.City",
      "json": #""Ingredients.count": 7"#, "jsonl": #""Minutes/Serves":6.666667"#,
    ]
    expectTrue(text.contains(written[format] ?? "-"), text)
    let values = try home.output("list", row, "--format", "csv").split(separator: "\n")[1]
      .split(separator: ",")
    for value in values { expectTrue(text.contains(value), "\(value) in \(text)") }
    let file = "out.\(format == "markdown" ? "md" : format)"
    try home.output("export", list, "-o", file)
    let names = "Ingredients.count, Minutes/Serves, Author.City"
    let sentence = " have calculated values, which no field stores"
    // In the same collection, and in a new one.
    let known = try home.cairn("import", file, "--into", "recipes", "--match", "slug", "--dry-run")
    expectTrue(known.errors.contains("\(names)\(sentence)"), known.errors)
    let new = try home.cairn("import", file, "--into", "recipes", "--store", "new")
    expectTrue(new.errors.contains("\(names)\(sentence)"), new.errors)
    let model = try home.output("model", "show", "--store", "new")
    expectTrue(!model.contains("Ingredients_count") && !model.contains("Minutes_Serves"), model)
    try home.output("add", "authors", "Name=Zoe")
    let times = try home.output(
      "export", "authors?columns=name,created&where=name=Zoe", "--format", format)
    let time = try home.cairn(
      "import", "-", "--format", format, "--into", "authors", "--dry-run", input: times)
    let isObject = ["json", "jsonl"].contains(format)
    let words = isObject ? "created, created.latest have" : "created has"
    expectTrue(time.errors.contains("\(words) calculated values"), time.errors)
    // A person may want them as they are now.
    try home.output(
      "import", file, "--into", "recipes", "--store", "kept", "--map", "Ingredients.count=Lines")
    try expectTrue(home.output("model", "show", "--store", "kept").contains("Lines int"))
  }

  @Test func `of other data has its columns, whatever their names`() throws {
    try home.write("Name,Price,created,Price-2024\nMill,2,2026-01-02,1\n", to: "mills.csv")
    let answer = try home.cairn("import", "mills.csv")
    expectTrue(!answer.errors.contains("calculated"), answer.errors)
    let model = try home.output("model", "show")
    for name in ["created date", "Price_2024 int"] { expectTrue(model.contains(name), model) }
    // Also where the collection has a field of the first word.
    try home.write("Name,Price,Price-2023\nMill,2,7\n", to: "mills.csv")
    let later = try home.cairn("import", "mills.csv", "--match", "Name")
    expectTrue(!later.errors.contains("calculated"), later.errors)
    try expectTrue(home.output("list", "mills", "--format", "csv").contains("7"))
    try expectTrue(home.output("model", "show").contains("Price_2023 int"))
  }
}

@Suite struct `An import` {
  private let home: Home

  init() throws { home = try Home(environment: ["TZ": "UTC"]) }

  @Test func `names each value that finds no place, as JSON too`() throws {
    let lines = [
      #"{"id":1,"Via":["cairn://nodes/p1","nodes/p2"]}"#, #"{"id":2,"Via":["p1","y"]}"#,
      #"{"id":3,"Via":["name=x","p9","z"]}"#,
    ]
    try home.write(lines.joined(separator: "\n"), to: "edges.jsonl")
    try home.write(
      "%rec: Node\n%plural: nodes\n%singular: name\n%handle: name\n\n%rec: Edge\n%plural: edges\n"
        + "%type: id int\n%relationship: Via to-many Node\n", to: "all.txt")
    try home.output("init", "--model", "all.txt", "--store", "s")
    try home.shell("cairn add nodes name=x --store s; cairn add nodes name=y --store s")
    let answer = try home.cairn("import", "edges.jsonl", "--store", "s", "--report", "json")
    expectEqual(answer.status, 1)
    let report = try JSONValue(reading: answer.output)
    expectEqual(report["lost"]?.array?.map { $0["value"]?.string }, ["p9", "z"])
    let first = try #require(report["lost"]?.array?.first)
    expectEqual(first["file"], .string("edges.jsonl"))
    expectEqual(first["line"]?.text(), "3")
    expectEqual(first["field"], .string("Via"))
    expectTrue(first["reason"]?.string?.hasPrefix("no record p9 in nodes") == true)
    let edges = try home.json("list", "edges", "--format", "json", "--store", "s").array ?? []
    expectEqual(
      edges.map { $0["Via"]?.array?.count }, [2, 2, 1])
  }

  @Test func `makes a link of each --link option, and several of a list`() throws {
    try home.write("name\nx\ny\n", to: "nodes.csv")
    try home.write(
      #"{"id":1,"a":"x","b":"y","c":["x","y"]}"#, to: "edges.jsonl")
    try home.output("import", "nodes.csv")
    try home.output(
      "import", "edges.jsonl", "--link", "a=nodes.name", "--link", "b=nodes.name", "--link",
      "c=nodes.name")
    let edge = try #require(home.json("export", "edges", "--format", "json").array?.first)
    expectEqual(edge["a_Node"], .string("cairn://nodes/p1"))
    expectEqual(edge["b_Node"], .string("cairn://nodes/p2"))
    expectEqual(
      edge["c_Node"]?.array, [.string("cairn://nodes/p1"), .string("cairn://nodes/p2")])
  }

  @Test func `of notes keeps their folders, and an export makes the same files`() throws {
    for (path, text) in [
      ("notes/a/todo.md", "# in a\n"), ("notes/b/deep/todo.md", "# in b\n"),
      ("notes/top.md", "x\n"),
    ] { try home.write(text, to: path) }
    try home.output("import", "notes")
    try expectEqual(
      home.output("list", "notes", "--format", "csv", "--columns", "Name,Folder"),
      "Name,Folder\ntodo,a\ntodo,b/deep\ntop,\n")
    try home.output("export", "--format", "markdown", "-o", "out/")
    try expectEqual(
      home.shell("cd out && find . -type f | sort").output,
      "./model.rec\n./notes/a/todo.md\n./notes/b/deep/todo.md\n./notes/top.md\n")
    let again = try home.cairn("import", "notes", "--match", "Name")
    expectEqual(again.errors, "cairn: nothing to change: notes: 0 new, 3 unchanged\n")
    try home.output("import", "out", "--store", "copy")
    try home.output("export", "--format", "markdown", "-o", "again/", "--store", "copy")
    try expectEqual(home.shell("diff -r -I %store: out again").output, "")
  }

  @Test func `of a thousand notes in folders brings each of them back`() throws {
    var random = SeededGenerator(seed: 44)
    for number in 0..<1000 {
      let folder = (0..<random.number(0...3)).map { _ in "f\(random.number(0...9))" }
      let path = (["many"] + folder + ["note \(random.number(0...400)) \(number % 3).md"])
        .joined(separator: "/")
      try home.write("---\nrating: \(number % 6)\n---\n\n# Note \(number)\n", to: path)
    }
    let count = try home.shell("find many -name '*.md' | wc -l").output
    try home.output("import", "many")
    try expectEqual(
      home.output("list", "manies", "--count").filter { $0 != "\n" }, count.filter(\.isNumber))
    try home.output("export", "--format", "markdown", "-o", "out/")
    try home.output("import", "out", "--store", "copy")
    try home.output("export", "--format", "markdown", "-o", "again/", "--store", "copy")
    try expectEqual(home.shell("diff -r -I %store: out again").output, "")
  }

  @Test func `of a card keeps the rest where a line can't be read`() throws {
    let card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nN:;Ann;;;\r\nno colon here\r\nTEL:+33 1\r\nEND:VCARD\r\n"
    try home.write(card, to: "people.vcf")
    let answer = try home.cairn("import", "people.vcf")
    expectEqual(answer.status, 1)
    expectEqual(
      answer.errorLines.first,
      "cairn: people.vcf, line 5: no colon after the name of a property")
    expectTrue(try home.output("export", "people").contains("+33 1"))
  }

  @Test func `refuses the row of a record without a link that it must have`() throws {
    try home.write(
      "%rec: Author\n%plural: authors\n%attribute: Name string\n\n%rec: Book\n%plural: books\n"
        + "%attribute: Name string\n%relationship: Author to-one Author\n%mandatory: Author\n",
      to: "model.txt")
    try home.output("init", "--model", "model.txt")
    try home.output("add", "authors", "Name=Ann")
    try home.write(
      "Name,Author\nA,authors/p1\nB,authors/p2\nC,\nD,p1\n", to: "books.csv")
    let answer = try home.cairn("import", "books.csv")
    expectEqual(answer.status, 1)
    expectEqual(
      answer.errorLines.filter { $0.contains("must have a value") },
      [
        "cairn: books.csv, line 3: Author must have a value",
        "cairn: books.csv, line 4: Author must have a value",
      ])
    try expectEqual(
      home.output("list", "books", "--format", "csv", "--columns", "Name"), "Name\nA\nD\n")
    try expectEqual(home.cairn("verify").status, 0)
  }
}
