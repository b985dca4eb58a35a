extension Chunk {
  /// The records with `changes` from the journal on top; contradictions are noted in `problems`.
  func replaying(_ changes: [RecordChange], _ problems: ProblemLog) -> Chunk {
    var draft = ChunkDraft(self)
    var log = ReplayLog()
    for change in changes { draft.replay(change, &log) }
    draft.mergeWaiting(&log)
    problems.add(log.problems(in: entity))
    return draft.finished()
  }

  /// The same records as `entity` has them; what it has no field for is kept as text.
  func converted(to entity: Entity) -> Chunk {
    let old = ChunkDraft(self)
    var new = ChunkDraft(entity: entity, shard: shard)
    new.extras = extras
    new.extras.fields = [:]
    new.extras.comments = extras.comments.mapValues { $0.renamed(for: entity) }
    new.origin = origin
    for (row, key) in keys.enumerated() {
      let place = new.insert(key)
      let fields = old.fields(ofRow: row)
      for field in fields {
        let name = entity.currentName(of: field.name)
        let isTaken = name != field.name && fields.contains { $0.name == name }
        new.setValue(field.value, of: isTaken ? field.name : name, row: place)
      }
    }
    return new.finished()
  }
}
