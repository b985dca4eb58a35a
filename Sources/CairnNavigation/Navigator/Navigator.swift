/// Opens URLs, keeps the history, and makes the screen on top of it, and only that one.
///
///     text ─▶ parse ─▶ rewrite ─▶ guard ─▶ match ─▶ reduce ─▶ (make the top when asked) ─▶ observers
///
/// All other entries are values until they are uncovered. It belongs to the thread that draws.
public final class Navigator<Destination> {
  /// A screen that exists, and the state that it hasn't taken yet.
  struct Live {
    let destination: Destination
    var untaken: StateValue?
    let stateVersion: Int
    /// Why it stands in the place of the entry's own screen; nil if it is that screen.
    let explains: UnbuiltEntry.Reason?
  }

  /// Which URLs lead to which screens; another one holds for what is made from then on.
  public var map: URLMap<Destination>

  /// Where the person is in all tabs; what screens changed since they were covered is in
  /// ``capture()``.
  public internal(set) var state: NavigatorState

  /// How many screens were made so far.
  public internal(set) var buildCount = 0

  /// Called in turn on every request until none changes it; nil leaves it, a URL goes there
  /// instead.
  public var rewriteHooks: [(OpenRequest) -> ScreenURL?] = []

  /// Called on every request, restored and external ones too; the first that doesn't allow it
  /// decides.
  public var guardHooks: [(OpenRequest) -> Verdict] = []

  /// Told of every request and what came of it.
  public var observers: [(OpenRequest, OpenOutcome) -> Void] = []

  /// What a guard lets wait: how to open it again.
  var waiting: [(request: OpenRequest, open: () -> OpenOutcome)] = []

  /// The sheet or menu over the current entry; never part of the history.
  public internal(set) var popover: Destination?

  let coding: ScreenCoding<Destination>
  let explain: (UnbuiltEntry) -> Destination
  let clock: () -> Moment
  let liveLimit: Int
  var live: [Entry.ID: Live] = [:]
  var recentlyShown: [Entry.ID] = []

  /// The entries that came from a saved state and weren't made yet: hooks haven't seen their URLs.
  var unseen: Set<Entry.ID> = []

  /// Makes a navigator; no screen yet.
  ///
  /// - Parameters:
  ///   - map: which URLs lead to which screens.
  ///   - state: the restored state; home without one.
  ///   - coding: how to ask screens for what is kept of them.
  ///   - clock: tells when a place is visited.
  ///   - liveLimit: how many screens stay alive; those not shown for longest keep only their state.
  ///   - explain: makes the screen of an entry whose own can't be made.
  public init(
    map: URLMap<Destination>, state: NavigatorState? = nil, coding: ScreenCoding<Destination>,
    clock: @escaping () -> Moment, liveLimit: Int = 16,
    explain: @escaping (UnbuiltEntry) -> Destination
  ) {
    precondition(liveLimit >= 1, "the top screen is always alive")
    self.map = map
    self.state = state ?? NavigatorState(Visit(map.home, savedAt: clock()), home: map.home)
    self.coding = coding
    self.clock = clock
    self.liveLimit = liveLimit
    self.explain = explain
    if let state { unseen = Set(state.entries.map(\.id)) }
  }
}

extension Navigator {
  /// Requests that a guard lets wait, the oldest first.
  public var parked: [OpenRequest] { waiting.map(\.request) }

  /// The current entry's screen, made now if it doesn't exist yet.
  public var top: Destination { living(state.current).destination }

  /// The screen of an entry, made now if it doesn't exist yet, and then with what it kept, as
  /// ``takeState()`` has it; nil if there is no such entry or its screen can't be made.
  public func screen(of id: Entry.ID) -> (screen: Destination, kept: StateDecoder?)? {
    guard let entry = state.entry(id) else { return nil }
    let isNew = live[id] == nil
    let made = living(entry)
    // The current one is still the one that was shown last.
    _ = top
    guard made.explains == nil, live[id] != nil else { return nil }
    return (made.destination, isNew ? takeState(of: id) ?? StateDecoder(.empty) : nil)
  }

  /// The screens that exist, for telling them of changes.
  public var liveScreens: [Destination] { live.values.map(\.destination) }

  /// What the current screen kept, exactly once; nil if it kept nothing or was given it already.
  ///
  /// Migrations to the screen's version are done.
  public func takeState() -> StateDecoder? {
    takeState(of: state.current.id)
  }

  private func takeState(of id: Entry.ID) -> StateDecoder? {
    guard let untaken = live[id]?.untaken else { return nil }
    live[id]?.untaken = nil
    return untaken.isEmpty ? nil : StateDecoder(untaken)
  }

  /// The state with what all living screens keep of themselves now, as it should be saved.
  public func capture() -> NavigatorState {
    for id in live.keys { capture(id) }
    return state
  }

  /// Puts an explaining screen in the current one's place, when it finds out late that it can't be.
  public func fail(_ reason: UnbuiltEntry.Reason) {
    let entry = state.current
    live[entry.id] = explanation(entry, reason)
  }

  /// Makes the current screen anew.
  ///
  /// It gets what the old one kept of itself; only a state that couldn't be read is dropped, which
  /// may help.
  public func retry() {
    let id = state.current.id
    capture(id)
    let reason = live.removeValue(forKey: id)?.explains
    guard case .unreadableState = reason else { return }
    state = .reduce(state, .update(id, EntryChange(state: .empty, stateVersion: 1)))
  }

  /// Ends the sheet or menu over the current entry.
  public func dismissPopover() { popover = nil }
}

/// How a navigator asks its screens what it keeps of them.
public struct ScreenCoding<Destination> {
  /// What the breadcrumb says.
  public var title: (Destination) -> String

  /// What a screen is called that was never made; `nil` for the last segment of its URL.
  public var name: (ScreenURL) -> String?

  /// Keeps the screen's own state.
  public var encode: (Destination, inout StateEncoder) -> Void

  /// Whether the screen holds something unsaved.
  public var importance: (Destination) -> Importance

  /// Why the screen doesn't want to be left; nil if it may be.
  public var leave: (Destination) -> String?

  /// Describes screens; those that keep nothing need only a title.
  public init(
    title: @escaping (Destination) -> String,
    name: @escaping (ScreenURL) -> String? = { _ in nil },
    encode: @escaping (Destination, inout StateEncoder) -> Void = { _, _ in },
    importance: @escaping (Destination) -> Importance = { _ in .normal },
    leave: @escaping (Destination) -> String? = { _ in nil }
  ) {
    self.title = title
    self.name = name
    self.encode = encode
    self.importance = importance
    self.leave = leave
  }
}
