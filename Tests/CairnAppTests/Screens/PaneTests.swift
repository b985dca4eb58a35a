import CairnFiles
import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnNavigation
@testable import CairnScreens

@Suite struct `The keys in the record beside a list` {
  private let app: AppDriver

  init() throws { app = try AppDriver("contacts", "contacts", "p") }

  @Test(arguments: ["Tab", "C-w w"]) func `go there and back`(key: String) throws {
    let before = app.session.draw()
    try expectTrue(app.list.focusedDetail == nil)
    app.press(key)
    try expectTrue(app.list.focusedDetail != nil)
    let there = app.session.draw()
    let (cursor, first) = (try #require(there.cursor), try #require(before.cursor))
    expectTrue(first.column == 0 && cursor.column > 30)
    // The row that it belongs to keeps its bar.
    expectTrue(there.lines(in: there.bounds)[first.row].hasPrefix("▌"))
    app.press(key)
    expectEqual(app.session.draw(), before)
  }

  @Test(arguments: ["Escape", "h", "Left"]) func `come back as from a screen`(key: String) throws {
    app.press("Tab j j \(key)")
    try expectTrue(app.list.focusedDetail == nil)
    expectEqual(app.url, "cairn://contacts")
  }

  @Test func `move in the page, and lead the list by J and K to the same field`() throws {
    let list = try app.list
    app.press("Tab j j")
    let (id, field) = (list.selectedID, try #require(list.selectedField?.label))
    app.press("J")
    expectTrue(list.selectedID != id && list.focusedDetail != nil)
    expectEqual(list.selectedField?.label, field)
    app.press("K")
    expectEqual(list.selectedID, id)
    app.press("K")
    expectEqual(app.message, "this is the first record")
    expectEqual(list.selectedID, id)
  }

  @Test func `find words, and leave those before the page`() throws {
    let list = try app.list
    app.press("Tab / e")
    expectEqual(list.contexts.first, .text)
    app.press("Enter")
    expectTrue(!list.focusedDetail!.search.lines.isEmpty)
    app.press("Escape")
    expectEqual(list.focusedDetail?.search.text, "")
    app.press("Escape")
    expectTrue(list.focusedDetail == nil)
    expectTrue(list.source.query.filter.isEmpty)
  }

  @Test func `delete the record, and go on with the next`() throws {
    let list = try app.list
    let (id, count) = (list.selectedID, list.source.count)
    app.press("Tab d")
    expectTrue(list.source.count == count - 1 && list.selectedID != id)
    expectTrue(app.url == "cairn://contacts" && list.focusedDetail != nil)
    app.press("u")
    expectEqual(list.source.count, count)
  }

  @Test func `delete the record beside, whatever is marked`() throws {
    let list = try app.list
    app.press("Space Space")
    let (marks, count) = (list.marks, list.source.count)
    app.press("Tab d")
    expectTrue(marks.count == 2 && list.marks == marks && list.source.count == count - 1)
  }

  @Test func `are for the record by its sheet, too`() throws {
    let list = try app.list
    app.press("Space Space")
    let (marks, count) = (list.marks, list.source.count)
    let id = try #require(list.selectedID)
    expectTrue(marks.count == 2 && !marks.contains(id))
    app.press("Tab x")
    let menu = try #require(app.session.overlays.last as? Menu)
    expectTrue(menu.items.contains { $0.title.hasPrefix("Delete") && !$0.title.contains("marked") })
    app.press("d")
    expectTrue(list.marks == marks && list.source.count == count - 1)
    expectEqual(list.source.index(of: id), nil)
  }

  @Test func `copy, keep and hand on the record`() throws {
    let list = try app.list
    app.press("Space Tab")
    let url = try #require(list.focusedURL?.text)
    expectTrue(url != app.url && app.session.place.url.text == url)
    expectTrue(app.session.place.marks.isEmpty)
    app.press("x y u")
    guard case .copy(let text, _)? = app.session.takeRequest() else {
      Issue.record("a URL is copied")
      return
    }
    expectEqual(text, url)
    app.press("b Enter")
    expectEqual(app.session.application.favorites?.favorites.contains { $0.url == url }, true)
  }

  @Test func `mark the record`() throws {
    let list = try app.list
    let id = try #require(list.selectedID)
    app.press("Tab *")
    expectTrue(list.marks == [id] && app.message == "marked · 1 in all")
    app.press("*")
    expectTrue(list.marks.isEmpty && list.selectedID == id)
  }

  @Test func `come with a click, and go with one on a row`() throws {
    let list = try app.list
    func click(column: Int, row: Int, _ times: Int = 1) {
      app.session.handle(
        .mouse(
          MouseEvent(
            kind: .press, position: Position(column: column, row: row), clicks: times)),
        at: app.session.now)
    }
    click(column: 60, row: 5)
    expectTrue(list.focusedDetail != nil)
    click(column: 5, row: 6)
    expectTrue(list.focusedDetail == nil)
    click(column: 60, row: 20, 2)
    expectTrue(app.url.hasPrefix("cairn://contacts/"))
  }

  @Test(arguments: ["j Tab j j j", "Tab j j j z w", "p p Tab j j"])
  func `are there again at the next start, on the same line`(keys: String) throws {
    let list = try app.list
    app.press(keys)
    let drawn = app.session.draw()
    var encoder = StateEncoder()
    list.encodeState(to: &encoder)
    let again = try AppDriver("contacts", "contacts")
    try again.list.decodeState(from: StateDecoder(encoder.value))
    expectEqual(again.session.draw(), drawn)
    // What was remembered is that record's alone.
    again.press("j")
    try expectEqual(again.list.besideState, nil)
  }

  @Test func `see the same lines at the next start`() throws {
    let app = try AppDriver("recipes", "recipes", "p")
    app.resize(120, 12)
    app.press("j")
    let top = app.session.draw()
    app.press("M-Down M-Down")
    let scrolled = app.session.draw()
    expectTrue(scrolled != top)
    let again = try AppDriver("recipes", "recipes")
    again.resize(120, 12)
    try again.list.decodeState(from: app.saved)
    expectEqual(again.session.draw(), scrolled)
    // Another record begins at its top.
    again.press("k j")
    expectEqual(again.session.draw(), top)
  }

  @Test func `are there again where the list is read on another thread`() throws {
    let list = try app.list
    app.press("j Tab / e Enter n z w")
    var encoder = StateEncoder()
    list.encodeState(to: &encoder)
    let source = SlowList(list.source)
    let again = ListScreen(source)
    again.layOut(in: list.whole)
    again.decodeState(from: StateDecoder(encoder.value))
    _ = again.refresh(Surroundings())
    expectTrue(again.focusedDetail == nil)
    source.isThere = true
    _ = again.refresh(Surroundings())
    let (old, new) = (try #require(list.focusedDetail), try #require(again.focusedDetail))
    expectTrue(new.window == old.window && new.search.text == "e" && new.wraps)
  }

  @Test func `wait for the filter that is typed, and keep it`() throws {
    let list = try app.list
    app.press("/ a")
    let place = Position(column: 60, row: 5)
    app.session.handle(
      .mouse(MouseEvent(kind: .press, position: place)), at: app.session.now)
    expectTrue(
      list.focusedDetail != nil && list.filtering.field == nil && list.source.query.filter == "a")
  }

  @Test func `keep lines as they were from record to record`() throws {
    app.press("Tab z w J")
    try expectEqual(app.list.focusedDetail?.wraps, true)
  }

  @Test func `stay in the list where no record is beside it`() throws {
    let app = try AppDriver("contacts", "contacts", "Tab")
    try expectTrue(app.list.focusedDetail == nil)
    expectEqual(app.message, "the side pane is off · p shows it")
    expectTrue(!app.hints.contains("Tab other side"))
    app.press("p")
    expectTrue(app.hints.contains("Tab other side"))
    app.press("/ n o b o d y Enter Tab")
    expectEqual(app.message, "no record under the cursor")
  }

  @Test func `go with the record`() throws {
    let list = try app.list
    app.press("Tab p")
    expectTrue(!list.pane.isWanted && list.focusedDetail == nil)
    app.press("p")
    expectTrue(list.focusedDetail == nil)
  }
}

@Suite struct `A list that was left` {
  @Test func `begins with no prompt, and shows what was found`() throws {
    let asking = try AppDriver("recipes", "~find")
    try expectTrue(asking.list.filtering.field != nil)
    asking.press("o i l Enter")
    var encoder = StateEncoder()
    try asking.list.encodeState(to: &encoder)
    let again = try AppDriver("recipes", "~find")
    try again.list.decodeState(from: StateDecoder(encoder.value))
    try expectEqual(again.list.filtering.field, nil)
  }

  @Test func `has no places to go to where it has no rows`() throws {
    let app = try AppDriver("recipes", "recipes?where=xyzzy", "%")
    expectTrue(app.session.overlays.isEmpty && app.message == "the list is empty")
  }
}

@Suite struct `What can be done with a record` {
  @Test(arguments: ["z d", "Enter z d", "p Tab z d", ": > d u p l i c a t e Space t h e Enter"])
  func `has a copy of it among that`(keys: String) throws {
    let app = try AppDriver("contacts", "contacts", keys)
    expectTrue(app.url.hasSuffix("/~edit"), "\(app.url)")
  }

  @Test func `says how many went with it`() throws {
    let app = try AppDriver("recipes", "recipes", "d")
    expectEqual(app.message, "deleted Adas polo and 13 records that belonged to it · u undoes it")
  }
}

@Suite struct `A filtered list` {
  @Test func `says why a row is there that doesn't show it`() throws {
    let app = try AppDriver("contacts", "contacts?where=third")
    expectTrue(app.lines[22].contains(" · Tags: keys,third floor"), "\(app.lines[22])")
    // What is in sight needs no words.
    let shown = try AppDriver("contacts", "contacts?where=agathe")
    expectTrue(!shown.lines[22].contains("Email:") && !shown.lines[22].contains("Name:"))
    let compared = try AppDriver("contacts", "contacts?where=City=Lyon")
    expectTrue(!compared.lines[22].contains("City:"))
  }

  @Test func `has what the shell lists, and says in which line of a recipe a word is`() throws {
    let app = try AppDriver("recipes", "recipes?where=garlic")
    let status = app.lines[22]
    expectTrue(
      status.contains("1 of 22 ") && status.contains(" · Ingredients: garlic"), "\(status)")
    let workspace = try Sample.named("recipes").makeStore(
      "/store", environment: try .fixture(), fileSystem: MemoryFileSystem())
    let address = try Address("recipes?where=garlic")
    try expectEqual(workspace.list(at: address, adding: try ListClauses()).ids.count, 22)
  }

  @Test func `counts what is in sight of a cut name`() throws {
    // Of "Chicken tagine with preserved lemon" the last word is cut off, which the notes have too.
    for (word, isHidden) in [("chicken", false), ("lemon", true)] {
      let app = try AppDriver("recipes", "recipes?where=\(word) tagine")
      app.resize(60, 12)
      expectTrue(app.lines.contains { $0.contains("▌  Chicken tagine with preserved") })
      expectEqual(app.lines[11].contains(" · Notes: "), isHidden, "\(app.lines[11])")
    }
  }
}

@Suite struct `A choice in a form` {
  @Test(arguments: [
    ("f r i", "friends"), ("f r i e n d s", "friends"), ("n e i g h", "neighbors"),
    ("c h o", "choir"), ("c l u b", "club"), ("f f", "friends"), ("f r x w", ""),
    ("f Space", "friends"), ("f r Right f", "family"),
  ])
  func `is found by what is typed of it`(keys: String, choice: String) throws {
    let app = try AppDriver("contacts", "contacts", "a")
    let form = try #require(app.session.screen as? FormScreen)
    form.moveFocus(to: try #require(form.editors.firstIndex { $0.field.name == "Group" }))
    app.press(keys)
    expectEqual(form.editors[form.focus].value, choice)
  }
}

@Suite struct `The usual order` {
  @Test func `stays behind the keys that were chosen`() throws {
    let app = try AppDriver("recipes", "recipes", "s r s M")
    expectEqual(app.url, "cairn://recipes?sort=Rating,Minutes,Name")
    expectTrue(app.lines[1].contains("RATING▴ ") && app.lines[1].contains(" MINUTE▴2 "))
    app.press("s M")
    expectEqual(app.url, "cairn://recipes?sort=Rating,-Minutes,Name")
    app.press("s K")
    expectEqual(app.url, "cairn://recipes?sort=Rating,-Minutes,Kind")
    // Behind the usual order, which leaves no rows alike, nothing would be seen of it.
    let other = try AppDriver("recipes", "recipes", "s M")
    expectEqual(other.url, "cairn://recipes?sort=Minutes,Name")
  }
}

@Suite struct `Marks from a record's page` {
  @Test func `are there in its list`() throws {
    let app = try AppDriver("contacts", "contacts", "j Enter *")
    expectTrue(app.message.hasPrefix("marked in ") && app.message.hasSuffix(" · 1 in all"))
    app.press("J *")
    expectTrue(app.message.hasSuffix(" · 2 in all"))
    app.press("H")
    try expectEqual(app.list.marks.count, 2)
    app.press("Enter * H")
    try expectEqual(app.list.marks.count, 1)
  }

  @Test func `come to a list that was closed since`() throws {
    let app = try AppDriver("contacts", "contacts", "Space Enter")
    // What is kept of a session has no screens.
    let state = app.session.navigator.capture()
    app.session.navigator.live = [:]
    app.session.navigator.state = state
    app.press("*")
    expectTrue(app.message.hasSuffix(" · 2 in all"))
    app.press("H")
    try expectEqual(app.list.marks.count, 2)
  }

  @Test func `come to a list whose filter and order are others by now`() throws {
    let app = try AppDriver("contacts", "contacts", "j Enter")
    let back = try #require(app.session.navigator.state.tab.back.last)
    let url = try ScreenURL(parsing: "cairn://contacts?where=zzzz&sort=-Name")
    app.session.navigator.state = .reduce(
      app.session.navigator.state, .update(back.id, EntryChange(url: url)))
    app.press("*")
    expectTrue(app.message.hasSuffix(" · 1 in all"))
  }

  @Test func `count among those that the filter leaves out`() throws {
    let all = try AppDriver("contacts", "contacts")
    let app = try AppDriver("contacts", "contacts?where=lyon")
    let list = try app.list
    let others = try (0..<all.list.source.count).map { try all.list.source.id(at: $0) }
    let other = try #require(others.first { list.source.index(of: $0) == nil })
    let url = ScreenURL(["contacts", other])
    let marked = try #require(list.toggleMark(leadingTo: url))
    expectTrue(marked.isMarked && list.rowMarks.hidden == 1)
    expectTrue(list.toggleMark(leadingTo: url)?.isMarked == false && list.rowMarks.hidden == 0)
    expectTrue(list.toggleMark(leadingTo: ScreenURL(["contacts", "p999"])) == nil)
  }

  @Test func `are for what the list has`() throws {
    let app = try AppDriver("recipes", "recipes", "Enter } Enter *")
    expectTrue(app.url.hasPrefix("cairn://authors/"))
    expectEqual(app.message, "it was not opened from a list")
    let linked = try AppDriver("recipes", "recipes", "p Tab } Enter *")
    expectTrue(linked.url.hasPrefix("cairn://authors/"))
    expectEqual(linked.message, "not in Recipes")
  }

  @Test func `need a list`() throws {
    let app = try AppDriver("contacts", "contacts/p39", "*")
    expectEqual(app.message, "it was not opened from a list")
  }
}

/// A list whose rows aren't there at first, as where they are read on another thread.
private final class SlowList: DetailedRows {
  private let whole: any ListSource
  var isThere = false

  init(_ whole: any ListSource) { self.whole = whole }

  var title: String { whole.title }
  var columns: [ListColumn] { whole.columns }
  var query: ListQuery { whole.query }
  var phase: ListPhase { isThere ? .ready : .loading }
  var count: Int { isThere ? whole.count : 0 }
  var total: Int { count }
  func detail(of id: String) -> (any DetailSource)? {
    (whole as? any DetailedRows)?.detail(of: id)
  }
  func row(at index: Int) -> ListRow { whole.row(at: index) }
  func index(of id: String) -> Int? { isThere ? whole.index(of: id) : nil }
  func apply(_ query: ListQuery) -> [Effect] { [] }
  func open(_ id: String) -> [Effect] { [] }
}
