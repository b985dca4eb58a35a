public import CairnNavigation
public import CairnScreens
public import CairnStore

/// The rows of a list of records, straight from the store's columns.
///
/// Filtering answers at once, and so does an order that was wanted before. What has to be read from
/// files or put in order first, and would hold up a key's drawing, is work for another thread: keys
/// wait for its result, and the rows of before stay. A filter that can't be read leaves the rows as
/// they were and says what is wrong. Where the list can't be shown whatever the filter, as when its
/// order names a field that is gone, it has failed until that is mended.
public final class RecordListSource: DescribedRows, AddressedRows, DetailedRows, FilteredRows,
  ArrangedRows, GroupedRows, LetteredRows, MarkableRows, ChangeableRows, ActingRows
{
  let desk: RecordDesk
  private(set) var entity: Entity
  let origin: FetchRequest.Origin?

  /// The list's own URL in the store, canonical, with the query that it was opened with.
  let url: ScreenURL

  /// The filter as typed and the order, at first what the URL says.
  public private(set) var query: ListQuery
  /// What is wrong with the filter, while it can't be read.
  public private(set) var filterProblem: FilterProblem?
  /// Loading until there are rows; then ready, or why there is nothing to show.
  public private(set) var phase = ListPhase.loading
  /// The rows, once they are there, and the query that they are of.
  private(set) var rows: RecordRows?
  private var rowsQuery: ListQuery?
  private var rowsProblem: FilterProblem?
  /// Another one each time that rows were looked for.
  public private(set) var generation: Int? = 0
  private let fetching = SingleFlight()
  /// What was looked for last, with the filter as it was read.
  private(set) var latestFetch: RecordFetch?
  /// The hint about the filter, if nothing was found.
  var hint: (generation: Int?, text: String?)?
  /// What is computed of each section's numbers.
  public var sectionTotals: SectionTotals?
  private var lookedUpTotals = TotalsLookup()
  var excerpt: (asked: AskedExcerpt, text: String?)?
  /// Rows that were found to be there in a content of the store.
  var known: (asked: Set<String>, found: Set<String>, snapshot: Snapshot)?

  /// Makes the source for the list at `url`.
  ///
  /// - Throws: `FilterError` when the columns or the order can't be read; a filter that can't be is
  ///   shown with what is wrong with it.
  public init(
    _ url: ScreenURL, entity: String, origin: FetchRequest.Origin?, desk: RecordDesk
  ) throws(FilterError) {
    guard let definition = desk.snapshot.model[entity] else {
      throw .unavailable(.unknownEntity(entity))
    }
    self.desk = desk
    self.entity = definition
    self.origin = origin
    let url = desk.inward(url)
    self.url = url
    sectionTotals = url.value("totals").flatMap(SectionTotals.init(rawValue:))
    query = ListQuery(
      filter: url.values("where").joined(separator: " "), group: url.value("group"),
      columns: url.value("columns").map { $0.split(separator: ",").map(String.init) })
    nameFields(of: &query)
    let fetch = RecordFetch(
      url, query, of: definition, from: origin, in: desk.snapshot, at: desk.clock())
    let filtered = try? fetch.wanted()
    let wanted = if let filtered { filtered } else { try fetch.wantedUnfiltered() }
    let asked = query
    query.sorts = named(wanted.request.sorts)
    guard fetch.isShort else { return }
    let outcome = fetch.outcome()
    if case .failed(let error) = outcome { throw error }
    show(outcome, of: asked)
  }
}

// MARK: - Rows

extension RecordListSource {
  /// The collection's plural, or the link and whose it is.
  public var title: String {
    snapshot.title(ofList: entity, origin: origin)
  }

  /// What is shown, or will be.
  private var snapshot: Snapshot { rows?.results.snapshot ?? desk.snapshot }

  /// The rows, of which somebody knows that there are some.
  var found: RecordRows {
    guard let rows else { preconditionFailure("no row is asked for before there are rows") }
    return rows
  }

  /// What was found, once there is something; any thread may ask it.
  var shownResult: FetchResult? { rows?.results.result }

  /// The columns of the URL, else those of the model.
  public var columns: [ListColumn] { rows?.columns.shapes ?? [] }
  /// How many records the filter leaves.
  public var count: Int { rows?.results.result.count ?? 0 }

