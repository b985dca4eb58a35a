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
