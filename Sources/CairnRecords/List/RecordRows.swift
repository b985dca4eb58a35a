internal import CairnInterface
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The rows of a list of records, and the texts of their columns.
struct RecordRows: Sendable {
  var results: FetchedResults
  var columns: RecordColumns
  /// The query's own columns when these rows were found.
  var ownColumns: [String]?
  /// Warnings about unknown parts of the URL.
  var warnings: [String] = []
  /// The texts of linked records, in which a filter may have found words.
  var linkedTexts: LinkedTexts?
  /// Whether ambiguous characters were two columns wide when the columns were measured.
  var isMeasuredWide = AmbiguousWidth.isWide

  /// Whether the columns have the widths that the terminal needs.
  var fitsTerminal: Bool { isMeasuredWide == AmbiguousWidth.isWide }
}

/// The input for finding the rows of a list, on any thread.
struct RecordFetch: Sendable {
  /// The result of finding rows.
  enum Outcome: Sendable {
    case found(RecordRows)
    /// The rows of the same query, after new saves.
    case updated(RecordRows)
    /// The filter is invalid; holds the unfiltered rows if the shown ones don't fit.
    case wrongFilter(FilterProblem, RecordRows?)
    /// The list can't be shown with any filter.
    case failed(FilterError)
  }

  /// The list's URL with the wanted query.
  let url: ScreenURL
  let query: ListQuery
  let entity: Entity
  let origin: FetchRequest.Origin?
  let snapshot: Snapshot
  let clock: WallClock
  /// The rows on screen, which may save work.
  var shown: RecordRows?
  /// Whether those rows have the same query, so that only new saves need a look.
  let isSame: Bool
  /// The parsed query of the URL; `nil` if parsing is left for later because it takes long.
  private let readQuery: Result<RecordQuery, FilterError>?

  /// Prepares finding the rows at `url`.
  ///
  /// - Parameters:
  ///   - url: the list's URL with the wanted query.
  ///   - query: the same query in the list's form.
  ///   - entity: the entity of the records.
  ///   - origin: the link that the list belongs to; `nil` for all records.
  ///   - snapshot: the content to search.
  ///   - clock: the clock for words about time.
  ///   - shown: the rows on screen.
  ///   - isSame: whether those have the same query.
  init(
    _ url: ScreenURL, _ query: ListQuery, of entity: Entity,
    from origin: FetchRequest.Origin?, in snapshot: Snapshot, at clock: WallClock,
    shown: RecordRows? = nil, isSame: Bool = false
  ) {
    (self.url, self.query, self.entity, self.origin) = (url, query, entity, origin)
    (self.snapshot, self.clock, self.shown, self.isSame) = (snapshot, clock, shown, isSame)
    let isShort = query.filter.utf8.count <= Self.shortFilter
    readQuery =
      isShort
      ? Result { () throws(FilterError) in
        try RecordQuery(url, for: entity, in: snapshot.model, origin: origin)
      } : nil
  }

  /// The parsed query of the URL.
  ///
  /// - Throws: `FilterError` for an invalid URL.
  func wanted() throws(FilterError) -> RecordQuery {
    if let readQuery { return try readQuery.get() }
    return try RecordQuery(url, for: entity, in: snapshot.model, origin: origin)
  }

  /// The parsed query of the URL, without the filter.
  ///
  /// - Throws: `FilterError` for an invalid URL.
  func wantedUnfiltered() throws(FilterError) -> RecordQuery {
    try RecordQuery(
      url.setting("where", to: nil), for: entity, in: snapshot.model, origin: origin)
  }

  /// Whether the rows are found within the time of one drawing.
  var isShort: Bool {
    guard readQuery != nil, !needsTextHistory else { return false }
    // Below an invalid filter come the unfiltered rows; an invalid query finds nothing.
    let count = (try? preparation(for: wanted())) ?? (try? preparation(for: wantedUnfiltered()))
    guard count ?? 0 <= Self.shortCount else { return false }
    return isUpdate || query.filter.isEmpty
      || (try? countToTest()) ?? 0 <= Self.shortTestCount
  }

  /// Whether git's versions of the files must be read first.
  private var needsTextHistory: Bool {
    guard let query = (try? wanted()) ?? (try? wantedUnfiltered()) else { return false }
    let columns = query.columns?.map(\.field)
    return snapshot.needsTextHistory(
      for: query.request,
      columns: columns ?? entity.listedFields.compactMap { try? FieldPath.parse($0) })
  }

  /// Whether only new saves are tested.
  private var isUpdate: Bool {
    guard isSame, let results = shown?.results else { return false }
    return results.snapshot.model == snapshot.model && !results.looksAtOthers
      && results.hasNewestTimes(in: snapshot)
  }

