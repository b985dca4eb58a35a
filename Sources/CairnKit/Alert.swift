/// Something that is the matter with what the app works on, for as long as it is.
///
/// It is told like any message when it begins, and again when everything is read anew. While it
/// lasts, its word stands in the first row, and its text where nothing else is to be said.
public struct Alert: Hashable, Sendable {
  /// What is the matter, in a word or two.
  public var word: String

  /// What is the matter, and what to do or where to see more; about half a row.
  public var text: String

  /// An alert.
  public init(_ word: String, text: String) {
    self.word = word
    self.text = text
  }
}
