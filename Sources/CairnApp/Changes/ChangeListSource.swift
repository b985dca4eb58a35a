internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The list of all saved changes, filtered in the grammar of records.
///
/// A history has a hundred thousand changes and more: all of them are filtered and sorted on
/// another thread, and shown in their own order none of them is looked at that isn't in sight.
final class ChangeListSource: ListSource {
  /// As many changes are filtered and sorted at once.
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
  let emptyHint: KeyWords = "no changes yet"
  private(set) var query: CairnScreens.ListQuery
  private(set) var filterProblem: FilterProblem?
  private let desk: ChangeDesk
  private var arrangement: ChangeArrangement
  /// What the arrangement was made of.
  private var arranged: (generation: Int, query: CairnScreens.ListQuery)?
  private var problem: String?
  private let arranging = SingleFlight()

  /// A list whose rows are there with the first `refresh`.
  init(_ query: CairnScreens.ListQuery, _ desk: ChangeDesk) {
    (self.query, self.desk) = (query, desk)
    arrangement = ChangeArrangement(seenAt: desk.records.store.replica)
  }

  var phase: ListPhase {
    if let problem = desk.problem ?? problem { return .failed(problem) }
    return desk.isRead && arranged != nil ? .ready : .loading
  }

  /// A history has the newest change first, unless it is sorted.
  var isNewestFirst: Bool { query.sorts.isEmpty }

  // MARK: Rows

  var count: Int { arrangement.count }
  var total: Int { desk.entries.count }

  func row(at index: Int) -> ListRow {
    let entry = arrangement[index]
    return ListRow(id: "\(entry.number)", cells: cells(of: entry))
  }

  private func cells(of entry: ChangeSummary) -> [String] {
    [
      "\(entry.number)", entry.title, entry.counts,
      entry.from(seenAt: desk.records.store.replica),
      JobReport.age(of: entry.time, at: desk.records.clock()),
    ]
  }

  func index(of id: String) -> Int? { UInt64(id).flatMap(arrangement.index) }

  // MARK: Filtering

  /// What filters can ask of changes, as if these were records.
  private var entity: Entity { HistoryFilter.entity(in: desk.records.snapshot.model) }

  func completingFilter(_ text: String) -> (@Sendable () -> [Completion])? {
    let records = desk.records
    let completions = RecordCompletions(records.snapshot, at: records.clock(), for: .person)
    return { [entity] in completions.filters(text, of: entity) }
  }

  func restOfFilterWord(_ text: String, _ rest: String) -> Substring {
    RecordCompletions.restOfWord(text, rest)
  }

  var filterHelp: String? {
    FilterExamples(of: entity, in: desk.records.snapshot.model).text
  }

  func apply(_ query: CairnScreens.ListQuery) -> [Effect] {
    self.query = query
    return arrange()
  }

  func refresh() -> [Effect] { desk.look() + arrange() }

  /// So many of the newest changes say how wide columns are.
  private static let measuredCount = 200

  private func measure() {
    let rows = desk.entries.prefix(Self.measuredCount).map(cells)
    columns = Self.declared.enumerated().map { place, column in
      column.fitted(to: rows.lazy.map { $0[place] })
    }
  }

  private func arrange() -> [Effect] {
    let (generation, query) = (desk.generation, query)
    guard arranged?.generation != generation || arranged?.query != query else { return [] }
    if arranged?.generation != generation { measure() }
    let plan: ChangeArrangement.Plan
    do throws(FilterError) {
      plan = try ChangeArrangement.Plan(
        query, desk.records.snapshot.model, at: desk.records.clock())
      filterProblem = nil
    } catch {
      // The rows stay those of the last filter that could be read.
      filterProblem = FilterProblem(error, in: query.filter)
      guard arranged == nil else { return [] }
      plan = ChangeArrangement.Plan()
    }
    problem = nil
    let (entries, replica) = (desk.entries, desk.records.store.replica)
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

  /// Stays with the rows that are shown, and with what they were asked for by.
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
  let changes: ChangeOptions = []

  func url(of id: String) -> ScreenURL? { UInt64(id).map(ChangeScreens.url) }
  func open(_ id: String) -> [Effect] { url(of: id).map { [.open($0)] } ?? [] }

  func id(leadingTo url: ScreenURL) -> String? {
    guard url.segments.count == 2, url.segments[0] == "~changes",
      let number = UInt64(url.segments[1]), desk.place(of: number) != nil
    else { return nil }
    return "\(number)"
  }

  func perform(_ action: ActionName, on id: String) -> [Effect]? {
    guard action == .actions, let number = UInt64(id), let entry = desk.entry(number)
    else { return nil }
    return [.present(ChangeSheet(entry: entry, desk: desk).menu)]
  }
}
