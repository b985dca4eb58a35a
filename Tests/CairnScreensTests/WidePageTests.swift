import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// A dish with facts, a text, links and a table.
private final class Dish: DetailSource {
  let title = "Soup"
  let changes: ChangeOptions = []
  var facts = (1...9).map { DetailField("Fact \($0)", "value \($0)") }
  var text = "Slowly is the whole secret."
  var columns = ["Item", "Quantity", "Unit", "Note"]
  var cells = ["onions", "2", "kg", "sliced"]

  var fields: [DetailField] { facts + [DetailField("Notes", text, kind: .markdown)] }

  var sections: [DetailSection] {
    let links = (1...8).map { number in
      var link = DetailLink("part \(number)", url: ScreenURL(["parts", "\(number)"]))
      link.cells = cells
      return link
    }
    var parts = DetailSection("Parts", links: links)
    parts.holdsParts = true
    parts.columns = columns.map { ListColumn($0, width: 4...60) }
    let author = DetailLink("Ana", detail: "Lyon", url: ScreenURL("cairn://people/1"))
    return [DetailSection("Author", links: [author]), parts]
  }
}

@Suite struct `A wide page` {
  private let dish = Dish()

  private func screen(_ columns: Int, isSpoken: Bool = false) -> DetailScreen {
    let screen = DetailScreen(dish)
    screen.layOut(in: Size(columns: columns, rows: 24))
    _ = screen.refresh(Surroundings(isSpoken: isSpoken))
    return screen
  }

  private func rows(_ screen: DetailScreen) -> [String] {
    var canvas = Canvas(screen.whole)
    screen.draw(on: &canvas, theme: .standard)
    return canvas.lines(in: canvas.bounds)
  }

  /// The number of columns that a page's lines start at.
  private func columnCount(_ screen: DetailScreen) -> Int {
    Set(screen.page.lines.map(\.columns.lowerBound)).count
  }

  @Test func `has two columns from 110 columns on`() throws {
    expectEqual(columnCount(screen(109)), 1)
    let wide = screen(110)
    expectEqual(columnCount(wide), 2)
    expectTrue(wide.page.rowCount < screen(109).page.rowCount)
    let first = try #require(rows(wide).first { $0.contains("Fact 1") })
    expectTrue(first.contains("Fact 6"))
  }

  @Test func `is read in order by a screen reader`() {
    expectEqual(columnCount(screen(160, isSpoken: true)), 1)
  }

  @Test(arguments: [40, 79, 109, 110, 111, 131, 200])
  func `shows every fact, link and cell`(columns: Int) {
    let screen = screen(columns)
    screen.layOut(in: Size(columns: columns, rows: 60))
    let text = rows(screen).joined(separator: "\n")
    for fact in dish.facts { expectTrue(text.contains(fact.text), "\(fact.text) in \(columns)") }
    for word in ["NOTES", "secret.", "Ana", "Lyon", "PARTS"] { expectTrue(text.contains(word)) }
    expectEqual(text.split(separator: "sliced").count - 1, dish.sections[1].links.count)
  }

  @Test func `keeps one column where a table would lose cells`() {
    dish.facts = []
    expectEqual(columnCount(screen(110)), 2)
    // Six columns of at least eight fit in the whole width only.
    dish.columns = ["Item", "Quantity", "Unit", "Note", "Shop", "Price"]
    dish.cells = dish.columns.map { "the \($0) of a part" }
    expectEqual(columnCount(screen(110)), 1)
  }

  @Test func `gives a long text the whole width`() {
    dish.text = String(repeating: "A line of a long letter. ", count: 400)
    let text = screen(140).page.lines.first { $0.field?.label == "Notes" }
    expectEqual(text?.columns, 0..<140)
  }

  @Test func `has its cursor go down the left column, and then down the right one`() {
    let screen = screen(120)
    var stops: [String] = []
    for _ in 1...9 {
      stops.append(screen.currentField ?? "")
      _ = screen.perform(.rowDown)
    }
    expectEqual(stops, dish.facts.map(\.label))
    _ = screen.perform(.rowLast)
    expectEqual(screen.currentField, "Parts")
    for _ in 1...60 { _ = screen.perform(.rowUp) }
    expectEqual(screen.currentField, "Fact 1")
  }

  @Test func `has its cursor stay in its column when it turns a page`() {
    dish.facts = (1...80).map { DetailField("Fact \($0)", "value \($0)") }
    let screen = screen(120)
    for _ in 1...45 { _ = screen.perform(.rowDown) }
    let right = screen.page.lines[screen.window.cursor].columns.lowerBound
    expectEqual(right, 60)
    _ = screen.perform(.pageDown)
    expectEqual(screen.currentField, "Fact 68")
    _ = screen.perform(.pageUp)
    expectEqual(screen.currentField, "Fact 46")
  }

  @Test func `takes clicks in both columns`() throws {
    let screen = screen(120)
    for (text, column) in [("Fact 2", 5), ("Fact 7", 65)] {
      let row = try #require(rows(screen).firstIndex { $0.contains(text) })
      _ = screen.mouse(MouseEvent(kind: .press, position: Position(column: column, row: row)))
      expectEqual(screen.currentField, text)
    }
  }

  @Test func `asks which of several files to open`() {
    var files = DetailField("Files", "a.pdf, b.pdf", kind: .address)
    files.files = ["/store/files/1/a.pdf", "/store/files/2/b.pdf"]
    dish.facts = [files]
    let screen = screen(80)
    guard case .present(let menu)? = screen.perform(.open)?.first else {
      Issue.record("a menu of both files")
      return
    }
    expectTrue(menu is Menu)
    files.files.removeLast()
    dish.facts = [files]
    _ = screen.refresh(Surroundings())
    expectTrue(screen.perform(.open)?.isEmpty == true, "the source opens the only one")
  }

  @Test func `keeps its cursor on the line in another width, and at the next start`() throws {
    let screen = screen(120)
    _ = screen.perform(.rowLast)
    let link = try #require(screen.selection)
    for columns in [80, 150, 60, 120] {
      screen.layOut(in: Size(columns: columns, rows: 24))
      expectEqual(screen.selection, link)
    }
    var encoder = StateEncoder()
    screen.encodeState(to: &encoder)
    let again = self.screen(70)
    again.decodeState(from: StateDecoder(encoder.value))
    expectEqual(again.selection, link)
  }
}
