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
  ///   - isStrict: whether a part that cannot be undone refuses the whole.
  ///   - leave: takes the parts that were not undone; called after the save.
  ///   - note: takes how many of the change's records are looked at; all are saved at once
  ///   after that.
  ///   - isCanceled: asked again and again until the change is written, whether to end with nothing
  ///   changed.
  /// - Returns: the change that undoes it.
  /// - Throws: `StoreError.nothingToUndo`, `.unknownTransaction`, `.alreadyUndone`, `.canceled`;
  ///   `.changedSince` if all that it changed, or in a strict undo anything, has changed again, and
  ///   then nothing happens; of a list, what the change did is taken back alone.
  @discardableResult
  public func undo(
    _ number: UInt64? = nil, savedBy replica: Replica? = nil, isStrict: Bool = true,
    leaving leave: (UndoRest) -> Void = { _ in },
    noting note: (Int) -> Void = { _ in }, isCanceled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> Transaction {
    let check = CancellationCheck(isCanceled)
    var history = try makeHistory()
    guard let number else {
      guard let newest = try history.newestToUndo() else {
        throw .nothingToUndo(isRedo: false)
      }
      return try takeBack(newest, isUndo: false, isStrict: isStrict, check, leave, note)
    }
    while let entry = try history.next() {
      if entry.number == number, replica == nil || entry.replica == replica,
        let transaction = try entry.asSaved(unless: check)
      {
        do throws(StoreError) {
          return try takeBack(
            transaction, isUndo: history.isUndo(entry), isStrict: isStrict, check, leave, note)
        } catch {
          guard error.isOfLaterChanges, try isUndone(number, savedBy: replica) else { throw error }
          throw .alreadyUndone(number)
        }
      }
    }
    throw .unknownTransaction(number)
  }

  /// Returns whether a change was undone, by any process, and the undo was not undone.
  ///
  /// Cost: reads the heads of the changes that were saved after it.
  ///
  /// - Throws: `StoreError.file`.
  public func isUndone(
    _ number: UInt64, savedBy replica: Replica? = nil
  ) throws(StoreError) -> Bool {
    var history = try makeHistory()
    return try history.isTakenBack(number, savedBy: replica)
  }

  /// Brings back what the newest undo took back, unless something else was saved after it.
  ///
  /// - Parameters:
  ///   - isStrict: whether a part that cannot be redone refuses the whole.
  ///   - leave: takes the parts that were not redone; called after the save.
  /// - Returns: the change that does so.
  /// - Throws: `StoreError.nothingToUndo`, `.changedSince`.
  @discardableResult
  public func redo(
    isStrict: Bool = true, leaving leave: (UndoRest) -> Void = { _ in }
  ) throws(StoreError) -> Transaction {
    var history = try makeHistory()
    guard let undo = try history.newestToRedo() else {
      throw .nothingToUndo(isRedo: true)
    }
    return try takeBack(
      undo, isUndo: true, isStrict: isStrict, CancellationCheck(), leave, { _ in })
  }

  /// What is said of a change by its number, without what it did field by field.
  ///
  /// Cost: that of reading the history back to it, half a microsecond a change, and its bytes.
  ///
  /// - Parameters:
  ///   - number: the change's number.
  ///   - replica: the replica that saved it; `nil` for any.
  /// - Returns: the summary; `nil` where the history has no such change, or not any more.
  /// - Throws: `StoreError.file` when a segment cannot be read.
  public func summary(
    of number: UInt64, savedBy replica: Replica? = nil
  ) throws(StoreError) -> ChangeSummary? {
    var history = try makeHistory(upTo: number)
    while let summary = try history.nextSummary() {
      if summary.number == number, replica == nil || summary.replica == replica { return summary }
      if summary.number < number, replica == nil { return nil }
    }
    return nil
  }

  /// Finds the saved change that has a receipt.
  ///
  /// Cost: that of reading the history back to that change, half a microsecond a change.
  ///
  /// - Parameters:
  ///   - receipt: the receipt.
  ///   - number: the number of the newest change before the save was begun.
  /// - Returns: the change; `nil` if none after `number` has the receipt.
  /// - Throws: `StoreError.file` when a segment cannot be read.
  public func change(
    with receipt: Receipt, after number: UInt64
  ) throws(StoreError) -> HistoryEntry? {
    var history = try makeHistory()
    while let entry = try history.next(), entry.number > number {
      if entry.receipt == receipt { return entry }
    }
    return nil
  }

  /// What taking a change back is called; taking back an undo makes the change again.
  ///
  /// - Parameter title: what the change is called.
  /// - Returns: the title that the change back has.
  public static func title(ofTakingBack title: String) -> String {
    if title.hasPrefix("Undo ") { return "Redo \(title.dropFirst(5))" }
    return "Undo \(title.hasPrefix("Redo ") ? String(title.dropFirst(5)) : title)"
  }

  /// The saved changes to be read one by one, the newest first, those of other processes included.
  ///
  /// - Parameter newest: the number of the newest that is wanted. Summaries of later changes are not
  ///   read; whole changes need what later ones did to the model.
  /// - Returns: the changes, none of them read yet.
  /// - Throws: `StoreError.file` when the journal's folder cannot be read.
  public func makeHistory(upTo newest: UInt64 = .max) throws(StoreError) -> History {
    try refresh()
    let (journals, model) = writer.withLock { ($0.journal.folder, $0.snapshot.model) }
    return try History(journals, model, in: localTime, upTo: newest)
  }

  private func takeBack(
    _ transaction: Transaction, isUndo: Bool, isStrict: Bool, _ check: CancellationCheck,
    _ leave: (UndoRest) -> Void, _ note: (Int) -> Void
  ) throws(StoreError) -> Transaction {
    var rest = UndoRest()
    let title = Self.title(ofTakingBack: transaction.title)
    // An undo of the model hides fields, and must not hide what came since.
    let later =
      transaction.model == nil || isUndo ? nil : try LaterChanges(than: transaction, makeHistory())
    func takeBack(keepingModel keepsModel: Bool) throws(StoreError) -> Transaction? {
      try commit(title: title, undoing: transaction.number) { draft throws(StoreError) in
        draft.cancellation = check
        var reversal = Reversal(
          transaction, isUndo: isUndo, isStrict: isStrict, keepsModel: keepsModel, later: later)
        try reversal.fill(&draft, noting: note)
        rest = reversal.rest
      }
    }
    var undone: Transaction?
    do throws(StoreError) {
      undone = try takeBack(keepingModel: false)
    } catch {
      // What an import added to the model may stay, if its records have changed since.
      let canStay = !isStrict && transaction.model?.onlyAdds == true
      guard canStay, error.isChangedSince else { throw error }
      do throws(StoreError) {
        undone = try takeBack(keepingModel: true)
      } catch .invalid {
        // Nothing is left that could be undone.
        throw error
      }
    }
    guard let undone else { throw .nothingToUndo(isRedo: false) }
    if !rest.isEmpty { leave(rest) }
    return undone
  }
}

extension ObjectStore {
  /// Returns the content at a moment, with the records that were deleted later.
  ///
  /// The changes saved after it are undone in memory. Edits of other programs are in no history, so
  /// they stay. The model is the present one. Cost: in proportion to the changes saved since.
  ///
  /// - Parameter time: the moment; a change saved at that very microsecond counts as saved.
  /// - Returns: the content, which later saves leave alone.
  /// - Throws: `StoreError.historyBegins` when the history does not reach so far back; `.file`.
  public func snapshot(at time: Timestamp) throws(StoreError) -> Snapshot {
    var history = try makeHistory()
    let newest = snapshot
    var rewind = Rewind(newest)
    var version = newest.version
    while let entry = try history.next(), history.hasNoGap {
      guard entry.time > time else { return rewind.finished(version: version) }
      guard let transaction = entry.transaction else { continue }
      try rewind.undo(transaction)
      version = entry.number - 1
    }
    guard let reach = history.reach, reach <= time else {
      throw .historyBegins(history.reach ?? writer.withLock { $0.options.clock() })
    }
    return rewind.finished(version: version)
  }
}
