public import CairnNavigation
public import CairnScreens
public import CairnStore

/// The rows of a list of records, straight from the store's columns.
///
/// Filtering and sorting answer at once, so there is nothing to load and no state but the query. A
/// filter that can't be read leaves the rows as they were and says what is wrong. Where the list
/// can't be shown whatever the filter, as when its order names a field that is gone, it has failed
/// until that is mended.
public final class RecordListSource: ListSource {
  let desk: RecordDesk
  private(set) var entity: Entity
  let origin: FetchRequest.Origin?

  /// The list's own URL, canonical, with the query that it was opened with.
  let url: ScreenURL

  /// The filter as typed and the order, at first what the URL says.
  public private(set) var query: CairnScreens.ListQuery
  /// What is wrong with the filter, while it can't be read.
  public private(set) var filterProblem: FilterProblem?
  /// Ready, or why there is nothing to show.
  public private(set) var phase = ListPhase.ready
  private var results: FetchedResults
  private var recordColumns: RecordColumns
  /// What was asked for when the columns were made.
  private var shownColumns: [String]?
  /// What is computed of each section's numbers.
  public var sectionTotals: SectionTotals?
  private var totals = TotalsLookup()

  /// Makes the source for the list at `url`.
  ///
  /// - Throws: `FilterError` when the columns or the order can't be read; a filter that can't be is
  ///   shown with what is wrong with it.
  public init(
    _ url: ScreenURL, entity: String, origin: FetchRequest.Origin?, desk: RecordDesk
  ) throws(FilterError) {
    let snapshot = desk.snapshot
    guard let definition = snapshot.model[entity] else {
      throw .unavailable(.unknownEntity(entity))
    }
    self.desk = desk
    self.entity = definition
    self.origin = origin
    self.url = url
    query = CairnScreens.ListQuery(
      filter: url.values("where").joined(separator: " "), group: url.value("group"),
      columns: url.value("columns").map { $0.split(separator: ",").map(String.init) })
    let clock = desk.clock()
    let wanted: CairnStore.ListQuery
    do throws(FilterError) {
      wanted = try Self.query(url, definition, origin, snapshot)
      results = try FetchedResults(wanted.request, in: snapshot, at: clock)
    } catch {
      guard !query.filter.isEmpty else { throw error }
      filterProblem = FilterProblem(error, in: query.filter)
      let bare = url.setting("where", to: nil)
      let unfiltered = try Self.query(bare, definition, origin, snapshot)
      results = try FetchedResults(unfiltered.request, in: snapshot, at: clock)
      recordColumns = try RecordColumns(unfiltered, of: definition, in: snapshot, at: clock)
      query.sorts = unfiltered.request.sorts.map(ListSort.init)
      shownColumns = query.columns
      return
    }
    recordColumns = try RecordColumns(wanted, of: definition, in: snapshot, at: clock)
    query.sorts = wanted.request.sorts.map(ListSort.init)
    shownColumns = query.columns
  }

  private static func query(
    _ url: ScreenURL, _ entity: Entity, _ origin: FetchRequest.Origin?, _ snapshot: Snapshot
  ) throws(FilterError) -> CairnStore.ListQuery {
    try CairnStore.ListQuery(url, for: entity, in: snapshot.model, origin: origin)
  }
}

// MARK: - Rows

extension RecordListSource {
  /// The collection's plural, or the link and whose it is.
  public var title: String {
    results.snapshot.title(ofList: entity, origin: origin)
  }

  /// The columns of the URL, else those of the model.
  public var columns: [ListColumn] { recordColumns.shapes }
  /// How many records the filter leaves.
  public var count: Int { results.result.count }

  /// How many there are without it.
  public var total: Int {
    if let origin {
      return (try? results.snapshot.links(of: origin.id, origin.relationship))?.count ?? 0
    }
    return results.snapshot.table(entity.name)?.count ?? 0
  }

  /// The record at `index`, by its key.
  public func row(at index: Int) -> ListRow {
    let row = results.result[index]
    return ListRow(
      id: "\(row.key)", cells: recordColumns.cells(of: row), hasRemarks: row.remarkCount > 0)
  }

  /// The place of the record with the key `id`.
  public func index(of id: String) -> Int? {
    RecordKey(id).flatMap(results.result.index(of:))
  }

