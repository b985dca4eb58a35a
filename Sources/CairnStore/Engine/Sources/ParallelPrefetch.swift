internal import Dispatch
internal import Synchronization

/// A sequence of results that two threads compute ahead of their use, in the order of the elements.
struct ParallelPrefetch<Element: Sendable, Result: Sendable, Failure: Error> {
  private var rest: ArraySlice<Element>
  private let make: @Sendable (Element) throws(Failure) -> Result?
  /// The results that are ready, in reverse order.
  private var made: [Result] = []

  /// A sequence of the results of `make` for `elements`.
  init(
    _ elements: [Element], make: @escaping @Sendable (Element) throws(Failure) -> Result
  ) {
    (rest, self.make) = (elements[...], make)
  }

  /// Returns the next result; `nil` after the last.
  ///
  /// - Throws: the error of `make` for this element, or for one of the next elements.
  mutating func next() throws(Failure) -> Result? {
    if made.isEmpty {
      let group = Array(rest.prefix(Self.groupSize))
      made = try group.compactMapOnTwoThreads(make).reversed()
      rest = rest.dropFirst(group.count)
    }
    return made.popLast()
  }

  /// The number of results that are computed at once.
  ///
  /// All of them would double the memory of a large import.
  private static var groupSize: Int { 64 }
}

extension Array where Element: Sendable {
  /// Returns the results of `body` that aren't `nil`, in the order of the elements.
  ///
  /// A second thread computes half of them if the array has at least 16 elements.
  func compactMapOnTwoThreads<Result: Sendable, Failure: Error>(
    _ body: @Sendable (Element) throws(Failure) -> Result?
  ) throws(Failure) -> [Result] {
    guard count >= Self.many else { return try self[...].compactMap(body) }
    let second = Mutex<Swift.Result<[Result], Failure>?>(nil)
    let middle = count / 2
    return try withoutActuallyEscaping(body) { body throws(Failure) in
      // A new queue: after a global queue ran, Dispatch wakes the process each second until it ends.
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

  /// Starting a thread takes longer than the work for fewer elements.
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
