/// A name and perhaps a value in a URL's query, both decoded.
public struct QueryItem: Hashable, Sendable {
  /// The text before `=`.
  public let name: String

  /// The text after `=`; nil if there was no `=`.
  public let value: String?

  /// Pairs a decoded name with a decoded value.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }
}
