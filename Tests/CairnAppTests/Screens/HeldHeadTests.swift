import CairnInterface
import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnKit
@testable internal import CairnScreens

@Suite struct `The head of a section` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  @Test func `stays at the top while its rows scroll`() throws {
    let app = try AppDriver("recipes", "recipes?group=Kind", size: (80, 14), "} } } C-d z t")
    for _ in 0..<8 {
      expectTrue(app.lines[2].contains("▾ main dish  18"), text(app))
      expectEqual(app.lines.count { $0.contains("main dish  18") }, 1)
      expectEqual(app.lines.count { $0.hasPrefix("▌") }, 1, text(app))
      app.press("j")
    }
    app.click(column: 1, row: 2)
    expectTrue(text(app).contains("▸ main dish  18"), text(app))
  }

  @Test func `stays above wrapped rows, too, and at the end of the list`() throws {
    let app = try AppDriver("tasks", "tasks?view=agenda:Due", size: (40, 16), "z w G")
    expectEqual(app.lines.count { $0.hasPrefix("▌") }, 1, text(app))
    let first = app.lines.first { $0.contains("▾") } ?? ""
    let head = app.lines.firstIndex(of: first) ?? 0
    expectEqual(head, 2, text(app))
    let list = try AppDriver("recipes", "recipes?group=Kind", size: (80, 14), "G")
    expectTrue(list.lines[2].contains("▾"), text(list))
    expectEqual(list.lines.count { $0.hasPrefix("▌") }, 1, text(list))
  }
}

@Suite struct `A small list` {
  private func text(_ app: AppDriver) -> String { app.lines.joined(separator: "\n") }

  @Test(arguments: [(40, 10), (40, 24), (60, 24), (80, 12)])
  func `names the current column and the total of the marked rows`(columns: Int, rows: Int) throws {
    let app = try AppDriver(
      "recipes", "recipes", size: (columns, rows), "> > > Space Space")
    let total = columns < 60 ? "Minutes 105" : "Minutes, sum 105 of the mark"
    expectTrue(text(app).contains(total), text(app))
    expectTrue(text(app).contains("2 marked"), text(app))
  }

  @Test func `has a mark for hidden columns without its head`() throws {
    let app = try AppDriver("recipes", "recipes", size: (60, 10), "")
    expectTrue(!text(app).contains("NAME"), text(app))
    expectTrue(text(app).contains(" · +"), text(app))
  }

  @Test func `has a mark for the columns of owned records that a page leaves out`() throws {
    let app = try AppDriver("recipes", "recipes/p1", size: (40, 40), "")
    let head = try #require(app.lines.first { $0.contains("Item") && $0.contains("Unit") })
    expectTrue(!head.contains("Note") && head.contains("+1"), text(app))
  }

  @Test func `of files stays visible below the prompt for a path`() throws {
    let app = try AppDriver("recipes", "~import", size: (80, 24), "a")
    let row = try #require(app.lines.firstIndex { $0.contains("Path of the file") })
    expectTrue(row >= 17, text(app))
  }
}

@Suite struct `A running job` {
  @Test func `has its key among the hints`() throws {
    let app = try AppDriver("recipes", "recipes")
    let names = { app.session.hintsLine.actions.prefix(app.session.hintsLine.firstCount) }
    expectTrue(!names().contains { $0.name == .jobs })
    app.session.apply([.run(BackgroundJob("changing some", lane: .long, work: {}) { [] })])
    expectTrue(names().contains { $0.name == .jobs })
  }
}
