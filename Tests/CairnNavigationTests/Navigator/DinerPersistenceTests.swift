import CairnFiles
import CairnNavigation
import TestSupport
import Testing

/// One run of a diner's app and the start after it.
private struct Run: Sendable {
  var mode = Persistence.all
  /// The mode of the next start, if it is another.
  var nextMode: Persistence?
  /// How long the next start comes after the visits, and what age an entry may have.
  var age: (Int64, limit: Int64)?
  /// Whether the route of X is gone at the next start.
  var isXGone = false
  /// What is opened, one after another.
  var visits: @Sendable (Navigator<TestScreen>) -> Void

  init(_ visits: @escaping @Sendable (Navigator<TestScreen>) -> Void) { self.visits = visits }

  init(_ urls: String...) {
    visits = { navigator in for url in urls { navigator.open(url, origin: .user) } }
  }

  func with(_ change: (inout Run) -> Void) -> Run {
    var run = self
    change(&run)
    return run
  }
}

/// The cases in which a stack is kept and brought back, each with what a person is to find.
@Suite struct `What a start brings back of a stack` {
  private static let rows: [(id: String, run: Run, found: [String])] = [
    ("a whole stack", Run("a", "b", "c"), ["home a b [c]"]),
    // Where one is, whatever screens are below: a container makes no difference.
    ("the top over tabs", Run("tabs", "b", "c").with { $0.mode = .top }, ["[c]"]),
    ("the top without tabs", Run("a", "b", "c").with { $0.mode = .top }, ["[c]"]),
    ("the root", Run("a", "b", "c").with { $0.mode = .root }, ["[home]"]),
    ("nothing, if nothing is kept", Run("a").with { $0.mode = .none }, []),
    // The setting decides at the start too, so that what was kept before doesn't come back.
    ("nothing of what was kept", Run("a").with { $0.nextMode = Persistence.none }, []),
    ("nothing that is too old", Run("a", "b").with { $0.age = (61, 60) }, []),
    ("what isn't too old", Run("a", "b").with { $0.age = (59, 60) }, ["home a [b]"]),
    // A draft keeps itself only.
    (
      "a draft of any age",
      Run { navigator in
        navigator.open("a", origin: .user)
        navigator.open("b", origin: .user)
        navigator.top.isDraft = true
      }.with { $0.age = (61, 60) }, ["[b]"]
    ),
    // What can't be shown stays and says why.
    (
      "a screen whose route is gone", Run("a", "x", "c").with { $0.isXGone = true },
      ["home a x [c]"]
    ),
    ("that screen on top", Run("a", "x").with { $0.isXGone = true }, ["home a [x]"]),
    ("no sheet of actions", Run("a", "sheet"), ["home [a]"]),
    (
      "every tab",
      Run { navigator in
        navigator.open("a", origin: .user)
        navigator.open("b", origin: .user)
        navigator.openTab("cairn://c", origin: .user)
      }, ["home a [b]", "[c]"]
    ),
    ("a modal screen's own stack", Run("a", "m", "m/2"), ["home a ^m [m/2]"]),
    (
      "nothing of a place that is never saved",
      Run { $0.open("secret", origin: .user, mode: .root) }, []
    ),
  ]

  @Test(arguments: rows.indices)
  func `is what its case says`(row: Int) throws {
    let (id, run, found) = Self.rows[row]
    let folder = SessionFolder()
    try folder.run { session, _ in
      let navigator = try navigator()
      run.visits(navigator)
      try session.save(navigator.capture(), at: .start, keeping: run.mode)
    }
    let file = try? folder.read()
    let restored = try restored(folder, run)
    expectEqual(trails(restored), found, "\(id)")
    expectEqual((try? folder.read()), file, "\(id): a start leaves the file as it is")
    guard let restored else { return }
    let next = try navigator(restored, isXGone: run.isXGone)
    expectTrue(!next.top.name.isEmpty)
    expectEqual(next.buildCount, 1, "\(id)")
    expectEqual(trails(next.state), found, "\(id)")
  }

  @Test func `has a screen that can't be made between those that can`() throws {
    let folder = SessionFolder()
    let run = Run("a", "x", "c").with { $0.isXGone = true }
    try folder.run { session, _ in
      let navigator = try navigator()
      run.visits(navigator)
      try session.save(navigator.capture(), at: .start)
    }
    let next = try navigator(restored(folder, run), isXGone: true)
    expectEqual(next.top.name, "c")
    next.back()
    expectTrue(next.top.name.hasPrefix("explains cairn://x"))
    next.back()
    expectEqual(next.top.name, "a")
  }

  @Test func `has the opener's arguments as the screen's state`() throws {
    let folder = SessionFolder()
    var arguments = StateEncoder()
    arguments.encode(7, as: "cursor")
    try folder.run { session, _ in
      let navigator = try navigator()
      navigator.open("cairn://a?q=1", origin: .link, state: arguments.value)
      try session.save(navigator.capture(), at: .start)
    }
    let next = try navigator(restored(folder, Run()))
    expectEqual(next.state.current.url, "cairn://a?q=1")
    _ = next.top
    expectEqual(next.takeState()?.decode("cursor"), 7)
  }

  private func restored(_ folder: SessionFolder, _ run: Run) throws -> NavigatorState? {
    let session = try folder.claim()
    defer { session.release() }
    let oldest = run.age.map { Timestamp(milliseconds: Self.visited + $0.0 - $0.limit) }
    return session.start(keeping: run.nextMode ?? run.mode, expiringBefore: oldest).state
  }

  private func trails(_ state: NavigatorState?) -> [String] {
    guard let state else { return [] }
    return state.tabs.indices.map { state.after(.selectTab($0)).trail }
  }

  /// When everything was visited.
  private static let visited: Int64 = 1000

  private func navigator(
    _ state: NavigatorState? = nil, isXGone: Bool = false
  ) throws -> Navigator<TestScreen> {
    let map = try URLMap<TestScreen>(home: "cairn://home") {
      Route("cairn://home", .root) { TestScreen("home") }
      for name in ["a", "b", "c", "tabs"] + (isXGone ? [] : ["x"]) {
        Route("cairn://\(name)") { TestScreen(name) }
      }
      Route("cairn://m", .modal) { TestScreen("m") }
      Route("cairn://m/2") { TestScreen("m2") }
      Route("cairn://sheet", .popover) { TestScreen("sheet") }
      Route("cairn://secret") { TestScreen("secret") }.unsaved()
    }
    return Navigator(
      map: map, state: state,
      coding: ScreenCoding(title: { $0.name }, importance: { $0.isDraft ? .draft : .normal }),
      clock: { Timestamp(milliseconds: Self.visited) },
      explain: { TestScreen("explains \($0.entry.url): \($0.reason)") })
  }
}
