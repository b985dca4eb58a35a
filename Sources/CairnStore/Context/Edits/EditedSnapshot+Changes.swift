extension EditedSnapshot {
  /// What the edits come to: one change a record, in the order of editing.
  func changes() -> [RecordChange] {
    edits.touched.compactMap(change)
  }

  /// Whether the edits come to something.
  var hasChanges: Bool {
    edits.touched.contains { change(of: $0) != nil } || !lostRecords.isEmpty
      || !displacedEdits.isEmpty
  }

  /// What the edits come to for one record.
  func change(of id: ObjectID) -> RecordChange? {
    switch (edits.created.contains(id), edits.deleted.contains(id)) {
    case (true, true): nil
    case (true, false): change(.insert, id)
    case (false, true):
      existsBelow(id) ? RecordChange(id: id, kind: .delete, fields: deletedFields(of: id)) : nil
    case (false, false): existsBelow(id) ? change(.update, id) : nil
    }
  }

  private func change(_ kind: RecordChange.Kind, _ id: ObjectID) -> RecordChange? {
    guard let entries = edits.fields[id], kind == .insert || !entries.isEmpty else { return nil }
    let names = model[id.entity]?.storedProperties.map(\.name) ?? []
    let fields = names.compactMap { name -> FieldChange? in
      let old = kind == .insert ? nil : contentBelow(name, of: id)
      guard let new = entries[name], new != old else { return nil }
      return FieldChange(name: name, old: old, new: new)
    }
    return fields.isEmpty && kind == .update
      ? nil : RecordChange(id: id, kind: kind, fields: fields)
  }

  private func deletedFields(of id: ObjectID) -> [FieldChange] {
    let names = model[id.entity]?.storedProperties.map(\.name) ?? []
    return names.compactMap { name in
      valueBelow(name, of: id).map { FieldChange(name: name, old: $0, new: nil) }
    }
  }

  /// The edits for which the model has no place: others took the collection away or gave it another
  /// name, or the field, which is `nil` where it is about the whole record.
  ///
  /// Fields of a deleted record count for nothing, nor what the delete rules took from others.
  var displacedEdits: [(id: ObjectID, field: String?)] {
    var restored = edits
    if !edits.deleted.isEmpty { restored.restoreDeleted() }
    return edits.touched.flatMap { id -> [(id: ObjectID, field: String?)] in
      let isCreated = edits.created.contains(id)
      if edits.deleted.contains(id) {
        return isCreated || model[id.entity] != nil ? [] : [(id, nil)]
      }
      let names = (restored.fields[id] ?? [:]).keys.sorted()
      guard let entity = model[id.entity] else {
        return isCreated ? [(id, nil)] : names.map { (id, $0) }
      }
      return names.filter { entity.storedIndex(of: $0) == nil }.map { (id, $0) }
    }
  }

  /// The edited records that are gone below, apart from those made or deleted here.
  var lostRecords: [ObjectID] {
    edits.touched.filter { id in
      !edits.created.contains(id) && !edits.deleted.contains(id)
        && edits.fields[id]?.isEmpty == false && !existsBelow(id)
    }
  }
}
