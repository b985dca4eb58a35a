/// A table in the making: chunks that change are drafts until it is finished.
struct TableEditor {
  private let table: Table
  private var drafts: [ShardName: ChunkDraft] = [:]
  private var replaced: [ShardName: Chunk] = [:]

  init(_ table: Table) {
    self.table = table
  }

  /// Replaces the chunk of a shard, or adds it.
  mutating func replace(_ chunk: Chunk) {
    drafts[chunk.shard] = nil
    replaced[chunk.shard] = chunk
  }

  /// Runs `edit` on the draft of the shard that holds `key`.
  mutating func edit<Result, Failure: Error>(
    _ key: RecordKey, _ edit: (inout ChunkDraft) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let shard = ShardName(of: key, in: table.entity)
    // Taken out while it changes, so that its columns are not copied for each edit.
    var draft = drafts.removeValue(forKey: shard) ?? makeDraft(shard)
    defer { drafts[shard] = draft }
    return try edit(&draft)
  }

  private func makeDraft(_ shard: ShardName) -> ChunkDraft {
    if let chunk = replaced[shard] { return ChunkDraft(chunk) }
    let place = table.chunkIndex(of: shard)
    guard place < table.chunks.count, table.chunks[place].shard == shard else {
      return ChunkDraft(entity: table.entity, shard: shard)
    }
    return ChunkDraft(table.chunks[place])
  }

  /// The table with all edits.
  func finished() -> Table {
    var changed = replaced
    for (shard, draft) in drafts { changed[shard] = draft.finished() }
    var chunks: [Chunk] = []
    chunks.reserveCapacity(table.chunks.count + changed.count)
    for chunk in table.chunks { chunks.append(changed.removeValue(forKey: chunk.shard) ?? chunk) }
    if !changed.isEmpty {
      chunks.append(contentsOf: changed.values)
      chunks.sort { $0.shard < $1.shard }
    }
    chunks.removeAll { $0.keys.isEmpty && $0.extras.isEmpty && $0.origin == nil }
    return Table(entity: table.entity, chunks: chunks)
  }
}

extension TableEditor {
  /// Applies a change that a caller asks for, strictly.
  ///
  /// - Returns: the change with true old values, `nil` if it changes nothing.
  mutating func apply(_ change: RecordChange) throws(StoreError) -> RecordChange? {
    try edit(change.id.key) { draft throws(StoreError) in
      switch change.kind {
      case .insert: try draft.applyInsert(change)
      case .update: try draft.applyUpdate(change)
      case .delete: try draft.applyDelete(change)
      }
    }
  }
}

extension ChunkDraft {
  mutating func applyInsert(_ change: RecordChange) throws(StoreError) -> RecordChange {
    guard row(of: change.id.key) == nil else { throw .alreadyExists(change.id) }
    for field in change.fields { try check(field, of: change.id) }
    let row = insert(change.id.key)
    var applied = change
    applied.fields = change.fields.filter { $0.new != nil }
    for index in applied.fields.indices {
      applied.fields[index].old = nil
      setValue(applied.fields[index].new, of: applied.fields[index].name, row: row)
    }
    return applied
  }

  mutating func applyUpdate(_ change: RecordChange) throws(StoreError) -> RecordChange? {
    guard let row = row(of: change.id.key) else { throw .notFound(change.id) }
    var applied = change
    applied.fields = []
    for var field in change.fields {
      try check(field, of: change.id)
      field.old = value(of: field.name, row: row)
      guard field.old != field.new else { continue }
      applied.fields.append(field)
    }
    for field in applied.fields { setValue(field.new, of: field.name, row: row) }
    return applied.fields.isEmpty ? nil : applied
  }

  mutating func applyDelete(_ change: RecordChange) throws(StoreError) -> RecordChange {
    guard let row = row(of: change.id.key) else { throw .notFound(change.id) }
    var applied = change
    applied.fields = fields(ofRow: row).map { FieldChange(name: $0.name, old: $0.value, new: nil) }
    remove(row: row)
    return applied
  }

  /// A field that the model does not know takes text alone.
  private func check(_ field: FieldChange, of id: ObjectID) throws(StoreError) {
    guard let value = field.new else { return }
    if let column = entity.storedIndex(of: field.name) {
      return try entity.storedProperties[column].check(value, of: id)
    }
    guard Name.isValid(field.name), field.name != "Id", entity[field.name] == nil else {
      throw .unfitValue(id, field: field.name, reason: "is no field that records hold")
    }
  }
}
