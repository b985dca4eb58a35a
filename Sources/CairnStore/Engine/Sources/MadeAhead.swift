/// What comes of elements, one after the other, made ahead on two threads.
struct MadeAhead<Element: Sendable, Result: Sendable, Failure: Error> {
  private var rest: ArraySlice<Element>
  private let make: @Sendable (Element) throws(Failure) -> Result?
  /// What was made ahead, the next one last.
  private var made: [Result] = []

  /// Makes what `make` makes of `elements`, in their order.
  init(
    _ elements: [Element], make: @escaping @Sendable (Element) throws(Failure) -> Result
  ) {
    (rest, self.make) = (elements[...], make)
  }

  /// What comes of the next element; `nil` after the last.
  ///
  /// - Throws: What making it threw, or one soon after it.
  mutating func next() throws(Failure) -> Result? {
    if made.isEmpty {
      let group = Array(rest.prefix(Self.groupSize))
      made = try group.compactMapOnTwoThreads(make).reversed()
      rest = rest.dropFirst(group.count)
    }
    return made.popLast()
  }

  /// So many are made at once; all of them would need the memory of a large import twice.
  private static var groupSize: Int { 64 }
}
