/// The records of an entity of which some shards were read and others not yet.
struct PartialTable: Sendable {
  /// Where a shard comes from that is no piece yet.
  enum Origin: Sendable {
    case files(ShardFiles)
    /// The records as they were before the model changed.
    case conversion(TableSource)
  }

  /// What is known of a shard.
  private enum Piece {
    case chunk(Chunk)
    /// Changes from the journal, for when the shard is read.
    case waiting([RecordChange])
  }

  let entity: Entity
  let origin: Origin
  let problems: ProblemLog
  private var pieces: [ShardName: Piece] = [:]
  /// The shards that were found to mention values that were asked for.
  private var mentions: [Set<StoredMention>: Set<ShardName>] = [:]

  init(_ entity: Entity, from origin: Origin, _ problems: ProblemLog) {
    self.entity = entity
    self.origin = origin
    self.problems = problems
  }

  /// The chunk of `shard`, `nil` if there is none; reads at most its file, and only the first time.
  mutating func chunk(of shard: ShardName) throws(StoreError) -> Chunk? {
    if case .chunk(let chunk)? = pieces[shard] { return chunk }
    guard let chunk = completed(try origin.chunk(of: shard, entity), shard) else { return nil }
    pieces[shard] = .chunk(chunk)
    return chunk
  }

  /// The whole table; reads what was not read yet.
  func table() throws(StoreError) -> Table {
    let read = chunksRead
    var chunks = try origin.chunks(entity, besides: Set(read.keys))
    chunks.merge(read) { $1 }
    for shard in pieces.keys where read[shard] == nil {
      chunks[shard] = completed(chunks[shard], shard)
    }
    return Table(entity: entity, chunks: chunks.values.sorted { $0.shard < $1.shard })
  }

  /// Returns the number of records in all shards but `known`, and reads as little as possible.
  mutating func count(besides known: Set<ShardName> = []) throws(StoreError) -> Int {
    var count = 0
    for shard in pieces.keys where !known.contains(shard) {
      count += try chunk(of: shard)?.count ?? 0
    }
    switch origin {
    case .files(let files):
      let others = try files.count(besides: known.union(pieces.keys))
      // An edit of a file that was read is taken over, as if the records had been asked for.
      for (shard, chunk) in others.read { pieces[shard] = .chunk(chunk) }
      return count + others.count
    case .conversion(let source):
      return count + (try source.count(besides: known.union(pieces.keys)))
    }
  }

  /// The chunks of those of `shards` that there are; the ones read for it are not kept.
  func uncachedChunks(_ shards: [ShardName]) throws(StoreError) -> [ShardName: Chunk] {
    let unread = shards.filter { if case .chunk? = pieces[$0] { false } else { true } }
    let originals = try origin.uncachedChunks(unread, entity)
    var chunks: [ShardName: Chunk] = [:]
    for shard in shards { chunks[shard] = completed(originals[shard], shard) }
    return chunks
  }

  /// The chunks in which a record may have one of the values of `wanted`, by a search in the files
  /// that were not read yet; `nil` where reading everything is as good.
  mutating func chunks(mentioning wanted: Set<StoredMention>) throws(StoreError) -> [Chunk]? {
    guard case .files(let files) = origin else { return nil }
    if mentions[wanted] == nil {
      guard mentions.count < StoredMention.searchLimit else { return nil }
      mentions[wanted] = try files.shards(mentioning: wanted)
    }
    var chunks: [Chunk] = []
    for shard in mentions[wanted, default: []].union(pieces.keys).sorted() {
      if let chunk = try chunk(of: shard) { chunks.append(chunk) }
    }
    return chunks
  }

  /// The chunk of `shard` if it was read, or changed, already.
  func chunkRead(of shard: ShardName) -> Chunk? {
    if case .chunk(let chunk)? = pieces[shard] { chunk } else { nil }
  }

  /// The chunks that were read, or changed, so far.
  var chunksRead: [ShardName: Chunk] {
    pieces.compactMapValues { if case .chunk(let chunk) = $0 { chunk } else { nil } }
  }

