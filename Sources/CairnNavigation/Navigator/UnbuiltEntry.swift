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
