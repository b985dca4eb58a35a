/// What words such as `overdue` mean in a collection, as conditions.
///
/// In a filter, they are words to find, like all others.
struct StateWords {
  private let entity: Entity

  init(of entity: Entity) { self.entity = entity }

  /// The condition that a word means; `nil` for other words, and if the collection has no field for
  /// it.
  func condition(for word: String) -> RecordPredicate? {
    switch word.lowercased() {
    case "overdue", "late": due(.less, "today")
    case "due": due(.lessOrEqual, "today")
    case "today", "tomorrow": due(.matches, word.lowercased())
    case "done", "completed", "finished", "closed": isDone
    case "open", "todo", "undone", "pending": isOpen
    default: nil
    }
  }

  private func due(_ operation: ComparisonOperator, _ day: String) -> RecordPredicate? {
    guard let due = entity.due else { return nil }
    let date = RecordPredicate.comparison(
      Comparison(FieldPath([due]), operation, [.value(Literal(day))]))
    return .and([date] + (isOpen.map { [$0] } ?? []))
  }

  private var isOpen: RecordPredicate? {
    if case .has(let field)? = isDone { return .lacks(field) }
    return isDone?.negated
  }

  /// The condition that finds done records; `nil` without a field for being done.
  private var isDone: RecordPredicate? {
    guard let field = entity.doneField else { return nil }
    let path = FieldPath([field.name])
    func equals(_ words: [String]) -> RecordPredicate {
      .comparison(Comparison(path, .matches, words.map { .value(Literal($0)) }))
    }
    switch field.type {
    case .choice: return equals(field.choices.filter(field.isSettled))
    case .boolean: return equals(["yes"])
    default: return .has(path)
    }
  }
}

extension Snapshot {
  /// Offers the condition that a word such as `overdue` means, if it stands where no text has it.
  func stateHint(
    _ predicate: RecordPredicate, _ request: FetchRequest, of entity: Entity, at clock: WallClock
  ) -> String? {
    let words = StateWords(of: entity)
    let parts = if case .and(let parts) = predicate { parts } else { [predicate] }
    var found: String?
    let meant = parts.map { part -> RecordPredicate in
      guard case .word(let literal) = part, let condition = words.condition(for: literal.text)
      else { return part }
      found = found ?? literal.text
      return condition
    }
    guard let found else { return nil }
    var request = request
    let filter = RecordPredicate.and(meant).normalized
    (request.predicate, request.limit, request.offset) = (filter, 0, 0)
    guard let count = try? fetch(request, at: clock).totalCount else { return nil }
    return "\"\(found)\" is a word here; \(filter) finds \(count)"
  }
}
