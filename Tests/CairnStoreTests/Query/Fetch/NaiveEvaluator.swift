import CairnStore

/// Says of one record whether it fits a predicate, by the words of the contract and with no speed.
///
/// An empty word asks for nothing. It takes the predicates of `TypedPredicates` and shares no code
/// with the query engine but the folding of text and the order of texts, which have tests of their
/// own.
struct NaiveEvaluator {
  let snapshot: Snapshot

  func fits(_ row: Row, _ predicate: RecordPredicate) -> Bool {
    switch predicate {
    case .and(let parts): parts.allSatisfy { fits(row, $0) }
    case .or(let parts): parts.contains { fits(row, $0) }
    case .not(let part): !fits(row, part)
    case .word(let word): word.text.isEmpty || texts(row).contains { holds($0, word.text) }
    case .has(let field): !reached(row, field.names).isEmpty
    case .lacks(let field): reached(row, field.names).isEmpty
    case .comparison(let comparison): compares(row, comparison)
    }
  }

  private func texts(_ row: Row) -> [String] {
    ["Title", "Slug", "Notes", "Tags", "Kind", "Site"].flatMap { name in
      (row[name]?.elements ?? []).map(text)
    }
  }

  /// The values, each record's apart, that a path leads to.
  func reached(_ row: Row, _ names: [String]) -> [Value] {
    guard let name = names.first else { return [] }
    guard let link = row.chunk.entity.relationship(name) else {
      return row[name].map { [$0] } ?? []
    }
    return linked(row, link).flatMap { other in
      names.count == 1 ? [Value.link(other.key)] : reached(other, Array(names.dropFirst()))
    }
  }

  private func linked(_ row: Row, _ link: Relationship) -> [Row] {
    guard let table = snapshot.table(link.destination) else { return [] }
    return table.rows.filter { other in
      let own = row[link.name]?.elements ?? []
      let back = link.inverse.flatMap { other[$0] }?.elements ?? []
      return own.contains(.link(other.key)) || back.contains(.link(row.key))
    }
  }

  private func compares(_ row: Row, _ comparison: Comparison) -> Bool {
    if comparison.field.names.last == "count" {
      let reached = reached(row, comparison.field.names.dropLast())
      return meets(.integer(Int64(reached.flatMap(\.elements).count)), comparison)
    }
    return reached(row, comparison.field.names).contains { meets($0, comparison) }
  }

  private func meets(_ value: Value, _ comparison: Comparison) -> Bool {
    let isMet = comparison.operands.contains { operand in
      value.elements.contains { element in
        switch operand {
        case .value(let literal): meets(element, comparison.operation, literal.text, comparison)
        case .range(let from, let to):
          (from.map { meets(element, .greaterOrEqual, $0.text, comparison) } ?? true)
            && (to.map { meets(element, .lessOrEqual, $0.text, comparison) } ?? true)
        }
      }
    }
    return isMet != (comparison.operation == .notEqual)
  }

  private func meets(
    _ value: Value, _ operation: ComparisonOperator, _ wanted: String, _ comparison: Comparison
  ) -> Bool {
    let order: Int
    switch value {
    case .integer(let number): order = sign(Double(number), Double(wanted) ?? .nan)
    case .double(let number): order = sign(number, Double(wanted) ?? .nan)
    case .decimal(let number): order = sign(number.approximation, Double(wanted) ?? .nan)
    case .boolean(let answer): order = answer == (wanted == "yes") ? 0 : 1
    // A date in digits is compared by as much of it as the filter spells.
    case .date: order = sign(String(text(value).prefix(wanted.count)), wanted)
    case .datetime(let time):
      let local = Library.clock.local(time).description
      order = sign(String(local.prefix(wanted.count)), wanted)
    case .text(let text): return meets(text, operation, wanted, comparison)
    default: return false
    }
    return Self.allows(operation, order)
  }

  private func meets(
    _ text: String, _ operation: ComparisonOperator, _ wanted: String, _ comparison: Comparison
  ) -> Bool {
    switch (operation, comparison.field.names.last) {
    case (.matches, "Tags"): SearchFold.fold(text) == SearchFold.fold(wanted)
    case (_, "Kind"):
      Self.allows(operation, sign(Self.rank(text), Self.rank(wanted)))
    case (.matches, _): holds(text, wanted)
    case (.equal, _), (.notEqual, _): Array(text.utf8) == Array(wanted.utf8)
    default: Self.allows(operation, sign(CollationKey(text), CollationKey(wanted)))
    }
  }

  private static func rank(_ choice: String) -> Int {
    ["novel", "essay", "poems"].firstIndex(of: choice) ?? 99
  }

  private static func allows(_ operation: ComparisonOperator, _ order: Int) -> Bool {
    switch operation {
    case .matches, .equal, .notEqual: order == 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .pattern: false
    }
  }

  private func sign<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }

  private func text(_ value: Value) -> String { value.storedTexts.joined() }

  private func holds(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(SearchFold.fold(text).utf8), Array(SearchFold.fold(part).utf8))
    return (0...text.count).contains { text[$0...].starts(with: part) }
  }
}
