/// A text that a person wants to edit in a program of their own.
public struct EditedText {
  /// What is edited, in a word or two; the file is called so.
  public var name: String
  /// What it says now.
  public var text: String
  /// Whether it is stored nowhere, so that it counts as written even where nobody changes it.
  public var isUnsaved: Bool
  /// What follows where it says something else afterwards, or is stored nowhere.
  public var completion: (WrittenText) -> [Effect]

  /// A text, what it is called, and what follows.
  public init(
    _ name: String, text: String, isUnsaved: Bool = false,
    completion: @escaping (WrittenText) -> [Effect]
  ) {
    self.name = name
    self.text = text
    self.isUnsaved = isUnsaved
    self.completion = completion
  }
}

/// What a person wrote in their own program: it stays in its file until somebody else has it.
public struct WrittenText {
  /// What they wrote; its lines end with line feeds.
  public let text: String
  /// The path of its file, as a person reads it.
  public let place: String
  private let remove: () -> Void

  /// What was written, where it is, and what removes it there.
  public init(_ text: String, in place: String, remove: @escaping () -> Void) {
    self.text = text
    self.place = place
    self.remove = remove
  }

  /// Removes the file, once the text is elsewhere.
  public func release() { remove() }
}
