import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `Lists of what the session remembers` {
  private func text(_ screen: ListScreen, _ surroundings: Surroundings) -> [String] {
    screen.layOut(in: Size(columns: 60, rows: 12))
    _ = screen.refresh(surroundings)
    var canvas = Canvas(Size(columns: 60, rows: 12))
    screen.draw(on: &canvas, theme: .standard)
    return canvas.text.split(separator: "\n").map(String.init)
  }

  @Test func `show the screens that were open, and open them again`() throws {
    let url = ScreenURL(["recipes"])
    let screen = ListScreen.recents(at: ScreenURL(["~recents"]))
    expectTrue(text(screen, Surroundings()).contains { $0.contains("Nothing here") })
    let visits = [
      VisitedScreen(url: ScreenURL(["books", "p1"]), title: "Dune", age: "2m"),
      VisitedScreen(url: url, title: "Recipes", age: "3d"),
    ]
    let lines = text(screen, Surroundings(recents: { visits }))
    expectTrue(lines[1].contains("Dune") && lines[1].contains("cairn://books/p1"))
    expectTrue(lines[2].contains("3d"))
    _ = screen.perform(.rowDown)
    expectEqual(screen.selection, url)
    let filtered = ListScreen.recents(at: ScreenURL(["~recents"]).setting("where", to: "dune"))
    expectTrue(
      text(filtered, Surroundings(recents: { visits })).allSatisfy { !$0.contains("Recipes") })
  }

  @Test func `show what was said, each message whole on Enter`() throws {
    let said = [
      ShownMessage(Message("saved Soup", tone: .good), number: 1, age: "now"),
      ShownMessage(Message("b is not a field", tone: .bad), number: 0, age: "2m"),
    ]
    let screen = ListScreen.messages(at: ScreenURL(["~messages"]))
    let lines = text(screen, Surroundings(messages: { said }))
    expectTrue(lines[1].contains("saved Soup") && lines[2].contains("2m"))
    _ = screen.perform(.rowDown)
    let effects = try #require(screen.perform(.open))
    expectTrue(
      effects.contains { effect in
        if case .present(let overlay) = effect { overlay is Notice } else { false }
      })
  }
}
