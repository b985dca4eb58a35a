import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnNavigation
@testable import CairnScreens

@Suite struct `Links of a page` {
  @Test func `follow one another by Tab, around`() throws {
    let app = try AppDriver("recipes", "recipes/adas-polo", "Tab")
    let detail = try app.detail
    let first = detail.window.cursor
    var seen = [first]
    for _ in 0..<60 {
      app.press("Tab")
      if detail.window.cursor == first { break }
      seen.append(detail.window.cursor)
    }
    expectTrue(seen.count > 3 && seen == seen.sorted())
    expectTrue(seen.allSatisfy { detail.page.lines[$0].target != nil })
    expectEqual(Set(seen.map { detail.page.lines[$0].target }).count, seen.count)
    app.press("BTab")
    expectEqual(detail.window.cursor, seen.last)
  }

  @Test func `are found, clicked and opened on each of their lines`() throws {
    let app = try AppDriver("recipes", "recipes/adas-polo")
    app.resize(40, 24)
    app.press("z w")
    let detail = try app.detail
    let lines = detail.page.lines
    let more = try #require(
      lines.indices.dropFirst().first {
        lines[$0].target != nil && lines[$0].target == lines[$0 - 1].target
          && lines[$0].section != nil && !lines[$0].content.text.isEmpty
      })
    let word = String(lines[more].content.text.split(separator: " ").last ?? "")
    app.press("/ \(word.map(String.init).joined(separator: " ")) Enter")
    // The word may stand on other lines, too, such as the names of columns.
    for _ in detail.search.lines where detail.window.cursor != more { app.press("n") }
    expectEqual(detail.window.cursor, more)
    expectTrue(detail.search.lines.contains(detail.window.cursor))
    app.press("G k")
    expectTrue(detail.window.top + detail.window.rows.height >= detail.page.lines.count - 1)
  }

  @Test func `stay as they were, with what is beside them, on the next record's page`() throws {
    let app = try AppDriver("recipes", "recipes", "Enter")
    app.resize(120, 35)
    app.press("p z w j j")
    let field = try #require(try app.detail.selectedField?.label)
    let url = app.url
    app.press("J")
    expectTrue(app.url != url)
    let detail = try app.detail
    expectTrue(detail.wraps && detail.pane.isWanted && detail.selectedField?.label == field)
    app.press("}")
    expectEqual(detail.pane.linked?.link, detail.selection)
  }

  @Test func `are on lines that say so, and others say that they lead nowhere`() throws {
    let app = try AppDriver("recipes", "recipes/adas-polo", "Enter")
    expectTrue(app.url.hasPrefix("cairn://recipes/") && app.message == "this line has no link")
    app.press("} Enter")
    expectTrue(app.url.hasPrefix("cairn://authors/"))
  }

  @Test func `are there as a whole once they are wrapped`() throws {
    let app = try AppDriver("recipes", "authors/adaeze")
    app.resize(40, 24)
    app.press("}")
    func cut() -> Int { app.lines.count { $0.hasPrefix("    ←") && $0.contains("…") } }
    let before = cut()
    app.press("z w")
    try expectTrue(app.detail.wraps)
    expectTrue(before > 0 && cut() == 0)
    let url = try app.detail.selection
    app.press("z w")
    expectEqual(cut(), before)
    try expectEqual(app.detail.selection, url)
  }
}

@Suite struct `Rows that are wrapped` {
  @Test func `show all that their columns cut`() throws {
    let app = try AppDriver("books", "books")
    app.resize(60, 24)
    func cut() -> Int { app.lines[2..<22].count { $0.contains("…") } }
    expectTrue(cut() > 0)
    app.press("z w")
    expectEqual(cut(), 0)
    // The screen's own row has it no more either.
    expectTrue(!app.lines[22].contains("…"))
    app.press("z w")
    expectTrue(cut() > 0)
  }