  /// Whether the filter is valid, as far as that is known before reading.
  ///
  /// An invalid filter keeps the shown rows, which takes no time.
  var canBeRead: Bool {
    guard shown?.results.snapshot === snapshot, !query.filter.isEmpty else { return true }
    return problem == nil
  }

  /// The problem in the filter, if known before reading; `nil` for no problem, and for a filter too
  /// long to parse at once.
  var problem: FilterProblem? {
    guard readQuery != nil, !needsTextHistory, (try? wantedUnfiltered()) != nil else { return nil }
    do throws(FilterError) {
      try snapshot.check(try wanted().request, at: clock)
      return nil
    } catch {
      return filterProblem(error)
    }
  }

  /// The problem in the filter, for an error of the store.
  private func filterProblem(_ error: FilterError) -> FilterProblem {
    guard query.filter.utf8.count <= Self.shortFilter else {
      return FilterProblem(error, in: query.filter)
    }
    return FilterProblem(error, in: query.filter) { filter in
      do throws(FilterError) {
        let wanted = try RecordQuery(
          url.setting("where", to: filter), for: entity, in: snapshot.model, origin: origin)
        try snapshot.check(wanted.request, at: clock)
        return nil
      } catch {
        return error
      }
    }
  }

  private func preparation(for wanted: RecordQuery) throws(FilterError) -> Int {
    try snapshot.preparation(for: wanted.request, at: clock)
  }

  /// The number of records to test; throws for an invalid filter.
  private func countToTest() throws(FilterError) -> Int {
    try snapshot.countToTest(for: try wanted().request)
  }

  /// Parsing this many bytes of a filter takes well below a millisecond; a pasted text may be
  /// longer.
  private static let shortFilter = 4096
  /// Testing this many records takes about 5 ms.
  static let shortTestCount = 32_768
  /// Reading or sorting this many records takes about 10 ms.
  static let shortCount = 4096

  func outcome() -> Outcome {
    do throws(FilterError) {
      if isSame, let rows = try updated() { return .updated(rows) }
    } catch {
      return .failed(error)
    }
    do throws(FilterError) {
      return .found(try rows(of: try wanted()))
    } catch {
      return withoutFilter(error)
    }
  }

  /// The shown rows after new saves; `nil` if they must be found again, because a new model may
  /// mean other fields, columns and order.
  private func updated() throws(FilterError) -> RecordRows? {
    guard var rows = shown, snapshot.model == rows.results.snapshot.model else { return nil }
    _ = try rows.results.update(to: snapshot, at: clock)
    // The typed filter may be invalid; the columns depend on the rest of the URL.
    rows.columns = try RecordColumns(
      wantedUnfiltered(), of: entity, in: snapshot, at: clock, withExtras: true)
    rows.linkedTexts = linkedTexts()
    return rows
  }

  private func rows(of wanted: RecordQuery) throws(FilterError) -> RecordRows {
    let results = try FetchedResults(
      wanted.request, in: snapshot, at: clock, reusing: shown?.results)
    // Neither a filter nor an order changes the columns. Their widths only grow into room that is
    // left.
    if let shown, shown.results.snapshot === snapshot, shown.ownColumns == query.columns,
      shown.fitsTerminal
    {
      var columns = shown.columns
      columns.makeRoom(for: results.result)
      return RecordRows(
        results: results, columns: columns, ownColumns: shown.ownColumns,
        warnings: wanted.allWarnings, linkedTexts: shown.linkedTexts ?? linkedTexts())
    }
    var columns = try RecordColumns(
      wanted, of: entity, in: snapshot, at: clock, withExtras: true)
    columns.makeRoom(for: results.result)
    return RecordRows(
      results: results, columns: columns, ownColumns: query.columns, warnings: wanted.allWarnings,
      linkedTexts: linkedTexts())
  }

  /// Prepared with the rows, since the first lookup of owned records builds an index.
  private func linkedTexts() -> LinkedTexts? {
    query.filter.isEmpty ? nil : LinkedTexts(of: entity, in: snapshot, at: clock)
  }

  /// The outcome for an invalid filter, or for a list that fails even without a filter.
  private func withoutFilter(_ error: FilterError) -> Outcome {
    guard !query.filter.isEmpty else { return .failed(error) }
    let problem = filterProblem(error)
    // The shown rows of this snapshot prove that the list works. An empty result came from the
    // beginning of the filter being typed.
    if let shown, shown.results.snapshot === snapshot, !shown.results.result.isEmpty {
      return .wrongFilter(problem, nil)
    }
    do throws(FilterError) {
      var wanted = try wantedUnfiltered()
      // Before any rows were shown, none may appear: otherwise a deletion of all rows would delete
      // all records.
      if shown == nil { wanted.request.limit = 0 }
      return .wrongFilter(problem, try rows(of: wanted))
    } catch {
      return .failed(error)
    }
  }
}
