internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
  /// What `body` makes of each element that it makes something of, in their order: half of them on
  /// a thread of its own where they are many, else all on this one.
  func compactMapOnTwoThreads<Result: Sendable, Failure: Error>(
    _ body: @Sendable (Element) throws(Failure) -> Result?
  ) throws(Failure) -> [Result] {
    guard count >= Self.many else { return try self[...].compactMap(body) }
    let second = Mutex<Swift.Result<[Result], Failure>?>(nil)
    let middle = count / 2
    return try withoutActuallyEscaping(body) { body throws(Failure) in
      // A queue of its own: once a thread of a shared one has run, the dispatch library looks after
      // it with a timer that wakes the process each second for as long as it lives.
      let queue = DispatchQueue(label: "second half")
      queue.async {
        let result = Swift.Result { () throws(Failure) in try self[middle...].compactMap(body) }
        second.withLock { $0 = result }
      }
      let first = Swift.Result { () throws(Failure) in try self[..<middle].compactMap(body) }
      queue.sync {}
      return try first.get() + (second.withLock { $0 }?.get() ?? [])
    }
  }

  /// Fewer elements than this are done before a thread has begun.
  private static var many: Int { 16 }
}

extension ArraySlice {
  fileprivate func compactMap<Result, Failure: Error>(
    _ body: (Element) throws(Failure) -> Result?
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { if let result = try body(element) { results.append(result) } }
    return results
  }
}
