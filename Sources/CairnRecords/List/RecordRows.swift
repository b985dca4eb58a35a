internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The rows of a list of records, and what their columns show.
struct RecordRows: Sendable {
  var results: FetchedResults
  var columns: RecordColumns
  /// The columns that the query asked for by itself when these were made.
  var ownColumns: [String]?
  /// What the URL asks for in vain.
  var warnings: [String] = []
  /// What stands around the records, where a filter may have found words there.
  var linkedTexts: LinkedTexts?
}

/// All that it takes to find the rows of a list, on whichever thread.
struct RecordFetch: Sendable {
  /// What came of it.
  enum Outcome: Sendable {
    case found(RecordRows)
    /// The rows of the same query, with what was saved since.
    case updated(RecordRows)
    /// The filter can't be read; the rows without it come along where those shown don't fit.
    case wrongFilter(FilterProblem, RecordRows?)
    /// The list can't be shown, whatever the filter.
    case failed(FilterError)
  }

  /// The list's URL with the query that is wanted now.
  let url: ScreenURL
  let query: ListQuery
  let entity: Entity
  let origin: FetchRequest.Origin?
  let snapshot: Snapshot
  let clock: WallClock
  /// The rows that are shown, which may spare work.
  var shown: RecordRows?
  /// Whether those are rows of the same query, so that only what was saved since is looked at.
  let isSame: Bool
  /// What the URL asks for; `nil` until it is read where that takes its time.
  private let readQuery: Result<RecordQuery, FilterError>?

  /// Makes what finds the rows at `url`.
  ///
  /// - Parameters:
  ///   - url: the list's URL with the query that is wanted now.
  ///   - query: the same as a list has it.
  ///   - entity: the entity of the records.
  ///   - origin: the link whose other end they are; `nil` for all.
  ///   - snapshot: where they are looked for.
  ///   - clock: how words for moments are read.
  ///   - shown: the rows that are shown.
  ///   - isSame: whether those are rows of the same query.
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

  /// What the URL asks for.
  ///
  /// - Throws: `FilterError` for what can't be read.
  func wanted() throws(FilterError) -> RecordQuery {
    if let readQuery { return try readQuery.get() }
    return try RecordQuery(url, for: entity, in: snapshot.model, origin: origin)
  }

  /// The same without the filter.
  ///
  /// - Throws: `FilterError` for what can't be read.
  func wantedUnfiltered() throws(FilterError) -> RecordQuery {
    try RecordQuery(
      url.setting("where", to: nil), for: entity, in: snapshot.model, origin: origin)
  }

  /// Whether it is done within the time that a key's drawing may take.
  var isShort: Bool {
    guard readQuery != nil else { return false }
    // Below a wrong filter are the rows without it; what can't be read at all isn't looked for.
    let count = (try? preparation(for: wanted())) ?? (try? preparation(for: wantedUnfiltered()))
    guard count ?? 0 <= Self.shortCount else { return false }
    return isUpdate || query.filter.isEmpty
      || (try? countToTest()) ?? 0 <= Self.shortTestCount
  }

  /// Whether what was saved since is all that is tested.
  private var isUpdate: Bool {
    guard isSame, let results = shown?.results else { return false }
    return results.snapshot.model == snapshot.model && !results.looksAtOthers
  }

  /// Whether the filter says something that the records can have, as far as that is known before it
  /// is read; where rows are shown, one that doesn't leaves them as they are, which takes no time.
  var canBeRead: Bool {
    guard shown?.results.snapshot === snapshot, !query.filter.isEmpty else { return true }
    return problem == nil
  }

  /// What is wrong with the filter, as far as that is known before anything is read; `nil` for
  /// nothing, and for one that is too long to be read at once.
  var problem: FilterProblem? {
    guard readQuery != nil, (try? wantedUnfiltered()) != nil else { return nil }
    do throws(FilterError) {
      try snapshot.check(try wanted().request, at: clock)
      return nil
    } catch {
      return filterProblem(error)
    }
  }

  /// What is wrong with the filter, given what the store says.
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

  /// Of a filter that can't be read nothing is tested.
  private func countToTest() throws(FilterError) -> Int {
    try snapshot.countToTest(for: try wanted().request)
  }

  /// So many bytes of a filter are read in well below a millisecond; a pasted text may have many
  /// more.
  private static let shortFilter = 4096
  /// So many records are tested by a filter in some 5 ms.
  static let shortTestCount = 32_768
  /// So many records are read, or put in order, in some 10 ms.
  static let shortCount = 4096

  /// Finds the rows.
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

  /// What is shown, with what was saved since; `nil` where it has to be looked for anew, as a new
  /// model may mean other fields, columns and order.
  private func updated() throws(FilterError) -> RecordRows? {
    guard var rows = shown, snapshot.model == rows.results.snapshot.model else { return nil }
    _ = try rows.results.update(to: snapshot, at: clock)
    // What is typed now may not read; the columns stand in the URL's other words.
    rows.columns = try RecordColumns(
      wantedUnfiltered(), of: entity, in: snapshot, at: clock, withExtras: true)
    rows.linkedTexts = linkedTexts()
    return rows
  }

  private func rows(of wanted: RecordQuery) throws(FilterError) -> RecordRows {
    let results = try FetchedResults(
      wanted.request, in: snapshot, at: clock, reusing: shown?.results)
    // Neither a filter nor an order changes what the columns show, or how wide they are.
    if let shown, shown.results.snapshot === snapshot, shown.ownColumns == query.columns {
      return RecordRows(
        results: results, columns: shown.columns, ownColumns: shown.ownColumns,
        warnings: wanted.warnings, linkedTexts: shown.linkedTexts ?? linkedTexts())
    }
    return RecordRows(
      results: results,
      columns: try RecordColumns(
        wanted, of: entity, in: snapshot, at: clock, withExtras: true),
      ownColumns: query.columns, warnings: wanted.warnings, linkedTexts: linkedTexts())
  }

  /// Made ready with the rows, as finding what a record owns takes an index at first.
  private func linkedTexts() -> LinkedTexts? {
    query.filter.isEmpty ? nil : LinkedTexts(of: entity, in: snapshot, at: clock)
  }

  /// That the filter is wrong, or that the list can't be shown even without it.
  private func withoutFilter(_ error: FilterError) -> Outcome {
    guard !query.filter.isEmpty else { return .failed(error) }
    let problem = filterProblem(error)
    // Of the snapshot that is shown, it is known that the list itself is well. What nothing matched
    // was the beginning of what is being typed.
    if let shown, shown.results.snapshot === snapshot, !shown.results.result.isEmpty {
      return .wrongFilter(problem, nil)
    }
    do throws(FilterError) {
      var wanted = try wantedUnfiltered()
      // Otherwise, a deletion of all rows would delete all records.
      if shown == nil { wanted.request.limit = 0 }
      return .wrongFilter(problem, try rows(of: wanted))
    } catch {
      return .failed(error)
    }
  }
}
