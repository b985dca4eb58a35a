internal import Synchronization

/// The shards of an entity at the opening of the store.
///
/// Each is read on first use.
///
/// To show one record of a hundred thousand, reading one file is enough. But a file that is read
/// late may be newer than the snapshot, because another process folded its later changes into it:
///
/// ```
///   opened at 10            11 is saved elsewhere            11 is folded elsewhere
///   ────┬───────────────────────────┬───────────────────────────────┬──────────▶
///       snapshot of 10                                              reads the shard: it has 11
/// ```
///
///   L1  A shard is read once, and every snapshot builds on the chunk that was read.
///   L2  If a shard is read late, changes saved after the opening are undone in it, the newest
///       first. Each changed field gets its old value. It does not matter whether the file has the
///       new value, does not have it yet, or has a person's later value.
///   L3  These are the changes that the journal's tail passed while the shard was unread, and the
///       changes after the tail. They include this process's own changes, because it saves on top
///       of its newest content, while files that were opened earlier serve earlier snapshots. A
///       change under a newer name of the collection or a field belongs to the same records.
///   L4  A chunk from which changes may have been undone is no image of its file. It has no origin,
///       and a fold merges it instead of writing it over the file (E6).
///   L5  A single pass over all records does not cache the shards that it reads. Each shard is as
///       L2 describes at the time of the pass, and is read again later.
///   L6  If a value does not occur in a shard's text, no record of the shard has it, unless L2
///       undoes changes in the shard.
///
/// A person's edit of a file is not in the journal. A reader that reads the file later has the
/// edit; a reader that read it before does not see the edit until a fold merges it.
final class ShardFiles: Sendable {
  private struct State {
    /// The shards that were read; `nil` if there was no file.
    var chunks: [ShardName: Chunk?] = [:]
    /// Whether every file was read.
    var isComplete = false
    /// The shards that were read and have a file.
    var present: Set<ShardName> { Set(chunks.filter { $0.value != nil }.keys) }
    /// The changes since the opening of shards that were unread at that time.
    var taken: [ShardName: [RecordChange]] = [:]
    /// The model of the last note, with the renaming to the names in the files' model.
    var renaming: (from: ObjectModel, Renaming)?
  }

  private let reader: TableReader
  private let tail: JournalTail
  private let model: ObjectModel
  private let state = Mutex(State())

  /// Creates the shards that `reader` reads, for a store with `model` that follows `tail`.
  init(_ reader: TableReader, _ tail: JournalTail, _ model: ObjectModel) {
    self.reader = reader
    self.tail = tail
    self.model = model
    tail.add(self)
  }

  /// The entity of the records.
  var entity: Entity { reader.entity }

  /// Notes the changes of the entity's records, before a snapshot has them.
  ///
  /// - Parameters:
  ///   - forEach: calls its argument with each change, in the order in which they were made.
  ///   - present: the model whose names the changes use.
  func note(_ forEach: ((RecordChange) -> Void) -> Void, _ present: ObjectModel) {
    let name = entity.name
    state.withLock { state in
      guard !state.isComplete else { return }
      if state.renaming?.from != present {
        state.renaming = (present, Renaming(from: present, to: model))
      }
      let renaming = state.renaming?.1 ?? Renaming()
      // Thousands of new records in a row are in one shard.
      var last: (shard: ShardName, isRead: Bool)?
      forEach { change in
        guard renaming.entity(change.id.entity) == name else { return }
        let shard = ShardName(of: change.id.key, inEntity: name)
        if last?.shard != shard { last = (shard, state.chunks[shard] != nil) }
        if last?.isRead == false { state.taken[shard, default: []].append(renaming.change(change)) }
      }
    }
  }

  /// The shards that have a file, had one when it was read, or may have had one at the opening.
  func shards() throws(StoreError) -> Set<ShardName> {
    if let complete = state.withLock({ $0.isComplete ? $0.present : nil }) { return complete }
    // Another process may have emptied a shard and removed its file.
    let later = try untaken()
    let named = try reader.shards()
    return state.withLock { $0.present.union($0.taken.keys) }.union(named).union(later.keys)
  }

  /// Returns the chunk of `shard`, `nil` if there is no file; reads at most this one.
  func chunk(of shard: ShardName) throws(StoreError) -> Chunk? {
    try read([shard])
    return state.withLock { $0.chunks[shard] ?? nil }
  }

