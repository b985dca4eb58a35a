import CairnNavigation
import TestSupport
import Testing

/// Invariant 6.
@Suite struct `Opening a URL` {
  @Test func `presents its screen and tells which entry`() throws {
    let navigator = try testNavigator()
    let outcome = navigator.open("list/3", origin: .user)
    expectEqual(outcome, .presented(navigator.state.current.id))
    expectEqual(navigator.top.name, "item 3")
    expectEqual(navigator.state.current.title, "The item 3")
    expectTrue(outcome.isSuccess && outcome.message == nil)
  }

  @Test func `from cold puts the parents below, from a link it doesn't`() throws {
    for origin in [Origin.favorite, .commandLine, .external] {
      let navigator = try testNavigator()
      navigator.open("list/3/edit", origin: origin)
      expectEqual(navigator.state.trail, "home list list/3 [^list/3/edit]")
      expectEqual(navigator.buildCount, 0)
    }
    let navigator = try testNavigator()
    navigator.open("list/3", origin: .link)
    expectEqual(navigator.state.trail, "home [list/3]")
    navigator.openTab("cairn://list/4", origin: .link)
    expectEqual(navigator.state.trail, "home list [list/4]")
  }

  @Test func `gives a title to each screen below that was never made`() throws {
    let map = try URLMap<TestScreen>(home: "cairn://home") {
      Route("cairn://home", .root) { TestScreen("home") }
      Route("cairn://jobs") { TestScreen("jobs") }.listed("Jobs")
      Route("cairn://jobs/(number)", parent: "cairn://jobs") { (number: String) in
        TestScreen("job \(number)")
      }
      Route("cairn://jobs/(number)/edit", .modal, parent: "cairn://jobs/(number)") {
        (number: String) in TestScreen("edit \(number)")
      }
    }
    let coding = ScreenCoding<TestScreen>(
      title: { $0.name }, name: { $0 == "cairn://jobs/1" ? "First" : nil })
    let navigator = Navigator(
      map: map, coding: coding, clock: { Timestamp(milliseconds: 0) },
      explain: { TestScreen("\($0.reason)") })
    navigator.openTab("cairn://jobs/1/edit", origin: .link)
    expectEqual(navigator.state.tab.back.map(\.title), ["Jobs", "First"])
    navigator.openTab("cairn://jobs/2", origin: .link, listURL: "cairn://jobs")
    expectEqual(navigator.state.tab.back.map(\.title), ["Jobs"])
    navigator.open("cairn://jobs/3", origin: .link)
    expectTrue(navigator.up() == .moved)
    expectEqual(navigator.state.current.title, "Jobs")
  }

  @Test func `follows redirects and says where to`() throws {
    let navigator = try testNavigator()
    let outcome = navigator.open("old/3", origin: .user)
    expectEqual(outcome, .redirected(to: "cairn://list/3", .presented(navigator.state.current.id)))
    expectEqual(navigator.state.current.url, "cairn://list/3")
  }

  @Test func `ends redirects that lead in a circle`() throws {
    let navigator = try testNavigator {
      Redirect("cairn://x/(a)", to: "cairn://y/(a)")
      Redirect("cairn://y/(a)", to: "cairn://x/(a)")
    }
    let outcome = navigator.open("x/1", origin: .user)
    expectEqual(outcome.message?.hasPrefix("cairn://x/1 redirects in a circle: "), true)
    expectEqual(navigator.state.trail, "[home]")
  }

  @Test func `says what is malformed and where`() throws {
    let navigator = try testNavigator()
    guard case .malformed(let malformed) = navigator.open("list/%", origin: .user) else {
      Issue.record("it opened")
      return
    }
    expectEqual(malformed.column, 6)
    let long = ScreenURL(["list", String(repeating: "x", count: 9000)])
    guard case .malformed = navigator.open(long, origin: .link) else {
      Issue.record("it opened")
      return
    }
    expectEqual(navigator.state.trail, "[home]")
  }

  @Test func `without a route stays, with a wildcard shows its screen`() throws {
    let plain = try testNavigator()
    guard case .unmatched(let unmatched) = plain.open("lisst", origin: .user) else {
      Issue.record("it opened")
      return
    }
    expectEqual(unmatched.nearest.first?.pattern.text, "cairn://list")
    expectEqual(plain.state.trail, "[home]")
    let wild = try testNavigator {
      Route("*") { (unmatched: UnmatchedURL) in TestScreen("no \(unmatched.url)") }
    }
    expectTrue(!wild.open("nothing/here", origin: .user).isSuccess)
    expectEqual(wild.state.trail, "home [nothing/here]")
    expectEqual(wild.top.name, "no cairn://nothing/here")
  }

  @Test func `does an action and presents nothing`() throws {
    var sent: [Int] = []
    let navigator = try testNavigator {
      Route.action("cairn://send/(n:int)") { (n: Int) in
        guard n > 0 else { throw TestFailure.broken }
        sent.append(n)
      }
    }
    expectEqual(navigator.open("send/3", origin: .link), .handled)
    expectEqual(
      navigator.open("send/0", origin: .link),
      .failed("cairn://send/0", reason: "the kitchen is closed"))
    expectEqual(sent, [3])
    expectEqual(navigator.state.trail, "[home]")
  }

  @Test func `shows a popover over the entry until something else happens`() throws {
    let navigator = try testNavigator()
    expectEqual(navigator.open("sheet", origin: .link), .overlaid("cairn://sheet"))
    expectEqual(navigator.popover?.name, "sheet")
    expectEqual(navigator.state.trail, "[home]")
    navigator.dismissPopover()
    expectTrue(navigator.popover == nil)
    navigator.open("sheet", origin: .link)
    navigator.open("list", origin: .link)
    expectTrue(navigator.popover == nil)
  }

  @Test func `leaves other programs' URLs to the caller, whole`() throws {
    let navigator = try testNavigator { Route("cairn://web", .external) { TestScreen("never") } }
    expectEqual(
      navigator.open("https://example.org/%zz?a b", origin: .link),
      ExternalURL("https://example.org/%zz?a b").map(OpenOutcome.external))
    expectEqual(
      navigator.open("web", origin: .link), ExternalURL("cairn://web").map(OpenOutcome.external))
    expectEqual(navigator.buildCount, 0)
  }

  @Test func `gives a screen its opener's arguments and remembers the list`() throws {
    let navigator = try testNavigator()
    var arguments = StateEncoder()
    arguments.encode(9, as: "cursor")
    navigator.open(
      "cairn://list/3", origin: .link, state: arguments.value, listURL: "cairn://list?sort=name")
    _ = navigator.top
    expectEqual(navigator.takeState()?.decode("cursor"), 9)
    expectEqual(navigator.state.current.listURL, "cairn://list?sort=name")
  }

  @Test func `opens several as one stack and makes the last only`() throws {
    let navigator = try testNavigator()
    let outcomes = navigator.open(
      ["cairn://list", "cairn://list/1", "cairn://list/2"], origin: .user)
    expectTrue(outcomes.filter { !$0.isSuccess }.isEmpty)
    expectEqual(navigator.state.trail, "home list list/1 [list/2]")
    expectEqual(navigator.top.name, "item 2")
    expectEqual(navigator.buildCount, 1)
  }

  @Test func `takes a mode from its opener`() throws {
    let navigator = try testNavigator()
    navigator.open("cairn://list/1", origin: .link, mode: .replace)
    expectEqual(navigator.state.trail, "[list/1]")
  }
}
