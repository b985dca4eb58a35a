extension CommitDraft {
  /// Adds the next record after each one that the changes mark as done.
  ///
  /// If the next record exists, it does not change. Another machine may have added it.
  mutating func addRepetitions() throws(StoreError) {
    let repeating = model.entities.filter { $0.repetition != nil }
    guard !repeating.isEmpty, !changes.isEmpty else { return }
    for entity in repeating { try addRepetitions(of: entity) }
  }

  private mutating func addRepetitions(of entity: Entity) throws(StoreError) {
    var updates: [ObjectID: RecordChange] = [:]
    var order: [ObjectID] = []
    var known: Set<ObjectID> = []
    for change in changes where change.id.entity == entity.name {
      if change.kind == .insert { known.insert(change.id) }
      guard change.kind == .update else { continue }
      if updates[change.id] == nil { order.append(change.id) }
      updates[change.id, default: RecordChange(id: change.id, kind: .update, fields: [])].fields +=
        change.fields
    }
    for id in order {
      guard let change = updates[id], let row = try snapshot.record(id),
        entity.completes(change, before: { row[$0.name] })
      else { continue }
      var values = entity.values(of: row)
      for field in change.fields { values[field.name] = field.new }
      let next = try entity.nextRecord(after: values, of: id.key, in: model, localTime) {
        key throws(StoreError) in
        try snapshot.record(ObjectID(entity: entity.name, key: key))
      }
      guard case .record(let record) = next, !known.contains(record.id),
        try snapshot.record(record.id) == nil,
        try !foreignKeys(of: record.id).contains(record.id.key)
      else { continue }
      changes.append(record)
    }
  }
}

/// What followed for the records that a change marked as done.
public struct Comebacks: Sendable {
  /// A done record that has a time and yet does not come back.
  public struct Missing: Hashable, Sendable {
    /// The done record.
    public let id: ObjectID
    /// Why it does not come back, as a part of a sentence.
    public let reason: String
  }

  /// The records that came back, in the order of the change.
  public private(set) var records: [ObjectID] = []
  /// The done records that do not come back.
  public private(set) var missing: [Missing] = []

  /// Finds what a change did.
  ///
  /// - Parameters:
  ///   - transaction: the change.
  ///   - snapshot: the content after it.
  ///   - localTime: the person's local time.
  public init(after transaction: Transaction, in snapshot: Snapshot, _ localTime: LocalTime) {
    let model = snapshot.model
    let repeating = model.entities.filter { $0.repetition != nil }
    guard !repeating.isEmpty else { return }
    let inserted = Set(transaction.changes.lazy.filter { $0.kind == .insert }.map(\.id))
    for entity in repeating {
      for change in transaction.changes
      where change.id.entity == entity.name && entity.completes(change, before: \.old) {
        guard let row = snapshot.row(change.id) else { continue }
        let next = entity.nextRecord(
          after: entity.values(of: row), of: row.key, in: model, localTime
        ) { key throws(Never) in
          snapshot.row(ObjectID(entity: entity.name, key: key))
        }
        switch next {
        case .record(let record) where inserted.contains(record.id): records.append(record.id)
        case .impossible(let reason): missing.append(Missing(id: change.id, reason: reason))
        case .record, .none: break
        }
      }
    }
  }
}

extension Entity {
  /// The stored values of a record, by field.
  fileprivate func values(of row: Row) -> [String: Value] {
    var values: [String: Value] = [:]
    for property in storedProperties { values[property.name] = row[property.name] }
    return values
  }
}
