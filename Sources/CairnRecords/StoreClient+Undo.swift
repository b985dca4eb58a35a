public import CairnScreens
public import CairnStore
internal import Synchronization

/// The parts that an undo on the writer's thread could not undo.
private final class LeftParts: Sendable {
  private let rest = Mutex<UndoRest?>(nil)

  func take(_ left: UndoRest) { rest.withLock { $0 = left } }

  /// Words about the parts that were left; empty if all parts were undone.
  func text(in model: ObjectModel, isRedo: Bool) -> String {
    let rest = rest.withLock { $0 }
    return rest.map { " · \($0.words(in: model, isRedo: isRedo))" } ?? ""
  }
}

extension StoreClient {
  /// A change that can be undone or redone.
  struct Change {
    /// The change's number in the store's history.
    let number: UInt64
    /// The replica that assigned the number, if known.
    let replica: Replica?
    /// The title and size for messages before the change is read, if known.
    fileprivate var content: Content?

    fileprivate struct Content {
      let title: String
      /// The number of changed records.
      let count: Int

      init(_ summary: ChangeSummary) {
        title = summary.title
        count = summary.count
      }

      init(_ transaction: Transaction) {
        title = transaction.title
        count = transaction.visibleChanges.count
      }
    }

    init(_ number: UInt64, savedBy replica: Replica?) {
      (self.number, self.replica) = (number, replica)
    }

    init(_ summary: ChangeSummary) {
      self.init(summary.number, savedBy: summary.replica)
      content = Content(summary)
    }

    init(_ transaction: Transaction) {
      self.init(transaction.number, savedBy: transaction.replica)
      content = Content(transaction)
    }
  }

  /// Undoes the newest change that was made through the client.
  public func undo() -> [Effect] {
    if let doing = changeUnderWay() {
      return refuse("\(doing) is still running", .undo("undoes it then"))
    }
    forgetUndone(in: &done)
    guard let change = done.last else {
      return refuse("nothing to undo since the app started", .olderChanges)
    }
    return undo(change)
  }

  /// Removes the last changes if another process has undone them.
  private func forgetUndone(in changes: inout [Change]) {
    while let last = changes.last, (try? store.isUndone(last.number, savedBy: last.replica)) == true
    {
      changes.removeLast()
    }
  }

  /// Shows why a command is refused.
  func refuse(_ words: String, _ advice: KeyWords = "") -> [Effect] {
    [.say(Message(words, tone: .warning, advice: advice))]
  }

  /// Undoes a change that was made here, in an earlier run, or elsewhere.
  ///
  /// The undo is a change too, and the next undo reverts it. The exception: for the newest change
  /// made here, this is the same as plain undo.
  ///
  /// - Parameters:
  ///   - number: the change's number in the store's history.
  ///   - replica: the replica that saved it; `nil` if unknown.
  /// - Returns: the effects that start the work.
  public func undo(_ number: UInt64, savedBy replica: Replica?) -> [Effect] {
    takeBackAny(Change(number, savedBy: replica))
  }

  /// Undoes a change that a list of changes shows, as `undo(_:savedBy:)` does.
  ///
  /// - Parameter summary: the list's summary of the change.
  /// - Returns: the effects that start the work.
  public func undo(_ summary: ChangeSummary) -> [Effect] { takeBackAny(Change(summary)) }

  private func takeBackAny(_ change: Change) -> [Effect] {
    if let newest = done.last, change.number == newest.number,
      change.replica ?? newest.replica == newest.replica
    {
      return undo(newest)
    }
    return takeBack(change) { [weak self] transaction, more in
      self?.note(Change(transaction))
      return Self.message(transaction, more, advice: .undo("undoes that"))
    }
  }

