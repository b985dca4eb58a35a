public import CairnInterface
public import CairnNavigation
public import CairnScreens
public import CairnStore

/// How often each value of a field occurs in a list: the same URL as the list's, with
/// `view=frequency:FIELD`, or with `view=frequency:FIELD,repeated` for values that occur more than
/// once.
///
/// 1. A filter restricts the records that are counted, as it does in the list.
/// 2. Opening a value opens the list of its records, filtered by that value.
/// 3. Counting runs on another thread; until it ends, the previous counts stay.
public final class FrequencyListSource: DescribedRows, AddressedRows, FilteredRows, ViewedRows,
  ActingRows
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

  /// Whether only values that occur more than once are shown.
  private var repeatedOnly: Bool

  private var counts = Counts()
  /// The content and filter of the last count, of the running one, or of one that failed.
  private var attempt: Attempt?
  /// The content and filter of the shown counts.
  private var counted: Attempt?
  /// The number of values in all records, once counted.
  private var whole: (attempt: Attempt, count: Int)?

  /// What is counted.
  private struct Attempt {
    let snapshot: Snapshot
    var filter: String
    let repeatedOnly: Bool

    /// Whether the same values of the same content are counted, perhaps with another filter.
    func isAlike(_ other: Attempt) -> Bool {
      snapshot === other.snapshot && repeatedOnly == other.repeatedOnly
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
    repeatedOnly = wanted.countsRepeatedOnly
    query = ListQuery(url)
    query.filter = url.values("where").joined(separator: " ")
    query.sorts.removeAll { $0.column != Self.value && $0.column != Self.count }
    if query.sorts.isEmpty { query.sorts = [ListSort(Self.count, isDescending: true)] }
  }

  private static let value = "value"
  private static let count = "count"
  private static let bar = "bar"
}

// MARK: - Rows

extension FrequencyListSource {
  /// The titles of the list and the field.
  public var title: String {
    client.snapshot.title(ofList: entity, origin: origin, by: field)
  }

  /// The columns: the value, the number of its records, and their percentage.
  public var columns: [ListColumn] {
    [
      ListColumn(
        Self.value, title: client.snapshot.model.caption(of: field, from: entity), width: 12...60),
      ListColumn(Self.count, alignment: .trailing, width: 8...12),
      ListColumn("share", alignment: .trailing, width: 8...8, isSortable: false),
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
    var shown = ListRow(id: row.id, cells: row.frequency.cells)
    shown.bars = [shown.cells.count: Double(row.frequency.count) / Double(counts.most)]
    return shown
  }

  /// The place of a value.
  public func index(of id: String) -> Int? { counts.places[id] }

  /// A hint why there may be no rows.
  public var emptyHint: KeyWords {
    if repeatedOnly { return "\(key: .repeatedOnly) shows values that occur once, too" }
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

  /// Counts again if records changed.
  public func refresh() -> [Effect] { look() }

  private func look() -> [Effect] {
    let wanted = Attempt(
      snapshot: client.snapshot, filter: query.filter, repeatedOnly: repeatedOnly)
    if let attempt, attempt.isAlike(wanted), attempt.filter == wanted.filter { return [] }
    attempt = wanted
    return count(wanted)
  }

  /// Counts the records that a filter matches: the requested filter, or no filter while that one is
  /// invalid.
  private func count(_ wanted: Attempt) -> [Effect] {
    let clock = client.clock()
    let (filter, snapshot) = (wanted.filter, wanted.snapshot)
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
    let job = Job("counting", holdsKeys: true, takesText: true) {
      [field, sorts = query.sorts] () -> Result<Counts, FilterError> in
      Result { () throws(FilterError) in
        let count = { (request: FetchRequest) throws(FilterError) -> [Frequency] in
          wanted.repeatedOnly
            ? try snapshot.repeatedValues(of: field, in: request, at: clock)
            : try snapshot.frequencies(of: field, in: request, countsAbsence: true, at: clock)
        }
        var counts = Counts(try count(request), of: field)
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
    repeatedOnly = counted.repeatedOnly
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

extension FrequencyListSource {
  /// The sorted counts; computed off the drawing thread if possible.
  private struct Counts: Sendable {
    struct Row: Sendable {
      let id: String
      let frequency: Frequency
    }

    /// The number of values without the filter.
    var total = 0
    /// The greatest count, at least 1.
    private(set) var most = 1
    private(set) var rows: [Row] = []
    private(set) var places: [String: Int] = [:]
    private(set) var sorts: [ListSort] = []

    init() {}

    init(_ frequencies: [Frequency], of field: FieldPath) {
      rows = frequencies.map { Row(id: $0.condition(on: field).description, frequency: $0) }
      total = rows.count
      most = max(1, frequencies.map(\.count).max() ?? 1)
    }

    /// Sorts the rows; equally frequent values keep their own order.
    mutating func arrange(by sorts: [ListSort]) {
      self.sorts = sorts
      rows.sort { $0.frequency.rank < $1.frequency.rank }
      if let sort = sorts.first, sort.column == FrequencyListSource.value {
        if sort.isDescending { rows.reverse() }
      } else if sorts.first?.isDescending ?? true {
        rows.sort { $0.frequency.count > $1.frequency.count }
      } else {
        rows.sort { $0.frequency.count < $1.frequency.count }
      }
      places = Dictionary(
        zip(rows.map(\.id), rows.indices), uniquingKeysWith: { first, _ in first })
    }
  }
}

// MARK: - Acting

extension FrequencyListSource {
  /// Toggles between all values and those that occur more than once, in any spelling.
  public func perform(_ action: ActionName) -> [Effect]? {
    guard action == .repeatedOnly else { return nil }
    repeatedOnly.toggle()
    let words = repeatedOnly ? "only values that occur more than once" : "all values"
    return [.setQuery(name: "view", value: viewText), .say(Message(words))] + look() + [.refresh]
  }

  private var viewText: String {
    ViewText(.frequency, [field.description], isRepeated: repeatedOnly).description
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
    guard let place = index(of: id) else { return nil }
    let filter = (try? Predicate.parse(query.filter)).flatMap(\.self)
    let whole = Predicate.and(
      (filter.map { [$0] } ?? []) + [counts.rows[place].frequency.condition(on: field)])
    return client.mount.outward(url).setting("view", to: nil).setting("sort", to: nil)
      .setting("where", to: whole.normalized.description)
  }
}

extension Frequency {
  /// The value in all its spellings, its count, and its percentage, as shown to people.
  public var cells: [String] {
    let tenths = Int((share * 1000).rounded())
    let spellings = [title] + otherSpellings.map(\.title)
    return [
      value == nil ? "(none)" : spellings.joined(separator: " / "), "\(count)",
      "\(tenths / 10).\(tenths % 10) %",
    ]
  }
}
