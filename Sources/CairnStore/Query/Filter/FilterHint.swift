extension Snapshot {
  /// Explains a filter that is valid but probably means something else.
  ///
  /// For example, `!kind:d` of other programs is a word to find here.
  ///
  /// - Parameters:
  ///   - request: the request with the filter.
  ///   - count: how many records it found.
  ///   - clock: the clock by which words such as `today` are read.
  /// - Returns: a sentence without a full stop; `nil` for a filter without such words.
  ///
  /// Cost: one more fetch if nothing was found and the filter compares a text by `=`.
  public func hint(
    for request: FetchRequest, finding count: Int, at clock: WallClock
  ) -> String? {
    guard let predicate = request.predicate, let entity = model[request.entity] else { return nil }
    return wordHint(predicate, of: entity, isEmpty: count == 0)
      ?? (count == 0 ? equalityHint(predicate, request, at: clock) : nil)
  }

  private func wordHint(
    _ predicate: Predicate, of entity: Entity, isEmpty: Bool
  ) -> String? {
    let parts = if case .and(let parts) = predicate { parts } else { [predicate] }
    let hasCondition = parts.contains { if case .word = $0 { false } else { true } }
    for (place, part) in parts.enumerated() {
      guard case .word(let literal) = part else { continue }
      let word = literal.text
      if word.hasPrefix("!"), let meant = condition(String(word.dropFirst()), of: entity) {
        return "\"\(word)\" is a word here; -\(meant) excludes these records"
      }
      guard hasCondition || isEmpty, place + 1 < parts.count else { continue }
      switch word {
      case "or" where place > 0: return "\"or\" is a word here; OR finds either"
      case "not": return "\"not\" is a word here; NOT \(parts[place + 1]) excludes these records"
      default: break
      }
    }
    return nil
  }

  /// Reads `text` as a condition of a field that the entity has.
  private func condition(_ text: String, of entity: Entity) -> Predicate? {
    guard let predicate = try? Predicate.parse(text) else { return nil }
    if case .word = predicate { return nil }
    let compiler = PredicateCompiler(
      snapshot: self, entity: entity, clock: WallClock(now: Timestamp(microseconds: 0)))
    return (try? compiler.compile(predicate)) == nil ? nil : predicate
  }

  private func equalityHint(
    _ predicate: Predicate, _ request: FetchRequest, at clock: WallClock
  ) -> String? {
    let looser = predicate.matchingParts
    guard looser != predicate else { return nil }
    var request = request
    (request.predicate, request.limit, request.offset) = (looser, 0, 0)
    guard let found = try? fetch(request, at: clock).totalCount, found > 0 else { return nil }
    return "= compares the whole text; \(looser) finds \(found)"
  }
}

extension Predicate {
  /// The predicate with `:` instead of each `=`.
  fileprivate var matchingParts: Predicate {
    switch self {
    case .and(let parts): return .and(parts.map(\.matchingParts))
    case .or(let parts): return .or(parts.map(\.matchingParts))
    case .not(let part): return .not(part.matchingParts)
    case .comparison(let comparison) where comparison.operation == .equal:
      return .comparison(Comparison(comparison.field, .matches, comparison.operands))
    default: return self
    }
  }
}