  /// Returns the chunks of all shards but `known`; reads those that were not read yet.
  func chunks(besides known: Set<ShardName>) throws(StoreError) -> [ShardName: Chunk] {
    try read(shards().subtracting(known))
    return state.withLock { state in
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
    let shards = try shards().subtracting(known)
    var counts: [ShardName: Int] = [:]
    for shard in unread(shards) { counts[shard] = try reader.knownCount(of: shard) }
    // The journal is read last: newer changes of another process may already be in a file.
    let later = try untaken()
    let changed = state.withLock { Set($0.taken.keys) }.union(later.keys)
    try read(shards.filter { counts[$0] == nil || changed.contains($0) })
    return state.withLock { state in
      let read = state.chunks.filter { shards.contains($0.key) }.compactMapValues(\.self)
      let noted = counts.filter { state.chunks[$0.key] == nil }.values.reduce(0, +)
      return (noted + read.values.reduce(0) { $0 + $1.count }, read)
    }
  }

  /// Returns the chunks of `shards` that exist, without caching the chunks that it reads (L5).
  func uncachedChunks(_ shards: [ShardName]) throws(StoreError) -> [ShardName: Chunk] {
    try readings(of: unread(Set(shards))) { state, readings in
      var chunks: [ShardName: Chunk] = [:]
      for shard in shards {
        if let known = state.chunks[shard] {
          chunks[shard] = known
        } else if let reading = readings[shard] {
          chunks[shard] = before(
            state.taken[shard, default: []] + reading.later, reading.chunk, shard)
        }
      }
      return chunks
    }
  }

  /// The shards in which a record may have one of `mentions`; keeps none of their records (L6).
  func shards(mentioning mentions: Set<StoredMention>) throws(StoreError) -> Set<ShardName> {
    if let complete = state.withLock({ $0.isComplete ? $0.present : nil }) { return complete }
    let found = try reader.shards(unread(Set(reader.shards())).sorted(), mentioning: mentions)
    let later = try untaken()
    return state.withLock { $0.present.union($0.taken.keys) }.union(found).union(later.keys)
  }

  /// The shards among `shards` that were not read yet.
  private func unread(_ shards: Set<ShardName>) -> Set<ShardName> {
    state.withLock { state in state.isComplete ? [] : shards.filter { state.chunks[$0] == nil } }
  }

  /// Reads the unread ones of `shards`, and takes later changes out of them (L2).
  private func read(_ shards: Set<ShardName>) throws(StoreError) {
    try readings(of: unread(shards)) { state, readings in
      // Of two threads that read a shard, the first decides its content (L1).
      for (shard, reading) in readings where state.chunks[shard] == nil {
        let changes = (state.taken.removeValue(forKey: shard) ?? []) + reading.later
        state.chunks[shard] = .some(before(changes, reading.chunk, shard))
      }
    }
  }

  /// The content of a shard that was just read.
  private struct Reading {
    var chunk: Chunk?
    /// The changes of other processes that this process has not read yet.
    var later: [RecordChange] = []
  }

  /// Reads shards without the lock, because a save must not wait for a disk; passes them to `take`
  /// under the lock.
  private func readings<Result: Sendable>(
    of shards: Set<ShardName>, _ take: (inout State, [ShardName: Reading]) -> Result
  ) throws(StoreError) -> Result {
    var readings: [ShardName: Reading] = [:]
    if !shards.isEmpty {
      let found = try reader.read(shards.sorted())
      // In this order: each change in a file was saved before this read of the journal, and each
      // change that left the tail since is among the taken ones.
      let later = try untaken()
      for shard in shards { readings[shard] = Reading(later: later[shard] ?? []) }
      for chunk in found { readings[chunk.shard]?.chunk = chunk }
    }
    return state.withLock { take(&$0, readings) }
  }

  /// The changes of the entity's shards in the journal's tail; read after the shards.
  private func untaken() throws(StoreError) -> [ShardName: [RecordChange]] {
    let changes = try tail.changes(model).filter { $0.id.entity == reader.entity.name }
    return Dictionary(grouping: changes) { ShardName(of: $0.id.key, in: reader.entity) }
  }

  /// Returns `chunk` without `changes`, which its file may or may not have.
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
