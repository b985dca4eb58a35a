extension TableSource {
  /// The source with `changes` from the journal on top.
  ///
  /// A table that was not read yet stays unread; the changes wait for it.
  func replaying(_ changes: [RecordChange], _ problems: ProblemLog) -> TableSource {
    if let table = loaded { return TableSource(table.replaying(changes, problems)) }
    return TableSource { () throws(StoreError) in
      try self.load().replaying(changes, problems)
    }
  }

  /// The source with its records as `entity` has them, after the model changed.
  func converted(to entity: Entity) -> TableSource {
    TableSource { () throws(StoreError) in try self.load().converted(to: entity) }
  }
}

extension Table {
  func replaying(_ changes: [RecordChange], _ problems: ProblemLog) -> Table {
    var editor = TableEditor(self)
    var log = ReplayLog()
    for change in changes { editor.replay(change, &log) }
    problems.add(log.problems(in: entity))
    return editor.finished()
  }

  func converted(to entity: Entity) -> Table {
    Table(entity: entity, chunks: chunks.map { $0.converted(to: entity) })
  }
}

extension Chunk {
  /// The same records as `entity` has them; what it has no field for is kept as text.
  func converted(to entity: Entity) -> Chunk {
    let old = ChunkDraft(self)
    var new = ChunkDraft(entity: entity, shard: shard)
    new.extras = extras
    new.extras.fields = [:]
    new.origin = origin
    for (row, key) in keys.enumerated() {
      let place = new.insert(key)
      for field in old.fields(ofRow: row) {
        new.setValue(field.value, of: field.name, row: place)
      }
    }
    return new.finished()
  }
}
