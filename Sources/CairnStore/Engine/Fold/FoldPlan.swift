internal import CairnFiles

/// The work of a fold: the changes to move from the journal to the text.
struct FoldPlan: Sendable {
  /// The numbers of the segments that are no longer needed after the fold, ascending.
  var generations: [Int]
  /// The segments whose changes may have to be merged, including those that lost their names.
  var segments: [Segment]
  /// The numbers of segments that a tool removed before.
  var lost: Set<Int>
  /// The segment that was written last, and its end, if only line ends follow.
  var last: (generation: Int, end: Int)?
  /// The shards whose records the segments change.
  var shards: [String: Set<ShardName>]
  /// The keys that new records gave up, because the text has other records with them.
  var moved: [String: Set<RecordKey>] = [:]
  /// The model changes of the segments, in order.
  var modelChanges: [StoredModel.Pending]
  /// The content after the last change of the segments.
  var snapshot: Snapshot
}

/// A shard that was folded.
struct FoldedShard: Sendable {
  var entity: String
  /// The present contents of the shard's file.
  var chunk: Chunk
  /// Whether the file differed from what this process knew, so that it was read again.
  var isForeign: Bool
  /// Whether records were missing from the file.
  var hasLost: Bool
  /// The checksums of the shard's records.
  var checksums: RecordChecksums
}

extension Writer {
  /// Starts a new segment and plans the fold of the earlier ones; `nil` if they have no changes.
  mutating func beginFold() throws(StoreError) -> FoldPlan? {
    try requireWritable()
    try folder.requireWhole()
    let lock = try journal.folder.lock(.commit, timeout: options.lockTimeout)
    defer { lock.release() }
    try catchUp()
    try moveTakenRecords()
    guard let current = journal.segment else { return nil }
    let isTorn = try folder.perform { _ throws(FileError) in try current.hasTornTail() }
    try journal.noteIfLost()
    // After several failed folds, the segment is filled first: each one needs a file descriptor.
    let isKept =
      !journal.isLost && journal.earlier.count >= Self.mostUnfolded
      && current.end < options.segmentSize / 2
    if !isKept, !current.isEmpty || journal.isLost { try journal.startSegment() }
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
      last: isTorn || isKept || current.isEmpty ? nil : (current.header.generation, current.end),
      shards: unfolded.touched(in: snapshot.model), moved: unfolded.moved(in: snapshot.model),
      modelChanges: stored.pending, snapshot: snapshot
    )
  }

  /// From this many segments on, a fold keeps the current one until it is half full.
  ///
  /// Its changes are then in the text and in the journal, as after an interrupted fold.
  private static let mostUnfolded = 8

  /// After a failed fold, marks the shards of `plan` as not yet in the text again.
  mutating func abandon(_ plan: FoldPlan) {
    unfolded.abandonFold(of: plan.shards)
  }

  /// Reads the result of a fold into memory: the state of the files, and edits of other programs.
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
          // A record that was saved during the fold may have a key that the file has now.
          unfolded.doubtGrowth(of: name, entity)
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
  /// Returns the chunk with another program's edits of its file.
  ///
  /// - Parameters:
  ///   - changes: the edits of records.
  ///   - folded: the present contents of the file; its records in conflict keep both sides.
  ///   - problems: receives the contradictions.
  /// - Returns: the records as they then are in memory and in the file.
  func taking(_ changes: [RecordChange], of folded: Chunk, _ problems: ProblemLog) -> Chunk {
    var draft = ChunkDraft(self)
    // A person may have resolved a conflict by now; then the file has their choice.
    draft.extras.contested = [:]
    var log = ReplayLog()
    for change in changes { draft.replay(change, &log) }
    draft.mergeWaiting(&log)
    // Records that were brought back since get their comments from the history.
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
  /// Takes over the text outside the fields of records; changes of fields are merged separately.
  ///
  /// - Parameters:
  ///   - other: the extras with the new text.
  ///   - base: the earlier extras, if only differences from them are taken.
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
  /// Returns the changes that turn `old` into this chunk, record by record.
  func changes(since old: Chunk) -> [RecordChange] {
    let before = ChunkDraft(old)
    let after = ChunkDraft(self)
    let isAlike = entity == old.entity
    var changes: [RecordChange] = []
    for key in old.keys == keys ? keys : Set(old.keys).union(keys).sorted() {
      let (row, oldRow) = (after.row(of: key), before.row(of: key))
      // Most records of a file are unchanged.
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

  /// Whether a record has the same value in each field as one in another chunk of the same entity.
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
