/// A request to open a URL, for the hooks.
public struct OpenRequest: Hashable, Sendable {
  /// The requested text.
  public let text: String

  /// The URL; nil if it belongs to another program.
  public let url: ScreenURL?

  /// The source of the request.
  public let origin: Origin
}

/// The verdict of a guard.
public enum Verdict: Hashable, Sendable {
  /// The request is allowed.
  case allow
  /// The request is refused, with a reason for the person.
  case veto(String)
  /// The request waits until parked requests are resumed, for a reason that the person reads.
  case park(String)
}

/// The source of a request.
public enum Origin: String, CaseIterable, Hashable, Sendable {
  /// The person typed it.
  case user
  /// A row, a link or a key of a screen leads to it.
  case link
  /// A favorite leads to it.
  case favorite
  /// The command line names it.
  case commandLine
  /// The saved session holds it.
  case restore
  /// Another program sent it.
  case external

  /// Whether the URL is opened without a history, so its parents belong below it.
  var isCold: Bool {
    switch self {
    case .favorite, .commandLine, .external: true
    case .user, .link, .restore: false
    }
  }
}

/// The outcome of opening a URL.
public enum OpenOutcome: Hashable, Sendable {
  /// An entry is shown.
  case presented(Entry.ID)
  /// A popover is shown over the current entry.
  case overlaid(ScreenURL)
  /// An action was performed, with nothing to show.
  case handled
  /// Another URL was opened instead, with its own outcome.
  indirect case redirected(to: ScreenURL, OpenOutcome)
  /// A guard refused the request, for this reason.
  case vetoed(reason: String)
  /// A guard parked the request, for this reason.
  case parked(reason: String)
  /// The URL belongs to another program; the caller asks the person and opens it.
  case external(ExternalURL)
  /// No route matches; the wildcard's screen is shown if the map has one.
  case unmatched(UnmatchedURL)
  /// The text is not a valid URL.
  case malformed(MalformedURL)
  /// An action failed, for this reason.
  case failed(ScreenURL, reason: String)

  /// Whether something was shown or performed.
  public var isSuccess: Bool {
    switch self {
    case .presented, .overlaid, .handled: true
    case .redirected(_, let outcome): outcome.isSuccess
    case .vetoed, .parked, .external, .unmatched, .malformed, .failed: false
    }
  }

  /// The reason of a failure; nil on success.
  public var message: String? {
    switch self {
    case .presented, .overlaid, .handled: nil
    case .redirected(_, let outcome): outcome.message
    case .vetoed(let reason), .parked(let reason): reason
    case .external(let url): "\(url.display) belongs to another program"
    case .unmatched(let unmatched): unmatched.description
    case .malformed(let error): error.description
    case .failed(let url, let reason): "\(url.text) failed: \(reason)"
    }
  }
}

/// The outcome of moving in the history.
public enum MoveOutcome: Hashable, Sendable {
  /// Another entry is shown.
  case moved
  /// The history has nothing in that direction.
  case nowhere
  /// The current screen refuses to be left, for this reason.
  case vetoed(reason: String)
}
