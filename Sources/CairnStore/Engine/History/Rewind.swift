/// A snapshot on its way back in time, change by change.
struct Rewind {
  private var editor: SnapshotEditor

  init(_ snapshot: Snapshot) {
    editor = SnapshotEditor(snapshot)
  }

  /// Undoes a change; all newer ones were undone before.
  ///
  /// What the history says counts, whatever the fields hold by now: a person who edited the text
  /// since then did so later.
  mutating func undo(_ transaction: Transaction) throws(StoreError) {
    for change in transaction.changes.reversed() {
      let id = editor.snapshot.model.currentID(of: change.id)
      guard editor.snapshot.model[id.entity] != nil else { continue }
      try editor.edit(id.entity) { table throws(StoreError) in
        try table.edit(id.key) { $0.rewind(change) }
      }
    }
  }

  /// What is left, which is the content after the change `version`.
  func finished(version: UInt64) -> Snapshot {
    Snapshot(
      storeID: editor.snapshot.storeID, model: editor.snapshot.model, version: version,
      sources: editor.sources)
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
      setValues(change.fields.map { ($0.name, $0.old) }, row: known)
    case .delete:
      let row = known ?? insert(change.id.key)
      setComments(change.comments, of: change.id.key)
      setValues(change.fields.map { ($0.name, $0.old) }, row: row)
    }
  }
}
