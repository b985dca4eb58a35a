// Applies changes from the journal to text that may already have them. If the text has the new
// value, nothing happens. If it has the old value, the new one replaces it. Otherwise, both are
// merged at the end. In a conflict the text stays, because a person or another tool wrote it.
//
// A record that was deleted and restored counts as changed if the text has it with later values.
// Contested records are left alone.
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
      if current == field.new {
        log.settle(id, field.name)
      } else if current == field.old, !isContested {
        values.append((field.name, field.new))
        log.settle(id, field.name)
      } else {
        log.doubt(id, field.name, Self.changedInText)
        if !isContested { log.wait(id, field) }
      }
    }
    setValues(values, row: row)
  }

  /// Merges the changes for fields with neither the old nor the new value, each field once.
  ///
  /// The end of the journal shows whether the text has a later value.
  mutating func mergeWaiting(_ log: inout ReplayLog) {
    for (id, change) in log.waitingChanges {
      guard let row = row(of: id.key), extras.contested[id.key] == nil,
        let merged = merged(change, onto: value(of: change.name, row: row))
      else { continue }
      setValue(merged, of: change.name, row: row)
      log.settle(id, change.name)
    }
  }

  /// The values that fields have before a change.
  func values(of changes: [FieldChange], row: Int) -> [Value?] {
    guard changes.count > 16 else { return changes.map { value(of: $0.name, row: row) } }
    let values = Dictionary(fields(ofRow: row).map { ($0.name, $0.value) }) { first, _ in first }
    return changes.map { values[$0.name] }
  }

  /// Applies a change that is newer than the chunk's values.
  ///
  /// In a conflict, the change wins.
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
      setValues(change.fields.map { ($0.name, $0.new) }, row: row)
    }
  }

  /// Returns the value of a field after a change; `nil` if the two conflict.
  private func merged(_ change: FieldChange, onto current: Value?) -> Value?? {
    if current == change.old || current == change.new { return .some(change.new) }
    guard let index = entity.storedIndex(of: change.name) else { return nil }
    let property = entity.storedProperties[index]
    // If the model dropped a field that this chunk still has, its change is text.
    let typed = change.conformed(to: property)
    if current == typed.old || current == typed.new { return .some(typed.new) }
    // Texts that don't fit the field can't be merged with values.
    let isFit = [change.old, change.new, current].allSatisfy { $0.map(property.accepts) ?? true }
    guard isFit else { return nil }
    return FieldMerge(property: property)
      .merged(base: change.old, mine: change.new, theirs: current)
  }

  private mutating func replayDelete(_ change: RecordChange, _ log: inout ReplayLog) {
    guard let row = row(of: change.id.key) else { return log.settle(change.id) }
    let current = fields(ofRow: row).map { FieldChange(name: $0.name, old: $0.value, new: nil) }
    let isContested = extras.contested[change.id.key] != nil
    let isOwn =
      Set(current) == Set(change.fields)
      || Set(current) == Set(change.conformed(to: entity).fields)
    guard isOwn, !isContested else {
      return log.doubtDeletion(change, "was deleted, but the file has it with other values")
    }
    remove(row: row)
    log.settle(change.id)
  }

  private static let changedInText = "also changed in the file; the file's value is kept"
}

extension [FieldChange] {
  /// Returns the changes from a record that was deleted with these fields to one with the fields
  /// of `inserted`.
  fileprivate func changes(to inserted: [FieldChange]) -> [FieldChange] {
    let new = Dictionary(inserted.map { ($0.name, $0.new) }) { first, _ in first }
    let names = Set(map(\.name))
    return map { FieldChange(name: $0.name, old: $0.old, new: new[$0.name] ?? nil) }
      + inserted.filter { !names.contains($0.name) }
  }
}

extension Chunk {
  /// Returns the records with `changes` from the journal applied, and adds conflicts to `problems`.
  ///
  /// - Parameters:
  ///   - changes: the changes. If the text has another record with a new record's key, the changes
  ///     of the new record are skipped.
  ///   - problems: receives the contradictions.
  ///   - isOwn: whether a fold wrote the record with a key, which a person may have edited since.
  /// - Returns: the chunk with the changes.
  func replaying(
    _ changes: [RecordChange], _ problems: ProblemLog,
    isOwn: (RecordKey) -> Bool = { _ in false }
  ) -> Chunk {
    var draft = ChunkDraft(self)
    var log = ReplayLog()
    let taken = TakenKeys(in: self, changes, isOwn: isOwn)
    // The chunk lacks new records, so a fold must not take it for the contents of the file.
    if !taken.records.isEmpty { draft.origin = nil }
    for change in taken.others(changes) { draft.replay(change, &log) }
    draft.mergeWaiting(&log)
    problems.add(log.problems(in: entity))
    return draft.finished()
  }
}
