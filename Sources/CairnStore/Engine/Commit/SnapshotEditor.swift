/// Applies changes to a snapshot's tables, and returns the actual effect of each.
struct SnapshotEditor {
  let snapshot: Snapshot
  private let isRestoring: Bool
  private var editors: [String: TableEditor] = [:]

  /// Creates an editor of `snapshot`.
  ///
  /// - Parameters:
  ///   - snapshot: the content to start from.
  ///   - isRestoring: whether changes restore earlier values. These may include a person's text
  ///     that the field cannot hold.
  init(_ snapshot: Snapshot, isRestoring: Bool = false) {
    self.snapshot = snapshot
    self.isRestoring = isRestoring
  }

  /// Adds the records of a batch, whose keys are new.
  mutating func apply(_ batch: RecordBatch) throws(StoreError) {
    try edit(batch.entity) { editor in
      for piece in batch.pieces { editor.replace(piece.chunk) }
    }
  }

  /// Applies a change.
  ///
  /// - Returns: the change with true old values; `nil` if it has no effect.
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
    // In place, so that an edit does not copy the table.
    return try edit(&editors[entity, default: TableEditor(table)])
  }

  /// The sources of the next snapshot.
  var tables: [String: LazyTable] {
    var tables = snapshot.tables
    for (entity, editor) in editors { tables[entity] = editor.finished() }
    return tables
  }
}
