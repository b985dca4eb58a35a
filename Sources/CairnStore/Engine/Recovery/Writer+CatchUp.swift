internal import CairnFiles

extension Writer {
  /// Reads the saves of other processes, and an edited model.
  mutating func catchUp() throws(StoreError) {
    guard provisionalMoves.isEmpty else {
      // On a copy: after an error, the next call starts from the same state.
      var next = self
      try next.catchUpAnew()
      self = next
      return
    }
    try reloadModelIfEdited()
    try readOn()
    try readRenamed()
  }

  /// Reads everything again in a read-only process that moved records in memory.
  ///
  /// Other processes may have given its keys to other records, or have moved the same records.
  private mutating func catchUpAnew() throws(StoreError) {
    let model = snapshot.model
    try reloadModelIfEdited()
    let (frames, _, hasGap) = try journal.readOn() ?? ([], nil, false)
    let isFolded = try journal.forgetFoldedSegments()
    guard snapshot.model != model || !frames.isEmpty || hasGap || isFolded else { return }
    let (known, told, earlier) = (snapshot.keyMoves, arrived.moves, provisionalMoves)
    let moved = frames.compactMap { FrameDecoder.transaction($0, snapshot.model) }
      .filter(\.movesKeys).flatMap(\.changes)
    let recovered = try recover()
    try moveTakenRecords()
    snapshot.queries.times.expire()
    let renaming = Renaming(from: model, to: snapshot.model)
    let provisional = KeyMoves(of: earlier).renamed(renaming)
    let final = KeyMoves(of: moved + recovered + provisionalMoves)
    let base = known.renamed(renaming)
    let news = provisional.corrected(to: final)
      .followed(by: final.without(base).without(provisional))
    snapshot = snapshot.with(snapshot.tables, keyMoves: base.followed(by: news))
    arrived.moves = told.renamed(renaming).followed(by: news)
  }

  /// Reads the new frames of the current segment and of the segments after it.
  private mutating func readOn() throws(StoreError) {
    guard let (frames, current, hasGap) = try journal.readOn() else { return }
    let isFolded = try journal.forgetFoldedSegments()
    if hasGap {
      // A process that was suspended for days missed changes, and keys of records deleted since.
      noteIdentifiers(in: try identifiersText())
      snapshot.queries.times.expire()
      try absorbText()
    }
    var news: (moves: [RecordChange], shards: [String: Set<ShardName>]) = ([], [:])
    if !frames.isEmpty {
      takeModelChanges(frames)
      // In this order: a shard that is read in between must get the frames from one place or the
      // other.
      news = try take(
        frames, JournaledChanges(journal.earlier + [current], journal.folder, snapshot.model))
    }
    journal.segment = current
    if !news.moves.isEmpty {
      try take(moves: news.moves)
      // Other changes came before the moves or after them, so the order is taken from the journal.
      for (entity, shards) in news.shards { try readAgain(shards, of: entity) }
    }
    if isFolded { try forgetReplays() }
  }

  /// Makes the records of renamed entities readable from their new place.
  ///
  /// The process that folded first moved their files, so unread files are not at their old paths.
  private mutating func readRenamed() throws(StoreError) {
    guard !renamed.isEmpty else { return }
    let (journaled, stored) = (unfoldedChanges, storedTables)
    var tables = snapshot.tables
    for name in renamed {
      guard let entity = snapshot.model[name], let table = tables[name] else { continue }
      tables[name] = table.moved(
        to: stored.table(of: entity, in: snapshot.model), with: try journaled.of(name))
    }
    advance(to: snapshot.version, tables)
    renamed = []
  }

  /// The changes that are not known to be in the text.
  var unfoldedChanges: JournaledChanges {
    JournaledChanges(
      journal.unfoldedSegments, journal.folder, snapshot.model, and: provisionalMoves)
  }

  /// Prepares unread shards to be read with the journal's remaining changes.
  ///
  /// Changes that left the journal are in the text, where a person may have changed them again.
  mutating func forgetReplays() throws(StoreError) {
    let (journaled, stored) = (unfoldedChanges, storedTables)
    var tables = snapshot.tables
    for (name, table) in tables {
      tables[name] = table.readAnew(
        stored.table(of: table.entity, in: snapshot.model), with: try journaled.of(name))
    }
    advance(to: snapshot.version, tables)
  }

