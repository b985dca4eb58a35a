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
  /// Cost: a few more fetches if nothing was found and the filter compares a text by `=`, or with a
  /// sign of other programs.
  public func hint(
    for request: FetchRequest, finding count: Int, at clock: WallClock = .current
  ) -> String? {
    guard let predicate = request.predicate, let entity = model[request.entity] else { return nil }
    if let hint = wordHint(predicate, of: entity, isEmpty: count == 0) { return hint }
    guard count == 0 else { return nil }
    return stateHint(predicate, request, of: entity, at: clock)
      ?? signHint(predicate, request, at: clock)
      ?? equalityHint(predicate, request, at: clock)
      ?? linkHint(predicate, of: entity, at: clock)
  }

  /// How other programs join conditions, and what joins them here.
  private static let joints = [
    "or": ("OR", "finds either"), "|": ("OR", "finds either"), "||": ("OR", "finds either"),
    "and": ("AND", "finds both together"), "&": ("AND", "finds both together"),
    "&&": ("AND", "finds both together"),
  ]

  private func wordHint(
    _ predicate: RecordPredicate, of entity: Entity, isEmpty: Bool
  ) -> String? {
    let parts = if case .and(let parts) = predicate { parts } else { [predicate] }
    let hasCondition = parts.contains { if case .word = $0 { false } else { true } }
    for (place, part) in parts.enumerated() {
      guard case .word(let literal) = part else { continue }
      let word = literal.text
      if word.hasPrefix("!"), let meant = condition(String(word.dropFirst()), of: entity) {
        return "\"\(word)\" is a word here; -\(meant) excludes these records"
      }
      let next = place + 1 < parts.count ? parts[place + 1] : nil
      if isEmpty || word.lowercased() == "not", let hint = lackHint(word, before: next, of: entity)
      {
        return hint
      }
      guard hasCondition || isEmpty, place + 1 < parts.count else { continue }
      if place > 0, let (joint, effect) = Self.joints[word.lowercased()] {
        return "\"\(word)\" is a word here; \(joint) \(effect)"
      }
      if word.lowercased() == "not" || word == "!" {
        return "\"\(word)\" is a word here; NOT \(parts[place + 1]) excludes these records"
      }
    }
    return nil
  }

  /// Explains words for a lack, such as `unpaid` and `missing email`.
  private func lackHint(
    _ word: String, before next: RecordPredicate?, of entity: Entity
  ) -> String? {
    let lowercase = word.lowercased()
    if lowercase.hasPrefix("un"), let lack = lack(of: String(lowercase.dropFirst(2)), entity) {
      return "\"\(word)\" is a word here; \(lack) finds these records"
    }
    guard Self.lacks.contains(lowercase) else { return nil }
    if case .word(let name)? = next, let lack = lack(of: name.text, entity) {
      return "\"\(word)\" is a word here; \(lack) finds these records"
    }
    return next == nil && lowercase != "not"
      ? "\"\(word)\" is a word here; no: and a field finds records without a value" : nil
  }

  private static let lacks: Set = ["missing", "without", "empty", "blank", "no", "not"]

  /// The condition for records without a value of a field, or with a field that isn't true.
  private func lack(of name: String, _ entity: Entity) -> String? {
    guard let path = try? FieldPath.parse(name),
      let field = try? FieldResolver(model: model).resolve(path, of: entity)
    else { return nil }
    let lack = field.type == .boolean ? "-\(path):yes" : "no:\(path)"
    // A hint has to find something.
    guard let predicate = try? RecordPredicate.parse(lack) else { return nil }
    let request = FetchRequest(entity: entity.name, predicate: predicate, limit: 0)
    return (try? fetch(request).totalCount) ?? 0 > 0 ? lack : nil
  }

  /// Explains the signs of other programs in a value that no record has.
  private func signHint(
    _ predicate: RecordPredicate, _ request: FetchRequest, at clock: WallClock
  ) -> String? {
    for (comparison, hint) in predicate.signs {
      var request = request
      (request.predicate, request.limit, request.offset) = (.comparison(comparison), 0, 0)
      if (try? fetch(request, at: clock).totalCount) == 0 { return hint }
    }
    return nil
  }

  /// Reads `text` as a condition of a field that the entity has.
  private func condition(_ text: String, of entity: Entity) -> RecordPredicate? {
    guard let predicate = try? RecordPredicate.parse(text) else { return nil }
    if case .word = predicate { return nil }
    let compiler = PredicateCompiler(
      snapshot: self, entity: entity, clock: WallClock(now: Timestamp(microseconds: 0)))
    return (try? compiler.compile(predicate)) == nil ? nil : predicate
  }

  private func equalityHint(
    _ predicate: RecordPredicate, _ request: FetchRequest, at clock: WallClock
  ) -> String? {
    let looser = predicate.matchingParts
    guard looser != predicate else { return nil }
    var request = request
    (request.predicate, request.limit, request.offset) = (looser, 0, 0)
    guard let found = try? fetch(request, at: clock).totalCount, found > 0 else { return nil }
    return "= compares the whole text; \(looser) finds \(found)"
  }
}

