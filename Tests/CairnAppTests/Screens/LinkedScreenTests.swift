import CairnInterface
import TestSupport
import Testing

@testable import CairnApp
@testable import CairnKit
@testable import CairnNavigation
@testable import CairnScreens

@Suite struct `What a page's link leads to` {
  private let desk: Desk

  init() throws {
    desk = try Desk("recipes", "recipes/adas-polo")
    desk.resize(120, 35)
  }

  /// What stands behind the rule.
  private var beside: String {
    desk.lines.compactMap { line in
      line.split(separator: "│", maxSplits: 1).dropFirst().first.map(String.init)
    }.joined(separator: "\n")
  }

  @Test func `stands beside it and follows the cursor`() throws {
    let before = desk.session.draw()
    desk.press("p")
    expectTrue(beside.allSatisfy { $0.isWhitespace })
    desk.press("}")
    expectTrue(beside.contains("Farideh Golzari"))
    desk.press("}")
    expectTrue(beside.contains("basmati rice") && !beside.contains("Farideh Golzari"))
    expectEqual(desk.session.draw().cursor?.column, 0)
    desk.press("p")
    expectTrue(beside.isEmpty)
    desk.press("g g")
    expectEqual(desk.session.draw(), before)
  }

  @Test func `lies below the page where lines are read aloud as one`() throws {
    desk.session.apply([.useTheme(.spoken)])
    desk.press("p }")
    let lines = desk.lines
    let page = try #require(lines.firstIndex { $0.contains("Adas polo") && $0.contains("recipes") })
    let linked = try #require(lines.lastIndex { $0.contains("Site") })
    expectTrue(linked > page + 10)
    expectTrue(!lines.contains { $0.contains("Adas polo") && $0.contains("Farideh") })
    desk.press("p : a d a s M-p")
    expectTrue(desk.lines.contains { $0.contains("Persian") })
    expectTrue(!desk.lines.contains { $0.contains("Persian") && $0.contains("recipes") })
  }

  @Test func `turns by the wheel, and opens by two clicks`() throws {
    desk.press("p }")
    desk.resize(120, 12)
    let shown = beside
    let place = Position(column: 100, row: 6)
    func mouse(_ event: MouseEvent) { desk.session.handle(.mouse(event), at: desk.session.now) }
    mouse(MouseEvent(kind: .wheelDown, position: place))
    expectTrue(beside != shown && beside.contains("Farideh"))
    mouse(MouseEvent(kind: .press, position: place, clicks: 1))
    expectTrue(desk.url.hasPrefix("cairn://recipes/"))
    mouse(MouseEvent(kind: .press, position: place, clicks: 2))
    expectTrue(desk.url.hasPrefix("cairn://authors/"))
  }

  @Test func `is scrolled at the next start as it was, until another link is shown`() throws {
    desk.press("p }")
    desk.resize(120, 12)
    let top = desk.session.draw()
    let wheel = MouseEvent(kind: .wheelDown, position: Position(column: 100, row: 6))
    desk.session.handle(.mouse(wheel), at: desk.session.now)
    let scrolled = desk.session.draw()
    expectTrue(scrolled != top)
    let again = try Desk("recipes", "recipes/adas-polo")
    again.resize(120, 12)
    try again.detail.decodeState(from: desk.saved)
    // A save before the screen is shown again keeps the place.
    var early = StateEncoder(continuing: desk.saved.value)
    try again.detail.encodeState(to: &early)
    expectEqual(early.value, desk.saved.value)
    again.session.refreshScreen()
    expectEqual(again.session.draw(), scrolled)
    again.press("j k")
    expectTrue(again.session.draw() != scrolled)
  }

  @Test func `is there again at the next start, and says where it has no room`() throws {
    desk.press("p }")
    var encoder = StateEncoder()
    try desk.detail.encodeState(to: &encoder)
    let again = try Desk("recipes", "recipes/adas-polo")
    again.resize(120, 35)
    try again.detail.decodeState(from: StateDecoder(encoder.value))
    again.session.refreshScreen()
    expectEqual(again.session.draw(), desk.session.draw())
    let small = try Desk("recipes", "recipes/adas-polo")
    small.resize(50, 10)
    small.press("p")
    expectEqual(small.message, "no room here for a side pane")
  }
}

@Suite struct `The palette's cursor` {
  private func desk(_ keys: String) throws -> Desk {
    let desk = try Desk("recipes", "recipes")
    desk.resize(100, 30)
    desk.press(keys)
    return desk
  }

