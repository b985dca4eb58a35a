import CairnNavigation
import TestSupport
import Testing

@Suite struct `A navigator's hooks` {
  @Test func `rewrite a request, at most five times`() throws {
    let navigator = try testNavigator()
    navigator.rewriteHooks = [
      { $0.url?.segments == ["start"] ? "cairn://list/1" : nil }
    ]
    expectEqual(
      navigator.open("start", origin: .user),
      .redirected(to: "cairn://list/1", .presented(navigator.state.current.id)))
    navigator.rewriteHooks = [
      { request in
        guard let url = request.url, let n = url.segments.last.flatMap({ Int($0) }), n > 0 else {
          return nil
        }
        return ScreenURL(["list", "\(n - 1)"])
      }
    ]
    navigator.open("list/5", origin: .user)
    expectEqual(navigator.state.current.url, "cairn://list/0")
    expectEqual(
      navigator.open("list/6", origin: .user),
      .vetoed(reason: "cairn://list/6 is redirected more than 5 times"))
  }

  @Test func `see every URL and where it comes from`() throws {
    let navigator = try testNavigator()
    var seen: [String] = []
    navigator.guardHooks = [
      { request in
        seen.append("\(request.origin) \(request.text) \(request.url == nil)")
        return .allow
      }
    ]
    for origin in Origin.allCases { navigator.open("list", origin: origin) }
    navigator.open("https://example.org", origin: .link)
    expectEqual(
      seen, Origin.allCases.map { "\($0) cairn://list false" } + ["link https://example.org true"])
  }

  @Test func `veto with a reason`() throws {
    let navigator = try testNavigator()
    navigator.guardHooks = [
      { $0.url?.segments.first == "list" ? .veto("the list is locked") : .allow }
    ]
    let outcome = navigator.open("list/1", origin: .link)
    expectEqual(outcome, .vetoed(reason: "the list is locked"))
    expectEqual(outcome.message, "the list is locked")
    expectEqual(navigator.state.trail, "[home]")
  }

  @Test func `park a request until it is resumed`() throws {
    let navigator = try testNavigator()
    var isLocked = true
    navigator.guardHooks = [{ _ in isLocked ? .park("it is locked") : .allow }]
    let parked = OpenOutcome.parked(reason: "it is locked")
    expectEqual(navigator.open("list/1", origin: .link), parked)
    expectEqual(navigator.open("https://a", origin: .link), parked)
    expectEqual(navigator.resumeParked(), [parked, parked])
    expectEqual(parked.message, "it is locked")
    isLocked = false
    expectEqual(navigator.resumeParked().count, 2)
    expectEqual(navigator.state.trail, "home [list/1]")
    expectTrue(navigator.parked.isEmpty)
    isLocked = true
    var arguments = StateEncoder()
    arguments.encode(5, as: "cursor")
    navigator.open("cairn://list/2", origin: .link, state: arguments.value)
    isLocked = false
    navigator.resumeParked()
    expectEqual(navigator.state.current.state, arguments.value)
  }

  @Test func `park a restored entry, which a question can open`() throws {
    let state = try testNavigator().state.opening("list")
    let navigator = try testNavigator(state: state)
    var isLocked = true
    var outcomes: [OpenOutcome] = []
    navigator.guardHooks = [{ _ in isLocked ? .park("it is locked") : .allow }]
    navigator.observers = [{ _, outcome in outcomes.append(outcome) }]
    for _ in 1...2 {
      expectTrue(navigator.top.name.hasPrefix("explains"), navigator.top.name)
      navigator.retry()
    }
    expectEqual(outcomes, Array(repeating: .parked(reason: "it is locked"), count: 2))
    expectEqual(navigator.parked.count, 1)
    isLocked = false
    navigator.open("list/1", origin: .link)
    expectEqual(navigator.resumeParked(), [.presented(navigator.state.current.id)])
    expectEqual(navigator.state.current.url, "cairn://list")
    expectEqual(navigator.top.name, "list")
  }

  @Test func `guard restored entries when they are made`() throws {
    let state = try testNavigator().state.opening("list").opening("old")
    let navigator = try testNavigator(state: state)
    var origins: [Origin] = []
    var isLocked = true
    navigator.guardHooks = [
      { request in
        origins.append(request.origin)
        return isLocked ? .veto("the store is locked") : .allow
      }
    ]
    navigator.rewriteHooks = [{ $0.url == "cairn://old" ? "cairn://list/8" : nil }]
    expectEqual(navigator.top.name, "explains cairn://old: the store is locked")
    isLocked = false
    navigator.retry()
    expectEqual(navigator.top.name, "item 8")
    expectEqual(navigator.state.trail, "home list [list/8]")
    expectEqual(origins, [.restore, .restore])
  }

  @Test func `are followed by observers, whatever came of it`() throws {
    let navigator = try testNavigator()
    var seen: [Bool] = []
    navigator.observers = [{ _, outcome in seen.append(outcome.isSuccess) }]
    navigator.open("list", origin: .user)
    navigator.open("nowhere", origin: .user)
    navigator.open("%", origin: .user)
    expectEqual(seen, [true, false, false])
  }
}
