internal import CairnFiles

// Another store in the place of the one that was opened: restored from a backup, cloned, or moved
// there. What this process holds open is then no file of that store: what it saved there would be
// in a segment that nobody else reads, under a name that is not its own any more (R2).
//
//   STORE      private folder   what happened                     what this process does
//   the same   the same         nothing                           goes on
//   gone       any              the store was taken away          waits for one to come
//   the same   gone, another    a tool removed what git ignores   folds what the text lacks, then
//                               claims the replica anew
//   another    gone, another    another store is here             claims its replica at once; what
//                               was not folded went with the other store's journal
extension Writer {
  /// What tells the store that was opened from another one in its place.
  struct Origin: Sendable, Equatable {
    var header: FileFingerprint?
    /// The private folder's identity, empty where the file system knows none; `nil` where there is
    /// no folder, as for who only reads a new clone.
    var journals: String?
  }

  /// Goes on with the store that is in the folder by now, if it is another one.
  ///
  /// Cost: two looks at files.
  ///
  /// - Throws: why that one cannot be opened; this one is then as it was, and nothing can be saved.
  mutating func followReplacement() throws(StoreError) {
    guard journal.state == .writable || journal.state == .readOnly else { return }
    let present = try Self.origin(folder, journal.folder)
    guard present.header != nil, try isReplaced(by: present) else { return }
    if present.header == origin.header {
      // What others saved in the segment before it lost its name is in no other place.
      try catchUp()
      if hasUnfolded { return try journal.noteIfMoved() }
    }
    try reopen()
  }

  /// Takes the commit lock of the store that is in the folder by now.
  mutating func lockCommits() throws(StoreError) -> any FileLock {
    // A lock whose file has its name still is proof enough, and costs nothing more.
    if let lock = try journal.folder.renewedLock(.commit, patience: options.patience) {
      return lock
    }
    try followReplacement()
    try requireWritable()
    return try journal.folder.lock(.commit, patience: options.patience)
  }

  static func origin(
    _ folder: StoreFolder, _ journals: JournalFolder
  ) throws(StoreError) -> Origin {
    let header = try folder.fingerprint(of: folder.header)
    do throws(FileError) {
      let identity = try folder.fileSystem.identity(of: journals.path)
      return Origin(header: header, journals: identity ?? "")
    } catch .notFound {
      return Origin(header: header)
    } catch {
      throw .file(error)
    }
  }

  private func isReplaced(by present: Origin) throws(StoreError) -> Bool {
    guard present.journals == origin.journals else { return true }
    // Who opened a clone that nobody had written to yet belongs to whoever did since.
    guard present.journals == nil else { return false }
    return try ReplicaClaim(folder, options.patience).own() != nil
  }

  /// Whether there are changes that a fold has to carry to the text first.
  private var hasUnfolded: Bool {
    journal.state == .writable && !(unfolded.isEmpty && stored.pending.isEmpty)
  }

  private mutating func reopen() throws(StoreError) {
    var options = options
    options.random = journal.random
    var next = try Writer.open(options)
    next.arrived.since = arrived.since
    next.arrived.changes = try arrived.changes + next.changes(since: snapshot)
    next.arrived.modelChanged = arrived.modelChanged || next.snapshot.model != snapshot.model
    journal.folder.session?.release()
    self = next
  }

  /// What is different here from those records of `old` that were read.
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