  @Test func `shows what it is on beside the rows`() throws {
    let desk = try desk(": a d a s")
    expectTrue(!desk.lines.contains { $0.contains("Persian") })
    desk.press("M-p")
    expectTrue(desk.lines.contains { $0.contains("│") && $0.contains("Persian") })
    desk.press("C-u a u t h o r s")
    expectTrue(!desk.lines.contains { $0.contains("Persian") })
    expectTrue(desk.lines.contains { $0.contains("cairn://authors") })
    desk.press("M-p Escape")
    expectTrue(desk.session.overlays.isEmpty)
  }

  @Test func `shows what Tab completes to, and has room for it after the window grew`() throws {
    let desk = try desk("C-l")
    desk.press("Escape : M-p r e c i p e s / a d a s - p Tab")
    let palette = try #require(desk.session.overlays.last as? Palette)
    expectTrue(palette.selection != nil && palette.pane.linked?.link == palette.selection)
    desk.resize(50, 12)
    expectEqual(palette.parts.pane, nil)
    desk.press("Down Up")
    desk.resize(100, 30)
    expectTrue(palette.pane.linked?.link == palette.selection && palette.selection != nil)
  }

  @Test func `looks beside it again where data changed`() throws {
    let desk = try desk(": M-p c a i r n : / / s t e p s Down")
    let palette = try #require(desk.session.overlays.last as? Palette)
    palette.pane = SidePane(isWanted: true)
    desk.session.apply([.refresh])
    expectTrue(palette.selection != nil && palette.pane.linked?.link == palette.selection)
  }

  @Test func `has each key once in its help`() throws {
    let palette = try desk(": F1")
    let help = try #require(palette.session.overlays.last as? HelpOverlay)
    let keys = help.actions.flatMap(\.keys)
    expectTrue(keys.count > 40 && Set(keys).count == keys.count)
  }

  @Test func `names the keys that things have here`() throws {
    let desk = try Desk("contacts", "contacts", "e C-p > b a c k")
    let lines = desk.lines.filter { $0.contains("Go back") }
    expectTrue(lines.contains { $0.contains("Alt-Left") }, "\(desk.lines)")
    expectTrue(!lines.contains { $0.contains("C-o") })
  }

  @Test func `does to it what the sheet offers`() throws {
    let desk = try desk(": a d a s C-x x")
    let menu = try #require(desk.session.overlays.last as? Menu)
    expectTrue(menu.title == "Adas polo" && desk.session.overlays.count == 1)
    let other = try self.desk(": > q u i t C-x x")
    expectTrue(other.session.overlays.last is Palette)
  }

  @Test func `does nothing to the screen below it`() throws {
    let desk = try desk("j j : a d a s")
    let list = try desk.list
    let (below, count) = (try #require(list.selectedID), list.source.count)
    let picked = try #require((desk.session.overlays.last as? Palette)?.selection)
    expectTrue(list.can.addressed?.id(leadingTo: picked) != below)
    desk.press("C-x x")
    let menu = try #require(desk.session.overlays.last as? Menu)
    // What would ask the screen below: its links, its place among the favorites.
    expectTrue(!menu.items.contains { $0.title.hasPrefix("Link") || $0.title.hasPrefix("Add") })
    desk.press("d")
    expectEqual(list.source.count, count - 1)
    expectTrue(
      list.source.index(of: below) != nil && list.can.addressed?.id(leadingTo: picked) == nil)
    desk.press("u")
    expectEqual(list.source.count, count)
  }
}

@Suite struct `The launcher's row` {
  @Test func `is copied and exported without being opened`() throws {
    let desk = try Desk("recipes", "~launcher", "x")
    expectEqual((desk.session.overlays.last as? Menu)?.title, "Recipes")
    desk.press("Escape y l")
    expectTrue(desk.message.hasPrefix("copied"), "\(desk.message)")
    guard case .copy(let text, _)? = desk.session.takeRequest() else {
      Issue.record("a URL is copied")
      return
    }
    expectEqual(text, "cairn://recipes?where=minutes<=30%20rating>=4&sort=minutes")
  }

  @Test func `is gone from to the next section by Tab`() throws {
    let desk = try Desk("contacts", "contacts", "Enter ~ g g")
    let first = desk.session.draw().cursor?.row
    desk.press("Tab")
    expectTrue(desk.session.draw().cursor?.row != first)
    desk.press("BTab")
    expectEqual(desk.session.draw().cursor?.row, first)
  }
}
