import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnKit
@testable internal import CairnNavigation
@testable internal import CairnScreens

@Suite struct `The counts on screen` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  @Test func `show a measure that is chosen with its function and its field`() throws {
    let app = try AppDriver("recipes", "recipes?view=frequency:Kind", size: (100, 24), "z = s m")
    expectTrue(app.url.hasSuffix("?view=frequency:Kind,sum:Minutes"), app.url)
    expectTrue(text(app).contains("MINUTES.SUM"), text(app))
    expectTrue(text(app).contains("main dish"), text(app))
    let source = try app.list.source
    expectEqual(source.row(at: 0).cells[0], "main dish")
    expectEqual(source.row(at: 0).cells[2], "1560")
    expectEqual(source.row(at: source.count - 1).cells.last, "100.0 %")
    expectEqual(source.row(at: 0).bars.values.first, 1)
    app.press("z = c")
    expectTrue(!app.url.contains("sum:"), app.url)
  }

  @Test func `open the records of all marked values`() throws {
    let app = try AppDriver("recipes", "recipes?view=frequency:Kind", "Space Space Enter")
    expectTrue(text(app).contains(" of 60"), text(app))
    let source = try app.list.source
    let kinds = Set((0..<source.count).map { source.row(at: $0).cells[1] })
    expectEqual(kinds, ["main dish", "soup"])
  }

  @Test func `give the records of marked values to the actions`() throws {
    let app = try AppDriver("recipes", "recipes?view=frequency:Kind", "Space Space")
    expectTrue(app.session.place.marks.isEmpty)
    let filter = app.session.place.selection?.value("where") ?? ""
    expectTrue(filter.contains("main dish") && filter.contains("soup"), filter)
    app.press("x")
    expectTrue(text(app).contains("Recipes · "), text(app))
  }
}
