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
