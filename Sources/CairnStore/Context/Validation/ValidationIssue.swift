/// Something that keeps a record from being saved (S19).
public struct ValidationIssue: Hashable, Sendable {
  /// The rule that is broken.
  public enum Rule: Hashable, Sendable {
    /// There must be a value or a link.
    case required
    /// The value must be of a type, in a range or one of the choices; in words.
    case fits(expected: String)
    /// No other record may have the value; this one has.
    case unique(other: ObjectID)
    /// The linked record must exist.
    case exists(RecordKey)
    /// A rule of the program, in its words.
    case custom(String)
    /// A rule of the program against deleting the record, in its words.
    case deletion(String)
  }

  /// The record, whose entity it names.
  public let id: ObjectID

  /// The name of the field, `nil` for the record as a whole.
  public let field: String?

  /// The rule that is broken.
  public let rule: Rule

  /// The value that breaks it, `nil` for none.
  public let value: Value?
}

extension ValidationIssue: CustomStringConvertible {
  /// What is wrong and with which field, a sentence without a full stop.
  public var description: String { sentence(naming: \.description) }

  func sentence(naming name: (ObjectID) -> String) -> String {
    let text = value.map(ValueText.export) ?? ""
    let subject = field ?? name(id)
    return switch rule {
    case .required: "\(subject) is required"
    case .fits(let expected): "\(subject) needs \(expected), not \"\(text)\""
    case .unique(let other): "\(subject) must be unique, but \(other.key) also has \"\(text)\""
    case .exists(let key): "\(subject) links to \(key), which does not exist"
    case .custom(let message), .deletion(let message): "\(subject) \(message)"
    }
  }
}