  /// The chunks that were read, or changed, so far, with those in `originals` that were read for
  /// the table which this one is converted from.
  func converted(_ originals: [ShardName: Chunk]) -> [ShardName: Chunk] {
    var chunks = chunksRead
    for (shard, chunk) in originals where chunks[shard] == nil {
      chunks[shard] = completed(chunk.converted(to: entity), shard)
    }
    return chunks
  }

  /// The shards that hold something, read or not.
  func shards() throws(StoreError) -> Set<ShardName> {
    try origin.shards().union(pieces.keys)
  }

  /// Puts chunks in the place of their shards'.
  mutating func replace(_ chunks: [ShardName: Chunk]) {
    for (shard, chunk) in chunks { pieces[shard] = .chunk(chunk) }
  }

  /// Lays changes from the journal over `shard`; if it was not read yet, they wait.
  mutating func replay(_ changes: [RecordChange], in shard: ShardName) {
    switch pieces[shard] {
    case .chunk(let chunk): pieces[shard] = .chunk(chunk.replaying(changes, problems))
    case .waiting(let earlier): pieces[shard] = .waiting(earlier + changes)
    case nil: pieces[shard] = .waiting(changes)
    }
  }

  /// The chunk of `shard` with what is known of it besides `original`.
  private func completed(_ original: Chunk?, _ shard: ShardName) -> Chunk? {
    switch pieces[shard] {
    case .chunk(let chunk): chunk
    case .waiting(let changes):
      (original ?? Chunk(emptyFor: shard, of: entity)).replaying(changes, problems)
    case nil: original
    }
  }
}

extension PartialTable.Origin {
  func shards() throws(StoreError) -> Set<ShardName> {
    switch self {
    case .files(let files): try files.shards()
    case .conversion(let source): try source.shards()
    }
  }

  func chunk(of shard: ShardName, _ entity: Entity) throws(StoreError) -> Chunk? {
    switch self {
    case .files(let files): try files.chunk(of: shard)
    case .conversion(let source): try source.chunk(of: shard)?.converted(to: entity)
    }
  }

  func uncachedChunks(
    _ shards: [ShardName], _ entity: Entity
  ) throws(StoreError) -> [ShardName: Chunk] {
    switch self {
    case .files(let files): try files.uncachedChunks(shards)
    case .conversion(let source):
      try source.uncachedChunks(shards).mapValues { $0.converted(to: entity) }
    }
  }

  func chunks(
    _ entity: Entity, besides known: Set<ShardName>
  ) throws(StoreError) -> [ShardName: Chunk] {
    switch self {
    case .files(let files): return try files.chunks(besides: known)
    case .conversion(let source):
      let others = try source.load().chunks.filter { !known.contains($0.shard) }
      return Dictionary(uniqueKeysWithValues: others.map { ($0.shard, $0.converted(to: entity)) })
    }
  }
}

extension Chunk {
  /// The records with `changes` from the journal on top; contradictions are noted in `problems`.
  func replaying(_ changes: [RecordChange], _ problems: ProblemLog) -> Chunk {
    var draft = ChunkDraft(self)
    var log = ReplayLog()
    for change in changes { draft.replay(change, &log) }
    draft.mergeWaiting(&log)
    problems.add(log.problems(in: entity))
    return draft.finished()
  }

  /// Returns the records with the fields of `entity`, and other fields as text.
  func converted(to entity: Entity) -> Chunk {
    let old = ChunkDraft(self)
    var new = ChunkDraft(entity: entity, shard: shard)
    new.extras = extras
    new.extras.fields = [:]
    new.extras.comments = extras.comments.mapValues { $0.renamed(for: entity) }
    new.origin = origin
    for (row, key) in keys.enumerated() {
      let place = new.insert(key)
      let fields = old.fields(ofRow: row)
      for field in fields {
        let name = entity.currentName(of: field.name)
        let isTaken = name != field.name && fields.contains { $0.name == name }
        new.setValue(field.value, of: isTaken ? field.name : name, row: place)
      }
    }
    return new.finished()
  }
}
