/// A table in the making: chunks that change are drafts until it is finished.
///
/// It reads the shards of the records that it changes, and no other.
struct TableEditor {
  private let source: TableSource
  private var drafts: [ShardName: ChunkDraft] = [:]
  private var replaced: [ShardName: Chunk] = [:]

  init(_ source: TableSource) {
    self.source = source
  }

  /// Replaces the chunk of a shard, or adds it.
  mutating func replace(_ chunk: Chunk) {
    drafts[chunk.shard] = nil
    replaced[chunk.shard] = chunk
  }

  /// Runs `edit` on the draft of the shard that holds `key`.
  mutating func edit<Result>(
    _ key: RecordKey, _ edit: (inout ChunkDraft) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let shard = ShardName(of: key, in: source.entity)
    if drafts[shard] == nil { drafts[shard] = try newDraft(shard) }
    // Where it is, so that its columns are not copied for each edit; there always is one by now.
    return try edit(&drafts[shard, default: ChunkDraft(entity: source.entity, shard: shard)])
  }

  private func newDraft(_ shard: ShardName) throws(StoreError) -> ChunkDraft {
    if let chunk = replaced[shard] { return ChunkDraft(chunk) }
    if let chunk = try source.chunk(of: shard) { return ChunkDraft(chunk) }
    return ChunkDraft(entity: source.entity, shard: shard)
  }

  /// The source of the table with all edits.
  func finished() -> TableSource {
    var chunks = replaced
    for (shard, draft) in drafts { chunks[shard] = draft.finished() }
    return source.replacing(chunks)
  }
}

extension TableEditor {
  /// Applies a change that a caller asks for, strictly.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - isRestoring: whether a field takes back text that it cannot hold.
  /// - Returns: the change with true old values, `nil` if it changes nothing.
  /// - Throws: `StoreError.notFound`, `.alreadyExists`, `.unmerged`, `.repeated`,
  ///   `.unfitValue`.
  mutating func apply(
    _ change: RecordChange, isRestoring: Bool
  ) throws(StoreError) -> RecordChange? {
    try edit(change.id.key) { draft throws(StoreError) in
      switch change.kind {
      case .insert: try draft.applyInsert(change, isRestoring: isRestoring)
      case .update: try draft.applyUpdate(change, isRestoring: isRestoring)
      case .delete: try draft.applyDelete(change)
      }
    }
  }
}

extension ChunkDraft {
  mutating func applyInsert(
    _ change: RecordChange, isRestoring: Bool
  ) throws(StoreError) -> RecordChange {
    guard row(of: change.id.key) == nil else { throw .alreadyExists(change.id) }
    for field in change.fields { try check(field, of: change.id, isRestoring: isRestoring) }
    let row = insert(change.id.key)
    setComments(change.comments, of: change.id.key)
    var applied = change
    applied.fields = change.fields.filter { $0.new != nil }
    for index in applied.fields.indices { applied.fields[index].old = nil }
    setValues(applied.fields.map { ($0.name, $0.new) }, row: row)
    return applied
  }

  mutating func applyUpdate(
    _ change: RecordChange, isRestoring: Bool
  ) throws(StoreError) -> RecordChange? {
    guard let row = row(of: change.id.key) else { throw .notFound(change.id) }
    var applied = change
    applied.fields = []
    for (var field, present) in zip(change.fields, values(of: change.fields, row: row)) {
      try check(field, of: change.id, isRestoring: isRestoring)
      field.old = present
      guard field.old != field.new else { continue }
      applied.fields.append(field)
    }
    guard !applied.fields.isEmpty else { return nil }
    try requireUncontested(change.id)
    setValues(applied.fields.map { ($0.name, $0.new) }, row: row)
    return applied
  }

  mutating func applyDelete(_ change: RecordChange) throws(StoreError) -> RecordChange {
    guard let row = row(of: change.id.key) else { throw .notFound(change.id) }
    try requireUncontested(change.id)
    var applied = change
    applied.fields = fields(ofRow: row).map { FieldChange(name: $0.name, old: $0.value, new: nil) }
    applied.comments = extras.comments[change.id.key] ?? RecordComments()
    remove(row: row)
    return applied
  }

  private func requireUncontested(_ id: ObjectID) throws(StoreError) {
    let file = shard.path(entity: entity.name)
    switch extras.contested[id.key] {
    case nil: return
    case .merge: throw .unmerged(id, file: file)
    case .repetition(let lines): throw .repeated(id, file: file, lines: lines)
    }
  }

  /// A field that the model does not know takes text alone.
  private func check(
    _ field: FieldChange, of id: ObjectID, isRestoring: Bool
  ) throws(StoreError) {
    guard let value = field.new, !isRestoring || !value.isText else { return }
    if let column = entity.storedIndex(of: field.name) {
      return try entity.storedProperties[column].check(value, of: id)
    }
    guard Name.isValid(field.name), field.name != "Id", entity[field.name] == nil else {
      throw .unfitValue(id, field: field.name, reason: "is not a stored field")
    }
  }
}
