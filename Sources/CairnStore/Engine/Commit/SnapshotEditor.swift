/// Applies changes to a snapshot's tables, and says what each of them really changed.
struct SnapshotEditor {
  let snapshot: Snapshot
  private let isRestoring: Bool
  private var editors: [String: TableEditor] = [:]

  /// An editor of `snapshot`.
  ///
  /// - Parameters:
  ///   - snapshot: the content to start from.
  ///   - isRestoring: whether changes bring back what was there, which may be text that its field
  ///     cannot hold, as a person wrote it.
  init(_ snapshot: Snapshot, isRestoring: Bool = false) {
    self.snapshot = snapshot
    self.isRestoring = isRestoring
  }

  /// Puts in the records of a batch, whose keys are new.
  mutating func apply(_ batch: RecordBatch) throws(StoreError) {
    try edit(batch.entity) { editor in
      for piece in batch.pieces { editor.replace(piece.chunk) }
    }
  }

  /// Applies a change that a caller asks for.
  ///
  /// - Returns: the change with true old values, `nil` if it changes nothing.
  mutating func apply(_ change: RecordChange) throws(StoreError) -> RecordChange? {
    try edit(change.id.entity) { [isRestoring] editor throws(StoreError) in
      try editor.apply(change, isRestoring: isRestoring)
    }
  }

  /// Runs `edit` on the table of an entity.
  mutating func edit<Result>(
    _ entity: String, _ edit: (inout TableEditor) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let table = try snapshot.lazyTable(entity)
    // Where it is, so that nothing of it is copied for each edit.
    return try edit(&editors[entity, default: TableEditor(table)])
  }

  /// The sources of the next snapshot.
  var tables: [String: LazyTable] {
    var tables = snapshot.tables
    for (entity, editor) in editors { tables[entity] = editor.finished() }
    return tables
  }
}
