internal import CairnFiles

/// What a fold moves from the journal into the text.
struct FoldPlan: Sendable {
  /// The numbers of the segments that are done with afterwards, ascending.
  var generations: [Int]
  /// The segments whose changes may have to be merged, those included whose names are lost.
  var segments: [Segment]
  /// The numbers of segments that a tool took away before.
  var lost: Set<Int>
  /// The one that was written to, and where it ends, if nothing but line ends follows.
  var last: (generation: Int, end: Int)?
  /// The shards whose records they change.
  var shards: [String: Set<ShardName>]
  /// What they do to the model, in order.
  var modelChanges: [StoredModel.Pending]
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
  /// Whether records were missing from what the file held.
  var hasLost: Bool
  /// The checksums of its records.
  var checksums: RecordChecksums
}

extension Writer {
  /// Puts a new segment in the place of those that are to be folded; `nil` if nothing is in them.
  mutating func beginFold() throws(StoreError) -> FoldPlan? {
    try requireWritable()
    try folder.requireWhole()
    let lock = try journal.folder.lock(.commit, patience: options.patience)
    defer { lock.release() }
    try catchUp()
    try moveTakenRecords()
    guard let current = journal.segment else { return nil }
    let isTorn = try folder.perform { _ throws(FileError) in try current.hasTornTail() }
    try journal.noteIfLost()
    if !current.isEmpty || journal.isLost { try journal.startSegment() }
    let last = journal.segment?.header.generation ?? 0
    let generations = try journal.folder.generations().filter { $0 < last }
    let isAllFolded = generations.isEmpty && unfolded.isEmpty && stored.pending.isEmpty
    let hasFilesToMove = isAllFolded ? try folder.hasFilesToMove(in: snapshot.model) : false
    guard !isAllFolded || hasFilesToMove else {
      journal.lost = []
      return nil
    }
    defer { unfolded.beginFold() }
    return FoldPlan(
      generations: generations, segments: journal.earlier, lost: journal.lost,
      last: isTorn || current.isEmpty ? nil : (current.header.generation, current.end),
      shards: unfolded.touched(in: snapshot.model), modelChanges: stored.pending, snapshot: snapshot
    )
  }

  /// Takes back that the shards of `plan` are in the text, when the fold failed.
  mutating func abandon(_ plan: FoldPlan) {
    unfolded.abandonFold(of: plan.shards)
  }

  /// Takes in what was folded: the state of the files, and what others wrote in them.
  mutating func finishFold(_ folded: [FoldedShard], of plan: FoldPlan) throws(StoreError) {
    var tables = snapshot.tables
    for (entity, shards) in Dictionary(grouping: folded, by: \.entity) {
      guard let table = tables[entity], let before = plan.snapshot.tables[entity] else {
        continue
      }
      var chunks: [ShardName: Chunk] = [:]
      for shard in shards {
        let name = shard.chunk.shard
        let empty = Chunk(emptyFor: name, of: table.entity)
        var changes: [RecordChange] = []
        if shard.isForeign {
          changes = shard.chunk.changes(since: try before.chunk(of: name) ?? empty)
          for change in changes { minter.note(change.id) }
          arrived.changes += changes
        }
        let current = try table.chunk(of: name) ?? empty
        chunks[name] = current.taking(changes, of: shard.chunk, problems)
      }
      tables[entity] = table.replacing(chunks)
    }
    advance(to: snapshot.version, tables)
    if let last = plan.modelChanges.last { stored.forget(before: last.number + 1) }
    let folded = plan.lost.union(plan.generations)
    journal.earlier.removeAll { folded.contains($0.header.generation) }
    unfolded.finishFold()
    journal.lost.subtract(plan.lost)
    try forgetReplays()
  }
}

extension Chunk {
  /// The chunk with what somebody else wrote in its file.
  ///
  /// - Parameters:
  ///   - changes: what they did to records.
  ///   - folded: what the file holds now, of which records in conflict stay as they are there.
  ///   - problems: where contradictions are noted.
  /// - Returns: the records as they are in memory and in the file then.
  func taking(_ changes: [RecordChange], of folded: Chunk, _ problems: ProblemLog) -> Chunk {
    var draft = ChunkDraft(self)
    // A person may have chosen by now, and this is their choice.
    draft.extras.contested = [:]
    var log = ReplayLog()
    for change in changes { draft.replay(change, &log) }
    draft.mergeWaiting(&log)
    // Records that were brought back since then have theirs from the history.
    let restored = draft.extras.comments.filter { folded.index(of: $0.key) == nil }
    draft.extras.adoptText(of: folded.extras)
    draft.extras.comments.merge(restored) { inFile, _ in inFile }
    draft.showContested(of: folded, &log)
    problems.add(log.problems(in: entity))
    draft.origin = folded.origin
    return draft.finished()
  }
}

extension ChunkExtras {
  /// Takes over everything but the fields of records, which changes speak of themselves.
  ///
  /// - Parameters:
  ///   - other: where it is taken from.
  ///   - base: what it was there before, if only what differs from that is to be taken.
  mutating func adoptText(of other: ChunkExtras, insteadOf base: ChunkExtras? = nil) {
    if other.comments != base?.comments { comments = other.comments }
    if other.unreadable != base?.unreadable {
      (unreadable, contested) = (other.unreadable, other.contested)
    }
    if other.closing != base?.closing { closing = other.closing }
    if other.descriptor != base?.descriptor { descriptor = other.descriptor }
  }
}

extension Chunk {
  /// What leads from `old` to this chunk, record by record.
  func changes(since old: Chunk) -> [RecordChange] {
    let before = ChunkDraft(old)
    let after = ChunkDraft(self)
    let isAlike = entity == old.entity
    var changes: [RecordChange] = []
    for key in old.keys == keys ? keys : Set(old.keys).union(keys).sorted() {
      let (row, oldRow) = (after.row(of: key), before.row(of: key))
      // As most records of a file are when some change.
      if isAlike, let row, let oldRow, hasSame(row, as: oldRow, of: old) { continue }
      let id = ObjectID(entity: entity.name, key: key)
      let was = oldRow.map(before.fields)
      let now = row.map(after.fields)
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

  /// Whether a record has in each field what it has in another chunk of the same entity.
  private func hasSame(_ row: Int, as other: Int, of chunk: Chunk) -> Bool {
    for (column, old) in zip(columns, chunk.columns) where column[row] != old[other] {
      return false
    }
    return extras.fields[keys[row]] == chunk.extras.fields[keys[row]]
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
