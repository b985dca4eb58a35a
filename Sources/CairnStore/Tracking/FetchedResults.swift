/// A list of records that follows the store: its sections and rows, and the effect of each change.
///
/// A view that fetches again after each change loses its place, and sorts the whole list for one
/// record. This list keeps its result, updates it, and reports the difference.
///
///     var results = try FetchedResults(request, in: store.snapshot, at: clock)
///     …
///     if let change = try results.update(to: store.snapshot, at: clock) { … }
///
/// Invariants, after S16:
///
/// 1. After an update, the list equals a new fetch in the new snapshot, in the same order.
/// 2. Applying the change to the old list, as `RowChanges` describes, gives the new list.
/// 3. A row is moved if a key of the order or of the section changed, and its place with it. Any
///    other changed row is updated. No row is reported twice.
/// 4. Changes are found by comparing snapshots. A call at each `ChangeSet` of the store keeps a
///    list current; a missed or late call does no harm.
///
/// Cost of an update: changed chunks, 512 records each, are compared and tested. A changed record
/// is placed by bisection. The other places are copied, eight bytes each, about 0.1 ms for 100,000.
/// A request with offset, limit or origin is fetched again, and the old and new lists are compared.
/// So is a request whose filter, order or section uses links, or times that git tells in a new way.
/// A request for duplicates is fetched again, and the list is reloaded.
public struct FetchedResults: Sendable {
  /// The rows, in order.
  public private(set) var result: FetchResult

  /// Fetches the records of `request`.
  ///
  /// - Parameters:
  ///   - request: The filter, the order and the sections.
  ///   - snapshot: The first content of the list.
  ///   - clock: The clock for words such as `today`.
  ///   - previous: The results of an earlier request, such as the one before the last letter of a
  ///     filter. They may save work.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public init(
    _ request: FetchRequest, in snapshot: Snapshot, at clock: WallClock = .current,
    reusing previous: FetchedResults? = nil
  ) throws(FilterError) {
    result = try snapshot.fetch(request, at: clock, reusing: previous?.result)
  }

  /// The request of the list.
  public var request: FetchRequest { result.request }

  /// The content that the list shows.
  public var snapshot: Snapshot { result.snapshot }

  /// The sections; without grouping, one section with all rows, even if it is empty.
  public var sections: [FetchResult.Section] { result.shownSections }

  /// Whether the filter uses records outside the list, so that an update tests all rows again.
  public var looksAtOthers: Bool { !result.matches.isLocal }

  /// Whether the filter and the order use the newest versions of the text files, so that an update
  /// keeps the unchanged rows.
  public func hasNewestTimes(in snapshot: Snapshot) -> Bool {
    guard !snapshot.needsTextHistory(for: request, columns: []) else { return false }
    return snapshot.textVersions(of: request.decidingFields, of: result.table.entity)
      == result.matches.texts
  }

  /// Updates the list to newer content.
  ///
  /// - Parameters:
  ///   - snapshot: The newer content.
  ///   - clock: The clock for words such as `today`.
  /// - Returns: The change of the list; `nil` if the list is the same.
  /// - Throws: `FilterError` when the model has lost a field of the request, or the collection
  ///   cannot be read; the list then stays the same.
  public mutating func update(
    to snapshot: Snapshot, at clock: WallClock = .current
  ) throws(FilterError) -> ResultsChange? {
    if snapshot === result.snapshot, hasNewestTimes(in: snapshot) { return nil }
    let update = try ResultsUpdate(result, to: snapshot, at: clock)
    result = update.result
    return update.change
  }
}

// MARK: - Places

extension FetchedResults {
  /// Returns the section and row of the row at `index` of the whole list.
  public func place(at index: Int) -> ResultPlace { result.shownSections.place(at: index) }

  /// Returns the index in the whole list of the row at `place`; `nil` for an invalid place.
  public func index(of place: ResultPlace) -> Int? {
    guard sections.indices.contains(place.section) else { return nil }
    let range = sections[place.section].range
    return (0..<range.count).contains(place.row) ? range.lowerBound + place.row : nil
  }

  /// Returns the place of the record `id`; `nil` if it isn't in the list.
  public func place(of id: ObjectID) -> ResultPlace? {
    guard id.entity == request.entity else { return nil }
    return result.index(of: id.key).map(place(at:))
  }
}

extension FetchResult {
  /// The sections that a list shows: one section if there is no grouping.
  var shownSections: [Section] {
    request.hasSections ? sections : [Section(value: nil, title: nil, range: 0..<count)]
  }
}

extension [FetchResult.Section] {
  /// Returns the place of the row at `index`; sections follow one another without gaps.
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
