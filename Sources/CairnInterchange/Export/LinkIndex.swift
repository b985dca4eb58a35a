internal import CairnStore

/// Finds the records that lead to a record, for the relationships whose other side is stored.
///
/// An index is made when a relationship is first asked for; that costs one pass over its table.
struct LinkIndex {
  private struct Side: Hashable {
    var entity: String
    var relationship: String
  }

  private let snapshot: Snapshot
  private var sources: [Side: [RecordKey: [RecordKey]]] = [:]

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// The keys at the other end of a link of `row`, in the link's order or else by number.
  mutating func keys(of relationship: Relationship, from row: Row) -> [RecordKey] {
    let stored = relationship.isStored ? Self.keys(in: row[relationship.name]) : []
    guard relationship.holdsOrderOnly || !relationship.isStored else { return stored }
    let linked = leading(to: row.key, relationship)
    guard !stored.isEmpty else { return linked }
    let rest = Set(linked).subtracting(stored)
    let present = Set(linked)
    return stored.filter(present.contains) + linked.filter(rest.contains)
  }

  private mutating func leading(to key: RecordKey, _ relationship: Relationship) -> [RecordKey] {
    guard let inverse = relationship.inverse else { return [] }
    let side = Side(entity: relationship.destination, relationship: inverse)
    if let known = sources[side] { return known[key] ?? [] }
    let made = index(of: side)
    sources[side] = made
    return made[key] ?? []
  }

  private func index(of side: Side) -> [RecordKey: [RecordKey]] {
    var index: [RecordKey: [RecordKey]] = [:]
    guard let table = snapshot.table(side.entity),
      let place = table.entity.storedIndex(of: side.relationship)
    else { return index }
    for chunk in table.chunks {
      for row in 0..<chunk.count {
        for target in Self.keys(in: chunk.columns[place][row]) {
          index[target, default: []].append(chunk.keys[row])
        }
      }
    }
    return index
  }

  private static func keys(in value: Value?) -> [RecordKey] {
    (value?.elements ?? []).compactMap { if case .link(let key) = $0 { key } else { nil } }
  }
}
