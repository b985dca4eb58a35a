import CairnStore
import TestSupport
import Testing

@Suite struct `A list's query` {
  private func query(_ items: [(String, String)]) throws -> RecordQuery {
    let model = try Library.model
    var book = try #require(model["Book"])
    book.sort = "-Rating Title"
    return try RecordQuery(items.map { (key: $0.0, value: $0.1) }, for: book, in: model)
  }

  @Test func `takes its own words`() throws {
    let query = try query([
      ("where", "lyon rating>3"), ("sort", "-price,title"), ("group", "kind"),
      ("columns", "title,author.name"), ("view", "cards"),
    ])
    expectEqual(query.request.predicate?.description, "lyon rating>3")
    expectTrue(query.request.findsWordsAround)
    expectEqual(RecordSort.print(query.request.sorts), "-price,title")
    expectEqual(query.request.group?.description, "kind")
    expectEqual(query.columns?.map(\.description), ["title", "author.name"])
    expectEqual(query.view, "cards")
    expectEqual(query.warnings.count, 1)
  }

  @Test(arguments: [
    ("-", 2), ("title,-", 8), ("-rating,,!", 10), ("author.", 8), ("title!", 6),
  ])
  func `says what an order takes where it has something else`(order: String, column: Int) throws {
    let error = #expect(throws: FilterError.self) { try query([("sort", order)]) }
    expectEqual(
      error?.description,
      "character \(column): the name of a field is needed here, as in name or -rating,name")
    expectEqual(error?.isSyntax, true)
  }

  @Test func `takes any field as an exact constraint`() throws {
    let query = try query([
      ("kind", "essay"), ("where", "a OR b"), ("Kind", "novel"), ("title", ""),
    ])
    expectEqual(query.request.predicate?.description, "(a OR b) kind=essay,novel no:title")
    expectEqual(query.filter?.description, "a OR b")
    expectEqual(query.constraints.map(\.values), [["essay", "novel"], [""]])
  }

  @Test func `falls back on the model's order`() throws {
    expectEqual(RecordSort.print(try query([]).request.sorts), "-Rating,Title")
    try expectEqual(query([]).request.predicate, nil)
    try expectTrue(query([("columns", "*")]).showsAllColumns)
  }

  @Test(arguments: [("knid", "kind"), ("sotr", "sort"), ("whrere", "where")])
  func `warns of a key that is no field`(key: String, meant: String) throws {
    let warning = try #require(try query([(key, "x")]).warnings.first)
    expectTrue(warning.hasPrefix("\(key) is not a field of books"))
    expectTrue(warning.lowercased().hasSuffix("did you mean \(meant)?"))
  }

  @Test(arguments: [
    ("where", "("), ("sort", "a..b"), ("sort", "-"), ("group", "1"), ("columns", "a b:"),
  ])
  func `that cannot be read is an error`(key: String, value: String) {
    #expect(throws: FilterError.self) { try query([(key, value)]) }
  }
}
