internal import CairnFiles
internal import CairnInterface
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A field that gets another type` {
  private let workspace: Workspace
  private let client: StoreClient

  init() throws {
    workspace = try Workspace.fixture(
      """
      %rec: Book
      %title: Name
      %attribute: Name string
      %attribute: Shelf string
      """)
    client = StoreClient(workspace.store, clock: { [workspace] in workspace.environment.wallClock })
    let context = workspace.store.newContext()
    for shelf in ["2", "read", "lent", "read", "1", "2", "2", "a|b"] {
      try context.create("Book")["Shelf"] = .text(shelf)
    }
    try context.save(title: "add")
  }

  private func retype(as type: AttributeType) throws -> [String] {
    let entity = try #require(workspace.store.snapshot.model["Book"])
    let field = try #require(entity.property(matching: "Shelf"))
    let menu = try presented(ModelChanges(client: client).retype(field, of: entity))
    let item = try #require(ColumnTypes.items.first { $0.detail.hasSuffix("(\(type.rawValue))") })
    return settle(menu.insert(String(try #require(item.letter))) ?? [])
  }

  private func words() -> [String]? {
    workspace.store.snapshot.model["Book"]?.attribute("Shelf")?.choices
  }

  @Test func `to a choice has for words what it holds, those that did not fit included`() throws {
    let model = workspace.store.modelText
    try expectEqual(
      retype(as: .integer),
      [
        "the type of Shelf is now whole number · 4 values don't fit and are kept as text · u undoes it"
      ])
    try expectEqual(retype(as: .choice), ["the type of Shelf is now choice · u undoes it"])
    expectEqual(words(), ["2", "read", "1", "lent"])
    expectEqual(
      settle(client.undo()),
      [
        "undone: model: Shelf as choice · 4 values don't fit and are kept as text"
          + " · ^R redoes it"
      ])
    expectEqual(settle(client.undo()), ["undone: model: Shelf as whole number · ^R redoes it"])
    expectEqual(workspace.store.modelText, model)
  }

  @Test func `to a choice has each word once, wherever it stands`() throws {
    let several =
      "%rec: Book\n%title: Name\n%attribute: Name string\n%attribute: Shelf string multiple"
    let single = workspace.store.snapshot.model
    try workspace.store.updateModel { _ throws(StoreError) in try ObjectModel(parsing: several) }
    let context = workspace.store.newContext()
    try context.create("Book")["Shelf"] = Value(list: [.text("1"), .text("read")])
    try context.save(title: "add")
    try workspace.store.updateModel { _ in single }
    try expectEqual(retype(as: .choice).first?.hasPrefix("the type of Shelf is now choice"), true)
    expectEqual(words(), ["2", "read", "1", "lent"])
  }

  @Test func `says what doesn't fit when that is taken back, too`() throws {
    _ = try retype(as: .integer)
    _ = try retype(as: .string)
    expectEqual(
      settle(client.undo()),
      [
        "undone: model: Shelf as text · 4 values don't fit and are kept as text"
          + " · ^R redoes it"
      ])
    expectEqual(settle(client.redo()), ["redone: model: Shelf as text · u undoes it"])
  }
}

/// A type with a zone and one without.
@Suite struct `A field of times that gets the other type` {
  private let workspace: Workspace
  private let client: StoreClient

  /// Times in New York, of which the first is in the hour that clocks show twice.
  init() throws {
    let zones = ZoneFolder(in: RealFileSystem())
    workspace = try Workspace.fixture(
      "%rec: Call\n%attribute: When datetime\n",
      localTime: try zones.localTime(called: "America/New_York"))
    client = StoreClient(workspace.store, clock: { [workspace] in workspace.environment.wallClock })
    let context = workspace.store.newContext()
    for day in 1...7 {
      let time = day == 1 ? "2024-11-03T06:30:00Z" : "2024-05-0\(day)T14:00:00Z"
      try context.create("Call")["When"] = .datetime(try #require(Timestamp(time)))
    }
    try context.save(title: "add")
  }

  private func menu(for letter: String) throws -> Menu {
    let entity = try #require(workspace.store.snapshot.model["Call"])
    let field = try #require(entity.property(matching: "When"))
    let types = try presented(ModelChanges(client: client).retype(field, of: entity))
    return try #require(try presented(types.insert(letter) ?? []) as? Menu)
  }

  private func picture(_ menu: Menu) -> [String] {
    let size = Size(columns: 90, rows: 8)
    menu.layOut(in: size)
    var canvas = Canvas(size)
    menu.draw(on: &canvas, theme: .standard)
    return canvas.text.split(separator: "\n").map { String($0.trimmingPrefix { $0 == " " }) }
  }

  private func texts() throws -> [String] {
    try workspace.store.snapshot.load("Call").rows.flatMap { $0["When"]?.storedTexts ?? [] }
  }

  @Test func `shows five values before and after, and asks`() throws {
    let before = try texts()
    let menu = try menu(for: "w")
    expectEqual(menu.title, "When as local time")
    let lines = picture(menu)
    expectEqual(
      lines,
      [
        "▌ c  Change 7 values                in America/New_York",
        "2024-11-03T06:30:00Z           becomes 2024-11-03 01:30",
        "2024-05-02T14:00:00Z           becomes 2024-05-02 10:00",
        "2024-05-03T14:00:00Z           becomes 2024-05-03 10:00",
        "2024-05-04T14:00:00Z           becomes 2024-05-04 10:00",
        "2024-05-05T14:00:00Z           becomes 2024-05-05 10:00",
        "1 time that clocks show twice  no longer says which of the two",
      ])
    try expectEqual(texts(), before)
    expectEqual(
      settle(menu.insert("c") ?? []), ["the type of When is now local time · u undoes it"])
    try expectEqual(texts().last, "2024-05-07 10:00")
    let back = try self.menu(for: "e")
    expectTrue(picture(back).last?.hasPrefix("1 time that clocks skip or show twice") == true)
    expectEqual(settle(client.undo()).count, 1)
    try expectEqual(texts(), before)
  }

  @Test func `stays as it is unless the answer is yes`() throws {
    let before = workspace.store.modelText
    let menu = try menu(for: "w")
    expectEqual(settle(menu.insert("n") ?? []), ["nothing here has the letter n"])
    expectEqual(workspace.store.modelText, before)
  }

  @Test func `is changed at once where it has no value`() throws {
    let entity = try #require(workspace.store.snapshot.model["Call"])
    let context = workspace.store.newContext()
    for row in try workspace.store.snapshot.load("Call").rows { try context.delete([row.id]) }
    try context.save(title: "delete")
    let field = try #require(entity.property(matching: "When"))
    let types = try presented(ModelChanges(client: client).retype(field, of: entity))
    expectEqual(
      settle(types.insert("w") ?? []), ["the type of When is now local time · u undoes it"])
  }
}