  /// Replays whole frames in memory.
  ///
  /// All frames are read with the model after the last of them, as the files are. If a person
  /// edited the text that the frames change, the text is read first: the frames' old values are
  /// based on it.
  ///
  /// - Parameters:
  ///   - frames: the frames of the journal, in order.
  ///   - journaled: the changes that are not in the text, including these frames; `nil` during an
  ///     opening, when the frames were saved before.
  /// - Returns: the changes of moves to other keys, for `take(moves:)`, and the shards of the other
  ///   changes.
  /// - Throws: the error of reading the text of a shard.
  @discardableResult
  mutating func take(
    _ frames: [[UInt8]], _ journaled: JournaledChanges? = nil
  ) throws(StoreError) -> (moves: [RecordChange], shards: [String: Set<ShardName>]) {
    var byEntity: [String: [RecordChange]] = [:]
    var version = snapshot.version
    var moves: [RecordChange] = []
    var ordered: [RecordChange] = []
    for frame in frames {
      guard let transaction = FrameDecoder.transaction(frame, snapshot.model) else { continue }
      version = transaction.number
      note(transaction.changes, areOwn: false)
      snapshot.queries.times.note(transaction)
      if journaled != nil { ordered += transaction.changes }
      // When the store is opened, the text is not read yet, so no memory mixes two records.
      if transaction.movesKeys {
        moves += transaction.changes
        if journaled != nil { continue }
      }
      for change in transaction.changes { byEntity[change.id.entity, default: []].append(change) }
      arrived.changes += transaction.changes
    }
    guard version != snapshot.version else { return ([], [:]) }
    for (entity, changes) in byEntity {
      if let journaled { try absorbText(changedBy: changes, of: entity, journaled) }
    }
    if journaled != nil {
      journal.tail.announce({ ordered.forEach($0) }, snapshot.model)
    }
    var tables = snapshot.tables
    for (entity, changes) in byEntity {
      // Also for an entity that the model removed, since it may come back.
      let table = tables[entity] ?? storedTables.table(of: Entity(name: entity), in: snapshot.model)
      tables[entity] = table.replaying(changes)
    }
    advance(to: version, tables)
    return (moves, byEntity.values.joined().shards)
  }
}

// Edits of the text by an editor, a tool, git or another process's fold while it is in memory. The
// merge base is the content that this process read; ours is in the journal, theirs in the file.
extension Writer {
  /// Reads every file again that changed since it was read.
  ///
  /// Cost: a check of each file; only changed files are read and merged.
  mutating func absorbText() throws(StoreError) {
    try forgetMended()
    forgetSearches()
    let journaled = unfoldedChanges
    for (name, table) in snapshot.tables.sorted(by: { $0.key < $1.key }) {
      let read = table.chunksRead
      var shards = Set(read.keys)
      if table.loaded != nil {
        let reader = TableReader(folder: folder, entity: table.entity, problems: problems)
        shards.formUnion(try reader.shards())
      }
      try absorb(shards, read, of: name, journaled)
    }
  }

  /// Forgets the results of text searches in files, which another program may have edited since.
  private mutating func forgetSearches() {
    let searched = snapshot.tables.compactMapValues(\.withoutSearches)
    guard !searched.isEmpty else { return }
    advance(to: snapshot.version, snapshot.tables.merging(searched) { $1 })
  }

  /// Removes the problems of whole files and folders that no longer exist.
  private func forgetMended() throws(StoreError) {
    let damage = problems.all.filter {
      $0.severity == .damage && $0.line == 0 && StoreContents.mayHold($0.file)
    }
    var mended: Set<StoreProblem> = []
    for problem in damage where try isMended(problem.file) { mended.insert(problem) }
    problems.remove(mended)
  }

