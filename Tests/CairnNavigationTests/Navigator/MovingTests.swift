import CairnNavigation
import Testing

@Suite struct `Moving in the history` {
  @Test func `keeps the screens that are alive`() throws {
    let navigator = try testNavigator()
    navigator.open("list", origin: .user)
    let list = navigator.top
    navigator.open("list/1", origin: .link)
    let item = navigator.top
    #expect(navigator.back() == .moved)
    #expect(navigator.top === list)
    #expect(navigator.forward() == .moved)
    #expect(navigator.top === item)
    #expect(navigator.forward() == .nowhere)
    #expect(navigator.buildCount == 2)
  }

  @Test func `keeps a screen's state when it is left, and drops what is gone`() throws {
    let navigator = try testNavigator()
    navigator.open("list", origin: .user)
    navigator.top.cursor = 5
    navigator.open("list/1", origin: .link)
    #expect(navigator.state.tab.back[1].state.description == #"{"cursor":5}"#)
    navigator.back()
    navigator.back()
    navigator.open("list/2", origin: .link)
    _ = navigator.top
    #expect(navigator.liveScreens.map(\.name) == ["item 2"])
  }

  @Test func `lets go of screens beyond the limit, and makes them anew with their state`() throws {
    let navigator = try testNavigator(liveLimit: 2)
    navigator.open("list/1", origin: .user)
    navigator.top.cursor = 4
    navigator.open("list/2", origin: .user)
    _ = navigator.top
    navigator.open("list/3", origin: .user)
    _ = navigator.top
    #expect(Set(navigator.liveScreens.map(\.name)) == ["item 2", "item 3"])
    navigator.back()
    navigator.back()
    #expect(navigator.top.name == "item 1")
    #expect(navigator.takeState()?.decode("cursor") == 4)
    #expect(navigator.takeState() == nil)
  }

  @Test func `asks the screen that is left, but not to be dismissed or removed`() throws {
    let navigator = try testNavigator()
    navigator.open("list/1", origin: .user)
    navigator.open("list/1/edit", origin: .link)
    navigator.top.reasonToStay = "unsaved"
    #expect(navigator.back() == .vetoed(reason: "unsaved"))
    #expect(navigator.popToRoot() == .vetoed(reason: "unsaved"))
    #expect(navigator.open("list", origin: .link) == .vetoed(reason: "unsaved"))
    #expect(navigator.state.trail == "home list/1 [^list/1/edit]")
    #expect(navigator.dismiss() == .moved)
    #expect(navigator.state.trail == "home [list/1]")
  }

  @Test func `goes up by the route's parent, else by the path, else home`() throws {
    let navigator = try testNavigator {
      Route("cairn://list/(id:int)/x/y") { (id: Int) in TestScreen("\(id)") }
    }
    #expect(navigator.parent(of: "cairn://list/3/edit") == "cairn://list/3")
    #expect(navigator.parent(of: "cairn://list/3/x/y") == "cairn://list/3")
    #expect(navigator.parent(of: "cairn://sheet") == "cairn://home")
    #expect(navigator.parent(of: "cairn://home") == nil)
    navigator.open("list/3", origin: .link)
    #expect(navigator.up() == .moved)
    #expect(navigator.state.trail == "home list/3 [list]")
    #expect(navigator.up() == .moved)
    #expect(navigator.state.trail == "[home] list/3 list")
    #expect(navigator.up() == .nowhere)
  }

  @Test func `changes the current URL in place while a filter is typed`() throws {
    let navigator = try testNavigator()
    navigator.open("list", origin: .user)
    let list = navigator.top
    navigator.update(EntryChange(url: "cairn://list?where=x"))
    #expect(navigator.top === list)
    #expect(navigator.state.trail == "home [list]")
    #expect(navigator.state.current.url.text == "cairn://list?where=x")
  }

  @Test func `marks drafts as they are captured`() throws {
    let navigator = try testNavigator()
    navigator.open("list/1/edit", origin: .link)
    navigator.top.isDraft = true
    #expect(navigator.capture().current.importance == .draft)
  }
}

/// Invariants 8 and 9.
@Suite struct `Restoring a stack` {
  private func deepState() throws -> NavigatorState {
    var state = try testNavigator().state
    for number in 1...1000 {
      state = state.after(.open(Visit(ScreenURL(["list", "\(number)"])), parents: []))
    }
    return state
  }

  @Test func `of 1,000 entries makes one screen, and one more for each step back`() throws {
    let navigator = try testNavigator(state: deepState())
    #expect(navigator.buildCount == 0)
    #expect(navigator.top.name == "item 1000")
    #expect(navigator.state.tab.back.map(\.title).count == 1000)
    #expect(navigator.buildCount == 1)
    navigator.back()
    #expect(navigator.top.name == "item 999")
    #expect(navigator.buildCount == 2)
  }

