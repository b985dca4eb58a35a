internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The list of all saved changes, filtered in the grammar of records.
///
/// A history may have a hundred thousand changes or more. They are filtered and sorted on another
/// thread. In their own order, only the visible changes are read.
final class ChangeListSource: DescribedRows, AddressedRows, FilteredRows, ActingRows {
  /// The number of changes that are filtered and sorted without another thread.
  private static let quickCount = 2000

  let title = "Changes"
  private(set) var columns = declared
  private static let declared = [
    ListColumn("number", title: "#", alignment: .trailing, width: 2...7),
    ListColumn("change", width: 20...72),
    ListColumn("records", width: 8...14, isSortable: false),
    ListColumn("from", width: 14...28),
    ListColumn("age", alignment: .trailing, width: 4...7),
  ]
  private static let recordsColumn = 2
  let emptyHint: KeyWords = "no changes yet"
  private(set) var query: ListQuery
  private(set) var filterProblem: FilterProblem?
  private let history: ChangeHistory
  private var arrangement: ChangeArrangement
  /// The history and query of the current arrangement.
  private var arranged: (generation: Int, query: ListQuery)?
  private var problem: String?
  private let arranging = SingleFlight()

  /// Creates a list whose rows are available after the first `refresh`.
  init(_ query: ListQuery, _ history: ChangeHistory) {
    (self.query, self.history) = (query, history)
    arrangement = ChangeArrangement(seenAt: history.records.store.replica)
  }

  var phase: ListPhase {
    if let problem = history.problem ?? problem { return .failed(problem) }
    return history.isRead && arranged != nil ? .ready : .loading
  }

  /// Whether the list has the history's own order, the newest change first.
  var isNewestFirst: Bool { query.sorts.isEmpty }

  // MARK: Rows

  var count: Int { arrangement.count }
  var total: Int { history.entries.count }

  func row(at index: Int) -> ListRow {
    let entry = arrangement[index]
    var row = ListRow(id: "\(entry.number)", cells: cells(of: entry))
    row.wordRoles[Self.recordsColumn] = entry.countRoles
    return row
  }

  private func cells(of entry: ChangeSummary) -> [String] {
    [
      "\(entry.number)", entry.title, entry.counts,
      entry.from(seenAt: history.records.store.replica),
      JobReport.age(of: entry.time, at: history.records.clock()),
    ]
  }

  func index(of id: String) -> Int? { UInt64(id).flatMap(arrangement.index) }

  // MARK: Filtering

  /// The properties of changes that filters can use, as if changes were records.
  private var entity: Entity { HistoryFilter.entity(in: history.records.snapshot.model) }

  func completingFilter(_ text: String) -> (@Sendable () -> [Completion])? {
    let records = history.records
    let completions = RecordCompletions(records.snapshot, at: records.clock(), for: .person)
    return { [entity] in completions.filters(text, of: entity) }
  }

  func restOfFilterWord(_ text: String, _ rest: String) -> Substring {
    RecordCompletions.restOfWord(text, rest)
  }

  var filterHelp: String? {
    FilterExamples(of: entity, in: history.records.snapshot.model).text
  }

