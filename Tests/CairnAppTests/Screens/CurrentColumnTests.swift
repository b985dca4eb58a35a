import CairnNavigation
import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnScreens

@Suite struct `The current column of a list` {
  private func app(_ keys: String = "") throws -> AppDriver {
    let app = try AppDriver("recipes", "recipes")
    app.resize(120, 30)
    app.press(keys)
    return app
  }

  @Test func `is none at first, so that actions ask for a column`() throws {
    let app = try app()
    try expectTrue(app.list.currentColumn == nil)
    app.press("s")
    expectTrue(app.lines.contains { $0.contains("Sort by") })
  }

  @Test func `is chosen with the keys, named, and left at the left end`() throws {
    let app = try app("> >")
    try expectEqual(app.list.currentColumn?.name, "Rating")
    expectTrue(app.lines.contains { $0.contains("column Rating") })
    app.press("< < <")
    try expectTrue(app.list.currentColumn == nil)
    expectEqual(app.message, "no column is chosen")
    app.press("<")
    expectEqual(app.message, "no more columns on the left")
  }

  @Test func `is what is sorted, grouped, counted and filtered by`() throws {
    let app = try app("> >")
    app.press("s")
    expectTrue(app.url.contains("sort=Rating"), app.url)
    app.press("s")
    expectTrue(app.url.contains("sort=-Rating"), app.url)
    app.press("z g")
    expectTrue(app.url.contains("group=Rating"), app.url)
    app.press("z g")
    expectTrue(!app.url.contains("group="), app.url)
    app.press("F")
    expectTrue(app.url.contains("view=frequency:Rating"), app.url)
    let other = try self.app(">")
    let kind = try other.list.source.row(at: 0).cells[1]
    other.press("=")
    try expectTrue(other.list.source.query.filter.lowercased().hasPrefix("kind"))
    try expectTrue(
      (0..<other.list.source.count).allSatisfy {
        try other.list.source.row(at: $0).cells[1] == kind
      })
  }

  @Test func `is what c changes`() throws {
    let app = try app("> >")
    app.press("c")
    expectTrue(app.lines.contains { $0.contains("Rating of ") })
    app.press("2 Enter")
    try expectEqual(app.list.source.row(at: 0).cells[2], "2")
  }

  @Test func `is kept with the list's state, and starts its form`() throws {
    let app = try app("> >")
    expectEqual(app.saved.decode("column"), "Rating")
    app.press("e")
    try expectEqual(app.form.focusedField, "Rating")
  }
}

@Suite struct `The current field of a page` {
  private func app(_ keys: String) throws -> AppDriver {
    let app = try AppDriver("recipes", "recipes/p1")
    app.resize(100, 40)
    app.press(keys)
    return app
  }

  @Test func `is what c changes and e starts with`() throws {
    let app = try app("j j j")
    try expectEqual(app.detail.currentField, "Cuisine")
    app.press("c")
    expectTrue(app.lines.contains { $0.contains("Cuisine of ") })
    app.press("Escape e")
    try expectEqual(app.form.focusedField, "Cuisine")
  }

  @Test func `is counted by F`() throws {
    let app = try app("j j j F")
    expectTrue(app.url.contains("view=frequency:Cuisine"), app.url)
    let text = try self.app("}")
    text.press("F")
    expectEqual(text.message, "values of this field are not counted")
  }

  @Test func `may be a link, whose records c asks for`() throws {
    let app = try app("")
    while try app.detail.currentField != "Author" {
      let before = try app.detail.window.cursor
      app.press("j")
      try #require(app.detail.window.cursor != before)
    }
    app.press("c")
    expectTrue(app.lines.contains { $0.contains("Author of ") })
  }
}

@Suite struct `A record's page` {
  @Test func `reads like a recipe`() throws {
    let app = try AppDriver("recipes", "recipes/salade-lyonnaise")
    app.resize(100, 45)
    let text = app.lines.joined(separator: "\n")
    expectTrue(text.contains("★★★★☆"), text)
    expectTrue(text.contains("       Item              Quantity  Unit   Note"), text)
    expectTrue(text.contains("    1  frisée                   1  head   pale heart only"), text)
    expectTrue(text.contains("    3  Soften the shallot in the pan"), text)
    // The line under the cursor alone says that it leads somewhere.
    expectEqual(app.lines.dropFirst(2).dropLast(2).count { $0.hasSuffix("›") }, 0)
    app.press("}")
    while try app.detail.selection == nil { app.press("j") }
    expectEqual(app.lines.dropFirst(2).dropLast(2).count { $0.hasSuffix("›") }, 1)
  }

  @Test(arguments: [40, 60, 80, 200])
  func `shows every word of owned records at each width`(columns: Int) throws {
    let app = try AppDriver("recipes", "recipes/salade-lyonnaise")
    app.resize(columns, 200)
    let words = app.lines.joined(separator: " ").split(separator: " ")
    for word in ["croutons,", "Poach", "frisée", "mustard."] {
      expectTrue(words.contains(Substring(word)), "\(word) at \(columns)")
    }
  }
}