  @Test func `of 1,000 entries in each of nine tabs makes one screen, and keeps them all`() throws {
    let parents = (1..<1000).map { Visit(ScreenURL(["list", "\($0)"])) }
    var state = NavigatorState.atHome().after(
      .open(Visit("cairn://list/1000", mode: .root), parents: parents))
    for _ in 1..<9 { state = state.after(.openTab(Visit("cairn://list/1000"), parents: parents)) }
    let folder = SessionFolder()
    try folder.run { session, _ in try session.save(state, at: .start) }
    let navigator = try testNavigator(state: folder.run().state)
    #expect(navigator.top.name == "item 1000")
    #expect(navigator.buildCount == 1)
    #expect(navigator.state.tabs.map(\.entries.count) == Array(repeating: 1000, count: 9))
  }

  @Test func `keeps entries whose screen can't be made, with a screen that explains`() throws {
    let state = try testNavigator().state.opening("gone").opening("broken")
    let navigator = try testNavigator(state: state)
    #expect(navigator.top.name == "explains cairn://broken: the kitchen is closed")
    navigator.back()
    #expect(
      navigator.top.name.hasPrefix("explains cairn://gone: no screen has the URL cairn://gone"))
    #expect(navigator.state.trail == "home [gone] broken")
    #expect(navigator.capture().trail == "home [gone] broken")
    #expect(navigator.remove(navigator.state.current.id) == .moved)
    #expect(navigator.top.name == "home")
  }

  @Test func `explains a state that a screen can't read, and retries without it`() throws {
    var encoder = StateEncoder()
    encoder.encode(1, as: "cursor")
    let visit = Visit("cairn://list/1", state: encoder.value, stateVersion: 7)
    let state = NavigatorState(visit, home: "cairn://home")
    let navigator = try testNavigator(state: state)
    #expect(navigator.top.name.contains("has version 7, and this program knows only up to 1"))
    #expect(navigator.capture().current.state == encoder.value)
    navigator.retry()
    #expect(navigator.top.name == "item 1")
    #expect(navigator.takeState() == nil)
    navigator.fail(.unreadableState("the cursor is odd"))
    #expect(navigator.top.name == "explains cairn://list/1: the cursor is odd")
  }

  @Test func `retries with the state where that isn't what kept the screen away`() throws {
    var encoder = StateEncoder()
    encoder.encode(6, as: "cursor")
    let visit = Visit("cairn://cellar", state: encoder.value, importance: .draft)
    var isClosed = true
    let navigator = try testNavigator(state: NavigatorState(visit, home: "cairn://home")) {
      Route("cairn://cellar") { () throws -> TestScreen in
        if isClosed { throw TestFailure.broken }
        return TestScreen("cellar")
      }
    }
    #expect(navigator.top.name.hasPrefix("explains"))
    navigator.retry()
    #expect(navigator.top.name.hasPrefix("explains"))
    isClosed = false
    navigator.retry()
    #expect(navigator.top.name == "cellar")
    #expect(navigator.takeState()?.decode("cursor") == 6)
  }

  @Test func `retries a screen that is alive with what it keeps now`() throws {
    let navigator = try testNavigator()
    navigator.open("list", origin: .user)
    let list = navigator.top
    list.cursor = 4
    navigator.retry()
    #expect(navigator.top !== list)
    #expect(navigator.takeState()?.decode("cursor") == 4)
  }

  @Test func `keeps a state that a screen hasn't taken yet`() throws {
    var encoder = StateEncoder()
    encoder.encode(6, as: "cursor")
    let state = NavigatorState(Visit("cairn://list/1", state: encoder.value), home: "cairn://home")
    let navigator = try testNavigator(state: state)
    #expect(navigator.top.cursor == 0)
    #expect(navigator.capture().current.state == encoder.value)
    #expect(navigator.takeState()?.decode("cursor") == 6)
    #expect(navigator.capture().current.state == .empty)
  }

  @Test func `migrates a state to its screen's version`() throws {
    var encoder = StateEncoder()
    encoder.encode(6, as: "row")
    let state = NavigatorState(Visit("cairn://v", state: encoder.value), home: "cairn://home")
    let navigator = try testNavigator(state: state) {
      Route("cairn://v") { TestScreen("v") }
        .state(
          version: 2,
          migrations: [
            1: { old, new in new.encode(old.decode("row", as: Int.self), as: "cursor") }
          ])
    }
    _ = navigator.top
    #expect(navigator.takeState()?.decode("cursor") == 6)
    navigator.top.cursor = 8
    #expect(navigator.capture().current.stateVersion == 2)
    #expect(navigator.capture().current.state.description == #"{"row":6,"cursor":8}"#)
  }
}
