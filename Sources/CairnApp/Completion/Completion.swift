/// A word that a person may be about to type.
public struct Completion: Hashable, Sendable {
  /// The whole word.
  public var text: String
  /// What it stands for, in a few words; empty where it says so itself.
  public var note: String

  /// Creates a completion.
  public init(_ text: String, _ note: String = "") {
    self.text = text
    self.note = note
  }
}
