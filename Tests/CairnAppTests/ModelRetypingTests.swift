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
  private let desk: RecordDesk

  init() throws {
    workspace = try Workspace.fixture(
      """
      %rec: Book
      %title: Name
      %attribute: Name string
      %attribute: Shelf string
      """)
    desk = RecordDesk(workspace.store, clock: { [workspace] in workspace.environment.wallClock })
    let context = workspace.store.newContext()
    for shelf in ["2", "read", "lent", "read", "1", "2", "2", "a|b"] {
      try context.create("Book")["Shelf"] = .text(shelf)
    }
    try context.save(title: "add")
  }

  private func retype(as type: AttributeType) throws -> [String] {
    let entity = try #require(workspace.store.snapshot.model["Book"])
    let field = try #require(entity.property(matching: "Shelf"))
    let menu = try presented(ModelChanges(desk: desk).retype(field, of: entity))
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
      settle(desk.undo()),
      [
        "undone: model: Shelf as choice · 4 values don't fit and are kept as text"
          + " · ^R redoes it"
      ])
    expectEqual(settle(desk.undo()), ["undone: model: Shelf as whole number · ^R redoes it"])
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
      settle(desk.undo()),
      [
        "undone: model: Shelf as text · 4 values don't fit and are kept as text"
          + " · ^R redoes it"
      ])
    expectEqual(settle(desk.redo()), ["redone: model: Shelf as text · u undoes it"])
  }
}
