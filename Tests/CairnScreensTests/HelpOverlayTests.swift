import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `The list of keys` {
  private let table = ActionTable.standard

  private func help() -> HelpOverlay {
    let here = table.actions.filter { $0.contexts.contains(.list) && $0.name != .sort }
    let others = table.actions.filter { action in !here.contains { $0.name == action.name } }
    let help = HelpOverlay(
      here,
      unavailable: others.map {
        .init($0, because: $0.contexts.contains(.list) ? "not possible here" : nil)
      })
    help.layOut(in: Size(columns: 74, rows: 20))
    return help
  }

  private func rows(_ help: HelpOverlay, _ words: String) -> [String] {
    _ = help.insert(words)
    var canvas = Canvas(Size(columns: 74, rows: 20))
    help.draw(on: &canvas, theme: .standard)
    let lines: [String] = canvas.lines(in: canvas.bounds)
    return Array(lines[1...]).filter { line in line.contains { $0.isLetter } }
  }

  @Test(arguments: [
    ("conflict", "Show conflicts"), ("sum", "Show or hide totals"),
    ("total", "Show or hide totals"),
    ("fold", "Fold or unfold the group"), ("wrap", "Wrap cells"),
    ("duplicate", "Duplicate the record"),
    ("draft", "Discard the changes"), ("preview", "Show or hide the side pane"),
  ])
  func `finds an action by a common word`(word: String, title: String) {
    expectTrue(rows(help(), word).contains { $0.contains(title) }, "\(rows(help(), word))")
  }

  @Test func `shows unavailable actions with the reason, and only in a search`() throws {
    expectTrue(!rows(help(), "").contains { $0.contains("Sort by") })
    expectTrue(
      rows(help(), "sort by").contains { $0.contains("Sort by a column · not possible here") })
    expectTrue(rows(help(), "save").contains { $0.contains("Save · in forms") })
    let overlay = help()
    _ = overlay.insert("sort by a")
    guard case .say(let message)? = overlay.perform(.accept)?.first else {
      Issue.record("no message is shown")
      return
    }
    expectEqual(message.text, "Sort by a column: not possible here")
  }
}
