/// What just happened, said at the right end of the status line until the next key.
public struct Message: Hashable, Sendable {
  /// How good the news is.
  public enum Tone: Hashable, Sendable {
    case plain
    case good
    case warning
    case bad
  }

  /// One line, without control characters.
  public var text: String
  /// How good the news is.
  public var tone: Tone

  /// A message.
  public init(_ text: String, tone: Tone = .plain) {
    self.text = text
    self.tone = tone
  }
}
