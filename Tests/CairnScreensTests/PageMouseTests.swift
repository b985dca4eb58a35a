import CairnInterface
import CairnNavigation
import ScreenTestSupport
import TestSupport
import Testing

@testable import CairnScreens

/// Clicks on what stands in a row do what Enter there does.
@Suite struct `Clicks` {
  private func canvas(_ screen: any Screen, _ size: Size) -> Canvas {
    screen.layOut(in: size)
    var canvas = Canvas(size)
    screen.draw(on: &canvas, theme: .standard)
    return canvas
  }

  private func row(_ text: String, _ canvas: Canvas) throws -> Int {
    try #require(canvas.lines(in: canvas.bounds).firstIndex { $0.contains(text) })
  }

  private func click(_ screen: any Screen, row: Int, _ clicks: Int) -> [Effect] {
    screen.mouse(
      MouseEvent(kind: .press, position: Position(column: 6, row: row), clicks: clicks))
  }

  @Test(arguments: [24, 9]) func `on the welcome choose what they are on`(rows: Int) throws {
    let choices = ["demo", "empty", "import"].map { name in
      WelcomeScreen.Choice(
        name.first ?? "x", "Begin with \(name)", detail: "",
        effects: [
          .say(Message(name))
        ])
    }
    let screen = WelcomeScreen(choices: choices, files: [])
    for choice in ["demo", "empty", "import"] {
      let size = Size(columns: 80, rows: rows)
      let place = try row("Begin with \(choice)", canvas(screen, size))
      expectTrue(click(screen, row: place, 1).isEmpty)
      guard case .say(let message)? = click(screen, row: place, 2).first else {
        Issue.record("\(choice) is chosen")
        return
      }
      expectEqual(message.text, choice)
    }
  }

  @Test func `on an explanation take its ways`() throws {
    let screen = ExplainScreen(
      Explanation(
        "Nothing here", subject: "cairn://x",
        reason: "It is gone, for reasons that take a while to tell.",
        ways: [.init("a", "First", effects: [.back]), .init("b", "Second", effects: [.home])]))
    let place = try row("Second", canvas(screen, Size(columns: 40, rows: 20)))
    guard case .home? = click(screen, row: place, 2).first else {
      Issue.record("the second way is taken")
      return
    }
    expectTrue(click(screen, row: 0, 2).isEmpty)
  }

  @Test func `in the help do what they are on, and nothing above the first row`() throws {
    let help = HelpOverlay(ActionTable.standard.actions)
    help.layOut(in: Size(columns: 60, rows: 12))
    for _ in 0..<30 { _ = help.perform(.rowDown) ?? help.perform(.promptDown) }
    var canvas = Canvas(Size(columns: 60, rows: 12))
    help.draw(on: &canvas, theme: .standard)
    expectTrue(click(help, row: 0, 2).isEmpty)
    let title = String(canvas.lines(in: canvas.bounds)[4].dropFirst(25))
    guard case .perform(let action)? = click(help, row: 4, 2).last else {
      Issue.record("an action is done")
      return
    }
    expectEqual(ActionTable.standard[action]?.title, title)
  }

  @Test func `and letters open the links of a page, whatever became of it meanwhile`() throws {
    let source = Page()
    let screen = DetailScreen(source)
    screen.layOut(in: Size(columns: 60, rows: 20))
    _ = screen.refresh(Surroundings())
    let menu = try #require(try presented(screen.perform(.openLink)) as? Menu)
    source.links.removeFirst()
    _ = screen.refresh(Surroundings())
    guard case .open(let url)? = menu.insert("s")?.last else {
      Issue.record("a link is opened")
      return
    }
    expectEqual(url.text, "cairn://x/second")
    expectEqual(screen.selection, url)
  }
}

private final class Page: DetailSource {
  let title = "Page"
  let subtitle = "pages"
  let fields = [DetailField("Name", "Page")]
  var links = ["first", "second"]
  let changes: ChangeOptions = []

  var sections: [DetailSection] {
    [
      DetailSection(
        "Links", count: links.count,
        links: links.map { DetailLink($0, detail: "", url: ScreenURL(["x", $0])) })
    ]
  }
}
