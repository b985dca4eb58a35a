internal import Synchronization

/// The records of an entity in a snapshot, in files that are read when they are asked for.
///
/// The records are in two layers:
///
///     pieces    shards that were read or changed, and changes of shards that were not read yet
///     base      the files at the opening, or the records before the model changed
///
/// A lookup of a record reads one shard, and `load` reads all shards. After `load`, the base is the
/// whole table, and there are no pieces. The answers stay the same (E8).
final class LazyTable: Sendable {
  fileprivate enum Base: Sendable {
    case files(ShardFiles)
    case conversion(LazyTable)
    case memory(Table)
  }

  fileprivate enum Piece {
    case chunk(Chunk)
    /// Changes from the journal, for the time when the shard is read.
    case waiting([RecordChange])
  }

  /// The chunk of a shard, or the source to read it from.
  fileprivate enum Known: Sendable {
    case chunk(Chunk?)
    case unread(Base)
  }

  fileprivate struct State {
    let entity: Entity
    let problems: ProblemLog
    var base: Base
    var pieces: [ShardName: Piece] = [:]
    /// The shards in which a search found some values.
    var mentions: [Set<StoredMention>: Set<ShardName>] = [:]
  }

  /// The entity of the records.
  let entity: Entity
  private let problems: ProblemLog
  private let state: Mutex<State>
  /// Held while the whole table is read, so that one thread reads it.
  private let reading = Mutex(())

  private init(_ state: sending State) {
    entity = state.entity
    problems = state.problems
    self.state = Mutex(state)
  }

  /// Creates a table that has read no record of `files` yet.
  ///
  /// Contradictions between the files and the journal are added to `problems`.
  convenience init(_ files: ShardFiles, _ problems: ProblemLog) {
    self.init(State(entity: files.entity, problems: problems, base: .files(files)))
  }
}

// Reading.
extension LazyTable {
  /// Returns the whole table; reads the shards that were not read yet.
  ///
  /// Other threads can use the shards that were read before. A thread that needs another shard
  /// waits.
  func load() throws(StoreError) -> Table {
    try reading.withLock { _ throws(StoreError) in
      let before = state.withLock { $0 }
      if case .memory(let table) = before.base { return table }
      let table = try before.table()
      return state.withLock { state in
        // A shard that another thread read in between stays as that thread has seen it.
        let whole = table.replacing(state.chunksRead)
        state = State(entity: entity, problems: problems, base: .memory(whole))
        return whole
      }
    }
  }

  /// The whole table if all of it was read already.
  var loaded: Table? {
    state.withLock { if case .memory(let table) = $0.base { table } else { nil } }
  }

  /// Returns the number of records in all shards except `known`.
  ///
  /// If another program edits a file that was not read, a later call may return another number.
  ///
  /// Cost: a check of each file's state. Files are read only if they changed since the last fold,
  /// or if the journal changes them.
  func count(besides known: Set<ShardName> = []) throws(StoreError) -> Int {
    let before = state.withLock { $0 }
    var count = 0
    for shard in before.pieces.keys where !known.contains(shard) {
      count += try chunk(of: shard)?.count ?? 0
    }
    let others = try before.base.count(besides: known.union(before.pieces.keys))
    // An edit of a file that was read is merged, as if its records had been requested.
    state.withLock { state in
      for (shard, chunk) in others.read { _ = state.take(chunk, of: shard) }
    }
    return count + others.count
  }

  /// Returns the largest possible number of records in the files that were not read yet.
  func unreadCount() throws(StoreError) -> Int {
    if loaded != nil { return 0 }
    return Int(ShardName.capacity) * (try shards().count - chunksRead.count)
  }

  /// The chunks that were read or changed so far.
  var chunksRead: [ShardName: Chunk] { state.withLock { $0.chunksRead } }

  /// Returns the chunk of `shard` if it was read or changed so far.
  func chunkRead(of shard: ShardName) -> Chunk? { state.withLock { $0.chunkRead(of: shard) } }

  /// Returns the chunk of `shard`, `nil` if there is none; reads at most its file.
  func chunk(of shard: ShardName) throws(StoreError) -> Chunk? {
    // Each lookup of a record comes here, so the state is not copied.
    let base: Base
    switch state.withLock({ $0.known(shard) }) {
    case .chunk(let chunk): return chunk
    case .unread(let files): base = files
    }
    // Without the lock, because a save must not wait for a disk.
    let original = try base.chunk(of: shard, entity)
    return state.withLock { $0.take(original, of: shard) }
  }

  /// Returns the chunks of `shards` that exist, without caching the chunks that it reads.
  func uncachedChunks(_ shards: [ShardName]) throws(StoreError) -> [ShardName: Chunk] {
    let state = state.withLock { $0 }
    let unread = shards.filter { if case .chunk? = state.pieces[$0] { false } else { true } }
    let originals = try state.base.uncachedChunks(unread, entity)
    var chunks: [ShardName: Chunk] = [:]
    for shard in shards { chunks[shard] = state.completed(originals[shard], shard) }
    return chunks
  }