  func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    return arrange()
  }

  func refresh() -> [Effect] { history.look() + arrange() }

  /// The number of the newest changes whose texts determine the widths of columns.
  private static let measuredCount = 200

  private func measure() {
    let rows = history.entries.prefix(Self.measuredCount).map(cells)
    columns = Self.declared.enumerated().map { place, column in
      column.fitted(to: rows.lazy.map { $0[place] })
    }
  }

  private func arrange() -> [Effect] {
    let (generation, query) = (history.generation, query)
    guard arranged?.generation != generation || arranged?.query != query else { return [] }
    if arranged?.generation != generation { measure() }
    let plan: ChangeArrangement.Plan
    do throws(FilterError) {
      plan = try ChangeArrangement.Plan(
        query, history.records.snapshot.model, at: history.records.clock())
      filterProblem = nil
    } catch {
      // The rows of the last valid filter stay.
      filterProblem = FilterProblem(error, in: query.filter)
      guard arranged == nil else { return [] }
      plan = ChangeArrangement.Plan()
    }
    problem = nil
    let (entries, replica) = (history.entries, history.records.store.replica)
    if plan.isPlain || entries.count <= Self.quickCount {
      arrangement = ChangeArrangement(entries, plan, seenAt: replica)
      arranged = (generation, query)
      return []
    }
    return arranging.start("finding and sorting", holdsKeys: true, takesText: true) {
      ChangeArrangement(entries, plan, seenAt: replica)
    } completion: { [weak self] arrangement in
      guard let self else { return [] }
      self.arrangement = arrangement
      arranged = (generation, query)
      return arrange() + [.refresh]
    } abandon: { [weak self] in
      self?.abandon(generation) ?? []
    }
  }

  /// Returns to the rows that are shown, and to their query.
  private func abandon(_ generation: Int) -> [Effect] {
    guard let shown = arranged?.query else {
      problem = "filtering was canceled"
      return []
    }
    query = shown
    arranged = (generation, shown)
    return [
      .setQuery(name: "where", value: shown.filter.isEmpty ? nil : shown.filter),
      .setQuery(name: "sort", value: shown.sorts.isEmpty ? nil : shown.sortText),
    ]
  }

  // MARK: Acting

  let targets = RowTargets.alike

  func url(of id: String) -> ScreenURL? { UInt64(id).map(ChangeScreens.url) }
  func open(_ id: String) -> [Effect] { url(of: id).map { [.open($0)] } ?? [] }

  func id(leadingTo url: ScreenURL) -> String? {
    guard url.segments.count == 2, url.segments[0] == "~changes",
      let number = UInt64(url.segments[1]), history.place(of: number) != nil
    else { return nil }
    return "\(number)"
  }

  func perform(_ action: ActionName, on id: String) -> [Effect]? {
    guard action == .actions, let number = UInt64(id), let entry = history.entry(number)
    else { return nil }
    return [.present(ChangeSheet(entry: entry, history: history).menu)]
  }
}

/// The changes that match a filter, in the order of a sort.
struct ChangeArrangement: Sendable {
  /// The filter and sort of a query for changes.
  struct Plan: Sendable {
    var filter: HistoryFilter?
    var sorts: [ListSort] = []

    /// Creates a plan for all changes in their own order.
    init() {}

    /// Reads a query.
    ///
    /// - Throws: `FilterError` if the filter can't be read.
    init(
      _ query: ListQuery, _ model: ObjectModel, at clock: WallClock
    ) throws(FilterError) {
      if let predicate = try RecordPredicate.parse(query.filter) {
        filter = try HistoryFilter(predicate, model: model, at: clock)
      }
      sorts = query.sorts.filter { Order(rawValue: $0.column) != nil }
    }

    /// Whether all changes are shown in their own order.
    var isPlain: Bool { filter == nil && sorts.isEmpty }
  }

  /// The columns that changes can be sorted by.
  private enum Order: String {
    case number, change, from, age
  }

  private let entries: [ChangeSummary]
  /// The positions of the shown changes; `nil` for all in their own order.
  private var places: [Int]?

  /// Filters and sorts `entries`, which are the newest first, from the view of `replica`.
  init(_ entries: [ChangeSummary] = [], _ plan: Plan = Plan(), seenAt replica: Replica) {
    self.entries = entries
    guard !plan.isPlain else { return }
    var places = Array(entries.indices)
    if let filter = plan.filter { places.removeAll { !filter.accepts(entries[$0]) } }
    // `sort` is stable, so the less important columns are sorted first and decide among equals.
    for sort in plan.sorts.reversed() {
      switch Order(rawValue: sort.column) {
      case .number: Self.sort(&places, sort.isDescending) { entries[$0].number }
      case .age: Self.sort(&places, sort.isDescending) { entries[$0].time }
      case .change: Self.sort(&places, sort.isDescending) { SearchFold.fold(entries[$0].title) }
      case .from:
        Self.sort(&places, sort.isDescending) { entries[$0].from(seenAt: replica) }
      case nil: break
      }
    }
    self.places = places
  }

  /// Sorts positions by keys, each of which is computed once.
  private static func sort<Key: Comparable>(
    _ places: inout [Int], _ isDescending: Bool, by key: (Int) -> Key
  ) {
    var pairs = places.map { (key: key($0), place: $0) }
    pairs.sort { isDescending ? $1.key < $0.key : $0.key < $1.key }
    places = pairs.map(\.place)
  }

  var count: Int { places?.count ?? entries.count }

  /// The change in the row `index`.
  subscript(index: Int) -> ChangeSummary { entries[places?[index] ?? index] }

  /// Returns the row of the change called `number`; `nil` if it isn't shown.
  func index(of number: UInt64) -> Int? {
    guard let place = entries.place(ofChange: number) else { return nil }
    guard let places else { return place }
    return places.firstIndex(of: place)
  }
}
