import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnNavigation
@testable import CairnScreens

@Suite struct `What a page's link leads to` {
  private let app: AppDriver

  init() throws {
    app = try AppDriver("recipes", "recipes/adas-polo")
    app.resize(120, 35)
  }

  /// What stands behind the rule.
  private var beside: String {
    app.lines.compactMap { line in
      line.split(separator: "│", maxSplits: 1).dropFirst().first.map(String.init)
    }.joined(separator: "\n")
  }

  @Test func `stands beside it and follows the cursor`() throws {
    let before = app.session.draw()
    app.press("p")
    expectEqual(
      beside.split(whereSeparator: \.isWhitespace).joined(separator: " "), "nothing to show here")
    app.press("}")
    expectTrue(beside.contains("Farideh Golzari"))
    app.press("}")
    expectTrue(beside.contains("basmati rice") && !beside.contains("Farideh Golzari"))
    expectEqual(app.session.draw().cursor?.column, 0)
    app.press("p")
    expectTrue(beside.isEmpty)
    app.press("g g")
    expectEqual(app.session.draw(), before)
  }

  @Test func `lies below the page where lines are read aloud as one`() throws {
    app.session.apply([.useTheme(.spoken)])
    app.press("p }")
    let lines = app.lines
    let page = try #require(lines.firstIndex { $0.contains("Adas polo") && $0.contains("recipes") })
    let linked = try #require(lines.lastIndex { $0.contains("Site") })
    expectTrue(linked > page + 10)
    expectTrue(!lines.contains { $0.contains("Adas polo") && $0.contains("Farideh") })
    app.press("p : a d a s M-p")
    expectTrue(app.lines.contains { $0.contains("Persian") })
    expectTrue(!app.lines.contains { $0.contains("Persian") && $0.contains("recipes") })
  }

  @Test func `turns by the wheel, and opens by two clicks`() throws {
    app.press("p }")
    app.resize(120, 12)
    let shown = beside
    let place = Position(column: 100, row: 6)
    func mouse(_ event: MouseEvent) { app.session.handle(.mouse(event), at: app.session.now) }
    mouse(MouseEvent(kind: .wheelDown, position: place))
    expectTrue(beside != shown && beside.contains("Farideh"))
    mouse(MouseEvent(kind: .press, position: place, clicks: 1))
    expectTrue(app.url.hasPrefix("cairn://recipes/"))
    mouse(MouseEvent(kind: .press, position: place, clicks: 2))
    expectTrue(app.url.hasPrefix("cairn://authors/"))
  }

  @Test func `is scrolled at the next start as it was, until another link is shown`() throws {
    app.press("p }")
    app.resize(120, 12)
    let top = app.session.draw()
    let wheel = MouseEvent(kind: .wheelDown, position: Position(column: 100, row: 6))
    app.session.handle(.mouse(wheel), at: app.session.now)
    let scrolled = app.session.draw()
    expectTrue(scrolled != top)
    let again = try AppDriver("recipes", "recipes/adas-polo")
    again.resize(120, 12)
    try again.detail.decodeState(from: app.saved)
    // A save before the screen is shown again keeps the place.
    var early = StateEncoder(continuing: app.saved.value)
    try again.detail.encodeState(to: &early)
    expectEqual(early.value, app.saved.value)
    again.session.refreshScreen()
    expectEqual(again.session.draw(), scrolled)
    again.press("j k")
    expectTrue(again.session.draw() != scrolled)
  }

  @Test func `is there again at the next start, and says where it has no room`() throws {
    app.press("p }")
    var encoder = StateEncoder()
    try app.detail.encodeState(to: &encoder)
    let again = try AppDriver("recipes", "recipes/adas-polo")
    again.resize(120, 35)
    try again.detail.decodeState(from: StateDecoder(encoder.value))
    again.session.refreshScreen()
    expectEqual(again.session.draw(), app.session.draw())
    let small = try AppDriver("recipes", "recipes/adas-polo")
    small.resize(50, 10)
    small.press("p")
    expectEqual(small.message, "no room here for a side pane")
  }
}

@Suite struct `The palette's cursor` {
  private func app(_ keys: String) throws -> AppDriver {
    try AppDriver("recipes", "recipes", size: (100, 30), keys)
  }

