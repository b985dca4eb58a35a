public import CairnNavigation

/// Where the history comes from at the start, and where it goes as it changes.
public struct StateKeeping: Sendable {
  /// What was kept, or nothing for a first start.
  public var restored: NavigatorState?
  /// Whether the app starts at home, with the restored tabs behind it.
  public var startsAtHome = false
  /// What there is to say about how it was read, such as a file that was set aside.
  public var notices: [String]
  /// From when on entries are kept, `nil` for ever; asked anew with each state, as time goes on and
  /// a setting may change.
  public var oldest: @Sendable () -> Moment?
  /// Keeps a state of a moment; called on a thread of its own, one call after the other.
  public var save: @Sendable (NavigatorState, Moment) throws -> Void
  /// Told when the first screen was drawn and input was waited for; on the same thread.
  public var succeed: @Sendable () -> Void

  /// The drafts of sessions that no process has, the newest first.
  public var waitingDrafts: @Sendable () -> [WaitingDraft] = { [] }
  /// Takes such a draft out of its session; the app keeps it first, then tells it to finish.
  public var take: @Sendable (WaitingDraft) throws -> TakenDraft = { _ in
    throw NavigationError.noDraft
  }

  /// Keeps states in whatever way `save` does.
  public init(
    restored: NavigatorState? = nil, notices: [String] = [],
    oldest: @escaping @Sendable () -> Moment? = { nil },
    succeed: @escaping @Sendable () -> Void = {},
    save: @escaping @Sendable (NavigatorState, Moment) throws -> Void
  ) {
    self.restored = restored
    self.notices = notices
    self.oldest = oldest
    self.succeed = succeed
    self.save = save
  }

  /// Keeps states in a session's file, which this process has claimed.
  ///
  /// - Parameters:
  ///   - session: the file.
  ///   - persistence: how much is kept and comes back, asked anew for each state.
  ///   - isFresh: whether to start at home and to restore only drafts.
  ///   - oldest: entries from before it are forgotten, drafts excepted, at the start and later.
  public init(
    _ session: SessionFile,
    keeping persistence: @escaping @Sendable () -> Persistence = { .all }, isFresh: Bool = false,
    expiringBefore oldest: @escaping @Sendable () -> Moment? = { nil }
  ) {
    let found = session.start(
      keeping: isFresh ? .none : persistence(), expiringBefore: oldest())
    self.init(
      restored: found.state, notices: found.notices, oldest: oldest,
      succeed: { session.succeed() },
      save: { try session.save($0, at: $1, keeping: persistence()) })
    startsAtHome = found.startsAtHome
    waitingDrafts = { (try? session.waitingDrafts()) ?? [] }
    take = { try session.take($0) }
  }
}

/// How an app starts when it is given URLs.
public enum Start: Hashable, Sendable {
  /// The first URL opens on top of where one was, the others in tabs of their own.
  case onTop
  /// The first URL takes the place of the screen where one was.
  case replacing
}
