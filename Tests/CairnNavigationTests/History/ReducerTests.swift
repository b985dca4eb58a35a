import CairnNavigation
import TestSupport
import Testing

@Suite struct `The history` {
  @Test func `pushes, goes back and forward, and a new visit drops forward`() {
    let state = NavigatorState.atHome().opening("a", "b")
    expectEqual(state.trail, "home a [b]")
    expectEqual(state.after(.back).trail, "home [a] b")
    expectEqual(state.after(.back, .back, .back).trail, "[home] a b")
    expectEqual(state.after(.back, .forward).trail, "home a [b]")
    expectEqual(state.after(.back).opening("c").trail, "home a [c]")
  }

  @Test func `stays for the URL where it is`() {
    expectEqual(NavigatorState.atHome().opening("a", "a").trail, "home [a]")
  }

  @Test func `raises a shared place wherever it is in its tab`() {
    let state = NavigatorState.atHome().opening("a", "b", "c")
    expectEqual(state.opening("a", mode: .shared).trail, "home [a] b c")
    expectEqual(state.after(.back, .back).opening("c", mode: .shared).trail, "home a b [c]")
    expectEqual(state.opening("d", mode: .shared).trail, "home a b c [d]")
    let other = state.after(.openTab(Visit("cairn://x"), parents: []))
      .opening("b", mode: .shared)
    expectEqual(other.selectedTab, 1)
    expectEqual(other.trail, "x [b]")
  }

  @Test func `gives a modal place a stack of its own, ended as a whole`() {
    let state = NavigatorState.atHome().opening("list").opening("form", mode: .modal)
      .opening("picker")
    expectEqual(state.trail, "home list ^form [picker]")
    expectEqual(state.tab.modalStack.map(\.url.text), ["cairn://form", "cairn://picker"])
    expectEqual(state.tab.entryBelowModal?.url, "cairn://list")
    expectEqual(state.after(.dismiss).trail, "home [list]")
    expectEqual(state.after(.back, .back).trail, "home [list] ^form picker")
    expectTrue(state.after(.back, .back).tab.modalStack.isEmpty)
    let nested = state.opening("new", mode: .modal)
    expectEqual(nested.after(.dismiss).trail, "home list ^form [picker]")
    expectEqual(nested.after(.dismiss, .dismiss).trail, "home [list]")
    expectEqual(state.after(.dismiss).after(.dismiss).trail, "home [list]")
  }

  @Test func `starts at home when a modal place with nothing below ends`() {
    let state = NavigatorState.atHome().opening("form", mode: .modal)
    let alone = state.after(.remove(state.tab.back[0].id))
    expectEqual(alone.trail, "[^form]")
    expectEqual(alone.after(.dismiss).trail, "[home]")
  }

  @Test func `replaces the current entry, and forgets forward`() {
    let state = NavigatorState.atHome().opening("a", "b", "c").after(.back)
    expectEqual(state.opening("x", mode: .replace).trail, "home a [x]")
    let modal = NavigatorState.atHome().opening("form", mode: .modal).opening("x", mode: .replace)
    expectEqual(modal.trail, "home [^x]")
  }

  @Test func `starts a tab anew at a root`() {
    let state = NavigatorState.atHome().opening("a", "b").after(.back)
    expectEqual(state.opening("r", mode: .root).trail, "[r]")
  }

  @Test func `never holds a popover or another program's URL`() {
    let state = NavigatorState.atHome().opening("a")
    expectEqual(state.opening("menu", mode: .popover), state)
    expectEqual(state.opening("web", mode: .external), state)
    expectEqual(state.after(.openTab(Visit("cairn://m", mode: .popover), parents: [])), state)
  }

  @Test func `puts parents below that aren't there`() {
    let home = NavigatorState.atHome()
    let parents = [Visit("cairn://home"), Visit("cairn://list")]
    let detail = NavigatorAction.open(Visit("cairn://detail"), parents: parents)
    expectEqual(home.after(detail).trail, "home list [detail]")
    expectEqual(home.opening("list").after(detail).trail, "home list [detail]")
    expectEqual(home.opening("x").after(detail).trail, "home x home list [detail]")
  }

  @Test func `goes up to a place below, or visits it`() {
    let state = NavigatorState.atHome().opening("list", "a", "b")
    expectEqual(state.after(.up(Visit("cairn://list"))).trail, "home [list] a b")
    expectEqual(state.after(.up(Visit("cairn://other"))).trail, "home list a b [other]")
  }

