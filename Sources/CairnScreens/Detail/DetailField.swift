/// One field of a record, ready to be read.
public struct DetailField: Hashable, Sendable {
  /// How a value is shown.
  public enum Kind: Hashable, Sendable {
    /// On the label's line, wrapped if need be.
    case line
    /// Words in a row, each with a `#`.
    case tags
    /// An address that Enter hands to the system's opener.
    case address
    /// Text of several lines with simple Markdown, in a section of its own.
    case markdown
  }

  /// The field's name as people read it.
  public var label: String
  /// The value as people read it.
  public var text: String
  /// How the value is shown.
  public var kind: Kind
  /// For an address, what the system opens: "mailto:ada@example.org".
  public var target: String?
  /// The part that is done, from 0 to 1, drawn as a bar below the text.
  public var fraction: Double?

  /// Whether its value stands in a section of its own: it may have Markdown, or is long.
  var isText: Bool {
    kind == .markdown || kind == .line && text.utf8.count > LaidOutText.longestValue
  }

  /// A field.
  public init(_ label: String, _ text: String, kind: Kind = .line, target: String? = nil) {
    self.label = label
    self.text = text
    self.kind = kind
    self.target = target
  }
}