  /// How many there are without it.
  public var total: Int {
    // Before there are rows, it would have them read.
    guard rows != nil else { return 0 }
    if let origin {
      return (try? snapshot.links(of: origin.id, origin.relationship))?.count ?? 0
    }
    return snapshot.table(entity.name)?.count ?? 0
  }

  /// The record at `index`, by its key.
  public func row(at index: Int) -> ListRow {
    let (rows, row) = (found, found.results.result[index])
    return ListRow(
      id: "\(row.key)", cells: rows.columns.cells(of: row), hasRemarks: row.remarkCount > 0)
  }

  /// The place of the record with the key `id`.
  public func index(of id: String) -> Int? {
    RecordKey(id).flatMap { rows?.results.result.index(of: $0) }
  }

  /// The key of the record of this collection that `url` leads to.
  public func id(leadingTo url: ScreenURL) -> String? {
    guard case .record(let id)? = try? desk.address(url), id.entity == entity.name else {
      return nil
    }
    return "\(id.key)"
  }

  /// Any record has.
  public var hasFields: Bool { true }

  /// All columns but those that are there only where room is left.
  var columnNames: [String] { columns.filter { !$0.isExtra }.map(\.name) }

  /// The columns first, then the others but data; of a long text a column has the first line.
  public var fields: [ListField] {
    ListField.all(of: entity, first: columnNames)
  }

  /// The records, and the counts of each field's values.
  public var views: [ListView] {
    let url = desk.mount.outward(currentURL)
    return [ListView(.table, url: url, isNow: true)] + ListView.counts(of: fields, at: url)
  }

  /// The values in the columns of a record, without long texts.
  public func values(of id: String) -> [ListValue] {
    guard let rows, let row = identity(id).flatMap(desk.snapshot.row) else { return [] }
    let filter = (try? Predicate.parse(query.filter)).flatMap(\.self)
    return rows.columns.conditions(of: row, in: desk.snapshot, at: desk.clock()).map {
      title, condition in
      let whole = Predicate.and((filter.map { [$0] } ?? []) + [condition])
      return ListValue(title, filter: whole.normalized.description)
    }
  }

  /// Where each group of the store's begins.
  public var sectionStarts: [Int] { groups.map(\.range.lowerBound) }

  /// How many groups there are.
  public var sectionCount: Int { groups.count }

  /// The group of the store's at `index`, with what its numbers come to once that is computed.
  public func section(at index: Int) -> ListSection {
    let section = groups[index]
    let id = TotalsLookup.id(of: section.value)
    return ListSection(
      id: id, title: section.title ?? "no \(found.results.request.group?.description ?? "value")",
      totals: lookedUpTotals.cells(of: id))
  }

  /// The totals of all rows, once they are computed.
  public var totals: [String] {
    // After the grouping ends, the old totals stay for a moment.
    rows?.results.request.group == nil ? lookedUpTotals.cells(of: TotalsLookup.id(of: nil)) : []
  }

  /// The keys of the URL that are no fields, and a view that is none.
  public var warnings: [String] { rows?.warnings ?? [] }

  /// Those of numbers that mean something together.
  public func columns(with totals: SectionTotals) -> [Int] {
    rows?.columns.totals(totals.function).map(\.index) ?? []
  }

  private var groups: [FetchResult.Section] { rows?.results.result.sections ?? [] }

  /// Which key makes the list less empty.
  public var emptyHint: KeyWords {
    if !query.filter.isEmpty { return "\(key: .leave) clears the filter" }
    if let hint = hintOfNothing { return "\(hint)" }
    if desk.isReadOnly { return "" }
    return isPicked
      ? "press \(key: .add) to add a record, \(key: .linkRecords) to link an existing record"
      : "press \(key: .add) to add a record"
  }
}

// MARK: - Query

