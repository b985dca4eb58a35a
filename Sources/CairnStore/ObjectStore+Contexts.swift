internal import Dispatch

extension ObjectStore {
  /// A context for the calling thread.
  ///
  /// The one that the run loop's thread makes and keeps is the main context; it merges at the
  /// loop's turns. Others come and go as there is work.
  ///
  /// - Parameter snapshot: the content to start from; `nil` for the newest. A form that was opened
  ///   a while ago starts from what it showed, so that a save notices what changed since.
  /// - Returns: the context, without edits.
  public func newContext(at snapshot: Snapshot? = nil) -> ObjectContext {
    ObjectContext(self, at: snapshot ?? self.snapshot)
  }

  /// Runs `work` on a thread of its own, with a context of its own (S5).
  ///
  /// What `work` edits is saved if it saves; ids may come from outside and go back, records not.
  ///
  /// - Parameters:
  ///   - work: what to do.
  ///   - completion: is given what came of it, on that thread.
  public func performInBackground<Output: Sendable>(
    _ work: @escaping @Sendable (ObjectContext) throws(StoreError) -> Output,
    completion: @escaping @Sendable (Result<Output, StoreError>) -> Void = { _ in }
  ) {
    // A queue of its own: once a thread of a shared one has run, the dispatch library looks after
    // it with a timer that wakes the process each second for as long as it lives.
    DispatchQueue(label: "background context").async {
      let context = self.newContext()
      completion(Result { () throws(StoreError) in try work(context) })
    }
  }
}
