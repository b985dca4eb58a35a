/// Applies changes to a snapshot's tables, and says what each of them really changed.
struct SnapshotEditor {
  let snapshot: Snapshot
  private var editors: [String: TableEditor] = [:]

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// Puts in the records of a batch, whose keys are new.
  mutating func apply(_ batch: RecordBatch, to entity: String) throws(StoreError) {
    var editor = try editor(of: entity)
    for piece in batch.pieces { editor.replace(piece.chunk) }
    editors[entity] = editor
  }

  /// Applies a change that a caller asks for.
  ///
  /// - Returns: the change with true old values, `nil` if it changes nothing.
  mutating func apply(_ change: RecordChange) throws(StoreError) -> RecordChange? {
    var editor = try editor(of: change.id.entity)
    editors[change.id.entity] = nil
    let applied = try editor.apply(change)
    editors[change.id.entity] = editor
    return applied
  }

  /// The sources of the next snapshot.
  var sources: [String: TableSource] {
    var sources = snapshot.sources
    for (entity, editor) in editors { sources[entity] = editor.finished() }
    return sources
  }

  private func editor(of entity: String) throws(StoreError) -> TableEditor {
    if let editor = editors[entity] { return editor }
    return TableEditor(try snapshot.source(entity))
  }
}
