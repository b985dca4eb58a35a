public import CairnInterface
public import CairnNavigation
public import CairnScreens
public import CairnStore

/// How often each value of a field occurs in a list.
///
/// The URL is the list's, with `view=frequency:FIELD`. The option `repeated` leaves the values that
/// occur more than once, and an option such as `sum:PRICE` adds a number about the records of each
/// value.
///
/// 1. A filter restricts the records that are counted, as it does in the list.
/// 2. Opening a value opens the list of its records, filtered by that value.
/// 3. Counting runs on another thread; until it ends, the previous counts stay.
public final class FrequencyListSource: DescribedRows, AddressedRows, FilteredRows, ViewedRows,
  ActingRows, GatheringRows
{
  private let client: StoreClient
  private let entity: Entity
  private let origin: FetchRequest.Origin?
  private let url: ScreenURL
  private let field: FieldPath

  /// The typed filter and the order, initially from the URL.
  public private(set) var query: ListQuery
  /// The error in the filter, while it is invalid.
  public private(set) var filterProblem: FilterProblem?
  /// The phase: loading until the first counts are done.
  public private(set) var phase = ListPhase.loading

  /// The shown part of the values.
  private var choice: Choice

  private var counts = FrequencyRows()
  /// The content and filter of the last count, of the running one, or of one that failed.
  private var attempt: Attempt?
  /// The content and filter of the shown counts.
  private var counted: Attempt?
  /// The number of values in all records, once counted.
  private var whole: (attempt: Attempt, count: Int)?

  /// The choices of a person in the view.
  private struct Choice: Hashable {
    /// Whether only values that occur more than once are shown.
    var repeatedOnly: Bool
    /// The number that is computed for each value, besides the count.
    var measure: Aggregate?
  }

  /// What is counted.
  private struct Attempt {
    let snapshot: Snapshot
    var filter: String
    let choice: Choice
    /// The day, the order of letters and the first weekday, on which values and filters depend.
    let clock: WallClock

    /// Whether the same values of the same content are counted, perhaps with another filter.
    func isAlike(_ other: Attempt) -> Bool {
      snapshot === other.snapshot && choice == other.choice
        && clock.today == other.clock.today && clock.conventions == other.clock.conventions
    }
  }

  /// Creates the source for the counts at `url`; `nil` if the URL is for the records themselves.
  ///
  /// - Throws: `FilterError` for an invalid field.
  public init?(
    _ url: ScreenURL, entity: String, origin: FetchRequest.Origin?, client: StoreClient
  ) throws(FilterError) {
    let snapshot = client.snapshot
    guard let definition = snapshot.model[entity] else {
      throw .unavailable(.unknownEntity(entity))
    }
    let url = client.mount.inward(url) ?? url
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    let wanted = try RecordQuery(bare, for: definition, in: snapshot.model, origin: origin)
    guard let field = wanted.frequency else { return nil }
    self.client = client
    self.entity = definition
    self.origin = origin
    self.url = url
    self.field = field
    choice = Choice(repeatedOnly: wanted.countsRepeatedOnly, measure: wanted.measure)
    query = ListQuery(url)
    query.filter = url.values("where").joined(separator: " ")
    let ordered = try RecordQuery(
      url.setting("where", to: nil), for: definition, in: snapshot.model, origin: origin)
    query.sorts =
      ordered.countOrder.map { [ListSort($0.column.rawValue, isDescending: $0.isDescending)] } ?? []
    if query.sorts.isEmpty { query.sorts = usualSorts }
  }

  static let value = CountOrder.Column.value.rawValue
  static let count = CountOrder.Column.count.rawValue
  static let measure = CountOrder.Column.measure.rawValue
  private static let bar = "bar"

  /// The order without another one: the greatest measure or count first.
  private var usualSorts: [ListSort] {
    [ListSort(choice.measure == nil ? Self.count : Self.measure, isDescending: true)]
  }
}

// MARK: - Rows

extension FrequencyListSource {
  /// The titles of the list and the field.
  public var title: String {
    client.snapshot.title(ofList: entity, origin: origin, by: field, measure: choice.measure)
  }

  /// The columns: the value, the number of its records, their measure, and percentages.
  public var columns: [ListColumn] {
    let measure = choice.measure.map { measure in
      let title = client.snapshot.caption(of: measure, from: entity)
      // The value, its count and its measure fit into 40 columns.
      let least = min(max(9, GlyphWidth.columns(of: title) + 1), 13)
      return ListColumn(
        Self.measure, title: title, alignment: .trailing, width: least...24)
    }
    return [
      ListColumn(
        Self.value, title: client.snapshot.model.caption(of: field, from: entity), width: 8...60),
      ListColumn(Self.count, alignment: .trailing, width: 6...12),
    ] + (measure.map { [$0] } ?? []) + [
      ListColumn("share", alignment: .trailing, width: 8...8, isSortable: false),
      ListColumn("cumulative", alignment: .trailing, width: 10...10, isSortable: false),
      ListColumn(Self.bar, title: "", width: 6...40, isSortable: false),
    ]
  }

