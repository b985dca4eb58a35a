/// The use of an earlier result for a new request.
enum Reuse {
  /// The earlier result can't be used.
  case nothing
  /// The earlier rows are the new rows.
  case same
  /// The earlier rows contain the new rows.
  case narrower

  init(
    of previous: FetchResult?, for request: FetchRequest, in snapshot: Snapshot, clock: WallClock
  ) {
    guard let previous, previous.request.entity == request.entity,
      previous.request.findsWordsAround == request.findsWordsAround,
      // Values of other records are the same only if the whole content is.
      previous.matches.isLocal || previous.snapshot === snapshot,
      let old = previous.request.predicate, let new = request.predicate,
      snapshot.textVersions(of: old.fields, of: previous.table.entity)
        .allSatisfy({ previous.matches.texts[$0] == $1 }),
      old.meansTheSame(at: previous.matches.clock, as: clock)
    else {
      self = .nothing
      return
    }
    self = old == new ? .same : new.implies(old) ? .narrower : .nothing
  }
}

extension RecordPredicate {
  /// Whether words such as `today` mean the same at both clocks.
  func meansTheSame(at clock: WallClock, as other: WallClock) -> Bool {
    if clock == other { return true }
    guard clock.localTime == other.localTime, clock.conventions == other.conventions else {
      return false
    }
    switch self {
    case .and(let parts), .or(let parts):
      return parts.allSatisfy { $0.meansTheSame(at: clock, as: other) }
    case .not(let part): return part.meansTheSame(at: clock, as: other)
    case .comparison(let comparison):
      if !comparison.field.meansTheSame(at: clock, as: other) { return false }
      return comparison.operands.flatMap(\.literals).allSatisfy {
        TimeSpan($0.text, at: clock) == TimeSpan($0.text, at: other)
      }
    case .has(let field), .lacks(let field):
      return field.meansTheSame(at: clock, as: other)
    case .word: return true
    }
  }

  /// The most comparisons of words with words.
  ///
  /// Above it, a test of the records is faster; a long pasted text is such a case.
  private static let mostComparisons = 4096

  /// Whether the form of both predicates proves that a record that fits this one fits the other.
  ///
  /// Cost: proportional to the words. Of very many words, only those in the same position are
  /// compared.
  func implies(_ other: RecordPredicate) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.and(let parts), .and(let wanted)):
      // Further typing changes one word, and the other words keep their positions.
      let isFew = parts.count * wanted.count <= Self.mostComparisons
      return wanted.indices.allSatisfy { place in
        parts.indices.contains(place) && parts[place].implies(wanted[place])
          || isFew && parts.contains { $0.implies(wanted[place]) }
      }
    case (_, .and(let wanted)): return wanted.allSatisfy(implies)
    case (.and(let parts), _): return parts.contains { $0.implies(other) }
    case (.word(let word), .word(let part)): return word.contains(part)
    default: return false
    }
  }
}

extension FieldPath {
  /// Whether the field has the same values at both clocks, which differ.
  ///
  /// A condition may have any words of time. A formula may have `today`.
  fileprivate func meansTheSame(at clock: WallClock, as other: WallClock) -> Bool {
    if names.contains(where: { $0.contains("[") }) { return false }
    return clock.today == other.today || !names.contains { $0.contains("today") }
  }
}

extension Operand {
  /// The value, or the given ends of the range.
  var literals: [Literal] {
    switch self {
    case .value(let literal): [literal]
    case .range(let from, let to): [from, to].compactMap(\.self)
    }
  }
}

extension Literal {
  /// Whether any text that contains this one also contains `part`, ignoring case and accents.
  func contains(_ part: Literal) -> Bool {
    let wanted = SearchFold.foldedBytes(part.text)
    return wanted.isEmpty || ByteSearch(wanted).isFound(in: SearchFold.foldedBytes(text))
  }
}