  @Test func `shows what it is on beside the rows`() throws {
    let app = try app(": a d a s")
    expectTrue(!app.lines.contains { $0.contains("Persian") })
    app.press("M-p")
    expectTrue(app.lines.contains { $0.contains("│") && $0.contains("Persian") })
    app.press("C-u a u t h o r s")
    expectTrue(!app.lines.contains { $0.contains("Persian") })
    expectTrue(app.lines.contains { $0.contains("cairn://authors") })
    app.press("M-p Escape")
    expectTrue(app.session.overlays.isEmpty)
  }

  @Test func `shows what Tab completes to, and has room for it after the window grew`() throws {
    let app = try app("C-l")
    app.press("Escape : M-p r e c i p e s / a d a s - p Tab")
    let palette = try #require(app.session.overlays.last as? Palette)
    expectTrue(palette.selection != nil && palette.pane.linked?.link == palette.selection)
    app.resize(50, 12)
    expectEqual(palette.parts.pane, nil)
    app.press("Down Up")
    app.resize(100, 30)
    expectTrue(palette.pane.linked?.link == palette.selection && palette.selection != nil)
  }

  @Test func `looks beside it again where data changed`() throws {
    let app = try app(": M-p c a i r n : / / s t e p s Down")
    let palette = try #require(app.session.overlays.last as? Palette)
    palette.pane = SidePane(isWanted: true)
    app.session.apply([.refresh])
    expectTrue(palette.selection != nil && palette.pane.linked?.link == palette.selection)
  }

  @Test func `has each key once in its help`() throws {
    let palette = try app(": F1")
    let help = try #require(palette.session.overlays.last as? HelpOverlay)
    let keys = help.actions.flatMap(\.keys)
    expectTrue(keys.count > 40 && Set(keys).count == keys.count)
  }

  @Test func `names the keys that things have here`() throws {
    let app = try AppDriver("contacts", "contacts", "e C-p > b a c k")
    let lines = app.lines.filter { $0.contains("Go back") }
    expectTrue(lines.contains { $0.contains("Alt-Left") }, "\(app.lines)")
    expectTrue(!lines.contains { $0.contains("C-o") })
  }

  @Test func `does to it what the sheet offers`() throws {
    let app = try app(": a d a s C-x x")
    let menu = try #require(app.session.overlays.last as? Menu)
    expectTrue(menu.title == "Adas polo" && app.session.overlays.count == 1)
    let other = try self.app(": > q u i t C-x x")
    expectTrue(other.session.overlays.last is Palette)
  }

  @Test func `does nothing to the screen below it`() throws {
    let app = try app("j j : a d a s")
    let list = try app.list
    let (below, count) = (try #require(list.selectedID), list.source.count)
    let picked = try #require((app.session.overlays.last as? Palette)?.selection)
    expectTrue(list.can.addressed?.id(leadingTo: picked) != below)
    app.press("C-x x")
    let menu = try #require(app.session.overlays.last as? Menu)
    // What would ask the screen below: its links, its place among the favorites.
    expectTrue(!menu.items.contains { $0.title.hasPrefix("Link") || $0.title.hasPrefix("Add") })
    app.press("d")
    expectEqual(list.source.count, count - 1)
    expectTrue(
      list.source.index(of: below) != nil && list.can.addressed?.id(leadingTo: picked) == nil)
    app.press("u")
    expectEqual(list.source.count, count)
  }
}

@Suite struct `The launcher's row` {
  @Test func `is copied and exported without being opened`() throws {
    let app = try AppDriver("recipes", "~launcher", "x")
    expectEqual((app.session.overlays.last as? Menu)?.title, "Recipes")
    app.press("Escape y l")
    expectTrue(app.message.hasPrefix("copying"), "\(app.message)")
    guard case .copy(let text, _)? = app.session.takeRequest() else {
      Issue.record("a URL is copied")
      return
    }
    expectEqual(text, "cairn://recipes?where=minutes<=30%20rating>=4&sort=minutes")
  }

  @Test func `is gone from to the next section by Tab`() throws {
    let app = try AppDriver("contacts", "contacts", "Enter ~ g g")
    let first = app.session.draw().cursor?.row
    app.press("Tab")
    expectTrue(app.session.draw().cursor?.row != first)
    app.press("BTab")
    expectEqual(app.session.draw().cursor?.row, first)
  }
}