  /// Found in a few steps where the list is sorted by the column.
  public func index(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> Int? {
    guard columns.indices.contains(column) else { return nil }
    let wanted = SearchFold.fold(String(letter))
    // Pressed again, the key goes from one to the next.
    if row + 1 < count, first(of: row + 1, column) == wanted { return row + 1 }
    // Digits are sorted as the numbers that they are in, and other signs in ways of their own.
    guard let sort = query.sorts.first, sort.column == columns[column].name, query.group == nil,
      recordColumns.isText(column), wanted.count == 1, ("a"..."z").contains(wanted)
    else {
      return index(after: row) { first(of: $0, column) == wanted }
    }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let first = first(of: middle, column)
      // What has no text comes last both ways.
      let isBehind = first.isEmpty || (sort.isDescending ? first <= wanted : first >= wanted)
      if isBehind { high = middle } else { low = middle + 1 }
    }
    return low < count && first(of: low, column) == wanted ? low : nil
  }

  private func first(of index: Int, _ column: Int) -> String {
    SearchFold.fold(String(recordColumns.cell(column, of: results.result[index]).prefix(1)))
  }

  /// The key of the record of this collection that `url` leads to.
  public func id(leadingTo url: ScreenURL) -> String? {
    let address = try? StoreAddress(url, in: desk.snapshot, at: desk.clock())
    guard case .record(let id)? = address, id.entity == entity.name else { return nil }
    return "\(id.key)"
  }

  /// Any record has.
  public var hasFields: Bool { true }

  /// The columns first, then the others but long text and data.
  public var fields: [ListField] {
    let others = entity.properties.filter { property in
      guard case .attribute(let attribute) = property else { return true }
      return attribute.type != .text && attribute.type != .data
    }.map(\.name)
    let shown = columns.map(\.name)
    return (shown + others.filter { !shown.contains($0) }).map { ListField($0) }
  }

  /// Its fields.
  public var frequencies: [(title: String, url: ScreenURL)] {
    // The counts have an order of their own.
    let url = currentURL.setting("sort", to: nil).setting("group", to: nil)
    return fields.map { field in
      (field.title, url.setting("view", to: CairnStore.ListQuery.frequencyView + field.name))
    }
  }

  /// Where each group of the store's begins.
  public var sectionStarts: [Int] {
    results.request.group == nil ? [] : results.sections.map(\.range.lowerBound)
  }

  /// How many groups there are.
  public var sectionCount: Int {
    results.request.group == nil ? 0 : results.result.sections.count
  }

  /// The group of the store's at `index`, with what its numbers come to once that is computed.
  public func section(at index: Int) -> ListSection {
    let section = results.sections[index]
    return ListSection(
      id: TotalsLookup.id(of: section.value),
      title: section.title ?? "no \(results.request.group?.description ?? "value")",
      totals: totals.cells(of: TotalsLookup.id(of: section.value)))
  }

  /// Which key makes the list less empty.
  public var emptyHint: String {
    if !query.filter.isEmpty { return "\\ clears the filter" }
    return desk.isReadOnly ? "" : "a adds a record"
  }
}

// MARK: - Query

extension RecordListSource {
  /// Filters and sorts anew, at once.
  public func apply(_ query: CairnScreens.ListQuery) -> [Effect] {
    self.query = query
    fetch()
    return computeTotals()
  }

  /// Takes in what was saved since: only what changed is looked at.
  public func refresh() -> [Effect] {
    takeIn(desk.snapshot)
    return computeTotals()
  }

  private func computeTotals() -> [Effect] {
    guard phase == .ready else { return [] }
    return totals.look(sectionTotals, of: results, recordColumns, at: desk.clock()) { [weak self] in
      self?.computeTotals() ?? []
    }
  }

  private func takeIn(_ snapshot: Snapshot) {
    guard isNews(snapshot) else { return }
    // A new model may mean other fields, columns and order.
    guard snapshot.model == results.snapshot.model, phase == .ready else { return fetch() }
    let clock = desk.clock()
    do throws(FilterError) {
      _ = try results.update(to: snapshot, at: clock)
      // What is typed now may not read; the columns stand in the URL's other words.
      let bare = try Self.query(url.setting("where", to: nil), entity, origin, snapshot)
      recordColumns = try RecordColumns(bare, of: entity, in: snapshot, at: clock)
    } catch {
      phase = .failed(error.description)
    }
  }

  /// Whether the list as it is at `snapshot` is not what is shown.
  private func isNews(_ snapshot: Snapshot) -> Bool {
    snapshot !== results.snapshot || phase != .ready
  }

