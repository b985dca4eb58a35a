import CairnInterface
import CairnNavigation
import ScreenTestSupport
import TestSupport
import Testing

@testable import CairnScreens

/// A page with a text that has links.
private final class Post: DetailSource {
  let title = "Post"
  let changes: ChangeOptions = []
  let fields = [
    DetailField(
      "Text",
      """
      Nothing here.

      See [the book](cairn://books/p1) by [Ana](mailto:ana@example.org).

      Bare: https://example.org/a

      [beside](notes/other.md)
      """, kind: .markdown)
  ]
}

@Suite struct `Links in a text` {
  private let screen = DetailScreen(Post())

  init() {
    screen.layOut(in: Size(columns: 60, rows: 20))
    _ = screen.refresh(Surroundings())
  }

  private func line(_ start: String) throws -> Int {
    try #require(screen.page.lines.firstIndex { $0.content.text.hasPrefix(start) })
  }

  @Test func `are gone through by Tab, and say where they lead`() throws {
    _ = screen.perform(.nextLink)
    expectEqual(screen.window.cursor, (try line("See")))
    expectEqual(screen.selection, "cairn://books/p1")
    expectEqual(screen.status.text, "cairn://books/p1  mailto:ana@example.org")
    _ = screen.perform(.nextLink)
    expectEqual(screen.window.cursor, (try line("Bare")))
    _ = screen.perform(.nextLink)
    expectEqual(screen.window.cursor, (try line("See")), "what has no scheme leads nowhere")
  }

  @Test func `are opened by Enter, which asks where a line has several`() throws {
    _ = screen.perform(.nextLink)
    let menu = try presented(screen.perform(.open))
    let opened = menu.insert("a") ?? []
    expectTrue(
      opened.contains { if case .external("mailto:ana@example.org") = $0 { true } else { false } })
    _ = screen.perform(.nextLink)
    let effects = screen.perform(.open) ?? []
    expectTrue(
      effects.contains { if case .external("https://example.org/a") = $0 { true } else { false } })
  }

  @Test func `are all named where a letter chooses one`() throws {
    let menu = try #require(try presented(screen.perform(.openLink)) as? Menu)
    let opened = menu.insert("t") ?? []
    expectTrue(opened.contains { if case .open("cairn://books/p1") = $0 { true } else { false } })
    expectEqual(screen.window.cursor, (try line("See")))
  }
}
