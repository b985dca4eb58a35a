import CairnJSON
import TestSupport
import Testing

/// Folders from `cairn export` keep types, names and links.
@Suite struct `An exported folder` {
  private let home: Home

  init() throws { home = try Home(environment: ["TZ": "UTC"]) }

  private func content(of store: String) throws -> String {
    try home.output("export", "--store", store, "--format", "rec", "--force", "-o", "\(store).rec/")
    return home.names(in: "\(store).rec").map { name in
      let lines = home.text(of: "\(store).rec/\(name)").split(separator: "\n")
      return "\(name)\n" + lines.filter { !$0.hasPrefix("%store:") }.joined(separator: "\n")
    }.joined()
  }

  private func expectRoundTrip(_ format: String) throws {
    try home.shell("rm -rf copy")
    try home.output("export", "--store", "a", "--format", format, "-o", "copy/")
    let own = try home.cairn("import", "copy", "--store", "a", "--dry-run")
    expectEqual(own.status, 0)
    expectTrue(!own.errors.contains("would import"), "\(format): \(own.errors)")
    try home.shell("rm -rf b b.rec")
    let answer = try home.cairn("import", "copy", "--store", "b")
    expectEqual(answer.status, 0, "\(format): \(answer.errors)")
    try expectEqual(content(of: "b"), content(of: "a"), format)
  }

  static let formats = ["json", "jsonl", "csv", "rec", "markdown"]

