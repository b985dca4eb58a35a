public import CairnScreens

/// A problem or a tip that stays on the screen as long as it holds.
///
/// It appears like a message when it begins, and again after a reload. The first row shows its word
/// as long as it holds. The status row shows its text between messages.
public struct Alert: Hashable, Sendable {
  /// The problem, in a word or two.
  public var word: String

  /// The problem, and the remedy or the place to see more; about half a row.
  public var text: String

  /// The kind of news: `.bad` for a problem, `.plain` for a tip.
  public var tone: Message.Tone

  /// An alert.
  public init(_ word: String, text: String, tone: Message.Tone = .bad) {
    (self.word, self.text, self.tone) = (word, text, tone)
  }
}