  /// The number of different values; "no value" counts as one.
  public var count: Int { counts.rows.count }
  /// The number of values in all records, before the filter.
  public var total: Int { counts.total }

  /// A value with its counts.
  public func row(at index: Int) -> ListRow {
    let row = counts.rows[index]
    var shown = ListRow(
      id: row.id,
      cells: row.frequency.cells(
        cumulative: counts.cumulative[index], measure: choice.measure, at: client.clock()))
    if let amount = row.frequency.amount, counts.most > 0 {
      shown.bars = [shown.cells.count: max(0, amount) / counts.most]
    }
    return shown
  }

  /// The place of a value.
  public func index(of id: String) -> Int? { counts.places[id] }

  /// A hint why there may be no rows.
  public var emptyHint: KeyWords {
    if choice.repeatedOnly { return "\(key: .repeatedOnly) shows values that occur once, too" }
    return query.filter.isEmpty ? "" : "\(key: .leave) clears the filter"
  }
}

// MARK: - Counting

extension FrequencyListSource {
  /// Counts again if the filter changed, and sorts.
  public func apply(_ query: ListQuery) -> [Effect] {
    let isSorted = query.sorts == self.query.sorts
    self.query = query
    if !isSorted { arrange() }
    return look()
  }

  /// Counts again if records, the day or the order of letters changed.
  public func refresh() -> [Effect] { look() }

  private func look() -> [Effect] {
    let wanted = Attempt(
      snapshot: client.snapshot, filter: query.filter, choice: choice, clock: client.clock())
    if let attempt, attempt.isAlike(wanted), attempt.filter == wanted.filter { return [] }
    attempt = wanted
    return count(wanted)
  }

  /// Counts the records that a filter matches: the requested filter, or no filter while that one is
  /// invalid.
  private func count(_ wanted: Attempt) -> [Effect] {
    let (filter, snapshot, clock) = (wanted.filter, wanted.snapshot, wanted.clock)
    let request: FetchRequest
    do throws(FilterError) {
      let bare = url.setting("sort", to: nil)
        .setting("where", to: filter.isEmpty ? nil : filter)
      request = try RecordQuery(
        bare, for: snapshot.model[entity.name] ?? entity, in: snapshot.model, origin: origin
      ).request
    } catch {
      return fail(error, wanted)
    }
    // The URL gets the filter at once; the count itself shows whether its fields exist.
    if filter == query.filter { filterProblem = nil }
    let known = whole.flatMap { $0.attempt.isAlike(wanted) ? $0.count : nil }
    let job = BackgroundJob("counting", holdsKeys: true, takesText: true) {
      [field, sorts = query.sorts] () -> Result<FrequencyRows, FilterError> in
      Result { () throws(FilterError) in
        let count = { (request: FetchRequest) throws(FilterError) -> [Frequency] in
          let measure = wanted.choice.measure
          return wanted.choice.repeatedOnly
            ? try snapshot.repeatedValues(of: field, in: request, measure: measure, at: clock)
            : try snapshot.frequencies(
              of: field, in: request, countsAbsence: true, measure: measure, at: clock)
        }
        var counts = FrequencyRows(try count(request), of: field)
        if let known {
          counts.total = known
        } else if request.predicate != nil {
          var whole = request
          whole.predicate = nil
          counts.total = try count(whole).count
        }
        counts.arrange(by: sorts)
        return counts
      }
    } completion: { [weak self] result in
      guard let self, attempt?.isAlike(wanted) == true,
        filter == attempt?.filter || phase == .loading
      else { return [] }
      switch result {
      case .success(let counts):
        self.counts = counts
        whole = (wanted, counts.total)
        counted = wanted
        arrange()
        phase = .ready
        return [.refresh]
      case .failure(let error): return fail(error, wanted) + [.refresh]
      }
    } abandon: { [weak self] in
      self?.abandon() ?? []
    }
    return [.run(job)]
  }

  /// Returns to the shown counts.
  private func abandon() -> [Effect] {
    attempt = counted
    guard let counted else {
      phase = .failed("counting was canceled")
      return []
    }
    query.filter = counted.filter
    choice = counted.choice
    filterProblem = nil
    let filter = counted.filter.isEmpty ? nil : counted.filter
    return [.setQuery(name: filterName, value: filter), .setQuery(name: "view", value: viewText)]
  }

