/// Opens URLs, keeps the history, and makes only the screen on top.
///
///     text ─▶ parse ─▶ rewrite ─▶ guard ─▶ match ─▶ reduce ─▶ (make the top when asked) ─▶ observers
///
/// The other entries stay values until they are shown. A navigator belongs to the thread that
/// draws.
public final class Navigator<Destination> {
  /// A screen that exists, with the state that it hasn't taken yet.
  struct Live {
    let destination: Destination
    var untaken: StateValue?
    let stateVersion: Int
    /// The reason why it replaces the entry's own screen; nil for that screen itself.
    let explains: UnbuiltEntry.Reason?
  }

  /// The map of URLs; a new map applies to screens that are made later.
  public var map: URLMap<Destination>

  /// The history of all tabs.
  ///
  /// ``capture()`` adds the present state of the living screens.
  public internal(set) var state: NavigatorState

  /// The number of screens that were made.
  public internal(set) var buildCount = 0

  /// Hooks that may send a request elsewhere: nil keeps the URL, another URL replaces it.
  ///
  /// They are called until none changes the request.
  public var rewriteHooks: [(OpenRequest) -> ScreenURL?] = []

  /// Hooks that may refuse a request, also a restored or external one.
  ///
  /// The first that doesn't allow it decides.
  public var guardHooks: [(OpenRequest) -> Verdict] = []

  /// Observers of every request and its outcome.
  public var observers: [(OpenRequest, OpenOutcome) -> Void] = []

  /// The parked requests, each with a closure that opens it again.
  var waiting: [(request: OpenRequest, open: () -> OpenOutcome)] = []

  /// The sheet or menu over the current entry, which is never in the history.
  public internal(set) var popover: Destination?

  let coding: ScreenCoding<Destination>
  let explain: (UnbuiltEntry) -> Destination
  let clock: () -> Timestamp
  let liveLimit: Int
  var live: [Entry.ID: Live] = [:]
  var recentlyShown: [Entry.ID] = []

  /// The restored entries whose screens weren't made yet.
  ///
  /// The hooks haven't checked their URLs.
  var unseen: Set<Entry.ID> = []

  /// Creates a navigator without a screen.
  ///
  /// - Parameters:
  ///   - map: the map of URLs.
  ///   - state: the restored state; by default, home.
  ///   - coding: the closures that read titles and states of screens.
  ///   - clock: the time of visits.
  ///   - liveLimit: the maximum number of living screens; the least recently shown ones keep only
  ///     their state.
  ///   - explain: makes a screen for an entry whose own screen can't be made.
  public init(
    map: URLMap<Destination>, state: NavigatorState? = nil, coding: ScreenCoding<Destination>,
    clock: @escaping () -> Timestamp, liveLimit: Int = 16,
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
  /// The parked requests, oldest first.
  public var parked: [OpenRequest] { waiting.map(\.request) }

  /// The screen of the current entry, which is made now if it doesn't exist.
  public var top: Destination { living(state.current).destination }

  /// Returns the screen of an entry, which is made now if it doesn't exist.
  ///
  /// A new screen comes with its saved state, as in ``takeState()``. The result is nil if the entry
  /// is gone or its screen can't be made.
  public func screen(of id: Entry.ID) -> (screen: Destination, kept: StateDecoder?)? {
    guard let entry = state.entry(id) else { return nil }
    let isNew = live[id] == nil
    let made = living(entry)
    // The current screen stays the most recently shown one.
    _ = top
    guard made.explains == nil, live[id] != nil else { return nil }
    return (made.destination, isNew ? takeState(of: id) ?? StateDecoder(.empty) : nil)
  }

  /// The living screens, which are told about changes.
  public var liveScreens: [Destination] { live.values.map(\.destination) }

  /// Returns the saved state of the current screen, once; nil if it has none or took it already.
  ///
  /// The state is migrated to the screen's version.
  public func takeState() -> StateDecoder? {
    takeState(of: state.current.id)
  }

  private func takeState(of id: Entry.ID) -> StateDecoder? {
    guard let untaken = live[id]?.untaken else { return nil }
    live[id]?.untaken = nil
    return untaken.isEmpty ? nil : StateDecoder(untaken)
  }

  /// Returns the history with the present state of all living screens, for saving.
  public func capture() -> NavigatorState {
    for id in live.keys { capture(id) }
    return state
  }

  /// Replaces the current screen by one that explains a problem, if the problem appears late.
  public func fail(_ reason: UnbuiltEntry.Reason) {
    let entry = state.current
    live[entry.id] = explanation(entry, reason)
  }

  /// Makes the current screen again.
  ///
  /// The new screen gets the state of the old one. Only an unreadable state is dropped, which may
  /// help.
  public func retry() {
    let id = state.current.id
    capture(id)
    let reason = live.removeValue(forKey: id)?.explains
    guard case .unreadableState = reason else { return }
    state = .reduce(state, .update(id, EntryChange(state: .empty, stateVersion: 1)))
  }

  /// Closes the sheet or menu over the current entry.
  public func dismissPopover() { popover = nil }
}

/// The closures by which a navigator reads and saves its screens.
public struct ScreenCoding<Destination> {
  /// The title in the breadcrumb.
  public var title: (Destination) -> String

  /// The title of a screen that was never made; `nil` for its title in the palette, or else the last
  /// segment of its URL.
  public var name: (ScreenURL) -> String?

  /// Encodes the screen's state.
  public var encode: (Destination, inout StateEncoder) -> Void

  /// Whether the screen has unsaved work.
  public var importance: (Destination) -> Importance

  /// The reason why the screen refuses to be left; nil if there is none.
  public var leave: (Destination) -> String?

  /// Creates the closures; screens without a state need only a title.
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
