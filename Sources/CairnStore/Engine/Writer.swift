/// The side of a store that changes it, used by one thread at a time.
struct Writer: Sendable {
  var options: ObjectStore.Options
  private(set) var snapshot: Snapshot
  private var minter: KeyMinter
  private var arrived: [RecordChange] = []

  init(options: ObjectStore.Options, snapshot: Snapshot, minter: KeyMinter) {
    self.options = options
    self.snapshot = snapshot
    self.minter = minter
  }

  mutating func commit(
    title: String, undoing undone: UInt64?,
    _ make: (inout CommitDraft) throws(StoreError) -> Void
  ) throws(StoreError) -> Transaction? {
    var draft = CommitDraft(snapshot: snapshot, minter: minter)
    try make(&draft)
    var editor = SnapshotEditor(snapshot)
    var changes: [RecordChange] = []
    for (entity, batch) in draft.batches { try editor.apply(batch, to: entity) }
    for change in draft.changes {
      if let applied = try editor.apply(change) { changes.append(applied) }
    }
    guard !changes.isEmpty || !draft.batches.isEmpty else { return nil }
    let transaction = Transaction(
      number: snapshot.version + 1, time: options.clock(), replica: minter.replica, title: title,
      undoes: undone, changes: changes)
    snapshot = Snapshot(
      storeID: snapshot.storeID, model: snapshot.model, version: transaction.number,
      sources: editor.sources, queries: snapshot.queries)
    arrived += changes
    return transaction
  }

  /// What came in since the version `before`, once.
  mutating func takeChanges(since before: UInt64) -> ChangeSet? {
    guard snapshot.version != before else { return nil }
    defer { arrived = [] }
    return ChangeSet(from: before, to: snapshot.version, changes: arrived, modelChanged: false)
  }
}