  /// Returns the chunks in which a record may have one of the values of `wanted`, in order.
  ///
  /// The first few calls search the files without reading their records; later calls read all.
  func chunks(mentioning wanted: Set<StoredMention>) throws(StoreError) -> [Chunk] {
    let before = state.withLock { $0 }
    guard case .files(let files) = before.base,
      before.mentions[wanted] != nil || before.mentions.count < StoredMention.searchLimit
    else { return Array(try load().chunks) }
    let found: Set<ShardName>
    if let known = before.mentions[wanted] {
      found = known
    } else {
      found = try files.shards(mentioning: wanted)
      state.withLock { $0.mentions[wanted] = found }
    }
    var chunks: [Chunk] = []
    for shard in found.union(before.pieces.keys).sorted() {
      if let chunk = try chunk(of: shard) { chunks.append(chunk) }
    }
    return chunks
  }

  /// Returns the table without the results of text searches, if there are any; `nil` otherwise.
  ///
  /// Another program may have edited a file that was searched and not read.
  var withoutSearches: LazyTable? {
    var next = state.withLock { $0 }
    guard !next.mentions.isEmpty else { return nil }
    next.mentions = [:]
    return LazyTable(next)
  }

  /// Returns the record with `key`, `nil` if there is none; reads at most the file of its shard.
  func row(_ key: RecordKey) throws(StoreError) -> Row? {
    try chunk(of: ShardName(of: key, in: entity))?.row(key)
  }

  /// Returns the record with `key` if its shard was read already, and `nil` otherwise.
  func rowRead(_ key: RecordKey) -> Row? {
    chunkRead(of: ShardName(of: key, in: entity))?.row(key)
  }

  /// Whether `key` certainly has no record; `false` if its shard was not read yet.
  func isKnownToLack(_ key: RecordKey) -> Bool {
    guard let chunk = chunkRead(of: ShardName(of: key, in: entity)) else { return false }
    return chunk.index(of: key) == nil
  }

  /// Returns the chunks of `replica` from its last back to one that has records; reads no others.
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

  /// Returns the shards that may hold records, read or not.
  func shards() throws(StoreError) -> Set<ShardName> {
    let state = state.withLock { $0 }
    return try state.base.shards().union(state.pieces.keys)
  }
}

// The tables of the next snapshot.
extension LazyTable {
  /// Returns the table with each of `chunks` as the content of its shard.
  func replacing(_ chunks: [ShardName: Chunk]) -> LazyTable {
    var next = state.withLock { $0 }
    next.replace(chunks)
    return LazyTable(next)
  }

  /// Returns the table with `changes` from the journal applied.
  ///
  /// Changes of shards that were not read yet wait until they are read.
  func replaying(_ changes: [RecordChange]) -> LazyTable {
    var next = state.withLock { $0 }
    var chunks: [ShardName: Chunk] = [:]
    for (shard, changes) in Dictionary(
      grouping: changes, by: { ShardName(of: $0.id.key, in: entity) })
    {
      if let chunk = next.chunkRead(of: shard) {
        chunks[shard] = chunk.replaying(changes, problems)
      } else if case .waiting(let earlier)? = next.pieces[shard] {
        next.pieces[shard] = .waiting(earlier + changes)
      } else {
        next.pieces[shard] = .waiting(changes)
      }
    }
    next.replace(chunks)
    return LazyTable(next)
  }

  /// Returns the table with the shards that were not read yet from `files`, which are opened now.
  ///
  /// The journal's `changes` of these shards are applied.
  func readAnew(_ files: LazyTable, with changes: [RecordChange]) -> LazyTable {
    let state = state.withLock { $0 }
    guard case .files = state.base else { return self }
    return files.keeping(state.chunksRead, with: changes)
  }

  /// Returns the table for a renamed entity, whose records may be in other files now.
  func moved(to files: LazyTable, with changes: [RecordChange]) -> LazyTable {
    let state = state.withLock { $0 }
    var read = state.chunksRead
    if case .conversion(let original) = state.base {
      for (shard, chunk) in original.chunksRead where read[shard] == nil {
        read[shard] = state.completed(chunk.converted(to: entity), shard)
      }
    }
    return files.keeping(read, with: changes)
  }

  /// Returns the table with chunks that were read before, and with `changes` in the other shards.
  private func keeping(_ read: [ShardName: Chunk], with changes: [RecordChange]) -> LazyTable {
    replacing(read).replaying(changes.filter { read[ShardName(of: $0.id.key, in: entity)] == nil })
  }

  /// Returns the table with its records in the form of `entity`, after the model changed.
  func converted(to entity: Entity, _ problems: ProblemLog) -> LazyTable {
    LazyTable(State(entity: entity, problems: problems, base: .conversion(self)))
  }
}

