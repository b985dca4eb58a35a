import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnScreens

/// Duplicates, and the screen that merges records.
@Suite struct `A list of duplicates` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  /// Recipes with a copy of the first one, which has another kind and rating.
  private func copied(_ keys: String) throws -> AppDriver {
    let app = try AppDriver("recipes", "recipes", "z d C-s")
    app.press(keys)
    return app
  }

  @Test func `is opened by a key, by the palette and among the views`() throws {
    for keys in ["z D", ": find Space duplicates Enter", "z v d"] {
      let app = try copied(keys)
      expectEqual(app.url, "cairn://recipes?view=duplicates", keys)
      expectTrue(text(app).contains("Adas polo (Name, Source)"), text(app))
      expectTrue(app.hints.contains("m merge"), app.hints)
    }
  }

  @Test func `compares the current column`() throws {
    let app = try copied("> z D")
    expectEqual(app.url, "cairn://recipes?view=duplicates:Kind")
    expectTrue(text(app).contains("(Kind)"), text(app))
  }

  @Test func `shows the records of a group side by side, and merges them as one change`() throws {
    let app = try copied("z D m")
    expectTrue(app.url.hasPrefix("cairn://recipes/p57/~merge?with=p61"), app.url)
    expectTrue(text(app).contains("KEEP P57"), text(app))
    expectTrue(text(app).contains("* Adas polo"), text(app))
    app.press("m")
    expectTrue(app.message.hasPrefix("merged Adas polo into Adas polo"), app.message)
    expectEqual(app.url, "cairn://recipes?view=duplicates")
    expectTrue(!app.lines.dropLast(2).joined().contains("Adas polo"), text(app))
    app.press("u")
    expectTrue(text(app).contains("Adas polo (Name, Source)"), text(app))
  }

  @Test func `merges marked records of any list, with the values that a person takes`() throws {
    let app = try AppDriver("recipes", "recipes", "Space Space m")
    let title = text(app)
    expectTrue(title.contains("Merge "), title)
    // The first field is the name, of which the longest is taken.
    let before = app.lines.filter { $0.contains("* ") }
    app.press("Enter")
    expectTrue(app.url.contains("take=Name:"), app.url)
    expectTrue(app.lines.filter { $0.contains("* ") } != before, text(app))
    let url = app.url
    app.press("m")
    expectTrue(app.message.contains("left out"), app.message)
    let rows = { app.lines.dropLast(2).joined(separator: "\n") }
    expectTrue(!rows().contains("Agua de Jamaica"), text(app))
    app.press("u")
    expectTrue(rows().contains("Agua de Jamaica"), text(app))
    let again = try AppDriver("recipes", String(url.dropFirst("cairn://".count)))
    expectEqual(again.url, url)
  }

  @Test func `says what a merge needs`() throws {
    let app = try AppDriver("recipes", "recipes", "m")
    expectTrue(app.message.hasPrefix("mark the records to merge"), app.message)
    expectTrue(!app.hints.contains("m merge"), app.hints)
    app.press("Space m")
    expectTrue(app.message.hasPrefix("mark the records to merge"), app.message)
    let wrong = try AppDriver("recipes", "recipes/p1/~merge")
    expectTrue(text(wrong).contains("two different records"), text(wrong))
    let gone = try AppDriver("recipes", "recipes/p1/~merge?with=p999")
    expectTrue(text(gone).contains("no record recipes/p999"), text(gone))
  }
}
