import TestSupport
import Testing

/// A text names the same record in each command and in each file.
@Suite struct `The name of a linked record` {
  private let home: Home

  init() throws {
    home = try Home(environment: ["TZ": "UTC"])
    try home.write(
      """
      %rec: Node
      %attribute: name string
      %handle: name
      %singular: name

      %rec: Edge
      %attribute: id integer
      %relationship: One to-one Node
      %relationship: Via to-many Node ordered

      """, to: "model.txt")
    try home.output("init", "--model", "model.txt", "--store", "s")
    for name in ["x", "p1", "a,b", "a", "[z]", "x y"] {
      try home.output("add", "nodes", "name=\(name)", "--store", "s")
    }
  }

  /// The links after each way to name a record, by the way.
  private func links(_ field: String, _ text: String) throws -> [String: String] {
    let quoted = text.replacing("\"", with: "\\\"")
    try home.write("id,\(field)\n1,\"\(text.replacing("\"", with: "\"\""))\"\n", to: "edges.csv")
    try home.write("{\"id\":1,\"\(field)\":\"\(quoted)\"}\n", to: "edges.jsonl")
    try home.write("%rec: Edge\n\nid: 1\n\(field): \(text)\n", to: "edges.rec")
    try home.output("add", "edges", "id=0", "--store", "s")
    let ways: [(String, [String])] = [
      ("add", ["add", "edges", "id=1", "\(field)=\(text)"]),
      ("csv", ["import", "edges.csv"]), ("jsonl", ["import", "edges.jsonl"]),
      ("rec", ["import", "edges.rec"]),
    ]
    var found: [String: String] = [:]
    for (way, words) in ways {
      let answer = try home.cairn(words + ["--store", "s"])
      expectEqual(answer.status, 0, "\(way) \(text): \(answer.errors)")
      let rows = try home.output(
        "list", "edges", "--columns", field, "--format", "csv", "--store", "s")
      found[way] = rows.split(separator: "\n").last.map(String.init)
    }
    return found
  }

  @Test(arguments: [
    ("One", "x", "x"), ("One", "p1", "x"), ("One", "a,b", "a,b"), ("One", "[z]", "[z]"),
    ("One", "nodes/p2", "p1"), ("One", " x", "x"), ("One", "x y", "x y"),
    ("Via", "a,b", "a,b"), ("Via", "x, a", "x,a"), ("Via", "p1,p2", "x,p1"), ("Via", "a", "a"),
  ])
  func `is read alike everywhere`(field: String, text: String, names: String) throws {
    let found = try links(field, text)
    expectEqual(Set(found.values).count, 1, "\(text): \(found)")
    expectTrue(
      found["add"]?.replacing("\"", with: "").replacing(" ", with: "").contains(
        names.replacing(" ", with: "")) == true, "\(text): \(found)")
  }

  // In the form in which an export has lists.
  @Test func `may be in a list in a table`() throws {
    try home.write("name\nk\nm\n", to: "spots.csv")
    try home.write("id,L\n1,\"[\"\"k\"\",\"\"m\"\"]\"\n2,\"[\"\"m\"\"]\"\n", to: "ways.csv")
    let answer = try home.cairn(
      "import", "spots.csv", "ways.csv", "--link", "L=spots.name", "--store", "t")
    expectEqual(answer.status, 0, answer.errors)
    let text = try home.output("export", "ways", "--format", "jsonl", "--store", "t")
    expectTrue(text.contains("spots/p1\",\"cairn://spots/p2\"]"), text)
  }

  @Test func `is matched in a rec file with several collections`() throws {
    try home.output("init", "--sample", "recipes", "--store", "r")
    try home.output("export", "recipes", "--format", "rec", "-o", "recipes.rec", "--store", "r")
    let answer = try home.cairn(
      "import", "recipes.rec", "--into", "recipes", "--match", "Slug", "--store", "r", "--dry-run")
    expectEqual(answer.status, 0, answer.errors)
    expectTrue(answer.errors.contains("recipes: 0 new, 60 unchanged"), answer.errors)
  }
}

/// Records without short names are named by their titles, as in a form.
@Suite struct `The title of a linked record` {
  private let home: Home

  init() throws {
    home = try Home(environment: ["TZ": "UTC"])
    try home.write("Title,Author\nEmma,Jane Austen\nThunder,AC/DC\n", to: "books.csv")
    try home.output("import", "books.csv", "--link", "Author=authors", "--store", "s")
    try home.output("add", "authors", "Name=Twin", "--store", "s")
    try home.output("add", "authors", "Name=Twin", "--store", "s")
  }

  private func authors(of title: String) throws -> String {
    let rows = try home.output(
      "list", "books", "title=\(title)", "--columns", "Author", "--format", "csv", "--store", "s")
    return rows.split(separator: "\n").dropFirst().joined(separator: " ")
  }

  @Test(arguments: ["Jane Austen", " Jane Austen", "AC/DC"])
  func `names it in commands`(text: String) throws {
    try home.output("add", "books", "Title=New", "Author=\(text)", "--store", "s")
    expectEqual(try authors(of: "New"), text.replacing(" J", with: "J"))
  }

  @Test func `names it in another import of the same file`() throws {
    try home.write("Title,Author\nPersuasion,Jane Austen\nVoltage,AC/DC\n", to: "books.csv")
    let answer = try home.cairn("import", "books.csv", "--store", "s")
    expectEqual(answer.status, 0, answer.errors)
    expectEqual(try authors(of: "Persuasion"), "Jane Austen")
    expectEqual(try authors(of: "Voltage"), "AC/DC")
    expectEqual(try home.output("list", "authors", "--count", "--store", "s"), "4\n")
  }

  @Test func `is reported if there is none, or if there are two`() throws {
    try home.write("Title,Author\nUlysses,James Joyce\nBoth,Twin\n", to: "books.csv")
    let answer = try home.cairn("import", "books.csv", "--store", "s")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("no record of authors has this Name"), answer.errors)
    expectTrue(answer.errors.contains("several records of authors have this Name"), answer.errors)
    let added = try home.cairn("add", "books", "Title=X", "Author=James Joyce", "--store", "s")
    expectEqual(added.status, 1)
    expectTrue(
      added.errors.contains("no record of authors is called \"James Joyce\""), added.errors)
    let twin = try home.cairn("set", "books/p1", "Author=Twin", "--store", "s")
    expectEqual(twin.status, 1)
    expectTrue(
      twin.errors.contains("several records of authors are called \"Twin\": p3, p4"), twin.errors)
  }
}
