/// The records of one entity at one moment, in the order of their keys.
public struct Table: Sendable {
  /// The entity.
  public let entity: Entity

  /// The chunks in ascending order of their keys.
  ///
  /// Each chunk has records, other text, or at least a file.
  public private(set) var chunks: ChunkList

  /// The number of records.
  public private(set) var count: Int

  /// Creates the table of the sorted `chunks`, without those that have no records, text or file.
  init(entity: Entity, chunks: [Chunk]) {
    self.entity = entity
    self.chunks = ChunkList(chunks.filter(\.standsForSomething))
    count = self.chunks.reduce(0) { $0 + $1.count }
  }

  /// Returns the record with `key`, in logarithmic time.
  public func row(_ key: RecordKey) -> Row? {
    chunk(of: ShardName(of: key, in: entity))?.row(key)
  }

  /// Returns the chunk of `shard`; `nil` if the table has none.
  func chunk(of shard: ShardName) -> Chunk? {
    index(of: shard).map { chunks[$0] }
  }

  /// Returns the texts of a field that its type can't hold, in no order.
  ///
  /// Cost: one look at each such text in the records.
  public func unfitTexts(of field: String) -> [String] {
    chunks.flatMap { chunk in
      chunk.extras.fields.values.joined().lazy.filter { $0.name == field }.map(\.text)
    }
  }

  /// Returns the table with `replaced` instead of their shards' chunks.
  ///
  /// Cost: if each replaces an existing chunk, the other chunks are not visited.
  func replacing(_ replaced: [ShardName: Chunk]) -> Table {
    var table = self
    for (shard, chunk) in replaced {
      guard chunk.standsForSomething, let index = index(of: shard) else { return merged(replaced) }
      table.count += chunk.count - chunks[index].count
      table.chunks[index] = chunk
    }
    return table
  }

  private func merged(_ replaced: [ShardName: Chunk]) -> Table {
    let kept = chunks.filter { replaced[$0.shard] == nil }
    return Table(entity: entity, chunks: (kept + replaced.values).sorted { $0.shard < $1.shard })
  }

  /// The rows in the order of their keys.
  public var rows: some Sequence<Row> {
    chunks.lazy.flatMap { chunk in
      (0..<chunk.count).lazy.map { Row(chunk: chunk, index: $0) }
    }
  }

  /// Returns the index of the chunk of `shard`; `nil` if the table has none.
  func index(of shard: ShardName) -> Int? {
    let index = chunks.partitioningIndex { $0.shard >= shard }
    return index < chunks.count && chunks[index].shard == shard ? index : nil
  }
}

/// An editor of a table.
///
/// Changed chunks are drafts until the edit is finished.
///
/// It reads only the shards of the changed records.
struct TableEditor {
  private let table: LazyTable
  private var drafts: [ShardName: ChunkDraft] = [:]
  private var replaced: [ShardName: Chunk] = [:]

  init(_ table: LazyTable) {
    self.table = table
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
    let shard = ShardName(of: key, in: table.entity)
    if drafts[shard] == nil { drafts[shard] = try newDraft(shard) }
    // The draft is edited in place to avoid a copy of its columns. At this point, it always exists.
    return try edit(&drafts[shard, default: ChunkDraft(entity: table.entity, shard: shard)])
  }

  private func newDraft(_ shard: ShardName) throws(StoreError) -> ChunkDraft {
    if let chunk = replaced[shard] { return ChunkDraft(chunk) }
    if let chunk = try table.chunk(of: shard) { return ChunkDraft(chunk) }
    return ChunkDraft(entity: table.entity, shard: shard)
  }

  /// The table with all edits.
  func finished() -> LazyTable {
    var chunks = replaced
    for (shard, draft) in drafts { chunks[shard] = draft.finished() }
    return table.replacing(chunks)
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
    guard let contest = extras.contested[id.key] else { return }
    let file = shard.path(entity: entity.name)
    switch contest {
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
