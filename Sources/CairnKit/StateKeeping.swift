public import CairnNavigation

/// Where the history comes from at the start, and where it goes as it changes.
public struct StateKeeping: Sendable {
  /// What was kept, or nothing for a first start.
  public var restored: NavigatorState?
  /// Keeps a state; called on the writer's thread, one call after the other.
  public var save: @Sendable (NavigatorState) throws -> Void

  /// Keeps states with `save`, after `restored` was the last one.
  public init(
    restored: NavigatorState? = nil, save: @escaping @Sendable (NavigatorState) throws -> Void
  ) {
    self.restored = restored
    self.save = save
  }
}

/// How an app starts when it is given URLs.
public enum Start: Hashable, Sendable {
  /// The first URL opens on top of where one was, the others in tabs of their own.
  case onTop
  /// The first URL takes the place of the screen where one was.
  case replacing
}
