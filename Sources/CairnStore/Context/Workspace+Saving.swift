extension Workspace {
  /// What the edits come to: one change a record, in the order of editing.
  func changes() -> [RecordChange] {
    edits.touched.compactMap { id in
      switch (edits.created.contains(id), edits.deleted.contains(id)) {
      case (true, true): nil
      case (true, false): change(.insert, id)
      case (false, true): RecordChange(id: id, kind: .delete, fields: deletedFields(of: id))
      case (false, false): change(.update, id)
      }
    }
  }

  private func change(_ kind: RecordChange.Kind, _ id: ObjectID) -> RecordChange? {
    let row = snapshot.row(id)
    if row == nil, kind == .update { return nil }
    let names = model[id.entity]?.storedProperties.map(\.name) ?? []
    let fields = names.compactMap { name -> FieldChange? in
      guard let new = edits.fields[id]?[name], new != row?[name] else { return nil }
      return FieldChange(name: name, old: row?[name], new: new)
    }
    return fields.isEmpty && kind == .update
      ? nil : RecordChange(id: id, kind: kind, fields: fields)
  }

  private func deletedFields(of id: ObjectID) -> [FieldChange] {
    guard let row = snapshot.row(id) else { return [] }
    return row.chunk.entity.storedProperties.compactMap { property in
      row[property.name].map { FieldChange(name: property.name, old: $0, new: nil) }
    }
  }

  /// Makes the edits fit a snapshot newer than the one that they were made on, and checks them.
  ///
  /// Deletions run through the rules again, since somebody may have linked to a record that goes.
  mutating func rebase() throws(StoreError) {
    if let lost = lostRecords.first { throw .notFound(lost) }
    let roots = edits.touched.filter(edits.deleted.contains)
    edits.restoreAll()
    try delete(roots)
    let issues = Validator(workspace: self).issues()
    guard issues.isEmpty else { throw .invalid(issues) }
  }

  /// The edited records that the snapshot doesn't have, apart from those made or deleted here.
  var lostRecords: [ObjectID] {
    edits.touched.filter { id in
      !edits.created.contains(id) && !edits.deleted.contains(id) && snapshot.row(id) == nil
    }
  }
}

extension Replica {
  /// Stands in the keys of records that no store has yet.
  static let temporary = Replica(number: (1 << 20) - 1)
}

extension ObjectID {
  /// Whether the record was made in a context and not saved yet.
  public var isTemporary: Bool { key.replica == .temporary }
}
