internal import CairnFiles

/// The side of a store that reads the journal and writes it, used by one thread at a time.
struct Writer: Sendable {
  var options: ObjectStore.Options
  let folder: StoreFolder
  var header: StoreHeader
  /// What was found in the folder when it was opened.
  var origin: Origin
  let problems: ProblemLog
  var journal: OpenJournal
  /// The shards whose records the journal changes.
  var unfolded = UnfoldedShards()
  var snapshot: Snapshot
  var minter: KeyMinter
  /// Whether the marks in `ids/` say all that `minter` must know.
  var areMarksWhole = false
  /// The entities whose records may have moved since, until what is unread is looked for again.
  var renamed: Set<String> = []
  var stored = StoredModel()

  /// The numbers of the changes that were saved by this writer.
  var savedNumbers: [UInt64] = []

  /// What came in since `takeChanges` was last called.
  var arrived = Arrivals()

  /// Changes on their way to those who observe the store.
  struct Arrivals: Sendable {
    var since: UInt64 = 0
    var changes: [RecordChange] = []
    var modelChanged = false
  }

  /// What came in since the last call, `nil` if nothing did.
  mutating func takeChanges() -> ChangeSet? {
    guard snapshot.version != arrived.since || arrived.modelChanged || !arrived.changes.isEmpty
    else { return nil }
    defer { arrived = Arrivals(since: snapshot.version) }
    return ChangeSet(
      from: arrived.since, to: snapshot.version, changes: arrived.changes,
      modelChanged: arrived.modelChanged)
  }

  /// Refuses to go on when nothing can be saved.
  func requireWritable() throws(StoreError) {
    switch journal.state {
    case .writable: return
    case .readOnly:
      if let feature = header.newerFeature {
        throw .needsNewer(path: folder.path, feature: feature)
      }
      throw .readOnly(path: folder.path, reason: journal.obstacle)
    case .outcomeUnknown: throw .outcomeUnknown(path: folder.path)
    case .closed: throw .closed(path: folder.path)
    }
  }

  /// Takes note that `changes` are in the journal and not yet in the text.
  ///
  /// - Parameters:
  ///   - changes: the changes.
  ///   - areOwn: whether this process saved them, since it was started.
  mutating func note(_ changes: [RecordChange], areOwn: Bool = true) {
    for change in changes {
      minter.note(change.id)
      unfolded.note(change, areOwn ? .examined : .searched)
    }
  }

  /// Replaces the snapshot by one with `tables` at `version`.
  mutating func advance(to version: UInt64, _ tables: [String: LazyTable]) {
    snapshot = Snapshot(
      storeID: header.id, model: snapshot.model, version: version, tables: tables,
      queries: snapshot.queries)
  }
}

extension Writer {
  /// Saves what `make` puts in a draft.
  ///
  /// Lock, catch up, check, one write, one wait for the disk, unlock.
  mutating func commit(
    title: String, undoing undone: UInt64?, from origin: ChangeOrigin?, receipt: Receipt?,
    _ make: (inout CommitDraft) throws(StoreError) -> Void
  ) throws(StoreError) -> Transaction? {
    try requireWritable()
    try folder.requireWhole()
    let lock = try lockCommits()
    defer { lock.release() }
    try catchUp()
    var draft = try draft(title: title)
    try make(&draft)
    let finished = try draft.finish()
    guard !finished.isEmpty else { return nil }
    try noteFeatures(of: finished.content.model)
    var transaction = Transaction(
      number: journal.nextNumber, time: options.clock(), replica: minter.replica,
      title: draft.title.shortened(to: Transaction.longestTitle), undoes: undone,
      origin: (origin ?? options.origin)?.normalized, receipt: receipt, changes: [])
    // Before the tail moves over the frame.
    for step in finished.steps {
      let changes = step.all
      journal.tail.announce(changes, step.model)
      transaction.changes = transaction.changes.isEmpty ? changes : transaction.changes + changes
    }
    try journal.append(finished.frame(of: transaction))
    minter = draft.minter
    transaction.model = finished.model
    take(finished, as: transaction)
    return transaction
  }

  /// An empty draft over the content of now.
  mutating func draft(title: String) throws(StoreError) -> CommitDraft {
    try recallKeys()
    return CommitDraft(
      title: title, snapshot: snapshot, rules: options.rules, minter: minter,
      modelText: stored.text, stored: storedTables, localTime: options.localTime)
  }

  /// Makes the saved draft the new content.
  private mutating func take(_ finished: FinishedDraft, as transaction: Transaction) {
    if let model = transaction.model {
      noteRenamed(from: snapshot.model, to: finished.content.model)
      snapshot = finished.content
      stored.text = model.new
      stored.add(model, number: transaction.number)
      arrived.modelChanged = true
    }
    for step in finished.steps {
      note(step.changes)
      for batch in step.batches { unfolded.note(batch) }
    }
    savedNumbers.append(transaction.number)
    advance(to: transaction.number, finished.tables)
    arrived.changes += transaction.changes
  }
}
