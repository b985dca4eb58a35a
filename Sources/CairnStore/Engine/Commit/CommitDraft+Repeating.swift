extension CommitDraft {
  /// Adds the next record after each one that the changes mark as done.
  ///
  /// If the next record exists, it does not change. Another machine may have added it.
  mutating func addRepetitions() throws(StoreError) {
    var updates: [ObjectID: RecordChange] = [:]
    var order: [ObjectID] = []
    var known: Set<ObjectID> = []
    for change in changes where model[change.id.entity]?.repetition != nil {
      if change.kind == .insert { known.insert(change.id) }
      guard change.kind == .update else { continue }
      if updates[change.id] == nil { order.append(change.id) }
      updates[change.id, default: RecordChange(id: change.id, kind: .update, fields: [])].fields +=
        change.fields
    }
    for id in order {
      guard let change = updates[id], let entity = model[id.entity],
        let row = try snapshot.record(id),
        let next = try entity.nextRecord(
          after: change, of: row, in: model, localTime,
          earlier: { key throws(StoreError) in
            try snapshot.record(ObjectID(entity: entity.name, key: key))
          }),
        !known.contains(next.id),
        try snapshot.record(next.id) == nil,
        try !foreignKeys(of: next.id).contains(next.id.key)
      else { continue }
      changes.append(next)
    }
  }
}
