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
