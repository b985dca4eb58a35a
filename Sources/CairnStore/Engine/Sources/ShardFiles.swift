internal import Synchronization

/// The shards of an entity as they were when its store was opened, each read when first asked for.
///
/// To show one record of a hundred thousand, one file is enough. But a file that is read late may
/// have moved on, because another process folded into it what it saved meanwhile:
///
/// ```
///   opened at 10            11 is saved elsewhere            11 is folded elsewhere
///   ────┬───────────────────────────┬───────────────────────────────┬──────────▶
///       snapshot of 10                                              reads the shard: it has 11
/// ```
///
///   L1  A shard is read once, and every snapshot builds on the chunk that was read.
///   L2  What was saved after the opening is taken out of a shard that is read late, the newest
///       change first: a field that it changed gets the old value, whether the new one is there
///       already, not yet, or what a person wrote after it.
///   L3  Those are the changes that the journal's tail passed while the shard was unread, and those
///       that stand behind it. This process's own are among them, because it saves on top of what
///       it knows now, and files that were opened earlier serve the snapshots that were taken
///       earlier. A change under a name that the collection or a field got meanwhile is one of the
///       same records.
///   L4  A chunk that something may have been taken out of is no image of its file: it has no
///       origin, and a fold merges it instead of writing it over the file (E6).
///   L5  Who passes over all records once has nothing kept of what was not read before. Each shard
///       is then as L2 has it at the time of passing, and reading it later is reading it anew.
///   L6  If a shard's text has a value nowhere, no record of it has the value, unless L2 takes
///       changes out of the shard.
///
/// What a person writes in a file is in no journal. It is in the records of whoever reads the file
/// after it, and stays unseen by whoever read it before, until a fold merges it.
final class ShardFiles: Sendable {
  private struct State {
    /// The shards that were read; `nil` where there was no file.
    var chunks: [ShardName: Chunk?] = [:]
    /// Whether every file was read.
    var isComplete = false
    /// What was taken in since the opening for shards that were not read by then.
    var taken: [ShardName: [RecordChange]] = [:]
    /// The model that was noted last, and what the files' one calls what it has.
    var renaming: (from: ObjectModel, Renaming)?
  }

  private let reader: TableReader
  private let tail: JournalTail
  private let model: ObjectModel
  private let state = Mutex(State())

  /// The files that `reader` reads, of a store that has `model` and follows the journal to `tail`.
  init(_ reader: TableReader, _ tail: JournalTail, _ model: ObjectModel) {
    self.reader = reader
    self.tail = tail
    self.model = model
    tail.add(self)
  }

  /// The entity whose records they hold.
  var entity: Entity { reader.entity }

  /// Takes note of those of `changes` that are about the entity's records, before a snapshot has
  /// them.
  ///
  /// - Parameters:
  ///   - changes: in the order in which they were made.
  ///   - present: the model whose names they have.
  func note(_ changes: [RecordChange], _ present: ObjectModel) {
    let name = entity.name
    state.withLock { state in
      guard !state.isComplete else { return }
      if state.renaming?.from != present {
        state.renaming = (present, Renaming(from: present, to: model))
      }
      let renaming = state.renaming?.1 ?? Renaming()
      // Thousands of new records in a row are in one shard.
      var last: (shard: ShardName, isRead: Bool)?
      for change in changes where renaming.entity(change.id.entity) == name {
        let shard = ShardName(of: change.id.key, inEntity: name)
        if last?.shard != shard { last = (shard, state.chunks[shard] != nil) }
        if last?.isRead == false { state.taken[shard, default: []].append(renaming.change(change)) }
      }
    }
  }

  /// The shards that have a file, had one that was read, or may have had one at the opening.
  func shards() throws(StoreError) -> Set<ShardName> {
    try state.withLock { state throws(StoreError) in try shards(state) }
  }

  private func shards(_ state: State) throws(StoreError) -> Set<ShardName> {
    let known = Set(state.chunks.filter { $0.value != nil }.keys)
    if state.isComplete { return known }
    // Others may have emptied a shard and removed its file.
    return try known.union(reader.shards()).union(state.taken.keys).union(untaken().keys)
  }

  /// Returns the chunk of `shard`, `nil` if there is no file; reads at most this one.
  func chunk(of shard: ShardName) throws(StoreError) -> Chunk? {
    try state.withLock { state throws(StoreError) in
      try read([shard], in: &state)
      return state.chunks[shard] ?? nil
    }
  }

