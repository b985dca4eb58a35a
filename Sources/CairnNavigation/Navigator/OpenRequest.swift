/// A URL and who asked for it, as hooks see it.
public struct OpenRequest: Hashable, Sendable {
  /// The text that was asked for.
  public let text: String

  /// The URL; nil if it belongs to another program.
  public let url: ScreenURL?

  /// Who asked.
  public let origin: Origin
}

/// What a guard says about a request.
public enum Verdict: Hashable, Sendable {
  /// It may go on.
  case allow
  /// It may not, for a reason that a person reads.
  case veto(String)
  /// It waits until parked requests are resumed.
  case park
}

/// Who asked for a URL.
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

  /// Whether the URL is opened out of nothing, so that its parents belong below it.
  var isCold: Bool {
    switch self {
    case .favorite, .commandLine, .external: true
    case .user, .link, .restore: false
    }
  }
}

/// What came of opening a URL; nothing is silent.
public enum OpenOutcome: Hashable, Sendable {
  /// An entry is shown.
  case presented(Entry.ID)
  /// A popover is shown over the current entry.
  case overlaid(ScreenURL)
  /// An action was done, with nothing to show.
  case handled
  /// Another URL was opened instead, with its own outcome.
  indirect case redirected(to: ScreenURL, OpenOutcome)
  /// A guard said no, for this reason.
  case vetoed(reason: String)
  /// A guard let it wait.
  case parked
  /// The URL belongs to another program; asking and opening are the caller's.
  case external(ExternalURL)
  /// No route takes it; the wildcard's screen is shown if there is one.
  case unmatched(UnmatchedURL)
  /// The text is no URL.
  case malformed(MalformedURL)
  /// An action failed, for this reason.
  case failed(ScreenURL, reason: String)

  /// Whether something new is shown, or done.
  public var isSuccess: Bool {
    switch self {
    case .presented, .overlaid, .handled: true
    case .redirected(_, let outcome): outcome.isSuccess
    case .vetoed, .parked, .external, .unmatched, .malformed, .failed: false
    }
  }

  /// Why nothing that was asked for is shown; nil on success.
  public var message: String? {
    switch self {
    case .presented, .overlaid, .handled: nil
    case .redirected(_, let outcome): outcome.message
    case .vetoed(let reason): reason
    case .parked: "the URL waits"
    case .external(let url): "\(url.display) belongs to another program"
    case .unmatched(let unmatched): unmatched.description
    case .malformed(let error): error.description
    case .failed(let url, let reason): "\(url.text) failed: \(reason)"
    }
  }
}

/// What came of moving in the history.
public enum MoveOutcome: Hashable, Sendable {
  /// Another entry is shown.
  case moved
  /// There is nothing in that direction.
  case nowhere
  /// The current screen doesn't let go, for this reason.
  case vetoed(reason: String)
}