extension RecordListSource {
  /// Filters and sorts anew.
  public func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    return look(isSame: false)
  }

  /// Takes in what was saved since: only what changed is looked at.
  ///
  /// - Returns: `.retry` once the record is gone whose links these are, or the whole collection, so
  ///   that the screen says so.
  public func refresh() -> [Effect] {
    let isGone = present(in: desk.snapshot.model) == nil
    if isGone || origin.map({ desk.snapshot.row($0.id) == nil }) == true { return [.retry] }
    if rows?.results.snapshot === desk.snapshot, phase == .ready { return computeTotals() }
    return look(isSame: phase == .ready)
  }

  /// The collection as a model has it, perhaps by another name.
  private func present(in model: ObjectModel) -> Entity? {
    model[entity.name] ?? model.entity(matching: entity.name)
  }

  /// Looks for the rows that are wanted now, on another thread where that takes its time.
  private func look(isSame: Bool) -> [Effect] {
    guard !fetching.isUnderWay else { return [] }
    let snapshot = desk.snapshot
    // Somebody may have changed the model.
    entity = present(in: snapshot.model) ?? entity
    nameFields(of: &query)
    let query = query
    let fetch = RecordFetch(
      currentURL, query, of: entity, from: origin, in: snapshot, at: desk.clock(), shown: rows,
      isSame: isSame)
    latestFetch = fetch
    latestFetch?.shown = nil
    // A wrong filter is told of at once, so that it gets into no URL.
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
      // What can't be read isn't tried again before something else happens.
      if case .failed = phase, isWanted { return [] }
      return (isWanted ? [] : look(isSame: false)) + [.refresh]
    } abandon: { [weak self] in
      self?.abandon() ?? []
    }
  }

  /// Stays with the rows that are shown.
  private func abandon() -> [Effect] {
    guard let rowsQuery else {
      phase = .failed("reading it was canceled")
      return []
    }
    (query, filterProblem) = (rowsQuery, rowsProblem)
    defer { showUsualOrder() }
    return [.setItems(currentURL.query)]
  }

  /// Lets the query say by what rows are sorted that nobody sorted: by what the collection is.
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
    return lookedUpTotals.look(sectionTotals, of: rows.results, rows.columns, at: desk.clock()) {
      [weak self] in self?.computeTotals() ?? []
    }
  }

  /// The URL of what is wanted now.
  private var currentURL: ScreenURL {
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

  /// All to records of one collection.
  public var targets: RowTargets { .alike }

  /// The URL of the record with the key `id`.
  public func url(of id: String) -> ScreenURL? { identity(id).map(desk.url(of:)) }

  /// All, unless the store can't be changed.
  public var changes: ChangeOptions {
    if desk.isReadOnly { return [] }
    return isPicked ? [.all, .link] : .all
  }

  /// That the store can't be changed.
  public var obstacle: String? { desk.obstacle }

  /// Opens a form for a record that will be in this list.
  public func add() -> [Effect]? {
    let form = desk.url(of: entity).appending(StoreAddress.newSegment)
    return [.open(form.replacing(query: prefill))]
  }

  /// Opens the form of the record with the key `id`.
  public func edit(_ id: String) -> [Effect]? {
    guard let id = identity(id) else { return nil }
    return [.open(desk.url(of: id).appending(StoreAddress.editSegment))]
  }

  /// Records have.
  public var hasDetails: Bool { true }

  /// The record with the key `id` as its own screen shows it.
  public func detail(of id: String) -> (any DetailSource)? {
    identity(id).flatMap { try? RecordDetailSource($0, desk: desk, knowsPlace: false) }
  }

  /// Known of lists of whole collections whose rows are those of now.
  public func leavesOut(_ id: String) -> Bool {
    guard origin == nil, !query.filter.isEmpty, !fetching.isUnderWay,
      rows?.results.snapshot === desk.snapshot, index(of: id) == nil
    else { return false }
    return identity(id).flatMap(desk.snapshot.row) != nil
  }

  /// Their keys, for many rows found in the results, which any thread may ask.
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

  /// What a new record of this list must have to be in it: the list's constraints, and the link
  /// back to the record whose links are shown.
  private var prefill: [QueryItem] {
    var items = url.query.filter { entity.attribute($0.name) != nil }
    if let origin,
      let inverse = desk.snapshot.model[origin.id.entity]?
        .relationship(origin.relationship)?.inverse
    {
      items.append(QueryItem(inverse, "\(origin.id.key)"))
    }
    return items
  }
}
