internal import Synchronization

extension ObjectStore {
  /// Saved changes, the newest first, back to where the history reaches.
  ///
  /// - Parameters:
  ///   - limit: how many at most.
  ///   - time: the time before which none is wanted.
  /// - Returns: the changes with all fields; reading a large import takes as long as it did.
  /// - Throws: `StoreError.file` when a segment cannot be read.
  public func history(
    limit: Int = .max, since time: Timestamp? = nil
  ) throws(StoreError) -> [Transaction] {
    var history = try makeHistory()
    var transactions: [Transaction] = []
    while transactions.count < limit, let entry = try history.next() {
      if let time, entry.time < time { break }
      if let transaction = entry.transaction { transactions.append(transaction) }
    }
    return transactions
  }

  /// Takes back a change by saving its opposite.
  ///
  /// - Parameters:
  ///   - number: the change's number; `nil` means the newest that is not taken back yet,
  ///   so that repeating goes further back.
  ///   - replica: the replica that saved it, for who remembers the number: once another store is
  ///   in the folder, a change of that one may have it.
  /// - Returns: the change that takes it back.
  /// - Throws: `StoreError.nothingToUndo`, `.unknownTransaction`; `.changedSince` if something
  ///   that it changed has changed again, and then nothing happens; of a list, what the change did
  ///   is taken back alone.
  @discardableResult
  public func undo(
    _ number: UInt64? = nil, savedBy replica: Replica? = nil
  ) throws(StoreError) -> Transaction {
    var history = try makeHistory(upTo: number ?? .max)
    guard let number else {
      guard let newest = try history.newestToUndo() else {
        throw .nothingToUndo(isRedo: false)
      }
      return try takeBack(newest, isUndo: false, title: Self.title(ofTakingBack: newest))
    }
    while let entry = try history.next() {
      if entry.number == number, let transaction = entry.transaction,
        replica == nil || transaction.replica == replica
      {
        let isUndo = try history.isUndo(entry)
        return try takeBack(
          transaction, isUndo: isUndo, title: Self.title(ofTakingBack: transaction))
      }
    }
    throw .unknownTransaction(number)
  }

  /// Brings back what the newest undo took back, unless something else was saved after it.
  ///
  /// - Throws: `StoreError.nothingToUndo`, `.changedSince`.
  @discardableResult
  public func redo() throws(StoreError) -> Transaction {
    var history = try makeHistory()
    guard let undo = try history.newestToRedo() else {
      throw .nothingToUndo(isRedo: true)
    }
    return try takeBack(undo, isUndo: true, title: Self.title(ofTakingBack: undo))
  }

  /// What taking a change back is called; taking back an undo makes the change again.
  private static func title(ofTakingBack transaction: Transaction) -> String {
    let title = transaction.title
    if title.hasPrefix("Undo ") { return "Redo \(title.dropFirst(5))" }
    return "Undo \(title.hasPrefix("Redo ") ? String(title.dropFirst(5)) : title)"
  }

  /// The saved changes to be read one by one, the newest first, those of other processes included.
  ///
  /// - Parameter newest: the number of the newest that is wanted; those after it cost next to
  ///   nothing.
  /// - Returns: the changes, none of them read yet.
  /// - Throws: `StoreError.file` when the journal's folder cannot be read.
  public func makeHistory(upTo newest: UInt64 = .max) throws(StoreError) -> History {
    try refresh()
    let (journals, model) = writer.withLock { ($0.journals, $0.snapshot.model) }
    return try History(journals, model, upTo: newest)
  }

  private func takeBack(
    _ transaction: Transaction, isUndo: Bool, title: String
  ) throws(StoreError) -> Transaction {
    let undone = try commit(title: title, undoing: transaction.number) {
      draft throws(StoreError) in
      try Reversal(transaction, isUndo: isUndo).fill(&draft)
    }
    guard let undone else { throw .nothingToUndo(isRedo: false) }
    return undone
  }
}