  @Test(arguments: formats)
  func `keeps inferred types, also of lists, of a long text and of a field without values`(
    format: String
  ) throws {
    try home.write(
      #"{"name":"a","n":[1,2],"f":[1.5,2.5],"b":[true,false],"s":"x","e":"gone"}"# + "\n"
        + #"{"name":"b","n":[3,4],"f":[0.5],"b":[true],"s":"y"}"# + "\n", to: "x.jsonl")
    try home.output("import", "x.jsonl", "--store", "a")
    try home.output(
      "set", "xes/p1", "s=" + String(repeating: "long ", count: 80), "e=", "--store", "a")
    try expectRoundTrip(format)
  }

  @Test(arguments: formats)
  func `keeps a computed column, and a link called url`(format: String) throws {
    try home.write(
      """
      %rec: Customer
      %attribute: Name string
      %relationship: Invoices to-many Invoice inverse=Customer
      %columns: Name Invoices.count

      %rec: Invoice
      %attribute: Total decimal
      %relationship: Customer to-one Customer inverse=Invoices
      %relationship: url to-one Customer

      """, to: "model.txt")
    try home.output("init", "--model", "model.txt", "--store", "a")
    for name in ["Ann", "Bob"] {
      try home.output("add", "customers", "Name=\(name)", "--store", "a")
    }
    try home.output("add", "invoices", "Total=1", "url=customers/p2", "--store", "a")
    try home.output("add", "invoices", "Total=2", "url=customers/p1", "--store", "a")
    try expectRoundTrip(format)
    expectTrue(try content(of: "b").contains("%columns: Name Invoices.count"))
  }

  @Test func `names the links that the model keeps from it`() throws {
    try home.write(
      "%rec: Task\n%attribute: Name string\n%relationship: Next to-one Task export=skip\n",
      to: "model.txt")
    try home.output("init", "--model", "model.txt", "--store", "a")
    try home.output("add", "tasks", "Name=A", "--store", "a")
    let silent = try home.cairn("export", "--format", "json", "-o", "x/", "--store", "a")
    expectTrue(!silent.errors.contains("Next"), silent.errors)
    try home.output("add", "tasks", "Name=B", "Next=p1", "--store", "a")
    let told = try home.cairn("export", "--format", "json", "-o", "y/", "--store", "a")
    expectEqual(told.status, 0)
    expectTrue(told.errors.contains("the links tasks.Next are not exported"), told.errors)
  }

  @Test func `keeps the paths of notes, if a note has a title, too`() throws {
    try home.shell("mkdir -p notes/a notes/b")
    try home.write("---\ntitle: First\n---\nx\n", to: "notes/a/todo.md")
    try home.write("y\n", to: "notes/b/todo.md")
    try home.output("import", "notes", "--store", "a")
    try home.output("export", "--format", "markdown", "-o", "x/", "--store", "a")
    expectEqual(home.names(in: "x/notes/a") + home.names(in: "x/notes/b"), ["todo.md", "todo.md"])
    try expectRoundTrip("markdown")
  }

  @Test func `has nothing to change where it has no records`() throws {
    try home.write("%rec: Task\n%attribute: Name string\n", to: "model.txt")
    try home.output("init", "--model", "model.txt", "--store", "a")
    for format in Self.formats {
      try home.shell("rm -rf x")
      try home.output("export", "--format", format, "-o", "x/", "--store", "a")
      let answer = try home.cairn("import", "x", "--store", "a", "--dry-run")
      expectTrue(answer.errors.contains("nothing to change"), "\(format): \(answer.errors)")
    }
  }

  @Test(arguments: formats)
  func `keeps what a person wrote about an inferred collection, without records, too`(
    format: String
  ) throws {
    try home.write("name,size\nMill,2\n", to: "mill.csv")
    try home.output("import", "mill.csv", "--store", "a")
    try home.shell(
      "sed -i 's/^%rec: Mill/%rec: Mill\\n%doc: Where flour comes from/; "
        + "s/^%title: name/%title: name\\n%columns: size/' a/model/1.rec")
    try expectRoundTrip(format)
    expectTrue(try content(of: "b").contains("%columns: size"))
    try home.output("remove", "mills/p1", "--store", "a")
    try expectRoundTrip(format)
  }

  @Test func `of notes keeps notes whose folder is called like a collection`() throws {
    try home.write("hello\n", to: "notes/top.md")
    try home.write("---\ntags: [a]\n---\nx\n", to: "notes/people/ann.md")
    try home.write("b\n", to: "notes/notes/b.md")
    try home.output("import", "notes", "--store", "a")
    try home.write("Name\nAnn\n", to: "people.csv")
    try home.output("import", "people.csv", "--store", "a")
    for list in [[], ["notes"]] {
      try home.shell("rm -rf copy b")
      try home.output(["export"] + list + ["--store", "a", "--format", "markdown", "-o", "copy/"])
      let answer = try home.cairn("import", "copy", "--store", "b")
      expectEqual(answer.status, 0, "\(answer.errors)")
      try expectEqual(home.output("list", "notes", "--count", "--store", "b"), "3\n")
      try expectEqual(
        home.output("list", "notes", "--format", "csv", "--store", "b"),
        home.output("list", "notes", "--format", "csv", "--store", "a"))
    }
  }

  @Test func `takes two lists of Markdown, and one record`() throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    for list in ["authors", "recipes"] {
      try home.output("export", list, "--store", "a", "--format", "markdown", "-o", "copy/")
    }
    let answer = try home.cairn("import", "copy", "--store", "b")
    expectEqual(answer.status, 0, "\(answer.errors)")
    try expectEqual(home.output("list", "authors", "--count", "--store", "b"), "19\n")
    try expectEqual(home.output("list", "recipes", "--count", "--store", "b"), "60\n")
    try home.shell("cairn import --store c copy/*.markdown")
    try expectEqual(home.output("list", "authors", "--count", "--store", "c"), "19\n")
    for format in Self.formats {
      try home.shell("rm -rf one d")
      try home.output("export", "recipes/p1", "--store", "a", "--format", format, "-o", "one/")
      // Its links lead to records that are not in the folder.
      _ = try home.cairn("import", "one", "--store", "d")
      try expectEqual(home.output("list", "recipes", "--count", "--store", "d"), "1\n", format)
    }
  }