  @Test func `keep the cursor's row in sight as a whole, wherever it goes`() throws {
    let app = try AppDriver("books", "books", "z w")
    let list = try app.list
    for width in [80, 60, 40] {
      app.resize(width, 14)
      for keys in ["g g", "j j j", "C-d", "PageDown", "k k", "PageUp", "G", "k", "C-u"] {
        app.press(keys)
        let placed = list.placedLines
        let cursor = try #require(placed.first { $0.line == list.position.window.cursor })
        expectTrue(cursor.row + cursor.height <= list.rowsRegion.rows)
        // As high as it is where it has all the room.
        expectEqual(cursor.height, min(height(of: cursor.line, in: list), list.rowsRegion.rows))
        expectTrue(zip(placed, placed.dropFirst()).allSatisfy { $0.row + $0.height == $1.row })
        expectTrue(zip(placed, placed.dropFirst()).allSatisfy { $0.line + 1 == $1.line })
        let last = try #require(placed.last)
        let isFull = last.row + last.height == list.rowsRegion.rows
        expectTrue(isFull || last.line == list.sections.lines.count - 1)
      }
    }
  }

  /// How high a line's highest cell is.
  private func height(of line: Int, in list: ListScreen) -> Int {
    let cells = lines(of: line, in: list)
    return max(1, cells.max() ?? 1)
  }

  private func lines(of line: Int, in list: ListScreen) -> [Int] {
    let cells = list.source.row(at: line).cells
    return list.plan.places.filter { $0.index < cells.count }.map {
      TextLayout.wrap(cells[$0.index], columns: max(2, $0.width)).count
    }
  }

  @Test(arguments: [60, 40]) func `are turned by whole pages, none of them skipped`(
    columns: Int
  ) throws {
    let app = try AppDriver("books", "books", "z w")
    let list = try app.list
    app.resize(columns, 14)
    let last = list.sections.lines.count - 1
    var ends: [Int] = []
    while let placed = list.placedLines.last, placed.line < last, ends.count < 1_000 {
      ends.append(placed.line)
      app.press("PageDown")
      let first = try #require(list.placedLines.first?.line)
      // The next page begins where this one ended, or is the last one.
      let isLast = list.placedLines.last?.line == last
      expectTrue(first == placed.line || first == placed.line + 1 || isLast && first < placed.line)
    }
    expectTrue(ends.count > 5)
    app.press("PageDown")
    expectEqual(list.position.window.cursor, last)
    // And back in as many pages, within one.
    var count = 0
    while list.position.window.cursor > 0, count < 1_000 {
      app.press("PageUp")
      count += 1
    }
    expectTrue(abs(count - ends.count) <= 2)
  }

  @Test(arguments: [60, 40]) func `are turned by the wheel, whatever row has the cursor`(
    columns: Int
  ) throws {
    let app = try AppDriver("books", "books", "z w")
    let list = try app.list
    app.resize(columns, 14)
    func turn(_ kind: MouseEvent.Kind) {
      let place = Position(column: 6, row: 6)
      app.session.handle(.mouse(MouseEvent(kind: kind, position: place)), at: app.session.now)
    }
    var tops = [list.placedLines[0].line]
    while tops.count < 1_000 {
      turn(.wheelDown)
      let top = list.placedLines[0].line
      if top == tops.last { break }
      expectTrue(top - tops.last! <= 3)
      tops.append(top)
    }
    expectEqual(list.placedLines.last?.line, list.sections.lines.count - 1)
    app.press("G")
    while let top = list.placedLines.first?.line, top > 0 {
      turn(.wheelUp)
      try #require(list.placedLines[0].line < top)
    }
    expectEqual(
      list.position.window.cursor,
      list.placedLines.last { $0.height == height(of: $0.line, in: list) }?.line
    )
  }

  @Test func `take clicks on each of their lines`() throws {
    let app = try AppDriver("books", "books", "z w")
    app.resize(60, 14)
    let list = try app.list
    let tall = try #require(list.placedLines.first { $0.height > 1 && $0.row > 0 })
    let row = list.rowsRegion.row + tall.row + tall.height - 1
    _ = list.mouse(MouseEvent(kind: .press, position: Position(column: 6, row: row)))
    expectEqual(list.position.window.cursor, tall.line)
  }

  @Test func `are there again at the next start`() throws {
    let app = try AppDriver("books", "books", "z w j j j j")
    var encoder = StateEncoder()
    try app.list.encodeState(to: &encoder)
    let again = try AppDriver("books", "books")
    try again.list.decodeState(from: StateDecoder(encoder.value))
    expectEqual(again.session.draw(), app.session.draw())
  }
}
