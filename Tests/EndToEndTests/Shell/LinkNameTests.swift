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
