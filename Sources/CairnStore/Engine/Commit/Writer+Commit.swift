internal import CairnFiles

extension Writer {
  /// Saves what `make` puts in a draft.
  ///
  /// Lock, catch up, check, one write, one wait for the disk, unlock.
  mutating func commit(
    title: String, undoing undone: UInt64?, from origin: ChangeOrigin?,
    _ make: (inout CommitDraft) throws(StoreError) -> Void
  ) throws(StoreError) -> Transaction? {
    try requireWritable()
    try folder.requireWhole()
    let lock = try lockCommits()
    defer { lock.release() }
    try catchUp()
    try recallKeys()
    var draft = CommitDraft(
      title: title, snapshot: snapshot, minter: minter, modelText: stored.text, tables: tables,
      localTime: options.localTime)
    try make(&draft)
    let finished = try draft.finish()
    guard !finished.isEmpty else { return nil }
    try noteFeatures(of: finished.content.model)
    var transaction = Transaction(
      number: journal.nextNumber, time: options.clock(), replica: minter.replica,
      title: draft.title.shortened(to: Transaction.longestTitle), undoes: undone,
      origin: (origin ?? options.origin)?.normalized,
      changes: [])
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

  /// Makes what was saved the content.
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
    advance(to: transaction.number, finished.sources)
    arrived.changes += transaction.changes
  }
}
