/// Something that keeps a record from being saved.
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
  }

  /// The record.
  public let id: ObjectID

  /// The name of the field.
  public let field: String

  /// The rule that is broken.
  public let rule: Rule

  /// The value that breaks it, `nil` for none.
  public let value: Value?
}

extension ValidationIssue: CustomStringConvertible {
  /// What is wrong and with which field, a sentence without a full stop.
  public var description: String {
    let text = value.map(ValueText.export) ?? ""
    return switch rule {
    case .required: "\(field) is required"
    case .fits(let expected): "\(field) needs \(expected), not \"\(text)\""
    case .unique(let other): "\(field) must be unique, but \(other.key) has \"\(text)\" too"
    case .exists(let key): "\(field) links to \(key), which does not exist"
    }
  }
}
