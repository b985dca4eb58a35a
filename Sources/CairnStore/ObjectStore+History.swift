internal import Synchronization

extension ObjectStore {
  /// Returns saved changes, the newest first, back to the start of the history.
  ///
  /// - Parameters:
  ///   - limit: the largest number of changes.
  ///   - time: the earliest time of a change.
  /// - Returns: the changes with all fields; reading a large import takes as long as importing it
  ///   did.
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

  /// Undoes a change by saving its opposite.
  ///
  /// - Parameters:
  ///   - number: the change's number; `nil` for the newest change that is not undone yet, so that
  ///     repeating goes further back.
  ///   - replica: the replica that saved the change, for callers that remember a number: after
  ///     another store came into the folder, a change of that store may have the same number.
  ///   - isStrict: whether one part that cannot be undone refuses the whole undo.
  ///   - leave: receives the parts that were not undone; called after the save.
  ///   - note: receives how many of the change's records were checked. All are saved at once after
  ///     that.
  ///   - isCanceled: whether to stop with nothing changed; called repeatedly until the change is
  ///     written, while other saves wait, so it must return at once and must not use the store.
  /// - Returns: the change that undoes it.
  /// - Throws: `StoreError.nothingToUndo`, `.unknownTransaction`, `.alreadyUndone`, `.canceled`;
  ///   `.changedSince` if all its parts have changed again, or in a strict undo any part. Nothing
  ///   is saved then. In a list, only the items that the change added or removed are undone.
  @discardableResult
  public func undo(
    _ number: UInt64? = nil, savedBy replica: Replica? = nil, isStrict: Bool = true,
    leaving leave: (UndoRest) -> Void = { _ in },
    noting note: (Int) -> Void = { _ in }, isCanceled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> Transaction {
    let check = CancellationCheck(isCanceled)
    guard let number else {
      // Earlier versions saved changes whose parts cancel each other.
      var vain: Set<UInt64> = []
      while true {
        var history = try makeHistory()
        guard let newest = try history.newestToUndo(besides: vain) else {
          throw .nothingToUndo(isRedo: false)
        }
        do throws(StoreError) {
          return try takeBack(
            newest, after: history, isUndo: false, isStrict: isStrict, check, leave, note)
        } catch .nothingToUndo {
          vain.insert(newest.number)
        }
      }
    }
    var history = try makeHistory()
    while let entry = try history.next() {
      if entry.number == number, replica == nil || entry.replica == replica,
        let transaction = try entry.asSaved(unless: check)
      {
        if entry.movesKeys { throw .refused("a move to other keys cannot be undone") }
        let later = history
        do throws(StoreError) {
          return try takeBack(
            transaction, after: later, isUndo: history.isUndo(entry), isStrict: isStrict, check,
            leave, note)
        } catch {
          guard error.isOfLaterChanges, try isUndone(number, savedBy: replica) else { throw error }
          throw .alreadyUndone(number)
        }
      }
    }
    throw .unknownTransaction(number)
  }

  /// Returns whether a change was undone by any process, and that undo was not undone again.
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

  /// Redoes the change of the newest undo, unless another change was saved after the undo.
  ///
  /// - Parameters:
  ///   - isStrict: whether one part that cannot be redone refuses the whole redo.
  ///   - leave: receives the parts that were not redone; called after the save.
  /// - Returns: the change that redoes it.
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
      undo, after: history, isUndo: true, isStrict: isStrict, CancellationCheck(), leave, { _ in })
  }

  /// Returns the summary of a change, without its fields.
  ///
  /// Cost: half a microsecond for each later change in the history, and reading the change.
  ///
  /// - Parameters:
  ///   - number: the change's number.
  ///   - replica: the replica that saved it; `nil` for any.
  /// - Returns: the summary; `nil` if the history does not have the change, or no longer has it.
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
  /// Cost: half a microsecond for each later change in the history.
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

  /// Returns the title of the change that undoes another; undoing an undo redoes the change.
  ///
  /// - Parameter title: the title of the undone change.
  /// - Returns: the title of the change that undoes it.
  public static func title(ofTakingBack title: String) -> String {
    if title.hasPrefix("Undo ") { return "Redo \(title.dropFirst(5))" }
    return "Undo \(title.hasPrefix("Redo ") ? String(title.dropFirst(5)) : title)"
  }

  /// Returns an iterator of the saved changes of all processes, the newest first.
  ///
  /// - Parameter newest: the number of the newest change to read. Summaries of later changes are
  ///   not read. Whole changes need the model changes of later ones.
  /// - Returns: the changes, none of them read yet.
  /// - Throws: `StoreError.file` when the journal's folder cannot be read.
  public func makeHistory(upTo newest: UInt64 = .max) throws(StoreError) -> History {
    try refresh()
    let (journals, snapshot, moves) = writer.withLock {
      ($0.journal.folder, $0.snapshot, KeyMoves(of: $0.provisionalMoves))
    }
    return try History(
      journals, snapshot.model, in: localTime, upTo: newest, before: moves,
      in: snapshot.keyMoves)
  }

  private func takeBack(
    _ transaction: Transaction, after history: History, isUndo: Bool, isStrict: Bool,
    _ check: CancellationCheck,
    _ leave: (UndoRest) -> Void, _ note: (Int) -> Void
  ) throws(StoreError) -> Transaction {
    var rest = UndoRest()
    let title = Self.title(ofTakingBack: transaction.title)
    // An undo of the model hides fields; it must not hide values that were saved later.
    let later =
      transaction.model == nil || isUndo ? nil : try LaterChanges(than: transaction, makeHistory())
    func takeBack(keepingModel keepsModel: Bool) throws(StoreError) -> Transaction? {
      try commit(title: title, undoing: transaction.number) { draft throws(StoreError) in
        draft.cancellation = check
        var reversal = Reversal(
          transaction, after: history.keyMoves(until: draft.snapshot), isUndo: isUndo,
          isStrict: isStrict, keepsModel: keepsModel, later: later)
        try reversal.fill(&draft, noting: note)
        rest = reversal.rest
      }
    }
    var undone: Transaction?
    do throws(StoreError) {
      undone = try takeBack(keepingModel: false)
    } catch {
      // The additions of an import to the model may stay if its records have changed since.
      let canStay = !isStrict && transaction.model?.onlyAdds == true
      guard canStay, error.isChangedSince else { throw error }
      do throws(StoreError) {
        undone = try takeBack(keepingModel: true)
      } catch .invalid {
        // No part is left to undo.
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
  /// The changes saved after the moment are undone in memory. Edits of other programs are not in
  /// the history, so they stay. The model is the present one. Cost: in proportion to the changes
  /// saved since.
  ///
  /// - Parameter time: the moment; a change saved at exactly this microsecond is included.
  /// - Returns: the content, which later saves do not change.
  /// - Throws: `StoreError.historyBegins` when the history begins later; `.file`.
  public func snapshot(at time: Timestamp) throws(StoreError) -> Snapshot {
    var history = try makeHistory()
    let newest = snapshot
    var rewind = Rewind(newest)
    var version = newest.version
    while let entry = try history.next(), history.hasNoGap {
      guard entry.time > time else { return rewind.finished(version: version) }
      // Moved records have their present keys at each moment.
      if !entry.movesKeys, let transaction = entry.transaction { try rewind.undo(transaction) }
      version = entry.number - 1
    }
    guard let reach = history.reach, reach <= time else {
      throw .historyBegins(history.reach ?? writer.withLock { $0.options.clock() })
    }
    return rewind.finished(version: version)
  }
}
