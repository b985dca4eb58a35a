public import CairnNavigation
public import CairnScreens
public import CairnStore

/// The rows of a list of records, directly from the store's columns.
///
/// Filters, and orders that were used before, apply at once. Reading files and long sorts would
/// block the drawing, so another thread does them: keys wait for the result, and the previous rows
/// stay. If a filter is invalid, the rows stay, and the list reports the problem. If the list can't
/// be shown with any filter, for example because its order names a missing field, the phase is
/// failed until that is fixed.
public final class RecordListSource: DescribedRows, AddressedRows, DetailedRows, ExaminedRows,
  FilteredRows, FieldRows, ViewedRows, GroupedRows, LetteredRows, MarkableRows, ChangeableRows
{
  let client: StoreClient
  private(set) var entity: Entity
  let origin: FetchRequest.Origin?

  /// The list's own canonical URL in the store, with its initial query.
  let url: ScreenURL

  /// The typed filter and the order, initially from the URL.
  public private(set) var query: ListQuery
  /// The error in the filter, while it is invalid.
  public private(set) var filterProblem: FilterProblem?
  /// The phase: loading until there are rows; then ready, or failed with the reason.
  public private(set) var phase = ListPhase.loading
  /// The rows, once found, and their query.
  private(set) var rows: RecordRows?
  private var rowsQuery: ListQuery?
  private var rowsProblem: FilterProblem?
  /// A number that changes with each search for rows.
  public private(set) var generation: Int? = 0
  private let fetching = SingleFlight()
  let examining = SingleFlight()
  /// The latest fetch, with the filter as it was read, but without the rows.
  private(set) var latestFetch: RecordFetch?
  /// The hint about a filter without matches.
  var hint: (generation: Int?, text: String?)?
  /// The function that each section's numbers are totaled by.
  public var sectionTotals: SectionTotals?
  private var lookedUpTotals = TotalsLookup()
  var excerpt: (asked: AskedExcerpt, text: String?)?
  /// The total that was added up last.
  var addedUp: (asked: AskedTotal, text: String?)?
  /// The totals of the marked rows of the last drawing.
  var marksAddedUp: (asked: AskedTotal, cells: [String]?)?
  /// The marked rows that still exist, as found in one snapshot.
  var known: (asked: Set<String>, found: Set<String>, snapshot: Snapshot)?

  /// Creates the source for the list at `url`.
  ///
  /// - Throws: `FilterError` if the columns or the order are invalid; an invalid filter is shown
  ///   with its problem.
  public init(
    _ url: ScreenURL, entity: String, origin: FetchRequest.Origin?, client: StoreClient
  ) throws(FilterError) {
    guard let definition = client.snapshot.model[entity] else {
      throw .unavailable(.unknownEntity(entity))
    }
    self.client = client
    self.entity = definition
    self.origin = origin
    let url = client.mount.inward(url) ?? url
    self.url = url
    sectionTotals = url.value("totals").flatMap(SectionTotals.init(rawValue:))
    query = ListQuery(
      filter: url.values("where").joined(separator: " "), group: url.value("group"),
      columns: url.value("columns").map { $0.split(separator: ",").map(String.init) })
    nameFields(of: &query)
    // The names of the model, so that each column has its colors and its order.
    let columns = query.columns?.joined(separator: ",")
    let fetch = RecordFetch(
      url.setting("columns", to: columns), query, of: definition, from: origin, in: client.snapshot,
      at: client.clock())
    let filtered = try? fetch.wanted()
    let wanted = if let filtered { filtered } else { try fetch.wantedUnfiltered() }
    let asked = query
    query.sorts = named(wanted.request.sorts)
    guard fetch.isShort else { return }
    latestFetch = fetch
    let outcome = fetch.outcome()
    if case .failed(let error) = outcome { throw error }
    show(outcome, of: asked)
  }
}

// MARK: - Rows

extension RecordListSource {
  /// The collection's plural, or the link and its record.
  public var title: String {
    let title = snapshot.title(ofList: entity, origin: origin, by: agendaField)
    return findsDuplicates ? "Duplicates in \(title)" : title
  }

  /// The snapshot of the rows, or of the rows to come.
  private var snapshot: Snapshot { rows?.results.snapshot ?? client.snapshot }

  /// The rows; only for code that runs after the rows are found.
  var found: RecordRows {
    guard let rows else { preconditionFailure("no row is asked for before there are rows") }
    return rows
  }

  /// The rows' fetch result, if there is one; usable on any thread.
  var shownResult: FetchResult? { rows?.results.result }

  /// The columns of the URL, or else of the model.
  public var columns: [ListColumn] { rows?.columns.shapes ?? [] }
  /// The number of records that match the filter.
  public var count: Int { rows?.results.result.count ?? 0 }

  /// The number of records without the filter.
  public var total: Int {
    // Before the first rows, counting would read the records.
    guard rows != nil else { return 0 }
    if let origin {
      return (try? snapshot.linkedKeys(of: origin.id, origin.relationship))?.count ?? 0
    }
    return snapshot.table(entity.name)?.count ?? 0
  }

