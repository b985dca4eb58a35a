public import CairnScreens
public import CairnStore

/// A change of several records, which may take its time.
public struct BulkChange: Sendable {
  /// What it is called: "delete 3 recipes".
  public let title: String

  /// What the status line says meanwhile: "deleting 3 recipes".
  public let doing: String

  /// How many records it is about.
  public let count: Int

  /// As many records are changed before the next key is taken in; more take so long that a person
  /// wants to do something else meanwhile.
  private static let heldCount = 1000

  /// Whether keys wait for its end.
  public var holdsKeys: Bool { count <= Self.heldCount }

  /// Makes the change and saves it; `nil` where that changes nothing.
  public let work: @Sendable (ObjectStore, Control) throws(StoreError) -> Transaction?

  /// What was done, a sentence about the change without a full stop.
  public let report: @Sendable (Transaction?) -> String

  /// What the work gets from what runs it.
  public struct Control: Sendable {
    /// Takes how many of the records are done.
    public let note: @Sendable (Int) -> Void

    /// Whether the work is to end with nothing changed.
    public let isCanceled: @Sendable () -> Bool

    /// What `note` takes goes to a progress, which also knows whether to end.
    ///
    /// - Parameters:
    ///   - note: takes how many of the records are done.
    ///   - isCanceled: whether the work is to end with nothing changed.
    public init(
      note: @escaping @Sendable (Int) -> Void, isCanceled: @escaping @Sendable () -> Bool
    ) {
      (self.note, self.isCanceled) = (note, isCanceled)
    }

    /// The control of work that nobody looks at.
    static let none = Control { _ in
    } isCanceled: {
      false
    }
  }

  /// What follows a change.
  public struct Ends {
    /// What follows once it is saved, given what was, `nil` where nothing changed.
    public let done: (Transaction?) -> [Effect]

    /// What follows where it could not be saved, given why.
    public let failed: (String) -> [Effect]
  }
}

extension RecordDesk {
  /// Changes records off the drawing thread, says what was done, and takes note of it, so that undo
  /// undoes it.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - ends: what follows.
  /// - Returns: the effects that start the work.
  func make(_ change: BulkChange, then ends: BulkChange.Ends) -> [Effect] {
    let noted = BulkChange.Ends { [weak self] transaction in
      if let transaction { self?.note(Change(transaction)) }
      let said = Message.saved(change.report(transaction), isChange: transaction != nil)
      return ends.done(transaction) + [.say(said)]
    } failed: {
      ends.failed($0)
    }
    return run(change, then: noted)
  }

  /// Changes records off the drawing thread: one at once, several as `bulkChanges` runs them.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - ends: all that follows.
  /// - Returns: the effects that start the work.
  func run(_ change: BulkChange, then ends: BulkChange.Ends) -> [Effect] {
    if change.count > 1, let bulkChanges {
      // Of two at once the second would find records that are others by then.
      if let doing = changeUnderWay() { return refuse("\(doing) is still running") }
      return bulkChanges(change, ends)
    }
    let (store, model) = (store, snapshot.model)
    let job = Job(change.doing, lane: .writer, holdsKeys: true) {
      Outcome { () throws(StoreError) in try change.work(store, .none) }
    } completion: { outcome in
      switch outcome {
      case .success(let transaction): ends.done(transaction) + [.refresh]
      case .failure(let error): ends.failed(error.description(in: model)) + [.refresh]
      }
    }
    return [.run(job)]
  }
}

extension Message {
  /// Says what was done, and how to take it back.
  ///
  /// - Parameters:
  ///   - report: what was done.
  ///   - isChange: whether there is something to take back.
  /// - Returns: the message.
  package static func saved(_ report: String, isChange: Bool) -> Message {
    Message(report, tone: .good, advice: isChange ? .undo() : "")
  }
}
