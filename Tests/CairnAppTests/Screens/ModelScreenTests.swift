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
    #expect(!words.contains("brunch"))
    desk.press("/ k i n d Enter t c")
    #expect(desk.lines.contains { $0.contains("Words of Kind") })
    desk.press(", Space b r u n c h Enter")
    #expect(desk.message.hasPrefix("Kind has other words now"))
    desk.press("\\")
    #expect(try #require(row(desk, "Kind")).contains("brunch"))
    desk.press("u")
    #expect(row(desk, "Kind") == words)
    desk.press("/ k i n d Enter x w , Space s o u p Enter")
    #expect(desk.lines.contains { $0.contains("soup stands twice among the choices of Kind") })
    desk.press("BSpace a | b Enter")
    #expect(desk.lines.contains { $0.contains("\"soua|b\" is no choice") })
    desk.press("C-u Enter")
    #expect(desk.lines.contains { $0.contains("a choice needs words to choose from") })
    desk.press("Escape x w Enter")
    #expect(desk.message.isEmpty)
  }

  @Test func `make a link, and the way back`() throws {
    let desk = try Desk("recipes", "~model/recipes")
    desk.resize(120, 60)
    desk.press("a C o o k Enter")
    desk.press("l")
    #expect(desk.lines.contains { $0.contains("Where Cook leads") })
    desk.press("a")
    #expect(desk.message == "recipes have Cook now, and authors Recipes2 · u takes it back")
    desk.press(": c a i r n : / / r e c i p e s / a d a s - p o l o / ~ e d i t Enter")
    #expect(desk.lines.contains { $0.contains("Cook") && $0.contains("Space picks") })
    desk.press("Escape u")
    desk.press(": f i e l d s Space o f Space r e c i p e s Enter")
    #expect(row(desk, "Cook") == nil)
  }

  @Test func `say that a collection is gone whose making was taken back`() throws {
    let desk = try Desk("recipes", "~launcher")
    desk.press("N D i n g Enter")
    #expect(desk.url == "cairn://dings")
    desk.press("u")
    #expect(desk.lines.contains { $0.contains("there is no collection called dings") })
    #expect(desk.lines.contains { $0.contains("Go back") })
    desk.press("Escape")
    #expect(desk.url == "cairn://~launcher")
  }

  @Test func `say why a name is taken that was taken back`() throws {
    let desk = try Desk("recipes", "~model/recipes")
    desk.press("/ r a t i n g Enter e C-u S t a r s Enter u a S t a r s Enter")
    #expect(desk.lines.contains { $0.contains("Stars is what Rating was called") })
  }
}
