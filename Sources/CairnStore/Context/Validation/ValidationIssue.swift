/// A reason why a record cannot be saved (S19).
public struct ValidationIssue: Hashable, Sendable {
  /// A rule that can be violated.
  public enum Rule: Hashable, Sendable {
    /// A value or a link is required.
    case required
    /// The value must be of a type, in a range or one of the choices; the text names them.
    case fits(expected: String)
    /// No other record may have the value; `other` has it.
    case unique(other: ObjectID)
    /// The linked record must exist.
    case exists(RecordKey)
    /// A rule of the program, as its message.
    case custom(String)
    /// A rule of the program against deleting the record, as its message.
    case deletion(String)
  }

  /// The id of the record.
  public let id: ObjectID

  /// The name of the field; `nil` for the record as a whole.
  public let field: String?

  /// The rule that the record violates.
  public let rule: Rule

  /// The value that violates it; `nil` for no value.
  public let value: Value?
}

extension ValidationIssue {
  /// Returns the issue with other keys of records.
  func replacing(_ names: NameReplacement) -> ValidationIssue {
    let rule: Rule =
      switch rule {
      case .unique(let other): .unique(other: names.replace(other))
      default: rule
      }
    let replaced = field.map { names.replace(value, $0, of: id.entity) } ?? value
    return ValidationIssue(id: names.replace(id), field: field, rule: rule, value: replaced)
  }
}

extension ValidationIssue: CustomStringConvertible {
  /// The field and its problem, a sentence without a full stop.
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

extension Attribute {
  /// Returns the rules that a value breaks, each with the wrong value or element.
  ///
  /// - Parameters:
  ///   - value: the value; `nil` for none.
  ///   - allowsNew: whether a choice may be new, as a save adds it.
  /// - Returns: the rules, with a value only if one is wrong.
  func brokenRules(
    _ value: Value?, allowingNewChoices allowsNew: Bool = false
  ) -> [(rule: ValidationIssue.Rule, value: Value?)] {
    if isRequired, Self.saysNothing(value) { return [(.required, nil)] }
    guard let value else { return [] }
    let hasList = if case .list = value { true } else { false }
    if !hasList, !isList, accepts(value) { return [] }
    let unfit =
      hasList == isList
      ? value.elements.filter { !accepts($0) && !(allowsNew && isNewChoice($0)) } : [value]
    return unfit.map { (.fits(expected: expectation), $0) }
  }
}
