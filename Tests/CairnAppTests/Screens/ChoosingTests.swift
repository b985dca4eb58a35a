import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnScreens

@Suite struct `The menu of columns` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  @Test func `has letters that show and hide, and starts at the current column`() throws {
    let app = try AppDriver("recipes", "recipes", "z c c Enter")
    expectTrue(app.url.contains("columns=") && app.url.contains("Cuisine"), app.url)
    let other = try AppDriver("recipes", "recipes", "> > z c Space Enter")
    expectTrue(other.url.contains("columns=Name,Kind,Minutes"), other.url)
  }

  @Test func `searches with a slash`() throws {
    let app = try AppDriver("recipes", "recipes", "z c / c u i s Enter Enter")
    expectTrue(app.url.contains("Cuisine"), app.url)
  }

  @Test func `leaves its own keys alone`() throws {
    let app = try AppDriver("recipes", "recipes", "z c j k a")
    expectTrue(text(app).contains("a field or a calculation"), text(app))
  }
}

@Suite struct `The menu of choices` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  @Test func `chooses by a letter at once`() throws {
    let app = try AppDriver("recipes", "recipes", "> c s")
    try expectEqual(app.list.source.row(at: 0).cells[1], "soup")
  }

  @Test func `starts at the value, and searches with a slash`() throws {
    let app = try AppDriver("recipes", "recipes", "> c / s o u p Enter")
    try expectEqual(app.list.source.row(at: 0).cells[1], "soup")
    app.press("c")
    expectTrue(text(app).contains("soup") && text(app).contains("now"), text(app))
    app.press("Enter")
    try expectEqual(app.list.source.row(at: 0).cells[1], "soup")
  }

  @Test func `takes a new choice`() throws {
    let app = try AppDriver("recipes", "recipes", "> c + s t e w Enter")
    try expectEqual(app.list.source.row(at: 0).cells[1], "stew")
    app.press("c / p i e Enter")
    try expectEqual(app.list.source.row(at: 0).cells[1], "pie")
  }
}

@Suite struct `A line of fields without a value` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  @Test func `leads the form to its first field`() throws {
    let app = try AppDriver("recipes", "recipes/adas-polo")
    let line = try #require(
      try app.detail.page.lines.firstIndex { $0.field?.emptyFields.isEmpty == false })
    let empty = try #require(try app.detail.page.lines[line].field?.emptyFields)
    try app.detail.window.move(to: line)
    app.press("e")
    try expectEqual(app.form.focusedField, empty[0])
  }

  @Test func `is no value to copy, but another field is copied at once`() throws {
    let app = try AppDriver("recipes", "recipes/p1", "j j j y")
    expectEqual(app.message, "copying Cuisine")
    app.press("x y")
    expectTrue(text(app).contains("The URL that works on other machines"), text(app))
  }
}
