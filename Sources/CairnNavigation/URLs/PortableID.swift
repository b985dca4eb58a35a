/// An object's URI as one path segment: base64url without padding, RFC 4648 section 5.
///
/// It stands in a record's place wherever a URL leaves its store. Each URI has exactly one
/// spelling: padding, other alphabets and stray bits at the end are refused, so that equal objects
/// have equal URLs.
public struct PortableID: Hashable, Sendable {
  /// The object's URI, `x-cairn://STORE/Entity/p3`.
  public let uri: String

  /// Wraps a URI; empty text is refused, as it has no spelling.
  public init?(uri: String) {
    guard !uri.isEmpty else { return nil }
    self.uri = uri
  }

  /// Reads the one spelling that ``text`` prints.
  public init?(_ text: String) {
    guard let bytes = Base64URL.decode(text.utf8), !bytes.isEmpty,
      let uri = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.uri = uri
  }

  /// The segment for a URL.
  public var text: String { Base64URL.encode(uri.utf8) }
}
