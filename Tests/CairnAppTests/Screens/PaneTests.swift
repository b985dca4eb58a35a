import CairnInterface
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnNavigation
@testable import CairnScreens

@Suite struct `The keys in the record beside a list` {
  private let desk: Desk

  init() throws { desk = try Desk("contacts", "contacts", "p") }

  @Test(arguments: ["Tab", "C-w w"]) func `go there and back`(key: String) throws {
    let before = desk.session.draw()
    #expect(try desk.list.focusedDetail == nil)
    desk.press(key)
    #expect(try desk.list.focusedDetail != nil)
    let there = desk.session.draw()
    let (cursor, first) = (try #require(there.cursor), try #require(before.cursor))
    #expect(first.column == 0 && cursor.column > 30)
    // The row that it belongs to keeps its bar.
    #expect(there.lines(in: there.bounds)[first.row].hasPrefix("▌"))
    desk.press(key)
    #expect(desk.session.draw() == before)
  }

  @Test(arguments: ["Escape", "h", "Left"]) func `come back as from a screen`(key: String) throws {
    desk.press("Tab j j \(key)")
    #expect(try desk.list.focusedDetail == nil)
    #expect(desk.url == "cairn://contacts")
  }

  @Test func `move in the page, and lead the list by J and K to the same field`() throws {
    let list = try desk.list
    desk.press("Tab j j")
    let (id, field) = (list.selectedID, try #require(list.selectedField?.label))
    desk.press("J")
    #expect(list.selectedID != id && list.focusedDetail != nil)
    #expect(list.selectedField?.label == field)
    desk.press("K")
    #expect(list.selectedID == id)
    desk.press("K")
    #expect(desk.message == "this is the first one")
    #expect(list.selectedID == id)
  }

  @Test func `find words, and leave those before the page`() throws {
    let list = try desk.list
    desk.press("Tab / e")
    #expect(list.contexts.first == .text)
    desk.press("Enter")
    #expect(!list.focusedDetail!.search.lines.isEmpty)
    desk.press("Escape")
    #expect(list.focusedDetail?.search.text == "")
    desk.press("Escape")
    #expect(list.focusedDetail == nil)
    #expect(list.source.query.filter.isEmpty)
  }

  @Test func `delete the record, and go on with the next`() throws {
    let list = try desk.list
    let (id, count) = (list.selectedID, list.source.count)
    desk.press("Tab d")
    #expect(list.source.count == count - 1 && list.selectedID != id)
    #expect(desk.url == "cairn://contacts" && list.focusedDetail != nil)
    desk.press("u")
    #expect(list.source.count == count)
  }

  @Test func `delete the record beside, whatever is marked`() throws {
    let list = try desk.list
    desk.press("Space Space")
    let (marks, count) = (list.marks, list.source.count)
    desk.press("Tab d")
    #expect(marks.count == 2 && list.marks == marks && list.source.count == count - 1)
  }

  @Test func `are for the record by its sheet, too`() throws {
    let list = try desk.list
    desk.press("Space Space")
    let (marks, count) = (list.marks, list.source.count)
    let id = try #require(list.selectedID)
    #expect(marks.count == 2 && !marks.contains(id))
    desk.press("Tab x")
    let menu = try #require(desk.session.overlays.last as? Menu)
    #expect(menu.items.contains { $0.title.hasPrefix("Delete") && !$0.title.contains("marked") })
    desk.press("d")
    #expect(list.marks == marks && list.source.count == count - 1)
    #expect(list.source.index(of: id) == nil)
  }

  @Test func `copy, keep and hand on the record`() throws {
    let list = try desk.list
    desk.press("Space Tab")
    let url = try #require(list.focusedURL?.text)
    #expect(url != desk.url && desk.session.place.url.text == url)
    #expect(desk.session.place.marks.isEmpty)
    desk.press("y u")
    guard case .copy(let text, _)? = desk.session.takeRequest() else {
      Issue.record("a URL is copied")
      return
    }
    #expect(text == url)
    desk.press("b c")
    #expect(desk.session.application.favorites?.favorites.contains { $0.url == url } == true)
  }

  @Test func `mark the record`() throws {
    let list = try desk.list
    let id = try #require(list.selectedID)
    desk.press("Tab *")
    #expect(list.marks == [id] && desk.message == "marked · 1 in all")
    desk.press("*")
    #expect(list.marks.isEmpty && list.selectedID == id)
  }

  @Test func `come with a click, and go with one on a row`() throws {
    let list = try desk.list
    func click(column: Int, row: Int, _ times: Int = 1) {
      desk.session.handle(
        .mouse(
          MouseEvent(
            kind: .press, position: Position(column: column, row: row), clicks: times)),
        at: desk.session.now)
    }
    click(column: 60, row: 5)
    #expect(list.focusedDetail != nil)
    click(column: 5, row: 6)
    #expect(list.focusedDetail == nil)
    click(column: 60, row: 20, 2)
    #expect(desk.url.hasPrefix("cairn://contacts/"))
  }

  @Test func `are there again at the next start, on the same line`() throws {
    let list = try desk.list
    desk.press("j Tab j j j")
    let drawn = desk.session.draw()
    var encoder = StateEncoder()
    list.encodeState(to: &encoder)
    let again = try Desk("contacts", "contacts")
    try again.list.decodeState(from: StateDecoder(encoder.value))
    #expect(again.session.draw() == drawn)
  }

  @Test func `stay in the list where no record is beside it`() throws {
    let desk = try Desk("contacts", "contacts", "Tab")
    #expect(try desk.list.focusedDetail == nil)
    #expect(desk.message == "p shows the record beside the list")
    #expect(!desk.hints.contains("Tab pane"))
    desk.press("p")
    #expect(desk.hints.contains("Tab pane"))
  }

  @Test func `go with the record`() throws {
    let list = try desk.list
    desk.press("Tab p")
    #expect(!list.showsPreview && list.focusedDetail == nil)
    desk.press("p")
    #expect(list.focusedDetail == nil)
  }
}

@Suite struct `A list that was left` {
  @Test func `begins with no prompt, and shows what was found`() throws {
    let asking = try Desk("recipes", "~find")
    #expect(try asking.list.prompt != nil)
    asking.press("o i l Enter")
    var encoder = StateEncoder()
    try asking.list.encodeState(to: &encoder)
    let again = try Desk("recipes", "~find")
    try again.list.decodeState(from: StateDecoder(encoder.value))
    #expect(try again.list.prompt == nil)
  }

  @Test func `has no places to go to where it has no rows`() throws {
    let desk = try Desk("recipes", "recipes?where=xyzzy", "%")
    #expect(desk.session.overlays.isEmpty && desk.message == "there is no row here")
  }
}

@Suite struct `Marks from a record's page` {
  @Test func `are there in its list`() throws {
    let desk = try Desk("contacts", "contacts", "j Enter *")
    #expect(desk.message.hasPrefix("marked in ") && desk.message.hasSuffix(" · 1 in all"))
    desk.press("J *")
    #expect(desk.message.hasSuffix(" · 2 in all"))
    desk.press("H")
    #expect(try desk.list.marks.count == 2)
    desk.press("Enter * H")
    #expect(try desk.list.marks.count == 1)
  }

  @Test func `come to a list that was closed since`() throws {
    let desk = try Desk("contacts", "contacts", "Space Enter")
    // What is kept of a session has no screens.
    let state = desk.session.navigator.capture()
    desk.session.navigator.live = [:]
    desk.session.navigator.state = state
    desk.press("*")
    #expect(desk.message.hasSuffix(" · 2 in all"))
    desk.press("H")
    #expect(try desk.list.marks.count == 2)
  }

  @Test func `are for what the list has`() throws {
    let desk = try Desk("recipes", "recipes", "Enter } Enter *")
    #expect(desk.url.hasPrefix("cairn://authors/"))
    #expect(desk.message == "this was opened from no list")
    let linked = try Desk("recipes", "recipes", "p Tab } Enter *")
    #expect(linked.url.hasPrefix("cairn://authors/"))
    #expect(linked.message == "it isn't in Recipes")
  }

  @Test func `need a list`() throws {
    let desk = try Desk("contacts", "contacts/p39", "*")
    #expect(desk.message == "this was opened from no list")
  }
}

@Suite struct `Links of a page` {
  @Test func `follow one another by Tab, around`() throws {
    let desk = try Desk("recipes", "recipes/adas-polo", "Tab")
    let detail = try desk.detail
    let first = detail.window.cursor
    var seen = [first]
    for _ in 0..<60 {
      desk.press("Tab")
      if detail.window.cursor == first { break }
      seen.append(detail.window.cursor)
    }
    #expect(seen.count > 3 && seen == seen.sorted())
    #expect(seen.allSatisfy { detail.page.lines[$0].target != nil })
    #expect(Set(seen.map { detail.page.lines[$0].target }).count == seen.count)
    desk.press("BTab")
    #expect(detail.window.cursor == seen.last)
  }

  @Test func `are there as a whole once they are wrapped`() throws {
    let desk = try Desk("recipes", "recipes/adas-polo")
    desk.session.handle(.resize(Size(columns: 40, rows: 24)), at: desk.session.now)
    desk.press("}")
    func cut() -> Int { desk.lines.count { $0.hasPrefix("    ←") && $0.contains("…") } }
    let before = cut()
    desk.press("z w")
    #expect(try desk.detail.wraps)
    #expect(before > 0 && cut() == 0)
    let url = try desk.detail.selection
    desk.press("z w")
    #expect(cut() == before)
    #expect(try desk.detail.selection == url)
  }
}

@Suite struct `Rows that are wrapped` {
  @Test func `show all that their columns cut`() throws {
    let desk = try Desk("books", "books")
    desk.session.handle(.resize(Size(columns: 60, rows: 24)), at: desk.session.now)
    func cut() -> Int { desk.lines[2..<22].count { $0.contains("…") } }
    #expect(cut() > 0)
    desk.press("z w")
    #expect(cut() == 0)
    // The screen's own row has it no more either.
    #expect(!desk.lines[22].contains("…"))
    desk.press("z w")
    #expect(cut() > 0)
  }

  @Test func `keep the cursor's row in sight as a whole, wherever it goes`() throws {
    let desk = try Desk("books", "books", "z w")
    let list = try desk.list
    for width in [80, 60, 40] {
      desk.session.handle(.resize(Size(columns: width, rows: 14)), at: desk.session.now)
      for keys in ["g g", "j j j", "C-d", "PageDown", "k k", "PageUp", "G", "k", "C-u"] {
        desk.press(keys)
        let placed = list.placedLines
        let cursor = try #require(placed.first { $0.line == list.window.cursor })
        let full = list.placedLines.first { $0.line == list.window.cursor }
        #expect(cursor.row + cursor.height <= list.rowsRegion.rows && full == cursor)
        #expect(zip(placed, placed.dropFirst()).allSatisfy { $0.row + $0.height == $1.row })
        #expect(zip(placed, placed.dropFirst()).allSatisfy { $0.line + 1 == $1.line })
        let last = try #require(placed.last)
        let isFull = last.row + last.height == list.rowsRegion.rows
        #expect(isFull || last.line == list.lines.count - 1)
      }
    }
  }

  @Test func `skip no row from page to page`() throws {
    let desk = try Desk("books", "books", "z w")
    let list = try desk.list
    desk.session.handle(.resize(Size(columns: 60, rows: 14)), at: desk.session.now)
    var seen = Set(list.placedLines.map(\.line))
    for _ in 0..<list.lines.count where list.window.cursor < list.lines.count - 1 {
      desk.press("PageDown")
      seen.formUnion(list.placedLines.map(\.line))
    }
    #expect(seen == Set(0..<list.lines.count))
  }

  @Test func `take clicks on each of their lines`() throws {
    let desk = try Desk("books", "books", "z w")
    desk.session.handle(.resize(Size(columns: 60, rows: 14)), at: desk.session.now)
    let list = try desk.list
    let tall = try #require(list.placedLines.first { $0.height > 1 && $0.row > 0 })
    let row = list.rowsRegion.row + tall.row + tall.height - 1
    _ = list.mouse(MouseEvent(kind: .press, position: Position(column: 6, row: row)))
    #expect(list.window.cursor == tall.line)
  }

  @Test func `are there again at the next start`() throws {
    let desk = try Desk("books", "books", "z w j j j j")
    var encoder = StateEncoder()
    try desk.list.encodeState(to: &encoder)
    let again = try Desk("books", "books")
    try again.list.decodeState(from: StateDecoder(encoder.value))
    #expect(again.session.draw() == desk.session.draw())
  }
}
