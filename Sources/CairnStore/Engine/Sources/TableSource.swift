internal import Synchronization

/// Where a snapshot's table comes from: memory, or files that are read when they are asked for.
///
/// Who asks for a record reads its shard; only who asks for the table reads everything. Either way
/// the answer is the same, and stays so (E8).
final class TableSource: Sendable {
  private enum State {
    case partial(PartialTable)
    case whole(Table)
  }

  /// The entity whose records they are.
  let entity: Entity
  private let state: Mutex<State>
  /// Held by whoever reads the whole table, so that one does.
  private let reading = Mutex(())

  /// The records of `table`, of which nothing needs to be read yet.
  init(_ table: PartialTable) {
    entity = table.entity
    state = Mutex(.partial(table))
  }

  private init(_ table: Table) {
    entity = table.entity
    state = Mutex(.whole(table))
  }
}

// Reading.
extension TableSource {
  /// The whole table; reads the shards that were not read yet.
  ///
  /// Who asks for what was read already, as for drawing, doesn't wait meanwhile, unless somebody
  /// asks for a shard that wasn't.
  func load() throws(StoreError) -> Table {
    try reading.withLock { _ throws(StoreError) in
      switch state.withLock({ $0 }) {
      case .whole(let table): return table
      case .partial(let partial):
        let table = try partial.table()
        return state.withLock { state in
          // A shard that somebody read in between stays as they have seen it.
          if case .partial(let newest) = state {
            state = .whole(table.replacing(newest.chunksRead))
          }
          return if case .whole(let table) = state { table } else { table }
        }
      }
    }
  }

  /// Returns the number of records.
  ///
  /// If another program edits a file that wasn't read, a later call may return another number.
  ///
  /// Cost: a look at the state of each file. Files are read only if they changed since the last fold,
  /// or the journal changes them.
  func count(besides known: Set<ShardName> = []) throws(StoreError) -> Int {
    try state.withLock { state throws(StoreError) in
      switch state {
      case .whole(let table):
        return table.count - known.reduce(0) { $0 + (table.chunk(of: $1)?.count ?? 0) }
      case .partial(var partial):
        let count = try partial.count(besides: known)
        state = .partial(partial)
        return count
      }
    }
  }

  /// How many records the files may hold at most that were not read yet.
  func unreadCount() throws(StoreError) -> Int {
    switch state.withLock({ $0 }) {
    case .whole: 0
    case .partial(let partial):
      Int(ShardName.capacity) * (try partial.shards().count - partial.chunksRead.count)
    }
  }

  /// The whole table if all of it was read already.
  var loaded: Table? {
    state.withLock { if case .whole(let table) = $0 { table } else { nil } }
  }

  /// The chunks that were read so far.
  var chunksRead: [ShardName: Chunk] {
    switch state.withLock({ $0 }) {
    case .whole(let table): Dictionary(uniqueKeysWithValues: table.chunks.map { ($0.shard, $0) })
    case .partial(let partial): partial.chunksRead
    }
  }

  /// The chunk of `shard`, `nil` if there is none; reads at most its file.
  func chunk(of shard: ShardName) throws(StoreError) -> Chunk? {
    try state.withLock { state throws(StoreError) in
      switch state {
      case .whole(let table): return table.chunk(of: shard)
      case .partial(var partial):
        let chunk = try partial.chunk(of: shard)
        state = .partial(partial)
        return chunk
      }
    }
  }

  /// Returns the chunks of `shards` that exist, without caching the chunks that it reads.
  func uncachedChunks(_ shards: [ShardName]) throws(StoreError) -> [ShardName: Chunk] {
    switch state.withLock({ $0 }) {
    case .whole(let table):
      let chunks = shards.compactMap(table.chunk).map { ($0.shard, $0) }
      return Dictionary(uniqueKeysWithValues: chunks)
    case .partial(let partial): return try partial.uncachedChunks(shards)
    }
  }

  /// The chunks in which a record may have one of the values of `mentions`, in order.
  ///
  /// Asked for a few times, it looks through the files without reading their records; then it reads
  /// everything.
  func chunks(mentioning mentions: Set<StoredMention>) throws(StoreError) -> [Chunk] {
    let found: [Chunk]? = try state.withLock { state throws(StoreError) in
      guard case .partial(var partial) = state else { return nil }
      let chunks = try partial.chunks(mentioning: mentions)
      state = .partial(partial)
      return chunks
    }
    return if let found { found } else { Array(try load().chunks) }
  }

