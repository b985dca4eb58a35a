/// A URL that belongs to another program, such as `https://example.org` or
/// `mailto:ann@example.org`.
public struct ExternalURL: Hashable, Sendable {
  /// The text exactly as written, for the program that opens it.
  public let text: String

  /// The scheme, in lower case.
  public let scheme: String

  /// Takes a text that starts with a scheme and has no control characters, else nil.
  public init?(_ text: String) {
    guard let length = URLScheme.length(in: text.utf8), text.firstControl == nil else { return nil }
    self.text = text
    scheme = String(text.prefix(length)).lowercased()
  }

  /// The whole URL for a person to judge, with what could mislead the eye made visible.
  public var display: String { ControlPictures.text(of: text) }
}
