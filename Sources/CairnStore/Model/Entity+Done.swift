/// The field of an entity that says whether a record is done.
extension Entity {
  /// The field that can be set to say that a record is done; `nil` if there is none.
  ///
  /// It is the field of `%repeat`, or else the first choice with a word such as `done`, or else the
  /// first boolean or date with a name such as `Done` or `Paid`.
  public var doneField: Attribute? {
    if let named = repetition.flatMap({ attribute($0.field) }), named.hasDoneValue { return named }
    let others = attributes.filter { $0.hasDoneValue && $0.name != due }
    return others.first { $0.type == .choice } ?? others.first(where: \.isNamedDone)
  }

  /// Whether the value of the done field means that a record is done or given up.
  public func isDone(_ row: Row) -> Bool {
    guard let field = doneField, let value = row[field.name] else { return false }
    return field.says(value) { field.isSettled(by: $0) }
  }
}

extension Attribute {
  /// Whether a field of this kind can say that a record is done.
  public var canSayDone: Bool { !isList && (type == .boolean || type == .choice || type.isTime) }

  /// Whether one of the field's values says that a record is done.
  public var hasDoneValue: Bool { canSayDone && doneText != nil }

  /// The text of the value that marks a record as done, as a person types it; `nil` for a choice
  /// without such a word.
  public var doneText: String? {
    switch type {
    case .choice: choices.first(where: isCompleted)
    case .boolean: "yes"
    case .date: "today"
    default: type.isTime ? "now" : nil
    }
  }

  /// The text of the value of a record that is not done; empty for no value.
  public var openText: String {
    let word = type == .choice ? choices.first { !isSettled(by: $0) }.map(Value.text) : nil
    return (defaultValue.flatMap { saysDone($0) ? nil : $0 } ?? word ?? valueNotDone)?
      .storedTexts.first ?? ""
  }

  /// Whether the name of a boolean or a date says that a record with it is done.
  var isNamedDone: Bool {
    (type == .boolean || isSingleDate) && Self.doneNames.contains(name.lowercased())
  }

  private static let doneNames: Set = [
    "done", "completed", "finished", "paid", "closed", "returned", "canceled", "cancelled",
  ]

  /// The value of a record that just came back.
  var valueNotDone: Value? {
    if let value = defaultValue, !saysDone(value) { return value }
    switch type {
    case .choice: return choices.first { !isSettled(by: $0) }.map(Value.text)
    case .boolean: return isRequired ? .boolean(false) : nil
    default: return nil
    }
  }

  /// Whether a value says that a record was completed.
  func saysDone(_ value: Value?) -> Bool { says(value, isCompleted) }

  fileprivate func says(_ value: Value?, _ isDone: (String) -> Bool) -> Bool {
    switch value {
    case .boolean(let isSet)?: isSet
    case .text(let word)?: isDone(word)
    case .date?, .datetime?, .localtime?: true
    default: false
    }
  }
}
