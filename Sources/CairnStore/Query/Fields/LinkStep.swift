/// A link as queries follow it: from the records of an entity to those at the other end.
struct LinkStep: Sendable {
  /// How the keys at the other end are found.
  enum Storage: Sendable {
    /// The records hold them in this column.
    case column(Int)
    /// The records at the other end hold the way back, in this column of theirs.
    case inverse(column: Int)
  }

  let origin: Entity
  let relationship: Relationship
  let destination: Entity
  let storage: Storage

  /// The step along `relationship` of `origin`; `nil` if the model lacks what it needs.
  init?(_ relationship: Relationship, of origin: Entity, in model: ObjectModel) {
    guard let destination = model[relationship.destination] else { return nil }
    self.origin = origin
    self.relationship = relationship
    self.destination = destination
    if relationship.isStored, !relationship.holdsOrderOnly,
      let column = origin.storedIndex(of: relationship.name)
    {
      storage = .column(column)
    } else if let inverse = relationship.inverse,
      let column = destination.storedIndex(of: inverse)
    {
      storage = .inverse(column: column)
    } else {
      return nil
    }
  }
}

extension Column {
  /// Calls `body` with the key of each link that `row` holds.
  @inline(__always)
  func forEachLink(of row: Int, _ body: (RecordKey) -> Void) {
    switch self {
    case .integer(let column):
      if !column.nulls[row] { body(RecordKey(rawValue: UInt64(bitPattern: column.values[row]))) }
    case .values(let values):
      for case .link(let key) in values[row]?.elements ?? [] { body(key) }
    case .text, .double: break
    }
  }
}
