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
    desk.press("/ k i n d Enter x w C-u Enter")
    #expect(desk.lines.contains { $0.contains("a choice needs words to choose from") })
  }

  @Test func `say that a collection is gone whose making was taken back`() throws {
    let desk = try Desk("recipes", "~launcher")
    desk.press("N D i n g Enter")
    #expect(desk.url == "cairn://dings")
    desk.press("u")
    #expect(desk.lines.contains { $0.contains("there is no collection called dings") })
    #expect(!desk.lines.contains { $0.contains("This list can't be shown") })
  }

  @Test func `say why a name is taken that was taken back`() throws {
    let desk = try Desk("recipes", "~model/recipes")
    desk.press("/ r a t i n g Enter e C-u S t a r s Enter u a S t a r s Enter")
    #expect(desk.lines.contains { $0.contains("Stars is what Rating was called") })
  }
}
