// Changes from the journal, applied to text that may have them already. For each field: the new
// value is there, and nothing is to be done; the old value is there, and the new one takes its
// place; neither is, and the text is right, because a person or another tool wrote it. A record
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
      for field in change.fields { setValue(field.new, of: field.name, row: row) }
      return log.settle(change.id)
    }
    if let deleted = log.comeBack(change.id) {
      return replay(deleted.changes(to: change.fields), of: change.id, row: row, &log)
    }
    for field in change.fields {
      if value(of: field.name, row: row) == field.new {
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
    for field in fields {
      let current = value(of: field.name, row: row)
      let isToChange = current == field.old && !isContested
      if isToChange { setValue(field.new, of: field.name, row: row) }
      if isToChange || current == field.new {
        log.settle(id, field.name)
      } else {
        log.doubt(id, field.name, Self.changedInText)
      }
    }
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
