/// A list of records that follows the store: sections and rows, and what each change does to them.
///
/// Views that fetch anew at each change lose their place and do a whole list's work for one record.
/// This keeps what it found, brings it up to date, and says what that did.
///
///     var results = try FetchedResults(request, in: store.snapshot, at: clock)
///     …
///     if let change = try results.update(to: store.snapshot, at: clock) { … }
///
/// What holds, after S16:
///
/// 1. After an update the list is what the request finds in the new snapshot, in the same order.
/// 2. Applying the change to the old list, as `RowChanges` says, gives the new list.
/// 3. A row moves if a key of the order or of the section changed, and its place with it; otherwise
///    a row that changed is updated. No row is told of twice.
/// 4. What changed is found by comparing the snapshots. A call at each `ChangeSet` that the store
///    announces keeps a list current; one that was missed, or came late, does no harm.
///
/// Cost of an update: chunks that changed, 512 records each, are compared and tested; a record that
/// changed takes its place by bisection; the other places are copied, eight bytes each, about 0.1
/// ms for 100,000. A request with offset, limit or origin, and one whose filter, order or section
/// looks through links, is fetched again, and old and new compared.
public struct FetchedResults: Sendable {
  /// The rows, one after the other.
  public private(set) var result: FetchResult

  /// Fetches what `request` asks for.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - snapshot: The content to look at first.
  ///   - clock: The clock by which words such as `today` are read.
  ///   - previous: The results of an earlier request, such as the one before the last letter of a
  ///     filter, which may spare work.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public init(
    _ request: FetchRequest, in snapshot: Snapshot, at clock: WallClock,
    reusing previous: FetchedResults? = nil
  ) throws(FilterError) {
    result = try snapshot.fetch(request, at: clock, reusing: previous?.result)
  }

  /// The request.
  public var request: FetchRequest { result.request }

  /// The content that the list is of.
  public var snapshot: Snapshot { result.snapshot }

  /// The sections; without a group there is one with all rows, be there any or not.
  public var sections: [FetchResult.Section] { result.shownSections }

  /// Whether the filter looks at other records than those of the list, so that an update tests all of
  /// them anew.
  public var looksAtOthers: Bool { !result.matches.isLocal }

  /// Brings the list up to date.
  ///
  /// - Parameters:
  ///   - snapshot: The newer content.
  ///   - clock: The clock by which words such as `today` are read.
  /// - Returns: What changed; `nil` if nothing in the list did.
  /// - Throws: `FilterError` when the model has lost a field of the request, or the collection
  ///   cannot be read; then the list stays as it is.
  public mutating func update(
    to snapshot: Snapshot, at clock: WallClock
  ) throws(FilterError) -> ResultsChange? {
    guard snapshot !== result.snapshot else { return nil }
    let update = try ResultsUpdate(result, to: snapshot, at: clock)
    result = update.result
    return update.change
  }
}

// MARK: - Places

extension FetchedResults {
  /// Where the row at `index` of the whole list stands in its section.
  public func place(at index: Int) -> ResultPlace { result.shownSections.place(at: index) }

  /// The index in the whole list of the row at `place`; `nil` where there is none.
  public func index(of place: ResultPlace) -> Int? {
    guard sections.indices.contains(place.section) else { return nil }
    let range = sections[place.section].range
    return (0..<range.count).contains(place.row) ? range.lowerBound + place.row : nil
  }

  /// Where the record `id` stands; `nil` if it isn't in the list.
  public func place(of id: ObjectID) -> ResultPlace? {
    guard id.entity == request.entity else { return nil }
    return result.index(of: id.key).map(place(at:))
  }
}

extension FetchResult {
  /// The sections as a list shows them: a single one where nothing is grouped.
  var shownSections: [Section] {
    request.group == nil ? [Section(value: nil, title: nil, range: 0..<count)] : sections
  }
}

extension [FetchResult.Section] {
  /// Where the row at `index` stands; sections follow one another without gaps.
  func place(at index: Int) -> ResultPlace {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle].range.lowerBound <= index { low = middle } else { high = middle }
    }
    return ResultPlace(section: low, row: index - self[low].range.lowerBound)
  }
}
