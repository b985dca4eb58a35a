import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// A page with a line for each word.
private final class WordPage: DetailSource {
  let title = "Words"
  let changes: ChangeOptions = []
  var words: [String]
  var fields: [DetailField] { words.enumerated().map { DetailField("\($0)", $1) } }

  init(_ words: [String]) { self.words = words }
}

@Suite struct `Finding in a page` {
  private let page = WordPage(
    ["ant", "bee", "Anteater", "cow", "elephant"] + (0..<40).map { "filler \($0)" } + ["antler"])
  private let screen: DetailScreen

  init() {
    screen = DetailScreen(page)
    screen.layOut(in: Size(columns: 60, rows: 12))
    _ = screen.refresh(Surroundings())
  }

  private func press(_ actions: ActionName...) -> [[Effect]?] { actions.map(screen.perform) }

  private func drawn() -> Canvas {
    var canvas = Canvas(Size(columns: 60, rows: 12))
    screen.draw(on: &canvas, theme: .standard)
    return canvas
  }

  @Test func `goes to the first line that has the words, while they are typed`() {
    _ = press(.rowDown, .filter)
    _ = screen.insert("ant")
    expectEqual(screen.window.cursor, 2)
    expectTrue(drawn().text.contains("/ ant"))
    expectTrue(drawn().text.contains("2 of 4 lines"))
    _ = screen.insert("e")
    expectEqual(screen.window.cursor, 2)
    _ = screen.insert("xyz")
    expectEqual(screen.window.cursor, 1, "back where it began")
    expectTrue(drawn().text.contains("0 lines"))
  }

  @Test func `goes on from line to line, around the ends`() {
    _ = press(.filter)
    _ = screen.insert("ant")
    _ = press(.accept)
    expectTrue(screen.contexts.contains(.detail))
    var seen = [screen.window.cursor]
    for _ in 0..<4 {
      _ = press(.findNext)
      seen.append(screen.window.cursor)
    }
    expectEqual(seen, [0, 2, 4, 45, 0])
    _ = press(.findPrevious)
    expectEqual(screen.window.cursor, 45)
  }

  @Test func `is left with Escape, from where it began or with what it found`() {
    _ = press(.rowDown, .filter)
    _ = screen.insert("antler")
    _ = press(.leave)
    expectEqual(screen.window.cursor, 1)
    expectTrue(screen.search.text.isEmpty)
    _ = press(.filter)
    _ = screen.insert("cow")
    _ = press(.accept)
    expectEqual(press(.leave).compactMap(\.self).count, 1, "the words go first")
    expectEqual(screen.window.cursor, 3)
    expectTrue(press(.leave).compactMap(\.self).isEmpty, "then the screen")
  }

  @Test func `shows what it found, also where the page is made anew`() {
    _ = press(.filter)
    _ = screen.insert("cow")
    _ = press(.accept)
    let match = Theme.standard.style(for: .match)
    func marked() -> [String] {
      (0..<12).map { row in
        drawn().cells(inRow: row).filter { $0.style.attributes.isSuperset(of: match.attributes) }
          .map(\.text).joined()
      }
    }
    let before = marked()
    page.words.insert("zebu", at: 0)
    _ = screen.refresh(Surroundings())
    expectEqual(screen.search.lines, [4])
    expectTrue(before != marked())
  }

  @Test func `is remembered`() {
    _ = press(.filter)
    _ = screen.insert("ant")
    _ = press(.accept, .findNext)
    var encoder = StateEncoder()
    screen.encodeState(to: &encoder)
    let after = DetailScreen(page)
    after.layOut(in: Size(columns: 60, rows: 12))
    after.decodeState(from: StateDecoder(encoder.value))
    expectEqual(after.search.text, "ant")
    expectEqual(after.search.lines.count, 4)
    expectEqual(after.window.cursor, 2)
  }
}
