import CairnInterface
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import ScreenTestSupport
import Testing

@Suite struct `A list in another order` {
  let kitchen: Kitchen

  init() throws {
    kitchen = try Kitchen()
    let ines = try kitchen.add("Author", ["Name": .text("Ines")])
    try kitchen.add("Recipe", ["Name": .text("Soup"), "Rating": .integer(2)])
    try kitchen.add("Recipe", ["Name": .text("Bread"), "Author": .link(ines.key)])
    try kitchen.add("Recipe", ["Name": .text("Onion tart"), "Rating": .integer(5)])
  }

  @Test func `keeps the cursor on its record in a new order, and at the top who is there`() throws {
    let screen = ListScreen(try kitchen.list("recipes?sort=Name"))
    screen.layOut(in: Size(columns: 80, rows: 20))
    _ = screen.refresh(Surroundings())
    let heading = MouseEvent(kind: .press, button: .left, position: Position(column: 4, row: 0))
    #expect(screen.selectedID == "p2")
    _ = screen.mouse(heading)
    #expect(screen.selectedID == "p1", "Soup is the first one backwards")
    _ = screen.perform("row.down")
    _ = screen.mouse(heading)
    #expect(screen.selectedID == "p3", "Onion tart is in the middle both ways")
    _ = screen.perform("row.down")
    _ = screen.mouse(heading)
    #expect(screen.selectedID == "p1", "Soup went to the top with the cursor")
  }
}
