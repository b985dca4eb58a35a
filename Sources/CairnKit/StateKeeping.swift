public import CairnNavigation

/// The storage of the history: the restored state, and the functions that save it.
public struct StateKeeping: Sendable {
  /// The restored history; nil at the first start.
  public var restored: NavigatorState?
  /// Whether the app starts at home, before the restored tabs.
  public var startsAtHome = false
  /// Whether the app never saved a state before; then it begins at its first screen.
  public var isFirst: Bool
  /// Sentences about the reading, for example about a file that was set aside.
  public var notices: [String]
  /// The oldest moment in the history; `nil` for no limit.
  ///
  /// It is called for each state, since time passes and a setting may change.
  public var oldest: @Sendable () -> Timestamp?
  /// Saves a state of a moment; called on its own thread, one call at a time.
  public var save: @Sendable (NavigatorState, Timestamp) throws -> Void
  /// Called when the first screen is drawn and the app waits for input; on the same thread.
  public var succeed: @Sendable () -> Void

  /// The drafts of sessions that no process uses, newest first.
  public var waitingDrafts: @Sendable () -> [WaitingDraft] = { [] }
  /// Claims such a draft; the app first saves it, then finishes the move.
  public var take: @Sendable (WaitingDraft) throws -> TakenDraft = { _ in
    throw NavigationError.noDraft
  }

  /// Creates a storage with own functions.
  public init(
    restored: NavigatorState? = nil, notices: [String] = [],
    oldest: @escaping @Sendable () -> Timestamp? = { nil },
    succeed: @escaping @Sendable () -> Void = {},
    save: @escaping @Sendable (NavigatorState, Timestamp) throws -> Void
  ) {
    self.restored = restored
    isFirst = restored == nil
    self.notices = notices
    self.oldest = oldest
    self.succeed = succeed
    self.save = save
  }

  /// Creates a storage in a session's file, which this process has claimed.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - persistence: the part to save and restore, called for each state.
  ///   - isFresh: whether to start at home and to restore only drafts.
  ///   - oldest: older entries are removed, except drafts, at the start and later.
  public init(
    _ session: SessionFile,
    keeping persistence: @escaping @Sendable () -> Persistence = { .all }, isFresh: Bool = false,
    expiringBefore oldest: @escaping @Sendable () -> Timestamp? = { nil }
  ) {
    let found = session.start(
      keeping: isFresh ? .none : persistence(), expiringBefore: oldest())
    self.init(
      restored: found.state, notices: found.notices, oldest: oldest,
      succeed: { session.succeed() },
      save: { try session.save($0, at: $1, keeping: persistence()) })
    (startsAtHome, isFirst) = (found.startsAtHome, found.isFirst)
    waitingDrafts = { (try? session.waitingDrafts()) ?? [] }
    take = { try session.take($0) }
  }
}

/// The place of the URLs that an app is started with.
public enum Start: Hashable, Sendable {
  /// The first URL opens on top of the last screen, the others in their own tabs.
  case onTop
  /// The first URL replaces the last screen.
  case replacing
}
