import TestSupport
import Testing

@Suite struct `Places in the palette` {
  @Test func `have the fields of a collection, below what goes to its records`() throws {
    let app = try AppDriver("recipes", "~launcher")
    app.press(": f i e l d s Space o f Space r e c i p e s")
    expectTrue(app.lines.contains { $0.contains("▌ Fields of recipes") })
    app.press("Enter")
    expectEqual(app.url, "cairn://~model/recipes")
    app.press(": r e c i p e s")
    expectTrue(app.lines.contains { $0.contains("▌ Recipes") })
  }
}
