/// How far an earlier result answers a new request.
enum Reuse {
  /// Not at all.
  case nothing
  /// Its rows are the new ones.
  case same
  /// The new rows are among its.
  case narrower

  init(
    of previous: FetchResult?, for request: FetchRequest, in snapshot: Snapshot, clock: WallClock
  ) {
    guard let previous, previous.request.entity == request.entity,
      previous.request.findsWordsAround == request.findsWordsAround,
      // What stands in other records is the same in the same content only.
      previous.matches.isLocal || previous.snapshot === snapshot,
      let old = previous.request.predicate, let new = request.predicate,
      old.meansTheSame(at: previous.matches.clock, as: clock)
    else {
      self = .nothing
      return
    }
    self = old == new ? .same : new.implies(old) ? .narrower : .nothing
  }
}

extension Predicate {
  /// Whether nothing in it, such as `today`, says one thing by one clock and another by the other.
  func meansTheSame(at clock: WallClock, as other: WallClock) -> Bool {
    if clock == other { return true }
    guard clock.localTime == other.localTime else { return false }
    switch self {
    case .and(let parts), .or(let parts):
      return parts.allSatisfy { $0.meansTheSame(at: clock, as: other) }
    case .not(let part): return part.meansTheSame(at: clock, as: other)
    case .comparison(let comparison):
      return comparison.operands.flatMap(\.literals).allSatisfy {
        TimeSpan($0.text, at: clock) == TimeSpan($0.text, at: other)
      }
    case .has, .lacks, .word: return true
    }
  }

  /// Above this many, as of a pasted text, comparing all words with all costs more than to look at
  /// the records anew.
  private static let mostComparisons = 4096

  /// Whether the form of both shows that records which fit this one fit the other.
  ///
  /// Costs time in proportion to the words: of very many, only those in the same place are
  /// compared.
  func implies(_ other: Predicate) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.and(let parts), .and(let wanted)):
      // Who goes on typing changes one word, and the others stand where they did.
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

extension Operand {
  /// The value, or the ends of the range that are there.
  var literals: [Literal] {
    switch self {
    case .value(let literal): [literal]
    case .range(let from, let to): [from, to].compactMap(\.self)
    }
  }
}

extension Literal {
  /// Whether whatever contains this text contains `part`, as search sees them.
  func contains(_ part: Literal) -> Bool {
    let wanted = SearchFold.foldedBytes(part.text)
    return wanted.isEmpty || ByteSearch(wanted).isFound(in: SearchFold.foldedBytes(text))
  }
}