  @Test func `jumps to an entry and to the root, keeping all others`() {
    let state = NavigatorState.atHome().opening("a", "b", "c")
    expectEqual(state.after(.jump(state.tab.back[1].id)).trail, "home [a] b c")
    expectEqual(state.after(.popToRoot).trail, "[home] a b c")
    let farthest = state.after(.popToRoot).tab.forward[2].id
    expectEqual(state.after(.popToRoot, .jump(farthest)).trail, "home a b [c]")
  }

  @Test func `takes an entry out, and goes to the one below, else above`() {
    let state = NavigatorState.atHome().opening("a", "b").after(.back)
    expectEqual(state.after(.remove(state.current.id)).trail, "[home] b")
    expectEqual(state.after(.popToRoot, .remove(state.tab.back[0].id)).trail, "[a] b")
    expectEqual(NavigatorState.atHome().opening("a", mode: .root).trail, "[a]")
    let single = NavigatorState.atHome().opening("a", mode: .root)
    expectEqual(single.after(.remove(single.current.id)).trail, "[home]")
  }

  @Test func `keeps a stack in each tab`() {
    let state = NavigatorState.atHome().opening("a")
      .after(.openTab(Visit("cairn://x"), parents: [Visit("cairn://w")])).opening("y")
    expectEqual(state.tabs.count, 2)
    expectEqual(state.trail, "w x [y]")
    expectEqual(state.after(.selectTab(0)).trail, "home [a]")
    expectEqual(state.after(.closeTab(0)).trail, "w x [y]")
    expectEqual(state.after(.closeTab(1)).trail, "home [a]")
    expectEqual(state.after(.closeTab(1), .closeTab(0)).trail, "[home]")
    expectEqual(state.after(.selectTab(7), .closeTab(-1), .moveTab(to: 2)), state)
    let moved = state.opening("z").after(.moveTab(to: 0))
    expectEqual(moved.trail, "w x y [z]")
    expectEqual(moved.selectedTab, 0)
    expectEqual(moved.after(.selectTab(1)).trail, "home [a]")
    expectEqual(moved.after(.moveTab(to: 1)), state.opening("z"))
  }

  @Test func `opens closed tabs again, the newest first, with what led there`() {
    let state = NavigatorState.atHome().opening("a")
      .after(.openTab(Visit("cairn://x"), parents: [])).opening("y").after(.back)
      .after(.openTab(Visit("cairn://z"), parents: []))
    let closed = state.after(.closeTab(1), .closeTab(1))
    expectEqual(closed.tabs.count, 1)
    expectEqual(closed.closedTabs.map(\.current.url.text), ["cairn://z", "cairn://x"])
    expectEqual(closed.after(.reopenTab).trail, "[z]")
    expectEqual(closed.after(.reopenTab, .reopenTab).trail, "[x] y")
    let again = closed.after(.reopenTab, .reopenTab, .reopenTab)
    expectEqual(again.tabs.map(\.current.url), state.tabs.map(\.current.url))
    expectEqual(again.selectedTab, 1)
    let first = state.after(.closeTab(0), .reopenTab)
    expectEqual(first.tabs.map(\.current.url), state.tabs.map(\.current.url))
    expectEqual(first.selectedTab, 0)
    expectTrue(closed.after(.clearRecents).closedTabs.isEmpty)
    // The only tab is not closed, but starts anew.
    expectEqual(closed.after(.closeTab(0)).closedTabs, closed.closedTabs)
  }

  @Test func `keeps the newest of many closed tabs`() {
    var state = NavigatorState.atHome()
    for number in 0..<2 * NavigatorState.closedTabLimit {
      let visit = Visit(ScreenURL(["x\(number)"]))
      state = state.after(.openTab(visit, parents: []), .closeTab(1))
    }
    expectEqual(state.closedTabs.count, NavigatorState.closedTabLimit)
    expectEqual(state.after(.reopenTab).trail, "[x19]")
  }

  @Test func `opens no draft twice that its closed tab left behind`() {
    let draft = NavigatorAction.open(
      Visit("cairn://form", mode: .modal, importance: .draft), parents: [])
    let closed = NavigatorState.atHome()
      .after(.openTab(Visit("cairn://x"), parents: []), draft, .closeTab(1))
    expectEqual(closed.tabs.count, 2)
    expectEqual(closed.after(.reopenTab).trail, "[x]")
  }

