extension ObjectContext {
  /// The context's snapshot with the unsaved edits in it, those of the contexts above included,
  /// which any query may be asked of.
  ///
  /// Records made here stand in it by their temporary keys. A value that its field cannot hold is
  /// not in it. Cost: after an edit, chunks with an edited record, of 512 each, are copied.
  public var contents: Snapshot {
    if let knownContents { return knownContents }
    let contents = content.laidOut()
    knownContents = contents
    return contents
  }

  /// Finds records.
  ///
  /// - Parameters:
  ///   - request: which records, in which order.
  ///   - clock: the clock by which words such as `today` are read.
  ///   - includesPendingChanges: whether they are found as they are edited here, or else as the
  ///     pinned snapshot has them.
  /// - Returns: the records, each the one object that the context has of it.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public func fetch(
    _ request: FetchRequest, at clock: WallClock, includesPendingChanges: Bool = true
  ) throws(FilterError) -> [Record] {
    let source = includesPendingChanges ? contents : snapshot
    return try source.fetch(request, at: clock).map { object(with: $0.id) }
  }
}

extension EditedSnapshot {
  /// The edits as they stand in tables.
  func laidOut() -> Snapshot {
    let all = EditedSnapshot(snapshot, edits: inherited.followed(by: edits))
    let changes = all.changes()
    guard !changes.isEmpty else { return snapshot }
    var editor = SnapshotEditor(snapshot)
    for change in changes {
      // A shard that cannot be read shows none of its records, edited ones neither.
      try? editor.edit(change.id.entity) { table throws(StoreError) in try table.lay(change) }
    }
    return Snapshot(
      storeID: snapshot.storeID, model: snapshot.model, version: snapshot.version,
      sources: editor.sources, queries: snapshot.queries)
  }
}

extension TableEditor {
  /// Puts an edit over the table that may not be fit to be saved.
  mutating func lay(_ change: RecordChange) throws(StoreError) {
    try edit(change.id.key) { draft in
      let row = draft.row(of: change.id.key)
      if change.kind == .delete {
        if let row { draft.remove(row: row) }
        return
      }
      let place = row ?? draft.insert(change.id.key)
      for field in change.fields {
        guard let column = draft.entity.storedIndex(of: field.name) else { continue }
        let isFit = field.new.map { draft.entity.storedProperties[column].accepts($0) } ?? true
        if isFit { _ = draft.columns[column].replace(place, with: field.new) }
      }
    }
  }
}
