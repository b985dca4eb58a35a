import TestSupport
import Testing

@Suite struct `The model's screens` {
  /// The row that shows a field of the recipes.
  private func row(_ app: AppDriver, _ field: String) -> Substring? {
    app.lines.first { $0.dropFirst(2).hasPrefix(" \(field) ") }?.dropFirst(2)
  }

  @Test func `give a choice other words, and take them back`() throws {
    let app = try AppDriver("recipes", "~model/recipes")
    app.resize(200, 40)
    let words = try #require(row(app, "Kind"))
    expectTrue(!words.contains("brunch"))
    app.press("/ k i n d Enter t c")
    expectTrue(app.lines.contains { $0.contains("Words of Kind") })
    app.press(", Space b r u n c h Enter")
    expectTrue(app.message.hasPrefix("changed the words of Kind"))
    app.press("\\")
    try expectTrue(#require(row(app, "Kind")).contains("brunch"))
    app.press("u")
    expectEqual(row(app, "Kind"), words)
    app.press("/ k i n d Enter x w , Space s o u p Enter")
    expectTrue(app.lines.contains { $0.contains("soup is repeated among the choices of Kind") })
    app.press("BSpace a | b Enter")
    expectTrue(app.lines.contains { $0.contains("\"soua|b\" is not a choice") })
    app.press("C-u Enter")
    expectTrue(app.lines.contains { $0.contains("a choice needs words") })
    app.press("Escape x w Enter")
    expectTrue(app.message.isEmpty)
  }

  @Test func `make a link, and the way back`() throws {
    let app = try AppDriver("recipes", "~model/recipes")
    app.resize(120, 60)
    app.press("a C o o k Enter")
    app.press("l")
    expectTrue(app.lines.contains { $0.contains("Where Cook leads") })
    app.press("a")
    expectEqual(app.message, "added Cook to recipes, and authors Recipes2 · u undoes it")
    app.press(": c a i r n : / / r e c i p e s / a d a s - p o l o / ~ e d i t Enter")
    expectTrue(app.lines.contains { $0.contains("Cook") && $0.contains("Space chooses") })
    app.press("Escape u")
    app.press(": f i e l d s Space o f Space r e c i p e s Enter")
    expectEqual(row(app, "Cook"), nil)
  }

  @Test func `say that a collection is gone whose making was taken back`() throws {
    let app = try AppDriver("recipes", "~launcher")
    app.press("N D i n g Enter Enter")
    expectEqual(app.url, "cairn://dings")
    app.press("u")
    expectTrue(app.lines.contains { $0.contains("no collection called dings") })
    expectTrue(app.lines.contains { $0.contains("Go back") })
    app.press("Escape")
    expectEqual(app.url, "cairn://~launcher")
  }

  @Test func `say why a name is taken that was taken back`() throws {
    let app = try AppDriver("recipes", "~model/recipes")
    app.press("/ r a t i n g Enter e C-u S t a r s Enter u a S t a r s Enter")
    expectTrue(app.lines.contains { $0.contains("Stars is the former name of Rating") })
  }
}