  /// The URL of what is shown now.
  private var currentURL: ScreenURL {
    url.setting("where", to: query.filter.isEmpty ? nil : query.filter)
      .setting("sort", to: query.sorts.isEmpty ? nil : query.sortText)
      .setting("group", to: query.group)
      .setting("columns", to: query.columns?.joined(separator: ","))
  }

  private func fetch() {
    let snapshot = desk.snapshot
    let clock = desk.clock()
    // Somebody may have changed the model.
    entity = snapshot.model[entity.name] ?? snapshot.model.entity(matching: entity.name) ?? entity
    do throws(FilterError) {
      try show(currentURL, in: snapshot, at: clock)
      filterProblem = nil
      phase = .ready
    } catch {
      report(error, in: snapshot, at: clock)
    }
  }

  private func show(
    _ url: ScreenURL, in snapshot: Snapshot, at clock: WallClock
  ) throws(FilterError) {
    let wanted = try Self.query(url, entity, origin, snapshot)
    let next = try FetchedResults(wanted.request, in: snapshot, at: clock, reusing: results)
    // Neither a filter nor an order changes what the columns show, or how wide they are.
    if isNews(snapshot) || query.columns != shownColumns {
      recordColumns = try RecordColumns(wanted, of: entity, in: snapshot, at: clock)
    }
    results = next
    shownColumns = query.columns
  }

  /// Says that the filter is wrong, or that the list can't be shown even without it.
  private func report(_ error: FilterError, in snapshot: Snapshot, at clock: WallClock) {
    filterProblem = nil
    do throws(FilterError) {
      guard !query.filter.isEmpty else { throw error }
      // Of the snapshot that is shown, it is known that the list itself is well.
      if isNews(snapshot) {
        try show(currentURL.setting("where", to: nil), in: snapshot, at: clock)
      }
      filterProblem = FilterProblem(error, in: query.filter)
      phase = .ready
    } catch {
      phase = .failed(error.description)
    }
  }
}

// MARK: - Acting

extension RecordListSource {
  /// Opens the record with the key `id`.
  public func open(_ id: String) -> [Effect] { url(of: id).map { [.open($0)] } ?? [] }

  /// All to records of one collection.
  public var targets: RowTargets { .alike }

  /// The URL of the record with the key `id`.
  public func url(of id: String) -> ScreenURL? { identity(id).map(desk.snapshot.url(of:)) }

  /// All, unless the store can't be changed.
  public var changes: ChangeOptions { desk.isReadOnly ? [] : .all }

  /// That the store can't be changed.
  public var obstacle: String? { desk.obstacle }

  /// Opens a form for a record that will be in this list.
  public func add() -> [Effect]? {
    let form = desk.snapshot.url(of: entity).appending(StoreAddress.newSegment)
    return [.open(form.replacing(query: prefill))]
  }

  /// Opens the form of the record with the key `id`.
  public func edit(_ id: String) -> [Effect]? {
    guard let id = identity(id) else { return nil }
    return [.open(desk.snapshot.url(of: id).appending(StoreAddress.editSegment))]
  }

  /// Deletes the records with these keys, which undo brings back.
  ///
  /// What another program deleted meanwhile is passed over.
  public func delete(_ ids: [String]) -> [Effect]? {
    let present = ids.compactMap(identity).filter { desk.snapshot.row($0) != nil }
    return present.isEmpty ? nil : desk.delete(present)
  }

  /// Asks for a field of the records with these keys, and for its value.
  public func changeField(of ids: [String]) -> [Effect]? {
    FieldEdit(of: ids.compactMap(identity), on: desk)?.ask(first: columns.map(\.name))
  }

  /// Records have.
  public var hasDetails: Bool { true }

  /// The record with the key `id` as its own screen shows it.
  public func detail(of id: String) -> (any DetailSource)? {
    identity(id).flatMap { try? RecordDetailSource($0, desk: desk, knowsPlace: false) }
  }

  /// Records can.
  public var takesMarks: Bool { true }

  /// Those that are in the list without its filter.
  public func existing(of ids: Set<String>) -> Set<String> {
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    guard var request = try? Self.query(bare, entity, origin, desk.snapshot).request else {
      return []
    }
    // Nothing is asked about their order, which would take longer than all else.
    request.sorts = []
    guard let all = try? desk.snapshot.fetch(request, at: desk.clock()) else { return [] }
    return Set(all.restricted(to: Set(ids.compactMap { RecordKey($0) })).map { "\($0.key)" })
  }

  /// The key of the record at `index`.
  public func id(at index: Int) -> String { "\(results.result[index].key)" }

  private func identity(_ id: String) -> ObjectID? {
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
