public import CairnScreens
public import CairnStore

/// A change of several records, which may take a while.
public struct BulkChange: Sendable {
  /// The change's name: "delete 3 recipes".
  public let title: String

  /// The status line's words while the change runs: "deleting 3 recipes".
  public let doing: String

  /// The number of records to change.
  public let count: Int

  /// The most records that are changed before the next key is handled.
  ///
  /// More records take long enough that a person wants to keep working.
  private static let heldCount = 1000

  /// Whether keys wait until the change ends.
  public var holdsKeys: Bool { count <= Self.heldCount }

  /// Makes the change and saves it; returns `nil` if nothing changed.
  public let work: @Sendable (ObjectStore, Control) throws(StoreError) -> Transaction?

  /// Tells the result in a sentence without a full stop; runs on the thread of the work.
  public let report: @Sendable (Transaction?) -> String

  /// The work's connection to the job that runs it.
  public struct Control: Sendable {
    /// Reports how many records are done.
    public let note: @Sendable (Int) -> Void

    /// Whether the work must stop, with nothing changed.
    public let isCanceled: @Sendable () -> Bool

    /// Creates a control that reports progress and learns about cancellation through closures.
    ///
    /// - Parameters:
    ///   - note: reports how many records are done.
    ///   - isCanceled: whether the work must stop, with nothing changed.
    public init(
      note: @escaping @Sendable (Int) -> Void, isCanceled: @escaping @Sendable () -> Bool
    ) {
      (self.note, self.isCanceled) = (note, isCanceled)
    }

    /// A control without progress and without cancellation.
    static let none = Control { _ in
    } isCanceled: {
      false
    }
  }

  /// The effects that follow a change.
  public struct Ends {
    /// The effects after the save, given the saved change, or `nil` if nothing changed, and the
    /// report.
    public let done: (Transaction?, String) -> [Effect]

    /// The effects after a failed save, given the reason.
    public let failed: (String) -> [Effect]
  }
}

extension StoreClient {
  /// Changes records off the drawing thread, reports the result, and records the change for undo.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - ends: the effects that follow.
  /// - Returns: the effects that start the work.
  func make(_ change: BulkChange, then ends: BulkChange.Ends) -> [Effect] {
    let noted = BulkChange.Ends { [weak self] transaction, report in
      if let transaction { self?.note(Change(transaction)) }
      let said = Message.saved(report, isChange: transaction != nil)
      return ends.done(transaction, report) + [.say(said)]
    } failed: {
      ends.failed($0)
    }
    return run(change, then: noted)
  }

  /// Changes records off the drawing thread: one directly, several through `bulkChanges`.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - ends: all the effects that follow.
  /// - Returns: the effects that start the work.
  func run(_ change: BulkChange, then ends: BulkChange.Ends) -> [Effect] {
    if change.count > 1, let bulkChanges {
      // If two changes ran at once, the second would start from outdated records.
      if let doing = changeUnderWay() { return refuse("\(doing) is still running") }
      return bulkChanges(change, ends)
    }
    let (store, model) = (store, snapshot.model)
    let job = BackgroundJob(change.doing, lane: .writer, holdsKeys: true) {
      Outcome { () throws(StoreError) in
        let transaction = try change.work(store, .none)
        return (transaction, change.report(transaction))
      }
    } completion: { outcome in
      switch outcome {
      case .success(let (transaction, report)): ends.done(transaction, report) + [.refresh]
      case .failure(let error): ends.failed(error.description(in: model)) + [.refresh]
      }
    }
    return [.run(job)]
  }
}

extension Message {
  /// The message about a saved change, with the key that undoes it.
  ///
  /// - Parameters:
  ///   - report: the sentence about the change.
  ///   - isChange: whether there was a change that can be undone.
  /// - Returns: the message.
  package static func saved(_ report: String, isChange: Bool) -> Message {
    Message(report, tone: .good, advice: isChange ? .undo() : "")
  }
}
