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

  private func link(_ field: String, to letter: String) throws -> [String] {
    let entity = try #require(workspace.store.snapshot.model["Book"])
    let attribute = try #require(entity.property(matching: field))
    let types = try presented(ModelChanges(client: client).retype(attribute, of: entity))
    let goals = try presented(types.insert("l") ?? [])
    return settle(goals.insert(letter) ?? [])
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
    expectEqual(settle(goals.insert("a") ?? []).first?.contains("4 name none"), false)
    let author = try #require(workspace.store.snapshot.model["Author"])
    expectTrue(author.title == nil && author.relationship("Name")?.inverse == "Authors")
    _ = settle(client.undo())
    expectEqual(content(), before)
  }
}