extension LazyTable.State {
  /// Returns the chunk of `shard` if it was read or changed, and otherwise its source.
  func known(_ shard: ShardName) -> LazyTable.Known {
    if case .memory(let table) = base { return .chunk(table.chunk(of: shard)) }
    return if case .chunk(let chunk)? = pieces[shard] { .chunk(chunk) } else { .unread(base) }
  }

  /// Takes a chunk that was read, with the changes that wait for it.
  ///
  /// - Returns: the chunk of `shard`; another thread may have read it before.
  mutating func take(_ original: Chunk?, of shard: ShardName) -> Chunk? {
    if case .memory(let table) = base { return table.chunk(of: shard) }
    guard let chunk = completed(original, shard) else { return nil }
    pieces[shard] = .chunk(chunk)
    return chunk
  }

  /// The chunk of `shard` if it was read or changed, and `nil` otherwise.
  ///
  /// A shard that a whole table lacks is an empty chunk.
  func chunkRead(of shard: ShardName) -> Chunk? {
    if case .memory(let table) = base {
      return table.chunk(of: shard) ?? Chunk(emptyFor: shard, of: entity)
    }
    return if case .chunk(let chunk)? = pieces[shard] { chunk } else { nil }
  }

  var chunksRead: [ShardName: Chunk] {
    if case .memory(let table) = base {
      return Dictionary(uniqueKeysWithValues: table.chunks.map { ($0.shard, $0) })
    }
    return pieces.compactMapValues { if case .chunk(let chunk) = $0 { chunk } else { nil } }
  }

  /// The whole table; reads the other shards.
  func table() throws(StoreError) -> Table {
    let read = chunksRead
    var chunks = try base.chunks(entity, besides: Set(read.keys))
    chunks.merge(read) { $1 }
    for shard in pieces.keys where read[shard] == nil {
      chunks[shard] = completed(chunks[shard], shard)
    }
    return Table(entity: entity, chunks: chunks.values.sorted { $0.shard < $1.shard })
  }

  /// The piece of `shard`, or `original` with the changes that wait for it.
  func completed(_ original: Chunk?, _ shard: ShardName) -> Chunk? {
    switch pieces[shard] {
    case .chunk(let chunk): chunk
    case .waiting(let changes):
      (original ?? Chunk(emptyFor: shard, of: entity)).replaying(changes, problems)
    case nil: original
    }
  }

  mutating func replace(_ chunks: [ShardName: Chunk]) {
    if case .memory(let table) = base {
      base = .memory(table.replacing(chunks))
    } else {
      for (shard, chunk) in chunks { pieces[shard] = .chunk(chunk) }
    }
  }
}

extension LazyTable.Base {
  func shards() throws(StoreError) -> Set<ShardName> {
    switch self {
    case .files(let files): try files.shards()
    case .conversion(let table): try table.shards()
    case .memory(let table): Set(table.chunks.map(\.shard))
    }
  }

  func chunk(of shard: ShardName, _ entity: Entity) throws(StoreError) -> Chunk? {
    switch self {
    case .files(let files): try files.chunk(of: shard)
    case .conversion(let table): try table.chunk(of: shard)?.converted(to: entity)
    case .memory(let table): table.chunk(of: shard)
    }
  }

  func uncachedChunks(
    _ shards: [ShardName], _ entity: Entity
  ) throws(StoreError) -> [ShardName: Chunk] {
    switch self {
    case .files(let files): return try files.uncachedChunks(shards)
    case .conversion(let table):
      return try table.uncachedChunks(shards).mapValues { $0.converted(to: entity) }
    case .memory(let table):
      let chunks = shards.compactMap(table.chunk).map { ($0.shard, $0) }
      return Dictionary(uniqueKeysWithValues: chunks)
    }
  }

  func chunks(
    _ entity: Entity, besides known: Set<ShardName>
  ) throws(StoreError) -> [ShardName: Chunk] {
    switch self {
    case .files(let files): return try files.chunks(besides: known)
    case .conversion(let table):
      let others = try table.load().chunks.filter { !known.contains($0.shard) }
      return Dictionary(uniqueKeysWithValues: others.map { ($0.shard, $0.converted(to: entity)) })
    case .memory(let table):
      let others = table.chunks.filter { !known.contains($0.shard) }
      return Dictionary(uniqueKeysWithValues: others.map { ($0.shard, $0) })
    }
  }

  /// Returns the number of records in all shards except `known`, and the chunks of files read for
  /// it.
  func count(
    besides known: Set<ShardName>
  ) throws(StoreError) -> (count: Int, read: [ShardName: Chunk]) {
    switch self {
    case .files(let files): try files.count(besides: known)
    case .conversion(let table): (try table.count(besides: known), [:])
    case .memory(let table):
      (table.count - known.reduce(0) { $0 + (table.chunk(of: $1)?.count ?? 0) }, [:])
    }
  }
}