  /// Whether a path of the store leads to the right kind of file, or to nothing.
  private func isMended(_ name: String) throws(StoreError) -> Bool {
    let path = "\(folder.path)/\(name)"
    let kind = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.status(of: path)?.kind
    }
    return switch kind {
    case nil: try folder.deadEnd(on: path) == nil
    case .file: true
    case .folder: !name.hasSuffix(".rec")
    case .other: false
    }
  }

  /// Reads the files of a draft's records again if another program has edited them.
  ///
  /// New records whose keys these files have move to other keys.
  ///
  /// - Returns: whether the content is another one now.
  mutating func absorbText(
    in edited: [String: Set<ShardName>]
  ) throws(StoreError) -> Bool {
    let before = snapshot
    for (name, shards) in edited {
      guard let table = snapshot.tables[name] else { continue }
      var read: [ShardName: Chunk] = [:]
      var hasEdits = false
      for shard in shards {
        guard let chunk = table.chunkRead(of: shard) else { continue }
        read[shard] = chunk
        if !hasEdits { hasEdits = try isEdited(shard, since: chunk) }
      }
      if hasEdits { try absorb(Set(read.keys), read, of: name, unfoldedChanges) }
    }
    try moveTakenRecords(in: edited)
    return snapshot !== before
  }

  /// Reads the changed files of the records in `changes` again, if they were read before.
  mutating func absorbText(
    changedBy changes: [RecordChange], of name: String, _ journaled: JournaledChanges
  ) throws(StoreError) {
    guard let table = snapshot.tables[name] else { return }
    let read = table.chunksRead
    let shards = Set(changes.map { ShardName(of: $0.id.key, in: table.entity) })
    let isWhole = table.loaded != nil
    try absorb(isWhole ? shards : shards.intersection(read.keys), read, of: name, journaled)
  }

  /// Reads the files of some shards again, unless `read` has the same versions.
  mutating func absorb(
    _ shards: Set<ShardName>, _ read: [ShardName: Chunk], of name: String,
    _ journaled: JournaledChanges
  ) throws(StoreError) {
    guard let table = snapshot.tables[name] else { return }
    var chunks: [ShardName: Chunk] = [:]
    for shard in shards.sorted() {
      let old = read[shard] ?? Chunk(emptyFor: shard, of: table.entity)
      guard try isEdited(shard, since: old),
        let new = try chunkOfFile(shard, old, journaled)
      else { continue }
      let changes = new.changes(since: old)
      for change in changes { minter.note(change.id) }
      arrived.changes += changes
      chunks[shard] = new
      // The file may have a record with the key of a new one.
      unfolded.doubtGrowth(of: shard, name)
    }
    guard !chunks.isEmpty else { return }
    var tables = snapshot.tables
    tables[name] = table.replacing(chunks)
    advance(to: snapshot.version, tables)
  }

  /// Whether a shard's file is not the one that `old` was read from.
  private func isEdited(_ shard: ShardName, since old: Chunk) throws(StoreError) -> Bool {
    try folder.fingerprint(of: try folder.place(of: shard, of: old.entity)) != old.origin
  }

  /// Returns the contents of a shard's file, merged with the journal.
  ///
  /// - Returns: `nil` while a program is writing the file, and if a link to it leads nowhere now.
  func chunkOfFile(
    _ shard: ShardName, _ old: Chunk, _ journaled: JournaledChanges
  ) throws(StoreError) -> Chunk? {
    let path = try folder.place(of: shard, of: old.entity)
    let found: (text: [UInt8], state: FileFingerprint?)
    do throws(StoreError) {
      found = try folder.readSettled(path, atMost: .zero)
    } catch .busy {
      // The next check sees the change of the other program.
      return nil
    } catch .file(.isFolder) {
      return nil
    }
    if found.state == nil, try folder.place(of: shard, of: old.entity) != path {
      return try chunkOfFile(shard, old, journaled)
    }
    if found.state == nil, let deadEnd = try folder.deadEnd(on: path) {
      // The disk may come back. Until then, the records in memory stay.
      problems.add([deadEnd.problem])
      return nil
    }
    let merge = ShardMerge(
      entity: old.entity, shard: shard, problems: problems, journaled: journaled)
    return try merge.chunk(of: found.text, from: found.state)
  }
}
