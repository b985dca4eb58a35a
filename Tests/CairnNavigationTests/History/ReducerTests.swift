import CairnNavigation
import TestSupport
import Testing

@Suite struct `The history` {
  @Test func `pushes, goes back and forward, and a new visit drops forward`() {
    let state = NavigatorState.atHome().opening("a", "b")
    #expect(state.trail == "home a [b]")
    #expect(state.after(.back).trail == "home [a] b")
    #expect(state.after(.back, .back, .back).trail == "[home] a b")
    #expect(state.after(.back, .forward).trail == "home a [b]")
    #expect(state.after(.back).opening("c").trail == "home a [c]")
  }

  @Test func `stays for the URL where it is`() {
    #expect(NavigatorState.atHome().opening("a", "a").trail == "home [a]")
  }

  @Test func `raises a shared place wherever it is in its tab`() {
    let state = NavigatorState.atHome().opening("a", "b", "c")
    #expect(state.opening("a", mode: .shared).trail == "home [a] b c")
    #expect(state.after(.back, .back).opening("c", mode: .shared).trail == "home a b [c]")
    #expect(state.opening("d", mode: .shared).trail == "home a b c [d]")
    let other = state.after(.openTab(Visit("cairn://x"), parents: []))
      .opening("b", mode: .shared)
    #expect(other.selectedTab == 1)
    #expect(other.trail == "x [b]")
  }

  @Test func `gives a modal place a stack of its own, ended as a whole`() {
    let state = NavigatorState.atHome().opening("list").opening("form", mode: .modal)
      .opening("picker")
    #expect(state.trail == "home list ^form [picker]")
    #expect(state.tab.modalStack.map(\.url.text) == ["cairn://form", "cairn://picker"])
    #expect(state.tab.entryBelowModal?.url == "cairn://list")
    #expect(state.after(.dismiss).trail == "home [list]")
    #expect(state.after(.back, .back).trail == "home [list] ^form picker")
    #expect(state.after(.back, .back).tab.modalStack.isEmpty)
    let nested = state.opening("new", mode: .modal)
    #expect(nested.after(.dismiss).trail == "home list ^form [picker]")
    #expect(nested.after(.dismiss, .dismiss).trail == "home [list]")
    #expect(state.after(.dismiss).after(.dismiss).trail == "home [list]")
  }

  @Test func `starts at home when a modal place with nothing below ends`() {
    let state = NavigatorState.atHome().opening("form", mode: .modal)
    let alone = state.after(.remove(state.tab.back[0].id))
    #expect(alone.trail == "[^form]")
    #expect(alone.after(.dismiss).trail == "[home]")
  }

  @Test func `replaces the current entry, and forgets forward`() {
    let state = NavigatorState.atHome().opening("a", "b", "c").after(.back)
    #expect(state.opening("x", mode: .replace).trail == "home a [x]")
    let modal = NavigatorState.atHome().opening("form", mode: .modal).opening("x", mode: .replace)
    #expect(modal.trail == "home [^x]")
  }

  @Test func `starts a tab anew at a root`() {
    let state = NavigatorState.atHome().opening("a", "b").after(.back)
    #expect(state.opening("r", mode: .root).trail == "[r]")
  }

  @Test func `never holds a popover or another program's URL`() {
    let state = NavigatorState.atHome().opening("a")
    #expect(state.opening("menu", mode: .popover) == state)
    #expect(state.opening("web", mode: .external) == state)
    #expect(state.after(.openTab(Visit("cairn://m", mode: .popover), parents: [])) == state)
  }

  @Test func `puts parents below that aren't there`() {
    let home = NavigatorState.atHome()
    let parents = [Visit("cairn://home"), Visit("cairn://list")]
    let detail = NavigatorAction.open(Visit("cairn://detail"), parents: parents)
    #expect(home.after(detail).trail == "home list [detail]")
    #expect(home.opening("list").after(detail).trail == "home list [detail]")
    #expect(home.opening("x").after(detail).trail == "home x home list [detail]")
  }

