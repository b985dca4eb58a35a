import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnScreens

/// One key that marks a record as done, and opens it again.
@Suite struct `The key for done` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  @Test func `completes the task of the row, names the next one, and is undone at once`() throws {
    let app = try AppDriver("tasks", "tasks", "/ seedl Enter X")
    expectTrue(
      app.message.hasPrefix("Status done: Water the seedlings; the next is due "), app.message)
    expectTrue(app.message.hasSuffix("u undoes it"), app.message)
    expectTrue(text(app).contains("of 2"), text(app))
    app.press("u")
    expectTrue(app.message.contains("complete Water the seedlings"), app.message)
    expectTrue(text(app).contains("of 1"), text(app))
  }

  @Test func `leads to a next task whose long id is in its URL only`() throws {
    let app = try AppDriver("tasks", "tasks", "/ seedl Enter X G Enter")
    let id = try #require(app.url.split(separator: "/").last)
    expectTrue(id.count > 10, app.url)
    let heading = try #require(app.lines.dropFirst().first { $0.contains("Water the seedlings") })
    expectTrue(heading.contains("tasks") && !heading.contains(id), heading)
    app.press("g h")
    expectEqual(app.lines.filter { $0.contains(id) && !$0.contains("cairn://tasks/") }, [])
  }

  @Test func `opens a done task again, on its page too, and says that the next one stays`() throws {
    let app = try AppDriver("tasks", "tasks", "/ seedl Enter Enter X")
    expectTrue(text(app).contains("done"), text(app))
    app.press("X")
    expectTrue(
      app.message.hasPrefix("reopened Water the seedlings; the next one stays"), app.message)
    expectTrue(text(app).contains("todo"), text(app))
  }

  @Test func `completes the marked tasks that are open, and repeats as a change of a field`() throws
  {
    let app = try AppDriver("tasks", "tasks?where=-status:done,waiting&sort=Name", "X")
    let first = app.message
    expectTrue(first.hasPrefix("Status done: "), first)
    app.press("g a X")
    expectTrue(app.message.hasPrefix("Status done: "), app.message)
    expectTrue(app.message.contains(" tasks"), app.message)
  }

  @Test func `is in the footer and the help only where a field says done`() throws {
    let tasks = try AppDriver("tasks", "tasks", size: (160, 24), "")
    expectTrue(tasks.lines.last?.contains("X done") == true, tasks.lines.last ?? "")
    let recipes = try AppDriver("recipes", "recipes", size: (160, 24), "X")
    expectTrue(recipes.lines.last?.contains("X done") == false)
    expectEqual(
      recipes.message,
      "no field here says done; add a date or a yes-or-no field Done to the model")
    recipes.press("Escape : mark Space as Space done")
    expectTrue(!text(recipes).contains("Mark as done"), text(recipes))
    let jobs = try AppDriver("tasks", "~jobs", "X")
    expectEqual(jobs.message, "nothing can be marked as done here")
  }
}
