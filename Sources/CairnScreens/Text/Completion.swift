/// A way in which a word or a text that a person began to type can go on.
public struct Completion: Hashable, Sendable {
  /// All that was typed, and how it goes on.
  public var text: String
  /// What it stands for, in a few words; empty where it says so itself.
  public var note: String
  /// What tells it from others where a person chooses one; at first all of the text.
  public var shown: String

  /// Creates a completion.
  ///
  /// - Parameters:
  ///   - text: what was typed, and how it goes on.
  ///   - note: what it stands for, in a few words.
  ///   - shown: what tells it from others; all of the text unless given.
  public init(_ text: String, _ note: String = "", shown: String? = nil) {
    self.text = text
    self.note = note
    self.shown = shown ?? text
  }
}