  @Test func `goes up to a place below, or visits it`() {
    let state = NavigatorState.atHome().opening("list", "a", "b")
    #expect(state.after(.up(Visit("cairn://list"))).trail == "home [list] a b")
    #expect(state.after(.up(Visit("cairn://other"))).trail == "home list a b [other]")
  }

  @Test func `jumps to an entry and to the root, keeping all others`() {
    let state = NavigatorState.atHome().opening("a", "b", "c")
    #expect(state.after(.jump(state.tab.back[1].id)).trail == "home [a] b c")
    #expect(state.after(.popToRoot).trail == "[home] a b c")
    let farthest = state.after(.popToRoot).tab.forward[2].id
    #expect(state.after(.popToRoot, .jump(farthest)).trail == "home a b [c]")
  }

  @Test func `takes an entry out, and goes to the one below, else above`() {
    let state = NavigatorState.atHome().opening("a", "b").after(.back)
    #expect(state.after(.remove(state.current.id)).trail == "[home] b")
    #expect(state.after(.popToRoot, .remove(state.tab.back[0].id)).trail == "[a] b")
    #expect(NavigatorState.atHome().opening("a", mode: .root).trail == "[a]")
    let single = NavigatorState.atHome().opening("a", mode: .root)
    #expect(single.after(.remove(single.current.id)).trail == "[home]")
  }

  @Test func `keeps a stack in each tab`() {
    let state = NavigatorState.atHome().opening("a")
      .after(.openTab(Visit("cairn://x"), parents: [Visit("cairn://w")])).opening("y")
    #expect(state.tabs.count == 2)
    #expect(state.trail == "w x [y]")
    #expect(state.after(.selectTab(0)).trail == "home [a]")
    #expect(state.after(.closeTab(0)).trail == "w x [y]")
    #expect(state.after(.closeTab(1)).trail == "home [a]")
    #expect(state.after(.closeTab(1), .closeTab(0)).trail == "[home]")
    #expect(state.after(.selectTab(7), .closeTab(-1), .moveTab(to: 2)) == state)
    let moved = state.opening("z").after(.moveTab(to: 0))
    #expect(moved.trail == "w x y [z]")
    #expect(moved.selectedTab == 0)
    #expect(moved.after(.selectTab(1)).trail == "home [a]")
    #expect(moved.after(.moveTab(to: 1)) == state.opening("z"))
  }

  @Test func `opens closed tabs again, the newest first, with what led there`() {
    let state = NavigatorState.atHome().opening("a")
      .after(.openTab(Visit("cairn://x"), parents: [])).opening("y").after(.back)
      .after(.openTab(Visit("cairn://z"), parents: []))
    let closed = state.after(.closeTab(1), .closeTab(1))
    #expect(closed.tabs.count == 1)
    #expect(closed.closedTabs.map(\.current.url.text) == ["cairn://z", "cairn://x"])
    #expect(closed.after(.reopenTab).trail == "[z]")
    #expect(closed.after(.reopenTab, .reopenTab).trail == "[x] y")
    #expect(closed.after(.reopenTab, .reopenTab, .reopenTab).tabs.count == 3)
    #expect(closed.after(.clearRecents).closedTabs.isEmpty)
    // The only tab is not closed, but starts anew.
    #expect(closed.after(.closeTab(0)).closedTabs == closed.closedTabs)
  }

  @Test func `keeps the newest of many closed tabs`() {
    var state = NavigatorState.atHome()
    for number in 0..<2 * NavigatorState.closedTabLimit {
      let visit = Visit(ScreenURL(["x\(number)"]))
      state = state.after(.openTab(visit, parents: []), .closeTab(1))
    }
    #expect(state.closedTabs.count == NavigatorState.closedTabLimit)
    #expect(state.after(.reopenTab).trail == "[x19]")
  }

  @Test func `opens no draft twice that its closed tab left behind`() {
    let draft = NavigatorAction.open(
      Visit("cairn://form", mode: .modal, importance: .draft), parents: [])
    let closed = NavigatorState.atHome()
      .after(.openTab(Visit("cairn://x"), parents: []), draft, .closeTab(1))
    #expect(closed.tabs.count == 2)
    #expect(closed.after(.reopenTab).trail == "[x]")
  }

