internal import CairnFiles

/// The part of a store that reads and writes the journal, used by one thread at a time.
struct Writer: Sendable {
  var options: ObjectStore.Options
  let folder: StoreFolder
  var header: StoreHeader
  /// The identity of the store in the folder at its opening.
  var origin: Origin
  let problems: ProblemLog
  var journal: OpenJournal
  /// The shards whose records the journal changes.
  var unfolded = UnfoldedShards()
  var snapshot: Snapshot
  var minter: KeyMinter
  /// Whether the marks in `ids/` are complete, so that the history need not be read for `minter`.
  var areMarksWhole = false
  /// The entities whose files may have moved, until unread records are located again.
  var renamed: Set<String> = []
  var stored = StoredModel()
  /// Whether the model's file was there when this process last looked.
  var hasModel = true

  /// The moves of records to other keys in the memory of a read-only process.
  var provisionalMoves: [RecordChange] = []

  /// The numbers of the changes that were saved by this writer.
  var savedNumbers: [UInt64] = []

  /// The changes since the last call of `takeChanges`.
  var arrived = Arrivals()

  /// Changes that observers will receive.
  struct Arrivals: Sendable {
    var since: UInt64 = 0
    var changes: [RecordChange] = []
    var moves = KeyMoves()
    var modelChanged = false
  }

  /// Returns the changes since the last call; `nil` if there are none.
  mutating func takeChanges() -> ChangeSet? {
    guard snapshot.version != arrived.since || arrived.modelChanged || !arrived.changes.isEmpty
    else { return nil }
    defer { arrived = Arrivals(since: snapshot.version) }
    return ChangeSet(
      from: arrived.since, to: snapshot.version, changes: arrived.changes,
      moves: arrived.moves.ids, modelChanged: arrived.modelChanged)
  }

  /// Throws if saves are impossible.
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

  /// Notes that `changes` are in the journal and not yet in the text.
  ///
  /// - Parameters:
  ///   - changes: the changes.
  ///   - areOwn: whether this process saved them.
  mutating func note(_ changes: [RecordChange], areOwn: Bool = true) {
    for change in changes {
      minter.note(change.id)
      unfolded.note(change, areOwn ? .asRead : .unknown)
    }
  }

  /// Replaces the snapshot with one that has `tables` at `version`.
  mutating func advance(to version: UInt64, _ tables: [String: LazyTable]) {
    snapshot = snapshot.with(tables, version: version)
  }
}

extension Writer {
  /// Saves the changes that `make` puts in a draft.
  ///
  /// Lock, catch up, check, one write, one wait for the disk, unlock.
  mutating func commit(
    title: String, undoing undone: UInt64?, from origin: ChangeOrigin?, receipt: Receipt?,
    _ make: (inout CommitDraft) throws(StoreError) -> Void
  ) throws(StoreError) -> Transaction? {
    try requireWritable()
    try folder.requireHeader()
    let lock = try lockCommits()
    defer { lock.release() }
    try catchUp()
    try folder.requireModel(hasModel: hasModel)
    var draft = try draft(title: title)
    try make(&draft)
    // Another program may have edited these records since this process read them.
    var attempts = 0
    while attempts < 3, try absorbText(in: draft.editedShards) {
      attempts += 1
      draft = try self.draft(title: title)
      try make(&draft)
    }
    let finished = try draft.finish()
    guard !finished.isEmpty else { return nil }
    try noteFeatures(finished.features)
    var transaction = Transaction(
      number: journal.nextNumber, time: options.clock(), replica: minter.replica,
      title: draft.title.shortened(to: Transaction.longestTitle), undoes: undone,
      origin: (origin ?? options.origin)?.normalized, receipt: receipt, changes: [])
    // Before the tail moves past the frame.
    for step in finished.steps { journal.tail.announce(step.forEach, step.model) }
    try journal.append(finished.frame(of: transaction))
    transaction.changes = finished.changes
    minter = draft.minter
    transaction.model = finished.model
    take(finished, as: transaction)
    return transaction
  }

  /// Creates an empty draft of the present content.
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
    snapshot.queries.times.note(transaction)
    savedNumbers.append(transaction.number)
    advance(to: transaction.number, finished.tables)
    arrived.changes += transaction.changes
  }
}