  /// The record at `index`, by its key.
  public func row(at index: Int) -> ListRow {
    let (rows, row) = (found, found.results.result[index])
    var shown = ListRow(
      id: "\(row.key)", cells: rows.columns.cells(of: row, client.health),
      hasRemarks: row.remarkCount > 0)
    shown.roles = rows.columns.roles(of: row, client.health)
    shown.wordRoles = rows.columns.wordRoles(of: row)
    return shown
  }

  /// The place of the record with the key `id`.
  public func index(of id: String) -> Int? {
    RecordKey(id).flatMap { rows?.results.result.index(of: $0) }
  }

  /// The key of the record of this collection that `url` leads to.
  public func id(leadingTo url: ScreenURL) -> String? {
    guard case .record(let id)? = try? client.address(url), id.entity == entity.name else {
      return nil
    }
    return "\(id.key)"
  }

  /// The names of the columns without extra columns.
  var columnNames: [String] { columns.filter { !$0.isExtra }.map(\.name) }

  /// The fields: first the columns, then all others but binary data.
  ///
  /// A column shows the first line of a long text.
  public var fields: [ListField] {
    ListField.all(of: entity, first: columnNames)
  }

  /// The values in the columns of a record, without long texts.
  public func values(of id: String) -> [ListValue] {
    guard let rows, let row = identity(id).flatMap(client.snapshot.row) else { return [] }
    let filter = (try? RecordPredicate.parse(query.filter)).flatMap(\.self)
    let known = if case .and(let parts)? = filter { parts } else { filter.map { [$0] } ?? [] }
    return rows.columns.conditions(of: row, in: client.snapshot, at: client.clock()).map {
      title, column, condition in
      let whole = RecordPredicate.and(known.contains(condition) ? known : known + [condition])
      return ListValue(title, of: column, filter: whole.normalized.description)
    }
  }

  /// The first row of each group.
  public var sectionStarts: [Int] { groups.map(\.range.lowerBound) }

  /// The number of groups.
  public var sectionCount: Int { groups.count }

  /// The group at `index`, with its totals once computed.
  public func section(at index: Int) -> ListSection {
    let section = groups[index]
    let id = TotalsLookup.id(of: section.value)
    return ListSection(
      id: id, title: section.title ?? "no \(found.results.request.group?.description ?? "value")",
      totals: lookedUpTotals.cells(of: id))
  }

  /// The totals of all rows, once computed.
  public var totals: [String] {
    // After ungrouping, the old totals stay for a moment.
    rows?.results.request.hasSections == true
      ? [] : lookedUpTotals.cells(of: TotalsLookup.id(of: nil))
  }

  /// Warnings about URL keys that are no fields, and about an unknown view.
  public var warnings: [String] { rows?.warnings ?? [] }

  /// The columns whose numbers can be totaled this way.
  public func columns(with totals: SectionTotals) -> [Int] {
    rows?.columns.totals(totals.function).map(\.index) ?? []
  }

  private var groups: [FetchResult.Section] { rows?.results.result.sections ?? [] }

  /// The key that brings rows into an empty list.
  public var emptyHint: KeyWords {
    if !query.filter.isEmpty { return "\(key: .leave) clears the filter" }
    if let hint = hintOfNothing { return "\(hint)" }
    if findsDuplicates { return "no records are likely the same" }
    if client.isReadOnly { return "" }
    return isPicked
      ? "press \(key: .add) to add a record, \(key: .linkRecords) to link an existing record"
      : "press \(key: .add) to add a record"
  }
}

// MARK: - Query

