internal import Dispatch
internal import Synchronization

/// The results of a function in the order of its elements, which two threads compute in advance.
///
/// While the caller uses a group of results, a second thread computes the next group. If the caller
/// needs the next group earlier, it computes a part:
///
///     second thread    1a   2a 2b 2c    3a …
///     caller           1b   use 1       2d   use 2 …
///
/// Cost: the memory of two groups. All results would double the memory of a large import.
struct ParallelPrefetch<Element: Sendable, Result: Sendable, Failure: Error> {
  private typealias Outcome = Swift.Result<Result, Failure>

  private var rest: ArraySlice<Element>
  private let groupSize: Int
  private let make: @Sendable (Element) throws(Failure) -> Result
  /// Its own queue: after a global queue ran, Dispatch wakes the process each second.
  private let queue = DispatchQueue(label: "results ahead")
  /// The group that a second thread computes.
  private var coming: Group?
  /// The results that are ready, in reverse order.
  private var made: [Outcome] = []

  /// Prepares results.
  ///
  /// - Parameters:
  ///   - elements: the elements.
  ///   - groupSize: the number of elements of a group; smaller for large results.
  ///   - make: returns the result of an element.
  init(
    _ elements: [Element], inGroupsOf groupSize: Int = 64,
    make: @escaping @Sendable (Element) throws(Failure) -> Result
  ) {
    (rest, self.make, self.groupSize) = (elements[...], make, groupSize)
    startGroup()
  }

  /// Returns the next result; `nil` after the last.
  ///
  /// - Throws: the error of `make` for this element.
  mutating func next() throws(Failure) -> Result? {
    if made.isEmpty, let group = coming {
      group.work(make)
      queue.sync {}
      made = group.outcomes.reversed()
      // After an error, the caller may close its files.
      let failed = made.contains { if case .failure = $0 { true } else { false } }
      if failed { (coming, rest) = (nil, []) } else { startGroup() }
    }
    return try made.popLast()?.get()
  }

  /// Returns all results.
  ///
  /// - Throws: the error of the first element that has one.
  static func results(
    _ elements: [Element], make: @escaping @Sendable (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var all = Self(elements, make: make)
    var results: [Result] = []
    results.reserveCapacity(elements.count)
    while let result = try all.next() { results.append(result) }
    return results
  }

  private mutating func startGroup() {
    coming = rest.isEmpty ? nil : Group(rest.prefix(groupSize))
    rest = rest.dropFirst(groupSize)
    guard let coming, coming.elements.count >= Self.manyElements else { return }
    queue.async { [make] in coming.work(make) }
  }

  /// Starting a thread takes longer than the work for fewer elements.
  private static var manyElements: Int { 16 }

  /// A group of elements from which each thread takes the next one.
  private final class Group: Sendable {
    let elements: [Element]
    private let taken = Atomic(0)
    private let results: Mutex<[Outcome?]>

    init(_ elements: ArraySlice<Element>) {
      self.elements = Array(elements)
      results = Mutex(Array(repeating: nil, count: elements.count))
    }

    func work(_ make: (Element) throws(Failure) -> Result) {
      while true {
        let place = taken.add(1, ordering: .relaxed).oldValue
        guard place < elements.count else { return }
        let outcome = Outcome { () throws(Failure) in try make(elements[place]) }
        results.withLock { $0[place] = outcome }
      }
    }

    /// The results, after both threads have finished.
    var outcomes: [Outcome] { results.withLock { $0.compactMap(\.self) } }
  }
}
