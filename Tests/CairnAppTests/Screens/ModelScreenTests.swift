import TestSupport
import Testing

@Suite struct `The model's screens` {
  /// The row that shows a field of the recipes.
  private func row(_ desk: Desk, _ field: String) -> Substring? {
    desk.lines.first { $0.dropFirst(2).hasPrefix(" \(field) ") }?.dropFirst(2)
  }

  @Test func `give a choice other words, and take them back`() throws {
    let desk = try Desk("recipes", "~model/recipes")
    desk.resize(200, 40)
    let words = try #require(row(desk, "Kind"))
    expectTrue(!words.contains("brunch"))
    desk.press("/ k i n d Enter t c")
    expectTrue(desk.lines.contains { $0.contains("Words of Kind") })
    desk.press(", Space b r u n c h Enter")
    expectTrue(desk.message.hasPrefix("changed the words of Kind"))
    desk.press("\\")
    try expectTrue(#require(row(desk, "Kind")).contains("brunch"))
    desk.press("u")
    expectEqual(row(desk, "Kind"), words)
    desk.press("/ k i n d Enter x w , Space s o u p Enter")
    expectTrue(desk.lines.contains { $0.contains("soup is repeated among the choices of Kind") })
    desk.press("BSpace a | b Enter")
    expectTrue(desk.lines.contains { $0.contains("\"soua|b\" is not a choice") })
    desk.press("C-u Enter")
    expectTrue(desk.lines.contains { $0.contains("a choice needs words") })
    desk.press("Escape x w Enter")
    expectTrue(desk.message.isEmpty)
  }

  @Test func `make a link, and the way back`() throws {
    let desk = try Desk("recipes", "~model/recipes")
    desk.resize(120, 60)
    desk.press("a C o o k Enter")
    desk.press("l")
    expectTrue(desk.lines.contains { $0.contains("Where Cook leads") })
    desk.press("a")
    expectEqual(desk.message, "added Cook to recipes, and authors Recipes2 · u undoes it")
    desk.press(": c a i r n : / / r e c i p e s / a d a s - p o l o / ~ e d i t Enter")
    expectTrue(desk.lines.contains { $0.contains("Cook") && $0.contains("Space chooses") })
    desk.press("Escape u")
    desk.press(": f i e l d s Space o f Space r e c i p e s Enter")
    expectEqual(row(desk, "Cook"), nil)
  }

  @Test func `say that a collection is gone whose making was taken back`() throws {
    let desk = try Desk("recipes", "~launcher")
    desk.press("N D i n g Enter")
    expectEqual(desk.url, "cairn://dings")
    desk.press("u")
    expectTrue(desk.lines.contains { $0.contains("no collection called dings") })
    expectTrue(desk.lines.contains { $0.contains("Go back") })
    desk.press("Escape")
    expectEqual(desk.url, "cairn://~launcher")
  }

  @Test func `say why a name is taken that was taken back`() throws {
    let desk = try Desk("recipes", "~model/recipes")
    desk.press("/ r a t i n g Enter e C-u S t a r s Enter u a S t a r s Enter")
    expectTrue(desk.lines.contains { $0.contains("Stars is the former name of Rating") })
  }
}