  /// The message after an undo or redo.
  ///
  /// Undoing an undo makes the original change again.
  private static func message(
    _ transaction: Transaction, _ more: String, advice: KeyWords
  ) -> Message {
    let word = transaction.title.hasPrefix("Redo ") ? "redone:" : "undone:"
    return Message(
      transaction.title.replacingFirstWord(word) + more, tone: .good, advice: advice)
  }

  private func undo(_ change: Change) -> [Effect] {
    takeBack(change) { [weak self] transaction, more in
      self?.done.removeAll { $0.number == change.number && $0.replica == change.replica }
      self?.undone.append(Change(transaction))
      return Self.message(transaction, more, advice: .redo)
    }
  }

  /// Redoes the change that was undone last.
  public func redo() -> [Effect] {
    if let doing = changeUnderWay() { return refuse("\(doing) is still running") }
    forgetUndone(in: &undone)
    guard let change = undone.last else { return refuse("nothing to redo since the app started") }
    return takeBack(change) { [weak self] transaction, more in
      self?.undone.removeAll { $0.number == change.number && $0.replica == change.replica }
      self?.done.append(Change(transaction))
      return Self.message(transaction, more, advice: .undo())
    }
  }

  /// Undoes a change after reading how many records it has.
  ///
  /// For a large import that takes seconds, and the person keeps working.
  ///
  /// - Parameters:
  ///   - change: the change to undo.
  ///   - completion: the message afterwards, given the saved change and words to append.
  /// - Returns: the effects that start the work.
  private func takeBack(
    _ change: Change, completion: @escaping (Transaction, String) -> Message
  ) -> [Effect] {
    if let content = change.content { return takeBack(change, content, completion) }
    let store = store
    let job = BackgroundJob(holdsKeys: true) {
      Outcome { () throws(StoreError) in
        guard let summary = try store.summary(of: change.number, savedBy: change.replica) else {
          throw .unknownTransaction(change.number)
        }
        return Change.Content(summary)
      }
    } completion: { [weak self, model = snapshot.model] outcome in
      switch outcome {
      case .success(let content): self?.takeBack(change, content, completion) ?? []
      case .failure(let error): [.say(Message(error.description(in: model), tone: .bad))]
      }
    }
    return [.run(job)]
  }

  private func takeBack(
    _ change: Change, _ content: Change.Content,
    _ completion: @escaping (Transaction, String) -> Message
  ) -> [Effect] {
    let before = snapshot
    let title = ObjectStore.title(ofTakingBack: content.title)
    let isRedo = title.hasPrefix("Redo ")
    let (left, model) = (LeftParts(), before.model)
    let bulk = BulkChange(
      title: title, doing: isRedo ? "redoing a change" : "undoing a change",
      count: content.count
    ) { store, control throws(StoreError) in
      try store.undo(
        change.number, savedBy: change.replica, isStrict: false,
        leaving: left.take, noting: control.note, isCanceled: control.isCanceled)
    } report: {
      ($0?.title ?? title).replacingFirstWord(isRedo ? "redone:" : "undone:")
        + left.text(in: model, isRedo: isRedo)
    }
    let ends = BulkChange.Ends { [weak self, store, holdsKeys = bulk.holdsKeys] transaction, _ in
      guard let transaction else { return [] }
      let unfit = { UnfitValues.words(in: store.snapshot, since: before) }
      let more = transaction.model == nil ? left.text(in: model, isRedo: isRedo) : unfit()
      let message = completion(transaction, more)
      // A bulk change does not move the cursor to one of its records. Nor does an undo during which
      // the person kept working.
      let changes = transaction.visibleChanges
      let isWide = changes.count > 1 && changes.allSatisfy { $0.kind == .update }
      let isLeft = isWide && transaction.model == nil || !holdsKeys
      // A list finds a record only after a refresh.
      let revealed = isLeft ? [] : self?.reveal(transaction, since: before.model) ?? []
      return [.refresh, .say(message)] + revealed
    } failed: {
      [.say(Message($0, tone: .bad))]
    }
    return run(bulk, then: ends)
  }
}