extension RecordListSource {
  /// Filters and sorts again.
  public func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    return look(isSame: false)
  }

  /// Takes in newly saved changes, and examines only those.
  ///
  /// - Returns: `.retry` if the collection or the record with the link is gone, so that the screen
  ///   says so.
  public func refresh() -> [Effect] {
    let isGone = present(in: client.snapshot.model) == nil
    if isGone || origin.map({ client.snapshot.row($0.id) == nil }) == true { return [.retry] }
    // At midnight, other records are due. A person may change the order or the width of letters.
    let clock = client.clock()
    let isOfNow =
      latestFetch.map {
        $0.clock.today == clock.today && $0.clock.conventions == clock.conventions
      } ?? true
    let isCurrent = isOfNow && rows?.fitsTerminal ?? true
    if rows?.results.snapshot === client.snapshot, phase == .ready, isCurrent {
      return computeTotals()
    }
    return look(isSame: phase == .ready && isCurrent)
  }

  /// The collection in a model, perhaps under another name.
  private func present(in model: ObjectModel) -> Entity? {
    model[entity.name] ?? model.entity(matching: entity.name)
  }

  /// Finds the wanted rows, on another thread if that takes long.
  private func look(isSame: Bool) -> [Effect] {
    guard !fetching.isUnderWay else { return [] }
    let snapshot = client.snapshot
    // Another process may have changed the model.
    entity = present(in: snapshot.model) ?? entity
    nameFields(of: &query)
    let query = query
    let fetch = RecordFetch(
      currentURL, query, of: entity, from: origin, in: snapshot, at: client.clock(), shown: rows,
      isSame: isSame)
    latestFetch = fetch
    latestFetch?.shown = nil
    // An invalid filter is reported at once, so that it never gets into a URL.
    guard !fetch.isShort, fetch.canBeRead else {
      show(fetch.outcome(), of: query)
      return computeTotals()
    }
    let doing = rows == nil ? "reading \(title.lowercased())" : "finding and sorting"
    return fetching.start(doing, holdsKeys: true, takesText: true) {
      fetch.outcome()
    } completion: { [weak self] outcome in
      guard let self else { return [] }
      let isWanted = self.query == query
      show(outcome, of: query)
      // After a failure, the next attempt waits for another event.
      if case .failed = phase, isWanted { return [] }
      return (isWanted ? [] : look(isSame: false)) + [.refresh]
    } abandon: { [weak self] in
      self?.abandon() ?? []
    }
  }

  /// Returns to the shown rows.
  private func abandon() -> [Effect] {
    guard let rowsQuery else {
      phase = .failed("reading it was canceled")
      return []
    }
    (query, filterProblem) = (rowsQuery, rowsProblem)
    defer { showUsualOrder() }
    return [.setItems(client.mount.outward(currentURL).query)]
  }

  /// Without a chosen order, puts the collection's order into the query.
  private func showUsualOrder() {
    guard query.sorts.isEmpty, let rows else { return }
    query.sorts = named(rows.results.request.sorts)
  }

  private func show(_ outcome: RecordFetch.Outcome, of query: ListQuery) {
    generation = (generation ?? 0) + 1
    defer { rowsProblem = filterProblem }
    switch outcome {
    case .updated(let rows):
      (self.rows, phase) = (rows, .ready)
    case .found(let rows):
      (self.rows, rowsQuery) = (rows, query)
      (filterProblem, phase) = (nil, .ready)
      if self.query == query { showUsualOrder() }
    case .wrongFilter(let problem, let rows):
      if let rows {
        (self.rows, rowsQuery) = (rows, query)
        rowsQuery?.filter = ""
      }
      (filterProblem, phase) = (problem, .ready)
    case .failed(let error):
      (filterProblem, phase) = (nil, .failed(error.description))
    }
  }

  private func computeTotals() -> [Effect] {
    guard phase == .ready, let rows else { return [] }
    return lookedUpTotals.look(sectionTotals, of: rows.results, rows.columns, at: client.clock()) {
      [weak self] in self?.computeTotals() ?? []
    }
  }

  /// The URL of the current query.
  var currentURL: ScreenURL {
    url.setting("where", to: query.filter.isEmpty ? nil : query.filter)
      .setting("sort", to: query.sorts.isEmpty ? nil : query.sortText)
      .setting("group", to: query.group)
      .setting("totals", to: sectionTotals?.rawValue)
      .setting("columns", to: query.columns?.joined(separator: ","))
  }
}

// MARK: - Acting

extension RecordListSource {
  /// Opens the record with the key `id`.
  public func open(_ id: String) -> [Effect] { url(of: id).map { [.open($0)] } ?? [] }

  /// The kind of targets: every row leads to a record of one collection.
  public var targets: RowTargets { .alike }

  /// The URL of the record with the key `id`.
  public func url(of id: String) -> ScreenURL? { identity(id).map(client.url(of:)) }

  /// All changes, unless the store is read-only.
  public var changes: ChangeOptions {
    if client.isReadOnly { return [] }
    var changes: ChangeOptions =
      isPicked ? [.all, .capture, .merge, .link] : [.all, .capture, .merge]
    if entity.doneField != nil { changes.insert(.complete) }
    return changes
  }

  /// The reason why the store can't be changed.
  public var obstacle: String? { client.obstacle }

  /// Opens the form of the record with the key `id`.
  public func edit(_ id: String) -> [Effect]? {
    guard let id = identity(id) else { return nil }
    return [.open(client.url(of: id).appending(StoreAddress.editSegment))]
  }

  /// The page of the record with the key `id`, as on its own screen.
  public func detail(of id: String) -> (any DetailSource)? {
    identity(id).flatMap { try? RecordDetailSource($0, client: client, knowsPlace: false) }
  }

  /// Whether only the filter hides the record with the key `id`.
  ///
  /// Known for whole collections whose rows are up to date.
  public func leavesOut(_ id: String) -> Bool {
    guard origin == nil, !query.filter.isEmpty, !fetching.isUnderWay,
      rows?.results.snapshot === client.snapshot, index(of: id) == nil
    else { return false }
    return identity(id).flatMap(client.snapshot.row) != nil
  }

  /// The keys of rows; many keys are read later, on another thread.
  public func ids(of rows: Range<Int>) -> Lookup<[String]> {
    guard rows.count > RecordFetch.shortCount, let result = shownResult else {
      return .now(rows.map(id))
    }
    return .later { rows.map { "\(result[$0].key)" } }
  }

  /// The key of the record at `index`.
  public func id(at index: Int) -> String { "\(found.results.result[index].key)" }

  func identity(_ id: String) -> ObjectID? {
    RecordKey(id).map { ObjectID(entity: entity.name, key: $0) }
  }
}