  @Test func `that is written again names files of records with another name, or of none`() throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "recipes", "--store", "a", "--format", "markdown", "-o", "copy/")
    try home.write("my own text\n", to: "copy/README.md")
    try home.output("set", "recipes/agurksalat", "Slug=aaa-new", "Name=Changed", "--store", "a")
    try home.output("remove", "recipes/p5", "--store", "a")
    let answer = try home.cairn(
      "export", "recipes", "--store", "a", "--format", "markdown", "--force", "-o", "copy/")
    expectTrue(
      answer.errors.contains("and 1 more file are from an earlier export"), "\(answer.errors)")
    expectEqual(home.text(of: "copy/README.md"), "my own text\n")
    let p5 = try #require(
      home.names(in: "copy").first { name in
        home.text(of: "copy/\(name)").contains("url: cairn://recipes/p5\n")
      })
    try home.shell("rm copy/README.md copy/agurksalat.markdown 'copy/\(p5)'")
    let before = try content(of: "a")
    try home.output("import", "copy", "--store", "a")
    try expectEqual(content(of: "a"), before)
  }

  @Test func `is never written through a link`() throws {
    try home.write("Name\nAnn\n", to: "people.csv")
    try home.output("import", "people.csv", "--store", "a")
    try home.shell("mkdir copy; echo precious > p.txt; ln -s ../p.txt copy/people.csv")
    let answer = try home.cairn(
      "export", "--store", "a", "--format", "csv", "--force", "-o", "copy/")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("copy/people.csv is a link"), "\(answer.errors)")
    expectEqual(home.text(of: "p.txt"), "precious\n")
  }

  @Test func `does not read another export within it`() throws {
    for (store, names) in [("a", "Ann\nBob"), ("b", "Xav\nYan")] {
      try home.write("Name\n\(names)\n", to: "people.csv")
      try home.output("import", "people.csv", "--store", store)
    }
    try home.output("export", "--store", "a", "--format", "markdown", "-o", "e/")
    try home.output("export", "--store", "b", "--format", "markdown", "-o", "e/zb/")
    let answer = try home.cairn("import", "e", "--store", "a")
    expectTrue(answer.errors.contains("e/zb is another export"), "\(answer.errors)")
    expectTrue(answer.errors.contains("nothing to change"), "\(answer.errors)")
  }

  @Test func `takes a new note with a nested address into the collection of its folder`() throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "--store", "a", "--format", "markdown", "-o", "e/")
    try home.write(
      "---\nName: My new recipe\nAuthor:\n  url: cairn://authors/p1\n---\nText\n",
      to: "e/recipes/new.md")
    let answer = try home.cairn("import", "e", "--store", "a")
    expectTrue(answer.errors.contains("recipes: 1 new"), "\(answer.errors)")
    try expectEqual(home.output("list", "authors", "--count", "--store", "a"), "19\n")
  }

  @Test func `of another store gives no key to a record of this store`() throws {
    for (store, names) in [("a", "Ann\nBob"), ("b", "Wrong1\nWrong2")] {
      try home.write("Name\n\(names)\n", to: "people.csv")
      try home.write("Title,Owner\nT1,\(names.prefix { $0 != "\n" })\n", to: "tasks.csv")
      try home.output(
        "import", "people.csv", "tasks.csv", "--link", "Owner=people.Name", "--store", store)
    }
    try home.output("export", "--store", "a", "--format", "csv", "-o", "x/")
    for key in ["p1", "people/p1", "cairn://people/p1/", "CAIRN://people/p1", "p9"] {
      try home.shell("cp -r x y; sed -i 's|cairn://people/p1|\(key)|2' y/tasks.csv")
      try home.shell("sed -i '2s|cairn://people/p1|\(key)|' y/tasks.csv; rm -rf c; cp -r b c")
      _ = try home.cairn("import", "y", "--store", "c")
      let tasks = try home.output(
        "list", "tasks", "Owner=Wrong1", "--count", "--store", "c")
      expectEqual(tasks, "1\n", key)
      try home.shell("rm -rf y")
    }
  }

  @Test func `with two files of one record says so`() throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "recipes", "--store", "a", "--format", "markdown", "-o", "copy/")
    try home.shell(
      "sed 's/^Name: .*/Name: Changed/' copy/agurksalat.markdown > copy/zzz.markdown")
    let answer = try home.cairn("import", "copy", "--store", "a", "--dry-run")
    expectTrue(answer.errors.contains("another row says something else of this record"))
  }

  @Test func `of cards changes nothing in its own store`() throws {
    try home.write("Name,Email\nAnn,a@example.org\nBob,b@example.org\n", to: "people.csv")
    try home.output("import", "people.csv", "--store", "a")
    try home.output("export", "--store", "a", "--format", "vcard", "-o", "copy/")
    let own = try home.cairn("import", "copy", "--store", "a", "--dry-run")
    expectTrue(own.errors.hasPrefix("cairn: nothing to change"), "\(own.errors)")
  }

  @Test(arguments: formats)
  func `keeps a link of which only the other side is exported`(format: String) throws {
    try home.write(
      """
      %rec: Author
      %attribute: Name string
      %relationship: Books to-many Book inverse=Author

      Id: p1
      Name: Ann

      %rec: Book
      %attribute: Title string
      %relationship: Author to-one Author inverse=Books export=skip

      Id: p1
      Title: One
      Author: p1

      """, to: "books.rec")
    try home.output("import", "books.rec", "--store", "a")
    try home.output("export", "--store", "a", "--format", format, "-o", "copy/")
    let answer = try home.cairn("import", "copy", "--store", "b")
    expectEqual(answer.status, 0, "\(answer.errors)")
    let author = try home.json("show", "authors/p1", "--store", "b", "--format", "json")
    expectEqual(author["Books"]?.array?.count, 1, format)
  }

  @Test func `gets the name that a person asks for, and no other collection`() throws {
    try home.write("Name\nMill\n", to: "mill.csv")
    try home.output("import", "mill.csv", "--store", "a")
    try home.output("export", "--store", "a", "--format", "csv", "-o", "copy/")
    let file = try #require(home.names(in: "copy").first { $0.hasSuffix(".csv") })
    try home.output("import", "copy/\(file)", "--into", "places", "--store", "b")
    try expectEqual(home.output("list", "places", "--count", "--store", "b"), "1\n")
    expectTrue(!home.text(of: "b/model/1.rec").contains("%rec: Mill"))
  }

  @Test(arguments: ["json", "jsonl", "csv", "rec", "markdown"])
  func `keeps links to records that the store lacks, and another store names them`(
    format: String
  ) throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.shell("sed -i '0,/^Author: p[0-9]*$/s//Author: p999/' a/data/Recipe/0000.rec")
    try home.output("export", "recipes", "--store", "a", "--format", format, "-o", "copy/")
    let found = try home.shell("grep -rlE '(authors/|Author: )p999' copy")
    expectEqual(found.status, 0, format)
    let own = try home.cairn("import", "copy", "--store", "a")
    expectTrue(own.status == 0 && own.errors.contains("nothing to change"), own.errors)
    let answer = try home.cairn("import", "copy", "--store", "b")
    expectTrue(answer.status == 1 && answer.errors.contains("p999"), answer.errors)
  }
}