  /// The record with `key`, `nil` if there is none; reads at most the file of its shard.
  func row(_ key: RecordKey) throws(StoreError) -> Row? {
    guard let chunk = try chunk(of: ShardName(of: key, in: entity)),
      let index = chunk.index(of: key)
    else { return nil }
    return Row(chunk: chunk, index: index)
  }

  /// The record with `key` if its shard was read already, and `nil` otherwise.
  func rowRead(_ key: RecordKey) -> Row? {
    guard let chunk = known(of: key).chunk, let index = chunk.index(of: key) else { return nil }
    return Row(chunk: chunk, index: index)
  }

  /// Whether there is no record with `key`; `false` where its shard wasn't read yet.
  func isKnownToLack(_ key: RecordKey) -> Bool {
    let known = known(of: key)
    return known.isRead && known.chunk?.index(of: key) == nil
  }

  /// The chunk that `key` would be in, as far as it was read, and whether it was.
  private func known(of key: RecordKey) -> (chunk: Chunk?, isRead: Bool) {
    let shard = ShardName(of: key, in: entity)
    switch state.withLock({ $0 }) {
    case .whole(let table): return (table.chunk(of: shard), true)
    case .partial(let partial):
      let chunk = partial.chunkRead(of: shard)
      return (chunk, chunk != nil)
    }
  }

  /// The chunks of `replica` from its last back to one that has records; reads none before.
  func lastChunks(of replica: Replica) throws(StoreError) -> [Chunk] {
    let own = try shards().filter { entity.isBuiltIn || $0.firstKey.replica == replica }
    var last: [Chunk] = []
    for shard in own.sorted().reversed() {
      guard let chunk = try chunk(of: shard) else { continue }
      last.append(chunk)
      if !chunk.keys.isEmpty { break }
    }
    return last
  }

  /// The shards that may hold something, read or not.
  func shards() throws(StoreError) -> Set<ShardName> {
    try state.withLock { state throws(StoreError) in
      switch state {
      case .whole(let table): Set(table.chunks.map(\.shard))
      case .partial(let partial): try partial.shards()
      }
    }
  }
}

// The sources of the next snapshot.
extension TableSource {
  /// The source with `chunks` in the place of their shards'.
  func replacing(_ chunks: [ShardName: Chunk]) -> TableSource {
    switch state.withLock({ $0 }) {
    case .whole(let table): return TableSource(table.replacing(chunks))
    case .partial(var partial):
      partial.replace(chunks)
      return TableSource(partial)
    }
  }

  /// The source with `changes` from the journal on top; in shards that were not read yet, they
  /// wait.
  func replaying(_ changes: [RecordChange], _ problems: ProblemLog) -> TableSource {
    let byShard = Dictionary(grouping: changes) { ShardName(of: $0.id.key, in: entity) }
    switch state.withLock({ $0 }) {
    case .whole(let table):
      var chunks: [ShardName: Chunk] = [:]
      for (shard, changes) in byShard {
        let chunk = table.chunk(of: shard) ?? Chunk(emptyFor: shard, of: entity)
        chunks[shard] = chunk.replaying(changes, problems)
      }
      return TableSource(table.replacing(chunks))
    case .partial(var partial):
      for (shard, changes) in byShard { partial.replay(changes, in: shard) }
      return TableSource(partial)
    }
  }

  /// The source with the shards that were not read yet from `files`, opened now, and of `changes`
  /// from the journal those that concern them.
  func readAnew(
    _ files: TableSource, with changes: [RecordChange], _ problems: ProblemLog
  ) -> TableSource {
    guard case .partial(let partial) = state.withLock({ $0 }), case .files = partial.origin else {
      return self
    }
    return files.keeping(partial.chunksRead, with: changes, problems)
  }

  /// The same for records that may lie elsewhere since, under another name of their entity.
  func moved(
    to files: TableSource, with changes: [RecordChange], _ problems: ProblemLog
  ) -> TableSource {
    guard case .partial(let partial) = state.withLock({ $0 }),
      case .conversion(let source) = partial.origin
    else { return files.keeping(chunksRead, with: changes, problems) }
    return files.keeping(partial.converted(source.chunksRead), with: changes, problems)
  }

  /// The source with chunks that were read before, and of `changes` those in other shards.
  private func keeping(
    _ read: [ShardName: Chunk], with changes: [RecordChange], _ problems: ProblemLog
  ) -> TableSource {
    let unread = changes.filter { read[ShardName(of: $0.id.key, in: entity)] == nil }
    return replacing(read).replaying(unread, problems)
  }

  /// The source with its records as `entity` has them, after the model changed.
  func converted(to entity: Entity, _ problems: ProblemLog) -> TableSource {
    TableSource(PartialTable(entity, from: .conversion(self), problems))
  }
}