  /// Returns the chunks of all shards but `known`; reads those that were not read yet.
  func chunks(besides known: Set<ShardName>) throws(StoreError) -> [ShardName: Chunk] {
    try state.withLock { state throws(StoreError) in
      try read(shards(state).subtracting(known), in: &state)
      state.isComplete = known.isSubset(of: state.chunks.keys)
      return state.chunks.filter { !known.contains($0.key) }.compactMapValues(\.self)
    }
  }

  /// Returns the number of records in all shards but `known`, and the chunks that are in memory.
  ///
  /// It reads only the files whose number isn't noted, or that the journal changes.
  func count(
    besides known: Set<ShardName>
  ) throws(StoreError) -> (count: Int, read: [ShardName: Chunk]) {
    try state.withLock { state throws(StoreError) in
      let shards = try shards(state).subtracting(known)
      var counts: [ShardName: Int] = [:]
      for shard in shards where state.chunks[shard] == nil && !state.isComplete {
        counts[shard] = try reader.knownCount(of: shard)
      }
      // Changes that another process saved since may be in a file by now: they are looked at last.
      let changed = Set(state.taken.keys).union(try untaken().keys)
      try read(shards.filter { counts[$0] == nil || changed.contains($0) }, in: &state)
      let read = state.chunks.filter { shards.contains($0.key) }.compactMapValues(\.self)
      let noted = counts.filter { state.chunks[$0.key] == nil }.values.reduce(0, +)
      return (noted + read.values.reduce(0) { $0 + $1.count }, read)
    }
  }

  /// Returns the chunks of `shards` that exist, without caching the chunks that it reads (L5).
  func uncachedChunks(_ shards: [ShardName]) throws(StoreError) -> [ShardName: Chunk] {
    try state.withLock { state throws(StoreError) in
      // A copy, which is thrown away.
      var passing = state
      try read(Set(shards), in: &passing)
      var chunks: [ShardName: Chunk] = [:]
      for shard in shards { chunks[shard] = passing.chunks[shard] ?? nil }
      return chunks
    }
  }

  /// The shards in which a record may have one of `mentions`; keeps none of their records (L6).
  func shards(mentioning mentions: Set<StoredMention>) throws(StoreError) -> Set<ShardName> {
    try state.withLock { state throws(StoreError) in
      let known = Set(state.chunks.filter { $0.value != nil }.keys)
      if state.isComplete { return known }
      let unread = try reader.shards().filter { state.chunks[$0] == nil }
      let found = try known.union(reader.shards(unread, mentioning: mentions))
      return try found.union(state.taken.keys).union(untaken().keys)
    }
  }

  /// Reads the unread ones of `shards`, and takes later changes out of them (L2).
  private func read(_ shards: Set<ShardName>, in state: inout State) throws(StoreError) {
    guard !state.isComplete else { return }
    let unread = shards.filter { state.chunks[$0] == nil }.sorted()
    guard !unread.isEmpty else { return }
    let found = try reader.read(unread)
    // What a file has by now was saved before this look at the journal.
    let changes = state.taken.merging(try untaken()) { $0 + $1 }
    for shard in unread {
      state.chunks[shard] = .some(nil)
      state.taken[shard] = nil
    }
    for chunk in found { state.chunks[chunk.shard] = chunk }
    for shard in unread {
      guard let changes = changes[shard] else { continue }
      state.chunks[shard] = .some(before(changes, state.chunks[shard] ?? nil, shard))
    }
  }

  /// What the journal's tail changes in the entity's shards, looked at after a shard was read.
  private func untaken() throws(StoreError) -> [ShardName: [RecordChange]] {
    let changes = try tail.changes(model).filter { $0.id.entity == reader.entity.name }
    return Dictionary(grouping: changes) { ShardName(of: $0.id.key, in: reader.entity) }
  }

  /// What `chunk` was before `changes`, which the file that it is from may have or not.
  private func before(_ changes: [RecordChange], _ chunk: Chunk?, _ shard: ShardName) -> Chunk? {
    guard !changes.isEmpty else { return chunk }
    var draft = chunk.map(ChunkDraft.init) ?? ChunkDraft(entity: reader.entity, shard: shard)
    for change in changes.reversed() { draft.rewind(change) }
    draft.origin = nil
    return draft.finished()
  }
}

/// Makes the tables of the files in a store's folder.
struct StoredTables: Sendable {
  let folder: StoreFolder
  /// The state of the model's file when the model was read.
  let modelFile: FileFingerprint?
  let problems: ProblemLog
  let tail: JournalTail
  let counts: RecordCounts

  /// Returns the table of the records in the files of `entity`.
  func table(of entity: Entity, in model: ObjectModel) -> LazyTable {
    let reader = TableReader(
      folder: folder, entity: entity, problems: problems, modelFile: modelFile, counts: counts)
    return LazyTable(ShardFiles(reader, tail, model), problems)
  }
}
