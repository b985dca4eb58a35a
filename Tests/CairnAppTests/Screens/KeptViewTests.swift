import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnKit
@testable internal import CairnNavigation
@testable internal import CairnScreens

@Suite struct `The view of a collection` {
  private static let tasks = ": c a i r n : / / t a s k s Enter"

  @Test func `is remembered once it is chosen in the menu, until the table is`() throws {
    let app = try AppDriver("tasks", "tasks", "z v a")
    expectTrue(app.url.hasSuffix("?view=agenda:Due"), app.url)
    app.press("g h " + Self.tasks)
    expectTrue(app.url.hasSuffix("?view=agenda:Due"), app.url)
    app.press("z v t g h " + Self.tasks)
    expectTrue(!app.url.contains("view="), app.url)
  }

  @Test func `of counts is for the whole collection, and not for the records of a count`() throws {
    let app = try AppDriver("tasks", "tasks", "z v p Enter")
    expectTrue(app.url.contains("where=Priority") && !app.url.contains("view="), app.url)
    app.press("g h " + Self.tasks)
    expectTrue(app.url.hasSuffix("?view=frequency:Priority"), app.url)
  }

  @Test func `of a URL or of the key for counts is remembered by nothing`() throws {
    let app = try AppDriver("tasks", "tasks?view=agenda:Due", "g h " + Self.tasks)
    expectTrue(!app.url.contains("view="), app.url)
    app.press("F p g h " + Self.tasks)
    expectTrue(!app.url.contains("view="), app.url)
    app.press("z v d g h " + Self.tasks)
    expectTrue(!app.url.contains("view="), app.url)
  }

  @Test func `is in the saved state, and a URL with a view wins`() throws {
    let app = try AppDriver("tasks", "tasks", "z v a g h")
    let kept = app.session.navigator.state.arrangements["Task"] ?? []
    expectEqual(kept.first { $0.name == "view" }?.value, "agenda:Due")
    let view = "v i e w = f r e q u e n c y : P r o j e c t"
    app.press(": c a i r n : / / t a s k s ? \(view) Enter")
    expectTrue(app.url.hasSuffix("?view=frequency:Project"), app.url)
  }
}