  @Test func `gives a draft that would go in passing a tab of its own`() {
    let draft = NavigatorAction.open(
      Visit("cairn://form", mode: .modal, importance: .draft), parents: [])
    let left = NavigatorState.atHome().opening("a").after(draft, .back)
    #expect(left.trail == "home [a] ^form")
    let moved = left.opening("b")
    #expect(moved.trail == "home a [b]")
    #expect(moved.tabs.count == 2)
    #expect(moved.after(.selectTab(1)).trail == "[^form]")
    #expect(moved.tabs[1].current == left.tab.forward[0])
    #expect(left.after(.closeTab(0)).entries.contains(left.tab.forward[0]))
    #expect(left.after(.back).tabs.count == 1)
    #expect(left.after(.forward, .dismiss).trail == "home [a]")
    #expect(left.after(.forward, .dismiss).tabs.count == 1)
  }

  @Test func `brings an entry here, and closes a tab that has nothing else`() {
    let state = NavigatorState.atHome().opening("a")
      .after(.openTab(Visit("cairn://x"), parents: [])).opening("y")
    let (x, y) = (state.tab.back[0].id, state.current.id)
    let once = state.after(.selectTab(0), .bring(y))
    #expect(once.trail == "home a [y]")
    #expect(once.tabs[1].entries.map(\.id) == [x])
    let twice = once.after(.bring(x))
    #expect(twice.trail == "home a y [x]")
    #expect(twice.tabs.count == 1)
    #expect(twice.after(.bring(y)).trail == "home a [y] x")
  }

  @Test func `closes a tab that has nothing below an ended modal place`() {
    let state = NavigatorState.atHome().opening("a")
      .after(.openTab(Visit("cairn://form", mode: .modal), parents: []))
    #expect(state.after(.dismiss).trail == "home [a]")
  }

  @Test func `remembers places, the newest first, each once, modal ones not`() {
    let state = NavigatorState.atHome().opening("a", "b", "a").opening("form", mode: .modal)
    #expect(state.recents.map(\.url.text) == ["cairn://a", "cairn://b", "cairn://home"])
    #expect(state.after(.clearRecents).recents.isEmpty)
    var many = state
    for number in 0..<80 { many = many.opening("n\(number)") }
    #expect(many.recents.count == NavigatorState.recentLimit)
  }

  @Test func `forgets what is old, but no draft and nothing of where the person is`() {
    func at(_ time: Int64, _ name: String, _ mode: PresentationMode = .push) -> NavigatorAction {
      let visit = Visit(
        ScreenURL([name]), mode: mode, importance: name == "draft" ? .draft : .normal,
        savedAt: Moment(milliseconds: time))
      return .open(visit, parents: [])
    }
    let state = NavigatorState.atHome().after(
      at(1, "old"), at(2, "draft"), at(9, "new"), at(3, "list"), at(4, "form", .modal),
      at(5, "picker"))
    let fresh = Visit("cairn://fresh", savedAt: Moment(milliseconds: 9))
    let oldest = Moment(milliseconds: 8)
    #expect(state.after(.forget(before: oldest)).trail == "draft new list ^form [picker]")
    let both = state.after(.openTab(fresh, parents: []), .forget(before: oldest))
    #expect(both.tabs.count == 2)
    #expect(both.trail == "[fresh]")
    #expect(both.after(.selectTab(0)).trail == "draft [new]")
    #expect(both.recents.map(\.url.text) == ["cairn://fresh", "cairn://new"])
  }

  @Test func `changes what an entry holds without leaving it`() {
    let state = NavigatorState.atHome().opening("a")
    let change = EntryChange(url: "cairn://a?where=x", title: "A filtered")
    let changed = state.after(.update(state.current.id, change))
    #expect(changed.current.id == state.current.id)
    #expect(changed.current.title == "A filtered")
    #expect(changed.recents.map(\.url.text) == ["cairn://a?where=x", "cairn://home"])
    #expect(changed.recents[0].title == "A filtered")
  }
}