@Suite struct `A file of an unknown store` {
  private let home: Home

  init() throws { home = try Home(environment: ["TZ": "UTC"]) }

  @Test func `never links to a record of this store with an equal key`() throws {
    try home.output("init", "--sample", "recipes", "--store", "a")
    try home.output("export", "recipes", "--store", "a", "--format", "csv", "-o", "r.csv")
    try home.write("Name\nX\nY\nZ\n", to: "authors.csv")
    try home.output("import", "authors.csv", "--store", "b")
    let answer = try home.cairn("import", "r.csv", "--into", "recipes", "--store", "b")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("the data doesn't say of which store"), "\(answer.errors)")
    try expectEqual(
      home.output("list", "recipes", "no:Author", "--count", "--store", "b"), "60\n")
  }

  @Test func `leaves nothing of a row whose nested record is refused`() throws {
    try home.write(
      """
      %rec: Author
      %attribute: Mail email
      %attribute: Nick string
      %singular: Mail Nick
      %title: Nick

      Id: p1
      Mail: a@example.org
      Nick: aa

      Id: p2
      Mail: b@example.org
      Nick: bb

      %rec: Book
      %attribute: Title string
      %relationship: Author to-one Author

      """, to: "books.rec")
    try home.output("import", "books.rec", "--store", "a")
    try home.write(
      #"[{"Title":"T1","Author":{"Mail":"a@example.org","Nick":"bb"}},"#
        + #"{"Title":"T2","Author":{"Mail":"b@example.org"}}]"#, to: "books.json")
    let answer = try home.cairn("import", "books.json", "--store", "a")
    expectEqual(answer.status, 1)
    try expectEqual(
      home.output("list", "books", "--columns", "Title", "--format", "csv", "--store", "a"),
      "Title\nT2\n")
  }

  @Test func `has all lost values in the report for programs`() throws {
    try home.write("Name,Key\nAnn,1\n", to: "people.csv")
    try home.write(
      "Title,Owner\n" + (0..<1500).map { "t\($0),q\($0)\n" }.joined(), to: "tasks.csv")
    try home.output("import", "people.csv", "--store", "a")
    let answer = try home.cairn(
      "import", "tasks.csv", "--link", "Owner=people.Name", "--report", "json", "--store", "a")
    let report = try JSONValue(reading: answer.output)
    expectEqual(report["lost"]?.array?.count, 1500)
  }
}
