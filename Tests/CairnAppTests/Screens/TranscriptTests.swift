import CairnInterface
import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnKit
@testable internal import CairnScreens

/// The texts that a person without a picture hears during the tasks; `make docs` puts them into the
/// book of screens.
///
/// Tasks that need a shell are left out. The tests of the whole program do all tasks.
@Suite struct `Transcripts` {
  private static let size = Size(columns: 80, rows: 24)

  /// The tasks that need no shell.
  private func tasks() throws -> [KeyTask] {
    try KeyTask.all().filter { $0.preparations.isEmpty }
  }

  /// A session of a task in the plain display.
  private func session(of task: KeyTask) throws -> Session {
    let driver = try AppDriver(
      task.sample, task.start ?? "~launcher", size: (Self.size.columns, Self.size.rows), "")
    driver.session.apply([.useTheme(.spoken)])
    driver.session.settle()
    return driver.session
  }

  @Test func `of the plain display have the cursor's line and the lines that changed`() throws {
    var lines: [String] = []
    for task in try tasks() {
      lines += ["", "# \(task.title)", ""]
      let session = try session(of: task)
      var before = Heard(session)
      lines += before.rows.filter { !$0.isEmpty }
      for case .keys(let keys, _) in task.steps {
        for key in keys {
          session.press(KeyScript(key).keys)
          session.settle()
          let now = Heard(session)
          lines += ["[\(key)]"] + now.lines(after: before)
          before = now
        }
      }
    }
    let count = try tasks().count
    expectTrue(count >= 20, "\(count)")
    expectSnapshot(lines.dropFirst().joined(separator: "\n"), named: "heard-in-plain")
  }

  @Test func `of lines have each typed line and its answer`() throws {
    var lines: [String] = []
    for task in try tasks() {
      lines += ["", "# \(task.title)", ""]
      let session = try session(of: task)
      var dialog = LineDialog(session)
      lines += dialog.answer()
      for case .keys(_, let line) in task.steps {
        dialog.take(line)
        session.settle()
        lines += ["> \(line)"] + dialog.answer()
      }
    }
    expectSnapshot(lines.dropFirst().joined(separator: "\n"), named: "heard-by-lines")
  }

  // A search may still run after Enter. Then G would be text, and the line would end with Enter.
  @Test func `by lines finish the work of a key before the next one`() throws {
    let app = try AppDriver("servers", "servers")
    let dialog = LineDialog(app.session)
    var times = 0
    dialog.take(": web01 Enter G") {
      times += 1
      app.session.settle()
    }
    expectEqual(times, 4)
    expectTrue(app.url.hasPrefix("cairn://servers/"), app.url)
  }

  @Test func `by lines name what is cut, and the key that shows it`() throws {
    let session = try AppDriver("recipes", "recipes/adas-polo", size: (80, 24), "").session
    session.apply([.useTheme(.spoken)])
    var dialog = LineDialog(session)
    let first = dialog.answer()
    let more = try #require(first.first { $0.contains("more below") })
    expectTrue(more.hasSuffix("PgDn shows them"), "\(more)")
    dialog.take("PgDn")
    session.settle()
    expectTrue(dialog.answer().contains { $0.contains("more above, PgUp shows them") })
    let short = try AppDriver("recipes", "recipes?where=bibimbap", size: (80, 24), "").session
    short.apply([.useTheme(.spoken)])
    var other = LineDialog(short)
    expectTrue(!other.answer().contains { $0.contains(" more ") })
  }
}

/// The screen of a screen reader, line by line.
private struct Heard {
  let rows: [String]
  private let cursor: Int?

  init(_ session: Session) {
    let canvas = session.draw()
    rows = canvas.lines(in: canvas.bounds)
    cursor = canvas.cursor?.row
  }

  /// The changed lines in their order; the cursor's line last, if it or the cursor changed.
  func lines(after before: Heard) -> [String] {
    let changed = rows.indices.filter { rows[$0] != before.rows[$0] }
    let others = changed.filter { $0 != cursor && !rows[$0].isEmpty }.map { rows[$0] }
    guard let cursor, changed.contains(cursor) || cursor != before.cursor else { return others }
    return others + [rows[cursor]]
  }
}
