internal import CairnJSON
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The groups of duplicates in JSON` {
  @Test func `are refused if a record is missing`() throws {
    let workspace = try Workspace.fixture()
    let context = workspace.store.newContext()
    for _ in 0..<2 { try context.create("Recipe")["Name"] = .text("Soup") }
    try context.save(title: "add")
    let list = try workspace.list(
      at: try Address("recipes?view=duplicates:Name"), adding: try ListClauses())
    expectEqual(list.count, 2)
    try expectEqual(
      list.grouped(Array("[{},{}]".utf8)).map { $0.text() }, ["{\"@group\":1}", "{\"@group\":1}"])
    for text in ["[]", "[{}]", "[{},{},{}]", "[{},1]", "{}", "["] {
      #expect(throws: AppError.self) { try list.grouped(Array(text.utf8)) }
    }
  }
}