extension Snapshot {
  /// Says that a link is compared with the title or key of no record.
  private func linkHint(
    _ predicate: RecordPredicate, of entity: Entity, at clock: WallClock
  ) -> String? {
    let resolver = FieldResolver(model: model)
    for comparison in predicate.comparisons where comparison.operation == .equal {
      guard let field = try? resolver.resolve(comparison.field, of: entity), field.aggregate == nil,
        case .record = field.target, let title = field.entity.titleAttribute,
        let path = try? FieldPath.parse(title.name)
      else { continue }
      for case .value(let literal) in comparison.operands where !literal.text.contains("/") {
        let plural = field.entity.plural
        if let key = RecordKey(literal.text) {
          let found = resolve("\(key)", in: field.entity.name, at: clock)
          if case .deleted = found { return "\(plural) have no record \(key)" }
          continue
        }
        let request = FetchRequest(
          entity: field.entity.name,
          predicate: .comparison(Comparison(path, .equal, [.value(literal)])), limit: 0)
        if (try? fetch(request, at: clock).totalCount) == 0 {
          return "no record of \(plural) is called \(literal.text.quotedStart)"
        }
      }
    }
    return nil
  }
}

extension RecordPredicate {
  /// The comparisons, those that are negated left out.
  fileprivate var comparisons: [Comparison] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.comparisons)
    case .comparison(let comparison): [comparison]
    case .not, .has, .lacks, .word: []
    }
  }

  /// The comparisons with a value that has a sign of other programs, and what would be meant here.
  fileprivate var signs: [(Comparison, hint: String)] {
    comparisons.compactMap { comparison in comparison.signHint.map { (comparison, $0) } }
  }

  /// The predicate with `:` instead of each `=`.
  fileprivate var matchingParts: RecordPredicate {
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

extension Comparison {
  fileprivate var signHint: String? {
    guard operation == .matches || operation == .equal, operands.count == 1,
      case .value(let literal) = operands[0]
    else { return nil }
    let word = literal.text
    func meant(_ words: [Substring]) -> RecordPredicate {
      let operands = words.map { Operand.value(Literal(String($0).trimmingBlanks())) }
      return .comparison(Comparison(field, .matches, operands))
    }
    if word.hasPrefix("!"), word.count > 1 {
      return "\"\(word)\" is a word here; -\(meant([word.dropFirst()])) excludes these records"
    }
    let words = word.split(separator: "|")
    if words.count > 1 { return "\"\(word)\" is a word here; \(meant(words)) finds either" }
    let parts = word.split(separator: "*")
    if word.hasPrefix("*") || word.hasSuffix("*"), let part = parts.first {
      return "\"*\" is a character here; \(meant([part])) finds the word anywhere in the text"
    }
    if ["null", "nil", "none", "empty", "blank"].contains(word.lowercased()) {
      return "\"\(word)\" is a word here; no:\(field) finds records without a value"
    }
    return nil
  }
}