  @Test func `gives a draft that would go in passing a tab of its own`() {
    let draft = NavigatorAction.open(
      Visit("cairn://form", mode: .modal, importance: .draft), parents: [])
    let left = NavigatorState.atHome().opening("a").after(draft, .back)
    expectEqual(left.trail, "home [a] ^form")
    let moved = left.opening("b")
    expectEqual(moved.trail, "home a [b]")
    expectEqual(moved.tabs.count, 2)
    expectEqual(moved.after(.selectTab(1)).trail, "[^form]")
    expectEqual(moved.tabs[1].current, left.tab.forward[0])
    expectTrue(left.after(.closeTab(0)).entries.contains(left.tab.forward[0]))
    expectEqual(left.after(.back).tabs.count, 1)
    expectEqual(left.after(.forward, .dismiss).trail, "home [a]")
    expectEqual(left.after(.forward, .dismiss).tabs.count, 1)
  }

  @Test func `brings an entry here, and closes a tab that has nothing else`() {
    let state = NavigatorState.atHome().opening("a")
      .after(.openTab(Visit("cairn://x"), parents: [])).opening("y")
    let (x, y) = (state.tab.back[0].id, state.current.id)
    let once = state.after(.selectTab(0), .bring(y))
    expectEqual(once.trail, "home a [y]")
    expectEqual(once.tabs[1].entries.map(\.id), [x])
    let twice = once.after(.bring(x))
    expectEqual(twice.trail, "home a y [x]")
    expectEqual(twice.tabs.count, 1)
    expectEqual(twice.after(.bring(y)).trail, "home a [y] x")
  }

  @Test func `closes a tab that has nothing below an ended modal place`() {
    let state = NavigatorState.atHome().opening("a")
      .after(.openTab(Visit("cairn://form", mode: .modal), parents: []))
    expectEqual(state.after(.dismiss).trail, "home [a]")
  }

  @Test func `remembers places, the newest first, each once, modal ones not`() {
    let state = NavigatorState.atHome().opening("a", "b", "a").opening("form", mode: .modal)
    expectEqual(state.recents.map(\.url.text), ["cairn://a", "cairn://b", "cairn://home"])
    expectTrue(state.after(.clearRecents).recents.isEmpty)
    var many = state
    for number in 0..<80 { many = many.opening("n\(number)") }
    expectEqual(many.recents.count, NavigatorState.recentLimit)
  }

  @Test func `forgets what is old, but no draft and nothing of where the person is`() {
    func at(_ time: Int64, _ name: String, _ mode: PresentationMode = .push) -> NavigatorAction {
      let visit = Visit(
        ScreenURL([name]), mode: mode, importance: name == "draft" ? .draft : .normal,
        savedAt: Timestamp(milliseconds: time))
      return .open(visit, parents: [])
    }
    let state = NavigatorState.atHome().after(
      at(1, "old"), at(2, "draft"), at(9, "new"), at(3, "list"), at(4, "form", .modal),
      at(5, "picker"))
    let fresh = Visit("cairn://fresh", savedAt: Timestamp(milliseconds: 9))
    let oldest = Timestamp(milliseconds: 8)
    expectEqual(state.after(.forget(before: oldest)).trail, "draft new list ^form [picker]")
    let both = state.after(.openTab(fresh, parents: []), .forget(before: oldest))
    expectEqual(both.tabs.count, 2)
    expectEqual(both.trail, "[fresh]")
    expectEqual(both.after(.selectTab(0)).trail, "draft [new]")
    expectEqual(both.recents.map(\.url.text), ["cairn://fresh", "cairn://new"])
  }

  @Test func `changes what an entry holds without leaving it`() {
    let state = NavigatorState.atHome().opening("a")
    let change = EntryChange(url: "cairn://a?where=x", title: "A filtered")
    let changed = state.after(.update(state.current.id, change))
    expectEqual(changed.current.id, state.current.id)
    expectEqual(changed.current.title, "A filtered")
    expectEqual(changed.recents.map(\.url.text), ["cairn://a?where=x", "cairn://home"])
    expectEqual(changed.recents[0].title, "A filtered")
  }
}
