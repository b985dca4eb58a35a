import CairnInterface
import CairnNavigation
import CairnScreens
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords

@Suite struct `A list in another order` {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen.withThreeRecipes() }

  @Test func `keeps the cursor on its record in a new order, and at the top who is there`() throws {
    let screen = ListScreen(try kitchen.list("recipes?sort=Name"))
    screen.layOut(in: Size(columns: 80, rows: 20))
    _ = screen.refresh(Surroundings())
    let heading = MouseEvent(kind: .press, button: .left, position: Position(column: 4, row: 0))
    expectEqual(screen.selectedID, "p2")
    _ = screen.mouse(heading)
    expectEqual(screen.selectedID, "p1", "Soup is the first one backwards")
    _ = screen.perform("row.down")
    _ = screen.mouse(heading)
    expectEqual(screen.selectedID, "p3", "Onion tart is in the middle both ways")
    _ = screen.perform("row.down")
    _ = screen.mouse(heading)
    expectEqual(screen.selectedID, "p1", "Soup went to the top with the cursor")
  }

  @Test func `has what is marked in its order, and behind that what its filter leaves out`() throws
  {
    let source = try kitchen.list("recipes?sort=-Name&where=o")
    let marks = ["p4", "p2", "p9", "p1", "p3"]
    expectEqual(source.findingPresent(marks)().map { "\($0.key)" }, ["p1", "p3", "p2"])
    let context = kitchen.store.newContext()
    let tart = try #require(RecordKey("p3"))
    try context.delete([ObjectID(entity: "Recipe", key: tart)])
    try context.save(title: "delete")
    expectEqual(source.findingPresent(marks)().map { "\($0.key)" }, ["p1", "p2"])
  }
}
