/// How far an earlier result answers a new request.
enum Reuse {
  /// Not at all.
  case nothing
  /// Its rows are the new ones.
  case same
  /// The new rows are among its.
  case narrower

  init(of previous: FetchResult?, for request: FetchRequest, clock: WallClock) {
    guard let previous, previous.request.entity == request.entity, previous.matches.isLocal,
      previous.matches.clock == clock, let old = previous.request.predicate,
      let new = request.predicate
    else {
      self = .nothing
      return
    }
    self = old == new ? .same : new.implies(old) ? .narrower : .nothing
  }
}

extension Predicate {
  /// Whether the form of both shows that records which fit this one fit the other.
  func implies(_ other: Predicate) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (_, .and(let wanted)): return wanted.allSatisfy(implies)
    case (.and(let parts), _): return parts.contains { $0.implies(other) }
    case (.word(let word), .word(let part)): return word.contains(part)
    default: return false
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
