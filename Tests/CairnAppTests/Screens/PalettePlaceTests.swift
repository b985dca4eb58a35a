import TestSupport
import Testing

@Suite struct `Places in the palette` {
  @Test func `have the fields of a collection, below what goes to its records`() throws {
    let desk = try Desk("recipes", "~launcher")
    desk.press(": f i e l d s Space o f Space r e c i p e s")
    expectTrue(desk.lines.contains { $0.contains("▌ Fields of recipes") })
    desk.press("Enter")
    expectEqual(desk.url, "cairn://~model/recipes")
    desk.press(": r e c i p e s")
    expectTrue(desk.lines.contains { $0.contains("▌ Recipes") })
  }
}
