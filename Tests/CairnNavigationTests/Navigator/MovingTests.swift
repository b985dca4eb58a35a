import CairnNavigation
import TestSupport
import Testing

@Suite struct `Moving in the history` {
  @Test func `keeps the screens that are alive`() throws {
    let navigator = try testNavigator()
    navigator.open("list", origin: .user)
    let list = navigator.top
    navigator.open("list/1", origin: .link)
    let item = navigator.top
    expectEqual(navigator.back(), .moved)
    expectTrue(navigator.top === list)
    expectEqual(navigator.forward(), .moved)
    expectTrue(navigator.top === item)
    expectEqual(navigator.forward(), .nowhere)
    expectEqual(navigator.buildCount, 2)
  }

  @Test func `keeps a screen's state when it is left, and drops what is gone`() throws {
    let navigator = try testNavigator()
    navigator.open("list", origin: .user)
    navigator.top.cursor = 5
    navigator.open("list/1", origin: .link)
    expectEqual(navigator.state.tab.back[1].state.description, #"{"cursor":5}"#)
    navigator.back()
    navigator.back()
    navigator.open("list/2", origin: .link)
    _ = navigator.top
    expectEqual(navigator.liveScreens.map(\.name), ["item 2"])
  }

  @Test func `lets go of screens beyond the limit, and makes them anew with their state`() throws {
    let navigator = try testNavigator(liveLimit: 2)
    navigator.open("list/1", origin: .user)
    navigator.top.cursor = 4
    navigator.open("list/2", origin: .user)
    _ = navigator.top
    navigator.open("list/3", origin: .user)
    _ = navigator.top
    expectEqual(Set(navigator.liveScreens.map(\.name)), ["item 2", "item 3"])
    navigator.back()
    navigator.back()
    expectEqual(navigator.top.name, "item 1")
    expectEqual(navigator.takeState()?.decode("cursor"), 4)
    expectEqual(navigator.takeState(), nil)
  }

  @Test func `asks the screen that is left, but not to be dismissed or removed`() throws {
    let navigator = try testNavigator()
    navigator.open("list/1", origin: .user)
    navigator.open("list/1/edit", origin: .link)
    navigator.top.reasonToStay = "unsaved"
    expectEqual(navigator.back(), .vetoed(reason: "unsaved"))
    expectEqual(navigator.popToRoot(), .vetoed(reason: "unsaved"))
    expectEqual(navigator.open("list", origin: .link), .vetoed(reason: "unsaved"))
    expectEqual(navigator.state.trail, "home list/1 [^list/1/edit]")
    expectEqual(navigator.dismiss(), .moved)
    expectEqual(navigator.state.trail, "home [list/1]")
  }

  @Test func `goes up by the route's parent, else by the path, else home`() throws {
    let navigator = try testNavigator {
      Route("cairn://list/(id:int)/x/y") { (id: Int) in TestScreen("\(id)") }
      Route("cairn://file") { TestScreen("file") }
      Route("cairn://file/(place:path)", inheriting: ["name"]) { (place: [String]) in
        TestScreen(place[0])
      }
    }
    expectEqual(
      navigator.parent(of: "cairn://file/a/p3?x=1&name=n&name=m"), "cairn://file/a?name=n&name=m")
    expectEqual(navigator.parent(of: "cairn://file/a?name=n"), "cairn://file?name=n")
    expectEqual(navigator.parent(of: "cairn://list/3/edit"), "cairn://list/3")
    expectEqual(navigator.parent(of: "cairn://list/3/x/y"), "cairn://list/3")
    expectEqual(navigator.parent(of: "cairn://sheet"), "cairn://home")
    expectEqual(navigator.parent(of: "cairn://home"), nil)
    navigator.open("list/3", origin: .link)
    expectEqual(navigator.up(), .moved)
    expectEqual(navigator.state.trail, "home list/3 [list]")
    expectEqual(navigator.up(), .moved)
    expectEqual(navigator.state.trail, "[home] list/3 list")
    expectEqual(navigator.up(), .nowhere)
  }

  @Test func `changes the current URL in place while a filter is typed`() throws {
    let navigator = try testNavigator()
    navigator.open("list", origin: .user)
    let list = navigator.top
    navigator.update(EntryChange(url: "cairn://list?where=x"))
    expectTrue(navigator.top === list)
    expectEqual(navigator.state.trail, "home [list]")
    expectEqual(navigator.state.current.url.text, "cairn://list?where=x")
  }

  @Test func `marks drafts as they are captured`() throws {
    let navigator = try testNavigator()
    navigator.open("list/1/edit", origin: .link)
    navigator.top.isDraft = true
    expectEqual(navigator.capture().current.importance, .draft)
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
    expectEqual(navigator.buildCount, 0)
    expectEqual(navigator.top.name, "item 1000")
    expectEqual(navigator.state.tab.back.map(\.title).count, 1000)
    expectEqual(navigator.buildCount, 1)
    navigator.back()
    expectEqual(navigator.top.name, "item 999")
    expectEqual(navigator.buildCount, 2)
  }

  @Test func `of 1,000 entries in each of nine tabs makes one screen, and keeps them all`() throws {
    let parents = (1..<1000).map { Visit(ScreenURL(["list", "\($0)"])) }
    var state = NavigatorState.atHome().after(
      .open(Visit("cairn://list/1000", mode: .root), parents: parents))
    for _ in 1..<9 { state = state.after(.openTab(Visit("cairn://list/1000"), parents: parents)) }
    let folder = SessionFolder()
    try folder.run { session, _ in try session.save(state, at: .start) }
    let navigator = try testNavigator(state: folder.run().state)
    expectEqual(navigator.top.name, "item 1000")
    expectEqual(navigator.buildCount, 1)
    expectEqual(navigator.state.tabs.map(\.entries.count), Array(repeating: 1000, count: 9))
  }

  @Test func `keeps entries whose screen can't be made, with a screen that explains`() throws {
    let state = try testNavigator().state.opening("gone").opening("broken")
    let navigator = try testNavigator(state: state)
    expectEqual(navigator.top.name, "explains cairn://broken: the kitchen is closed")
    navigator.back()
    expectTrue(
      navigator.top.name.hasPrefix("explains cairn://gone: no screen has the URL cairn://gone"))
    expectEqual(navigator.state.trail, "home [gone] broken")
    expectEqual(navigator.capture().trail, "home [gone] broken")
    expectEqual(navigator.remove(navigator.state.current.id), .moved)
    expectEqual(navigator.top.name, "home")
  }

  @Test func `explains a state that a screen can't read, and retries without it`() throws {
    var encoder = StateEncoder()
    encoder.encode(1, as: "cursor")
    let visit = Visit("cairn://list/1", state: encoder.value, stateVersion: 7)
    let state = NavigatorState(visit, home: "cairn://home")
    let navigator = try testNavigator(state: state)
    expectTrue(navigator.top.name.contains("has version 7, and this program knows only up to 1"))
    expectEqual(navigator.capture().current.state, encoder.value)
    navigator.retry()
    expectEqual(navigator.top.name, "item 1")
    expectEqual(navigator.takeState(), nil)
    navigator.fail(.unreadableState("the cursor is odd"))
    expectEqual(navigator.top.name, "explains cairn://list/1: the cursor is odd")
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
    expectTrue(navigator.top.name.hasPrefix("explains"))
    navigator.retry()
    expectTrue(navigator.top.name.hasPrefix("explains"))
    isClosed = false
    navigator.retry()
    expectEqual(navigator.top.name, "cellar")
    expectEqual(navigator.takeState()?.decode("cursor"), 6)
  }

  @Test func `retries a screen that is alive with what it keeps now`() throws {
    let navigator = try testNavigator()
    navigator.open("list", origin: .user)
    let list = navigator.top
    list.cursor = 4
    navigator.retry()
    expectTrue(navigator.top !== list)
    expectEqual(navigator.takeState()?.decode("cursor"), 4)
  }

  @Test func `keeps a state that a screen hasn't taken yet`() throws {
    var encoder = StateEncoder()
    encoder.encode(6, as: "cursor")
    let state = NavigatorState(Visit("cairn://list/1", state: encoder.value), home: "cairn://home")
    let navigator = try testNavigator(state: state)
    expectEqual(navigator.top.cursor, 0)
    expectEqual(navigator.capture().current.state, encoder.value)
    expectEqual(navigator.takeState()?.decode("cursor"), 6)
    expectEqual(navigator.capture().current.state, .empty)
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
    expectEqual(navigator.takeState()?.decode("cursor"), 6)
    navigator.top.cursor = 8
    expectEqual(navigator.capture().current.stateVersion, 2)
    expectEqual(navigator.capture().current.state.description, #"{"row":6,"cursor":8}"#)
  }
}
