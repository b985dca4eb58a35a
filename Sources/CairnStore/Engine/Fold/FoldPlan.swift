internal import CairnFiles

/// What a fold moves from the journal into the text.
struct FoldPlan: Sendable {
  /// The segments that are done with afterwards, ascending.
  var generations: [Int]
  /// Where the last of them ends, if nothing but line ends follows.
  var end: Int?
  /// The shards whose records they change.
  var shards: [String: Set<ShardName>]
  /// The content after the last change in them.
  var snapshot: Snapshot
}

/// A shard that was folded.
struct FoldedShard: Sendable {
  var entity: String
  /// What its file holds now.
  var chunk: Chunk
  /// Whether the file held something else than this process knew, so that it read it again.
  var isForeign: Bool
}

extension Writer {
  /// Puts a new segment in the place of those that are to be folded; `nil` if nothing is in them.
  mutating func beginFold() throws(StoreError) -> FoldPlan? {
    try requireWritable()
    let lock = try journals.lock(.commit, patience: options.patience)
    defer { lock.release() }
    try catchUp()
    guard let current = segment else { return nil }
    let isTorn = try folder.perform { _ throws(FileError) in try current.hasTornTail() }
    if !current.isEmpty { try startSegment() }
    let last = segment?.header.generation ?? 0
    let generations = try journals.generations().filter { $0 < last }
    guard !generations.isEmpty || !touched.isEmpty else { return nil }
    defer { touched = [:] }
    return FoldPlan(
      generations: generations, end: isTorn || current.isEmpty ? nil : current.end,
      shards: touched, snapshot: snapshot)
  }

  /// Takes back that the shards of `plan` are in the text, when the fold failed.
  mutating func abandon(_ plan: FoldPlan) {
    touched.merge(plan.shards) { $0.union($1) }
  }

  /// Takes in what was folded: the state of the files, and what others wrote in them.
  mutating func finishFold(_ folded: [FoldedShard], of plan: FoldPlan) {
    var sources = snapshot.sources
    for (entity, shards) in Dictionary(grouping: folded, by: \.entity) {
      guard let table = sources[entity]?.loaded,
        let before = plan.snapshot.sources[entity]?.loaded
      else { continue }
      var editor = TableEditor(table)
      var log = ReplayLog()
      for shard in shards {
        if shard.isForeign {
          let old = before.chunk(of: shard.chunk.shard)
          for change in shard.chunk.changes(since: old) {
            editor.replay(change, &log)
            arrived.changes.append(change)
          }
        }
        editor.settle(shard.chunk)
      }
      problems.add(log.problems(in: table.entity))
      sources[entity] = TableSource(editor.finished())
    }
    advance(to: snapshot.version, sources)
    hasLostJournal = false
  }
}

extension Table {
  /// The chunk of `shard`, an empty one if there is none.
  func chunk(of shard: ShardName) -> Chunk {
    let place = chunkIndex(of: shard)
    guard place < chunks.count, chunks[place].shard == shard else {
      return ChunkDraft(entity: entity, shard: shard).finished()
    }
    return chunks[place]
  }
}

extension TableEditor {
  /// Takes over from a folded chunk which file it came from, and what the model does not know.
  mutating func settle(_ folded: Chunk) {
    let key = folded.keys.first ?? folded.shard.firstKey
    edit(key) { draft in
      draft.origin = folded.origin
      draft.extras.adoptText(of: folded.extras)
    }
  }
}

extension ChunkExtras {
  /// Takes over everything but the fields of records, which changes speak of themselves.
  mutating func adoptText(of other: ChunkExtras) {
    comments = other.comments
    unreadable = other.unreadable
    closing = other.closing
    descriptor = other.descriptor
  }
}

extension Chunk {
  /// What leads from `old` to this chunk, record by record.
  func changes(since old: Chunk) -> [RecordChange] {
    let before = ChunkDraft(old)
    let after = ChunkDraft(self)
    var changes: [RecordChange] = []
    for key in Set(old.keys).union(keys).sorted() {
      let id = ObjectID(entity: entity.name, key: key)
      let was = before.row(of: key).map(before.fields)
      let now = after.row(of: key).map(after.fields)
      let fields = Self.differences(was ?? [], now ?? [])
      switch (was, now) {
      case (nil, _): changes.append(RecordChange(id: id, kind: .insert, fields: fields))
      case (_, nil): changes.append(RecordChange(id: id, kind: .delete, fields: fields))
      default:
        if !fields.isEmpty {
          changes.append(RecordChange(id: id, kind: .update, fields: fields))
        }
      }
    }
    return changes
  }

  private static func differences(
    _ was: [(name: String, value: Value)], _ now: [(name: String, value: Value)]
  ) -> [FieldChange] {
    let old = Dictionary(was.map { ($0.name, $0.value) }) { first, _ in first }
    let new = Dictionary(now.map { ($0.name, $0.value) }) { first, _ in first }
    let names = was.map(\.name) + now.map(\.name).filter { old[$0] == nil }
    return names.filter { old[$0] != new[$0] }
      .map { FieldChange(name: $0, old: old[$0], new: new[$0]) }
  }
}
