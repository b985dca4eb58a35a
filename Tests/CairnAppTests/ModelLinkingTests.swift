internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A field that becomes a link` {
  private let workspace: Workspace
  private let client: StoreClient

  init() throws {
    workspace = try Workspace.fixture(
      """
      %rec: Book
      %title: Name
      %columns: Name Writer
      %attribute: Name string
      %attribute: Writer string
      %attribute: Shelves string multiple

      %rec: Author
      %title: Name
      %attribute: Name string

      %rec: Shelf
      %plural: shelves
      %attribute: ShelfId integer
      """)
    client = StoreClient(workspace.store, clock: { [workspace] in workspace.environment.wallClock })
    let context = workspace.store.newContext()
    for name in ["Ann", "Bob", "Eve", "Eve"] { try context.create("Author")["Name"] = .text(name) }
    for number in 1...3 { try context.create("Shelf")["ShelfId"] = .integer(Int64(number)) }
    for (name, writer, shelves) in [
      ("A", "Ann", ["1", "3"]), ("B", "Bob", ["2"]), ("C", "Zoe", ["2", "9"]), ("D", "Eve", []),
    ] {
      let book = try context.create("Book")
      book["Name"] = .text(name)
      book["Writer"] = .text(writer)
      book["Shelves"] = Value(list: shelves.map(Value.text))
    }
    try context.save(title: "add")
  }

  private func content() -> [String] {
    let snapshot = workspace.store.snapshot
    return [workspace.store.modelText]
      + (snapshot.table("Book")?.rows.map { $0 } ?? []).map { row in
        row.chunk.entity.properties.map { "\(row[$0.name].map { "\($0)" } ?? "")" }
          .joined(separator: ", ") + " \(row.remarkCount)"
      }
  }

  /// Links a field to the collection at a letter; of a question, `answer` is the letter.
  private func link(
    _ field: String, to letter: String, answer: String = "t"
  ) throws -> [String] {
    let entity = try #require(workspace.store.snapshot.model["Book"])
    let attribute = try #require(entity.property(matching: field))
    let types = try presented(ModelChanges(client: client).retype(attribute, of: entity))
    let goals = try presented(types.insert("l") ?? [])
    let effects = goals.insert(letter) ?? []
    let isAsked = effects.contains { if case .present = $0 { true } else { false } }
    return settle(isAsked ? try presented(effects).insert(answer) ?? [] : effects)
  }

  /// The lines of a menu.
  private func lines(_ overlay: any Overlay) throws -> [String] {
    let menu = try #require(overlay as? Menu)
    return menu.items.map { "\($0.title): \($0.detail)" }
  }

  @Test(arguments: [false, true])
  func `leads to the records that its values name, which undo takes back`(isFolded: Bool) throws {
    let before = content()
    if isFolded { try workspace.store.fold() }
    try expectEqual(
      link("Writer", to: "a"),
      [
        "Writer is now a link: 2 records link to authors by Name"
          + " · 2 match no record and are kept as text · u undoes it"
      ])
    if isFolded { try workspace.store.fold() }
    let snapshot = workspace.store.snapshot
    expectEqual(snapshot.model["Book"]?.properties.map(\.name), ["Name", "Writer", "Shelves"])
    expectEqual(snapshot.model["Book"]?.columns, ["Name", "Writer"])
    expectEqual(snapshot.model["Author"]?.relationship("Books")?.inverse, "Writer")
    let rows = snapshot.table("Book")?.rows.map { $0 } ?? []
    expectEqual(
      rows.map { $0["Writer"] },
      [
        .link(RecordKey(sequence: 1)), .link(RecordKey(sequence: 2)), nil, nil,
      ])
    expectEqual(rows.map(\.remarkCount), [0, 0, 1, 1])
    _ = settle(client.undo())
    if isFolded { try workspace.store.fold() }
    expectEqual(content(), before)
    try expectEqual(workspace.verify().lines, [])
  }

  @Test func `leads to several where it has several values, all of which name one`() throws {
    let before = content()
    try expectEqual(
      link("Shelves", to: "s").first?.hasPrefix(
        "Shelves is now a link: 2 records link to shelves by ShelfId · 1 match no record"), true)
    let rows = workspace.store.snapshot.table("Book")?.rows.map { $0 } ?? []
    expectEqual(rows[0]["Shelves"], Value(list: [1, 3].map { .link(RecordKey(sequence: $0)) }))
    _ = settle(client.undo())
    expectEqual(content(), before)
  }

  @Test func `stays what it is where a value that names no record looks like a key`() throws {
    let before = content()
    let context = workspace.store.newContext()
    let book = try context.create("Book")
    book["Name"] = .text("E")
    book["Writer"] = .text("p77")
    try context.save(title: "add")
    try expectEqual(
      link("Writer", to: "a"), ["p77 looks like a key, but Author has no such record"])
    try workspace.store.undo()
    expectEqual(content(), before)
  }

  @Test func `creates the records that are missing if a person wants it`() throws {
    let before = content()
    let entity = try #require(workspace.store.snapshot.model["Book"])
    let writer = try #require(entity.property(matching: "Writer"))
    let sheet = try presented(ModelChanges(client: client).sheet(of: writer, of: entity))
    let goals = try presented(sheet.insert("l") ?? [])
    try expectEqual(
      lines(goals),
      [
        "new collection writers: from these 4 values", "books: 0 of 4 values match",
        "authors: 2 of 4 values match", "shelves: 0 of 4 values match",
      ])
    let question = try presented(goals.insert("a") ?? [])
    try expectEqual(
      lines(question),
      [
        "Create 1 author: for values that match none", "Keep values that match none as text: ",
        "1 record whose values name no record of authors, which would stay as text: ",
      ])
    expectEqual(
      settle(question.insert("c") ?? []),
      [
        "Writer is now a link: 3 records link to authors by Name · 1 author created"
          + " · 1 match no record and are kept as text · u undoes it"
      ])
    let rows = workspace.store.snapshot.table("Book")?.rows.map { $0 } ?? []
    expectEqual(rows[2]["Writer"], .link(RecordKey(sequence: 5)))
    _ = settle(client.undo())
    expectEqual(content(), before)
    try expectEqual(workspace.verify().lines, [])
  }

  @Test(arguments: [false, true])
  func `becomes a collection of its values`(isFolded: Bool) throws {
    let before = content()
    if isFolded { try workspace.store.fold() }
    try expectEqual(
      link("Writer", to: "n"),
      ["Writer is now a link: 4 records link to writers by Name · 4 writers created · u undoes it"])
    if isFolded { try workspace.store.fold() }
    _ = settle(client.undo())
    if isFolded { try workspace.store.fold() }
    expectEqual(content(), before)
    try expectEqual(workspace.verify().lines, [])
  }

  @Test func `keeps the columns, sorts, filters and favorites of the field`() throws {
    let urls = [
      "books?where=writer=Ann&sort=-Writer&columns=Name,Writer&group=Writer",
      "books?where=writer:an", "books?Writer=Bob", "books?view=frequency:Writer",
      "books?where=has:writer%20-writer=Zoe", "books?where=writer~%5EB",
      "books?where=writer=Ann,Bob&sort=Writer",
    ]
    let rows = { [client] () throws -> [[String]] in
      try urls.map { url in
        let list = try RecordListSource(
          try ScreenURL(parsing: url), entity: "Book", origin: nil, client: client)
        _ = list.refresh()
        return (0..<list.count).map { list.row(at: $0).cells.joined(separator: "|") }
      }
    }
    let before = try rows()
    expectEqual(before[0], ["A|Ann"])
    _ = try link("Writer", to: "n")
    try expectEqual(rows(), before)
  }

  @Test func `takes keys as what they are`() throws {
    let context = workspace.store.newContext()
    for row in try workspace.store.snapshot.load("Book").rows {
      try context.existingObject(with: row.id)["Writer"] = .text("p2")
    }
    try context.save(title: "keys")
    try expectEqual(
      link("Writer", to: "a"),
      [
        "Writer is now a link: 4 records link to authors by Id · u undoes it"
      ])
  }

  @Test func `leads to records of its own collection, and is its title no more`() throws {
    let before = content()
    let entity = try #require(workspace.store.snapshot.model["Author"])
    let name = try #require(entity.property(matching: "Name"))
    let types = try presented(ModelChanges(client: client).retype(name, of: entity))
    let goals = try presented(types.insert("l") ?? [])
    let question = try presented(goals.insert("a") ?? [])
    let loss = "Name is the title of authors, which a link can't be: "
    try expectTrue(lines(question).contains(loss))
    expectEqual(
      settle(question.insert("t") ?? []).first?.hasPrefix("Name is now a link: 2 records link"),
      true)
    let author = try #require(workspace.store.snapshot.model["Author"])
    expectTrue(author.title == nil && author.relationship("Name")?.inverse == "Authors")
    _ = settle(client.undo())
    expectEqual(content(), before)
  }
}
