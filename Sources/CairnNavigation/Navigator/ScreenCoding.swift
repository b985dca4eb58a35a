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

/// An entry whose screen can't be made: what the explaining screen in its place says.
public struct UnbuiltEntry: Hashable, Sendable {
  /// Why a screen can't be made.
  public enum Reason: Error, Hashable, Sendable, CustomStringConvertible {
    /// No route takes the URL, and there is no wildcard.
    case unmatched(UnmatchedURL)
    /// The route's closure threw.
    case failed(String)
    /// A guard doesn't let the restored URL through.
    case vetoed(String)
    /// The entry's line in the session's file can't be read.
    case damaged(String)
    /// The entry's state can't be read; retrying without it may help.
    case unreadableState(String)

    /// The reason as a sentence.
    public var description: String {
      switch self {
      case .unmatched(let unmatched): unmatched.description
      case .failed(let reason), .vetoed(let reason), .damaged(let reason),
        .unreadableState(let reason):
        reason
      }
    }
  }

  /// The entry; it stays where it is.
  public let entry: Entry

  /// Why its screen can't be made.
  public let reason: Reason
}
