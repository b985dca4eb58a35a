/// A snapshot on its way back in time, change by change.
struct Rewind {
  private let snapshot: Snapshot
  private var editors: [String: TableEditor] = [:]

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// Undoes a change; all newer ones were undone before.
  ///
  /// What the history says counts, whatever the fields hold by now: a person who edited the text
  /// since then did so later.
  mutating func undo(_ transaction: Transaction) throws(StoreError) {
    for change in transaction.changes.reversed() where snapshot.model[change.id.entity] != nil {
      var editor = try editor(of: change.id.entity)
      editors[change.id.entity] = nil
      try editor.edit(change.id.key) { $0.rewind(change) }
      editors[change.id.entity] = editor
    }
  }

  /// What is left, which is the content after the change `version`.
  func finished(version: UInt64) -> Snapshot {
    var sources = snapshot.sources
    for (entity, editor) in editors { sources[entity] = editor.finished() }
    return Snapshot(
      storeID: snapshot.storeID, model: snapshot.model, version: version, sources: sources)
  }

  private func editor(of entity: String) throws(StoreError) -> TableEditor {
    if let editor = editors[entity] { return editor }
    return TableEditor(try snapshot.source(entity))
  }
}

extension ChunkDraft {
  /// Makes the record what it was before `change`.
  mutating func rewind(_ change: RecordChange) {
    let known = row(of: change.id.key)
    switch change.kind {
    case .insert:
      if let known { remove(row: known) }
    case .update:
      guard let known else { return }
      for field in change.fields { setValue(field.old, of: field.name, row: known) }
    case .delete:
      let row = known ?? insert(change.id.key)
      for field in change.fields { setValue(field.old, of: field.name, row: row) }
    }
  }
}