  /// Reports an invalid filter, or that counting fails even without a filter.
  private func fail(_ error: FilterError, _ wanted: Attempt) -> [Effect] {
    guard !wanted.filter.isEmpty else {
      phase = .failed(error.description)
      return []
    }
    filterProblem = FilterProblem(error, in: wanted.filter)
    // Show the unfiltered counts below an invalid filter.
    var unfiltered = wanted
    unfiltered.filter = ""
    return phase == .loading ? count(unfiltered) : []
  }
}

// MARK: - Acting

extension FrequencyListSource {
  /// Toggles between all values and those that occur more than once, in any spelling, or asks for a
  /// measure.
  public func perform(_ action: ActionName) -> [Effect]? {
    switch action {
    case .repeatedOnly:
      choice.repeatedOnly.toggle()
      let words = choice.repeatedOnly ? "only values that occur more than once" : "all values"
      return show(Message(words))
    case .totals: return [.present(measures)]
    default: return nil
    }
  }

  /// Counts anew after a choice.
  private func show(_ message: Message) -> [Effect] {
    [.setQuery(name: "view", value: viewText), .say(message)] + look() + [.refresh]
  }

  private var viewText: String {
    let measure = choice.measure.flatMap { measure in
      measure.field.map { ViewText.Measure(measure.function, of: $0.description) }
    }
    return ViewText(
      .frequency, [field.description], isRepeated: choice.repeatedOnly, measure: measure
    ).description
  }

  /// The menu of measures: a function, and then its field.
  private var measures: Menu {
    let all = SectionTotals.allCases
    let now = choice.measure.flatMap { measure in
      all.firstIndex { $0.function == measure.function }
    }
    var items = Menu.lettered(all.map(\.rawValue)) + [Menu.Item("c", "counts only")]
    items[now ?? all.count].detail = "now"
    return Menu("Measure", items, placement: .corner, cursor: now ?? all.count) {
      [weak self] index in
      guard let self else { return [] }
      return index < all.count ? chooseField(of: all[index]) : measure(by: nil)
    }
  }

  private func chooseField(of totals: SectionTotals) -> [Effect] {
    let fields = entity.measurable(totals.function, in: client.snapshot.model)
    guard !fields.isEmpty else {
      let kind = totals.function.takes(.date) ? "numbers or dates" : "numbers"
      return [.say(Message("no field has \(kind)", tone: .warning))]
    }
    let now = fields.firstIndex { $0.name == choice.measure?.field?.description }
    let menu = Menu(
      "\(totals.rawValue.capitalizingFirst) of", Menu.lettered(fields.map(\.title)),
      placement: .corner, cursor: now ?? 0
    ) { [weak self] index in
      guard let field = try? FieldPath.parse(fields[index].name) else { return [] }
      return self?.measure(by: Aggregate(totals.function, of: field)) ?? []
    }
    return [.present(menu)]
  }

  private func measure(by measure: Aggregate?) -> [Effect] {
    choice.measure = measure
    query.sorts = usualSorts
    let words = measure.map { client.snapshot.caption(of: $0, from: entity) } ?? "counts only"
    return [.setQuery(name: "sort", value: nil)] + show(Message(words))
  }

  private func arrange() {
    guard counts.sorts != query.sorts else { return }
    counts.arrange(by: query.sorts)
  }

  /// The list of records, and the counts of each field's values.
  public var views: [ListView] {
    let list = ["view", "sort"].reduce(client.mount.outward(url)) { $0.setting($1, to: nil) }
      .setting("where", to: query.filter.isEmpty ? nil : query.filter)
    let fields = ListField.all(of: entity, first: entity.listedFields)
    return [ListView(.table, url: list)]
      + ListView.agendas(of: entity, at: list, now: nil)
      + [.duplicates(at: list)]
      + ListView.counts(of: fields, at: list, now: field)
  }

  /// Opens the list of the records that have a value.
  public func open(_ id: String) -> [Effect] { url(of: id).map { [.open($0)] } ?? [] }

  /// The kind of targets: every row leads to a list.
  public var targets: RowTargets { .alike }

  /// The list, filtered by a value.
  public func url(of id: String) -> ScreenURL? {
    url(ofAll: [id])
  }

  /// The list, filtered by several values.
  public func url(ofAll ids: Set<String>) -> ScreenURL? {
    let conditions = ids.compactMap(index).sorted()
      .map { counts.rows[$0].frequency.condition(on: field) }
    guard !conditions.isEmpty else { return nil }
    let filter = (try? RecordPredicate.parse(query.filter)).flatMap(\.self)
    let values = conditions.count == 1 ? conditions[0] : RecordPredicate.or(conditions)
    let whole = RecordPredicate.and((filter.map { [$0] } ?? []) + [values])
    return client.mount.outward(url).setting("view", to: nil).setting("sort", to: nil)
      .setting("where", to: whole.normalized.description)
  }
}
