import CairnNavigation
import Testing

/// Invariant 6.
@Suite struct `Opening a URL` {
  @Test func `presents its screen and tells which entry`() throws {
    let navigator = try testNavigator()
    let outcome = navigator.open("list/3", origin: .user)
    #expect(outcome == .presented(navigator.state.current.id))
    #expect(navigator.top.name == "item 3")
    #expect(navigator.state.current.title == "The item 3")
    #expect(outcome.isSuccess && outcome.message == nil)
  }

  @Test func `from cold puts the parents below, from a link it doesn't`() throws {
    for origin in [Origin.favorite, .commandLine, .external] {
      let navigator = try testNavigator()
      navigator.open("list/3/edit", origin: origin)
      #expect(navigator.state.trail == "home list list/3 [^list/3/edit]")
      #expect(navigator.buildCount == 0)
    }
    let navigator = try testNavigator()
    navigator.open("list/3", origin: .link)
    #expect(navigator.state.trail == "home [list/3]")
    navigator.openTab("cairn://list/4", origin: .link)
    #expect(navigator.state.trail == "home list [list/4]")
  }

  @Test func `follows redirects and says where to`() throws {
    let navigator = try testNavigator()
    let outcome = navigator.open("old/3", origin: .user)
    #expect(outcome == .redirected(to: "cairn://list/3", .presented(navigator.state.current.id)))
    #expect(navigator.state.current.url == "cairn://list/3")
  }

  @Test func `ends redirects that lead in a circle`() throws {
    let navigator = try testNavigator {
      Redirect("cairn://x/(a)", to: "cairn://y/(a)")
      Redirect("cairn://y/(a)", to: "cairn://x/(a)")
    }
    let outcome = navigator.open("x/1", origin: .user)
    #expect(outcome.message?.hasPrefix("cairn://x/1 leads on and on: ") == true)
    #expect(navigator.state.trail == "[home]")
  }

  @Test func `says what is malformed and where`() throws {
    let navigator = try testNavigator()
    guard case .malformed(let malformed) = navigator.open("list/%", origin: .user) else {
      Issue.record("it opened")
      return
    }
    #expect(malformed.column == 6)
    let long = ScreenURL(["list", String(repeating: "x", count: 9000)])
    guard case .malformed = navigator.open(long, origin: .link) else {
      Issue.record("it opened")
      return
    }
    #expect(navigator.state.trail == "[home]")
  }

  @Test func `without a route stays, with a wildcard shows its screen`() throws {
    let plain = try testNavigator()
    guard case .unmatched(let unmatched) = plain.open("lisst", origin: .user) else {
      Issue.record("it opened")
      return
    }
    #expect(unmatched.nearest.first?.pattern.text == "cairn://list")
    #expect(plain.state.trail == "[home]")
    let wild = try testNavigator {
      Route("*") { (unmatched: UnmatchedURL) in TestScreen("no \(unmatched.url)") }
    }
    #expect(!wild.open("nothing/here", origin: .user).isSuccess)
    #expect(wild.state.trail == "home [nothing/here]")
    #expect(wild.top.name == "no cairn://nothing/here")
  }

  @Test func `does an action and presents nothing`() throws {
    var sent: [Int] = []
    let navigator = try testNavigator {
      Route.action("cairn://send/(n:int)") { (n: Int) in
        guard n > 0 else { throw TestFailure.broken }
        sent.append(n)
      }
    }
    #expect(navigator.open("send/3", origin: .link) == .handled)
    #expect(
      navigator.open("send/0", origin: .link)
        == .failed("cairn://send/0", reason: "the kitchen is closed"))
    #expect(sent == [3])
    #expect(navigator.state.trail == "[home]")
  }

  @Test func `shows a popover over the entry until something else happens`() throws {
    let navigator = try testNavigator()
    #expect(navigator.open("sheet", origin: .link) == .overlaid("cairn://sheet"))
    #expect(navigator.popover?.name == "sheet")
    #expect(navigator.state.trail == "[home]")
    navigator.dismissPopover()
    #expect(navigator.popover == nil)
    navigator.open("sheet", origin: .link)
    navigator.open("list", origin: .link)
    #expect(navigator.popover == nil)
  }

  @Test func `leaves other programs' URLs to the caller, whole`() throws {
    let navigator = try testNavigator { Route("cairn://web", .external) { TestScreen("never") } }
    #expect(
      navigator.open("https://example.org/%zz?a b", origin: .link)
        == ExternalURL("https://example.org/%zz?a b").map(OpenOutcome.external))
    #expect(
      navigator.open("web", origin: .link) == ExternalURL("cairn://web").map(OpenOutcome.external))
    #expect(navigator.buildCount == 0)
  }

  @Test func `gives a screen its opener's arguments and remembers the list`() throws {
    let navigator = try testNavigator()
    var arguments = StateEncoder()
    arguments.encode(9, as: "cursor")
    navigator.open(
      "cairn://list/3", origin: .link, state: arguments.value, listURL: "cairn://list?sort=name")
    _ = navigator.top
    #expect(navigator.takeState()?.decode("cursor") == 9)
    #expect(navigator.state.current.listURL == "cairn://list?sort=name")
  }

  @Test func `opens several as one stack and makes the last only`() throws {
    let navigator = try testNavigator()
    let outcomes = navigator.open(
      ["cairn://list", "cairn://list/1", "cairn://list/2"], origin: .user)
    #expect(outcomes.filter { !$0.isSuccess }.isEmpty)
    #expect(navigator.state.trail == "home list list/1 [list/2]")
    #expect(navigator.top.name == "item 2")
    #expect(navigator.buildCount == 1)
  }

  @Test func `takes a mode from its opener`() throws {
    let navigator = try testNavigator()
    navigator.open("cairn://list/1", origin: .link, mode: .replace)
    #expect(navigator.state.trail == "[list/1]")
  }
}
