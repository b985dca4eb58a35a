/// A text that a person wants to edit in a program of their own.
public struct EditedText {
  /// What is edited, in a word or two; the file is called so.
  public var name: String
  /// What it says now.
  public var text: String
  /// What follows where it says something else afterwards.
  public var completion: (String) -> [Effect]

  /// A text, what it is called, and what follows.
  public init(_ name: String, text: String, completion: @escaping (String) -> [Effect]) {
    self.name = name
    self.text = text
    self.completion = completion
  }
}
