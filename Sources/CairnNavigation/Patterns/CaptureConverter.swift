/// A capture type that an app adds, such as the names of its collections.
///
/// It judges a text and says how it is spelled; what a closure gets is then made from the spelling.
///
///     CaptureConverter("collection") { text, _ in
///       guard let entity = model.entity(matching: text) else { return .rejected("there is no \(text)") }
///       return .accepted(entity.plural)      // "Recipe" leads to cairn://recipes
///     }
public struct CaptureConverter {
  /// What a converter finds a text to be.
  public enum Reading: Hashable, Sendable {
    /// The text belongs to the type and has this spelling; another one than the text's redirects.
    case accepted(String)
    /// The text doesn't belong to the type, for this reason.
    case rejected(String)
  }

  /// What a converter may look at besides the text.
  public struct Context: Hashable, Sendable {
    /// The URL being matched.
    public let url: ScreenURL

    /// The spelling of the captures before this one, by name.
    public let earlier: [String: String]
  }

  /// The name in patterns, as in `(c:collection)`.
  public let name: String

  /// What judges a text.
  public let read: (_ text: String, _ context: Context) -> Reading

  /// Adds a type called `name`.
  public init(_ name: String, read: @escaping (String, Context) -> Reading) {
    self.name = name
    self.read = read
  }
}
