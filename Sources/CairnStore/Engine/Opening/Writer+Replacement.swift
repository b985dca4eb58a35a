internal import CairnFiles

// Another store may replace the open one in its folder: restored from a backup, cloned or moved.
// The files that this process holds open then do not belong to the new store. A save would go to a
// segment that no other process reads, as a replica that this process no longer is (R2).
//
//   STORE      private folder   what happened                     what this process does
//   the same   the same         nothing                           goes on
//   gone       any              the store was taken away          waits for one to come
//   the same   gone, another    a tool removed what git ignores   folds what the text lacks, then
//                               claims the replica anew
//   another    gone, another    another store is here             claims its replica at once; what
//                               was not folded went with the other store's journal
extension Writer {
  /// The marks that distinguish the opened store from another one in its place.
  struct Origin: Sendable, Equatable {
    var header: FileFingerprint?
    /// The private folder's identity; empty if the file system has no identities; `nil` if there is
    /// no folder, as in a new clone that was opened read-only.
    var journals: String?
  }

  /// Continues with the store that is now in the folder, if it is another one.
  ///
  /// Cost: two checks of files.
  ///
  /// - Throws: the reason why the new store cannot be opened. Then the open store keeps its content,
  ///   and refuses saves.
  mutating func followReplacement() throws(StoreError) {
    guard journal.state == .writable || journal.state == .readOnly else { return }
    let present = try Self.origin(folder, journal.folder)
    guard present.header != nil, try isReplaced(by: present) else { return }
    if present.header == origin.header {
      // Saves of other processes in the segment, made before it lost its name, are nowhere else.
      try catchUp()
      if hasUnfolded { return try journal.noteIfMoved() }
    }
    try reopen()
  }

  /// Takes the commit lock of the store that is now in the folder.
  mutating func lockCommits() throws(StoreError) -> any FileLock {
    // If the lock's file still has its name, the store was not replaced. This check costs nothing
    // extra.
    if let lock = try journal.folder.renewedLock(.commit, timeout: options.lockTimeout) {
      return lock
    }
    try followReplacement()
    try requireWritable()
    return try journal.folder.lock(.commit, timeout: options.lockTimeout)
  }

  static func origin(
    _ folder: StoreFolder, _ journals: JournalFolder
  ) throws(StoreError) -> Origin {
    let header = try folder.fingerprint(of: folder.header)
    do throws(FileError) {
      let identity = try folder.fileSystem.identity(of: journals.path)
      return Origin(header: header, journals: identity?.description ?? "")
    } catch .notFound {
      return Origin(header: header)
    } catch {
      throw .file(error)
    }
  }

  private func isReplaced(by present: Origin) throws(StoreError) -> Bool {
    guard present.journals == origin.journals else { return true }
    // A clone that was opened before anyone wrote to it belongs to the process that wrote since.
    guard present.journals == nil else { return false }
    return try ReplicaClaim(folder, options.lockTimeout).own() != nil
  }

  /// Whether saved changes of records or of the model are not in the text yet, and this process could
  /// fold them.
  var hasUnfolded: Bool {
    journal.state == .writable && !(unfolded.isEmpty && stored.pending.isEmpty)
  }

  private mutating func reopen() throws(StoreError) {
    var options = options
    options.random = journal.random
    var next = try Writer.open(options)
    next.arrived.since = arrived.since
    next.arrived.changes = try arrived.changes + next.changes(since: snapshot)
    if next.header.id == header.id {
      // A context may be older than the move of a record.
      let renaming = Renaming(from: snapshot.model, to: next.snapshot.model)
      next.arrived.moves = arrived.moves.renamed(renaming)
      next.snapshot = next.snapshot.with(
        next.snapshot.tables, keyMoves: snapshot.keyMoves.renamed(renaming))
    }
    next.arrived.modelChanged = arrived.modelChanged || next.snapshot.model != snapshot.model
    journal.folder.session?.release()
    self = next
  }

  /// The differences of this content from the records of `old` that were read.
  private func changes(since old: Snapshot) throws(StoreError) -> [RecordChange] {
    var changes: [RecordChange] = []
    for (name, table) in old.tables.sorted(by: { $0.key < $1.key }) {
      guard let present = snapshot.tables[snapshot.model.currentName(of: name)] else { continue }
      let read = table.chunksRead
      var shards = Set(read.keys)
      if table.loaded != nil { shards.formUnion(try present.shards()) }
      for shard in shards.sorted() {
        let empty = Chunk(emptyFor: shard, of: present.entity)
        let before = read[shard]?.converted(to: present.entity) ?? empty
        changes += (try present.chunk(of: shard) ?? empty).changes(since: before)
      }
    }
    return changes
  }
}
