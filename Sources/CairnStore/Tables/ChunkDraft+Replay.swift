// Changes from the journal, applied to text that may have them already. Each field is merged: the
// old value is the base, the new value is one side, and the text is the other. If they contradict
// each other, the text stays, because a person or another tool wrote it. A record
// that was deleted and came back is one that was changed, where the text has it with later values.
// A record that stands in the text in several ways stays as it is.
extension ChunkDraft {
  mutating func replay(_ change: RecordChange, _ log: inout ReplayLog) {
    switch change.kind {
    case .insert: replayInsert(change, &log)
    case .update: replayUpdate(change, &log)
    case .delete: replayDelete(change, &log)
    }
  }

  private mutating func replayInsert(_ change: RecordChange, _ log: inout ReplayLog) {
    guard let row = row(of: change.id.key) else {
      let row = insert(change.id.key)
      setComments(change.comments, of: change.id.key)
      setValues(change.fields.map { ($0.name, $0.new) }, row: row)
      return log.settle(change.id)
    }
    if let deleted = log.comeBack(change.id) {
      return replay(deleted.changes(to: change.fields), of: change.id, row: row, &log)
    }
    let present = values(of: change.fields, row: row)
    for (field, current) in zip(change.fields, present) {
      if current == field.new {
        log.settle(change.id, field.name)
      } else {
        log.doubt(change.id, field.name, Self.changedInText)
      }
    }
  }

  private mutating func replayUpdate(_ change: RecordChange, _ log: inout ReplayLog) {
    guard let row = row(of: change.id.key) else {
      return log.doubt(change.id, nil, "was changed, but is no longer in the file")
    }
    replay(change.fields, of: change.id, row: row, &log)
  }

  private mutating func replay(
    _ fields: [FieldChange], of id: ObjectID, row: Int, _ log: inout ReplayLog
  ) {
    let isContested = extras.contested[id.key] != nil
    var values: [(name: String, value: Value?)] = []
    for (field, current) in zip(fields, self.values(of: fields, row: row)) {
      if isContested {
        guard current != field.new else { continue }
        log.doubt(id, field.name, Self.changedInText)
      } else if let merged = merged(field, onto: current) {
        values.append((field.name, merged))
        log.settle(id, field.name)
      } else {
        log.doubt(id, field.name, Self.changedInText)
      }
    }
    setValues(values, row: row)
  }

  /// The values that fields have before a change.
  func values(of changes: [FieldChange], row: Int) -> [Value?] {
    guard changes.count > 16 else { return changes.map { value(of: $0.name, row: row) } }
    let values = Dictionary(fields(ofRow: row).map { ($0.name, $0.value) }) { first, _ in first }
    return changes.map { values[$0.name] }
  }

  /// Applies a change that is newer than the chunk's values: it wins if they contradict each other.
  mutating func take(_ change: RecordChange) {
    let known = row(of: change.id.key)
    switch change.kind {
    case .delete:
      if let known { remove(row: known) }
    case .update:
      guard let known else { return }
      let present = values(of: change.fields, row: known)
      setValues(
        zip(change.fields, present).map { ($0.name, merged($0, onto: $1) ?? $0.new) }, row: known)
    case .insert:
      let row = known ?? insert(change.id.key)
      setComments(change.comments, of: change.id.key)
      setValues(change.fields.map { ($0.name, $0.new) }, row: row)
    }
  }

  /// Returns the value of a field with a change on top, or `nil` if they contradict each other.
  private func merged(_ change: FieldChange, onto current: Value?) -> Value?? {
    guard let index = entity.storedIndex(of: change.name) else {
      return current == change.old || current == change.new ? .some(change.new) : nil
    }
    return FieldMerge(property: entity.storedProperties[index])
      .merged(base: change.old, mine: change.new, theirs: current)
  }

  private mutating func replayDelete(_ change: RecordChange, _ log: inout ReplayLog) {
    guard let row = row(of: change.id.key) else { return log.settle(change.id) }
    let current = fields(ofRow: row).map { FieldChange(name: $0.name, old: $0.value, new: nil) }
    let isContested = extras.contested[change.id.key] != nil
    guard Set(current) == Set(change.fields), !isContested else {
      return log.doubtDeletion(change, "was deleted, but the file has it with other values")
    }
    remove(row: row)
    log.settle(change.id)
  }

  private static let changedInText = "also changed in the file; the file's value is kept"
}

extension [FieldChange] {
  /// What makes a record with the fields of `inserted` of one that was deleted with these.
  fileprivate func changes(to inserted: [FieldChange]) -> [FieldChange] {
    let new = Dictionary(inserted.map { ($0.name, $0.new) }) { first, _ in first }
    let names = Set(map(\.name))
    return map { FieldChange(name: $0.name, old: $0.old, new: new[$0.name] ?? nil) }
      + inserted.filter { !names.contains($0.name) }
  }
}
