/// The opposite of a transaction, provided that what it changed is still as it left it.
struct Reversal {
  private let transaction: Transaction
  private let snapshot: Snapshot

  init(_ transaction: Transaction, on snapshot: Snapshot) {
    self.transaction = transaction
    self.snapshot = snapshot
  }

  /// The changes that take it back, in the opposite order.
  func changes() throws(StoreError) -> [RecordChange] {
    var opposites: [RecordChange] = []
    for change in Self.net(transaction.changes).reversed() {
      try check(change)
      opposites.append(change.opposite)
    }
    return opposites
  }

  /// One change for each record, where a transaction changes one several times.
  private static func net(_ changes: [RecordChange]) -> [RecordChange] {
    var places: [ObjectID: Int] = [:]
    var net: [RecordChange?] = []
    for change in changes {
      if let place = places[change.id], let earlier = net[place] {
        net[place] = earlier.followed(by: change)
        if net[place] == nil { places[change.id] = nil }
      } else {
        places[change.id] = net.count
        net.append(change)
      }
    }
    return net.compactMap { $0 }
  }

  private func check(_ change: RecordChange) throws(StoreError) {
    guard let record = try snapshot.source(change.id.entity).row(change.id.key) else {
      if change.kind == .delete { return }
      throw changed(change.id)
    }
    let draft = ChunkDraft(record.chunk)
    let row = record.index
    if change.kind == .delete { throw changed(change.id) }
    for field in change.fields where draft.value(of: field.name, row: row) != field.new {
      throw changed(change.id, field.name)
    }
    guard change.kind == .insert else { return }
    let names = Set(change.fields.map(\.name))
    for field in draft.fields(ofRow: row) where !names.contains(field.name) {
      throw changed(change.id, field.name)
    }
  }

  private func changed(_ id: ObjectID, _ field: String? = nil) -> StoreError {
    .changedSince(transaction: transaction.number, id, field: field)
  }
}

extension RecordChange {
  /// The change back.
  var opposite: RecordChange {
    let kind: Kind =
      switch self.kind {
      case .insert: .delete
      case .update: .update
      case .delete: .insert
      }
    let fields = self.fields.map { FieldChange(name: $0.name, old: $0.new, new: $0.old) }
    return RecordChange(id: id, kind: kind, fields: fields)
  }

  /// The one change that this and then `next` come to, `nil` if they come to nothing.
  func followed(by next: RecordChange) -> RecordChange? {
    if kind == .insert, next.kind == .delete { return nil }
    var merged = self
    merged.kind = kind == .update ? next.kind : kind == .delete ? .update : kind
    for field in next.fields {
      if let place = merged.fields.firstIndex(where: { $0.name == field.name }) {
        merged.fields[place].new = field.new
      } else {
        merged.fields.append(field)
      }
    }
    merged.fields.removeAll { $0.old == $0.new }
    return merged
  }
}
