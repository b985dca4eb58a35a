internal import CairnInterface
public import CairnNavigation
public import CairnScreens
public import CairnStore

/// How often each value of a field occurs in a list: the same URL as the list's, with
/// `view=frequency:FIELD`.
///
/// 1. A filter restricts the records that are counted, as it does in the list.
/// 2. Opening a value opens the list of its records, by a filter that says so.
/// 3. Counting is work for another thread; until it is done the last counts stay.
public final class FrequencyListSource: ListSource {
  private let desk: RecordDesk
  private let entity: Entity
  private let origin: FetchRequest.Origin?
  private let url: ScreenURL
  private let field: FieldPath

  /// The filter as typed and the order, at first what the URL says.
  public private(set) var query: CairnScreens.ListQuery
  /// What is wrong with the filter, while it can't be read.
  public private(set) var filterProblem: FilterProblem?
  /// Loading until the first counts are there.
  public private(set) var phase = ListPhase.loading

  private var rows: [Frequency] = []
  private var places: [String: Int] = [:]
  /// What is counted, or was.
  private var counted: (snapshot: Snapshot, filter: String)?

  /// Makes the source for the counts at `url`; `nil` where that asks for the records themselves.
  ///
  /// - Throws: `FilterError` for a field that can't be read.
  public init?(
    _ url: ScreenURL, entity: String, origin: FetchRequest.Origin?, desk: RecordDesk
  ) throws(FilterError) {
    let snapshot = desk.snapshot
    guard let definition = snapshot.model[entity] else {
      throw .unavailable(.unknownEntity(entity))
    }
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    let wanted = try CairnStore.ListQuery(bare, for: definition, in: snapshot.model, origin: origin)
    guard let field = wanted.frequency else { return nil }
    self.desk = desk
    self.entity = definition
    self.origin = origin
    self.url = url
    self.field = field
    query = CairnScreens.ListQuery(url)
    query.filter = url.values("where").joined(separator: " ")
    query.sorts.removeAll { $0.column != Self.value && $0.column != Self.count }
    if query.sorts.isEmpty { query.sorts = [ListSort(Self.count, isDescending: true)] }
  }

  private static let value = "value"
  private static let count = "count"
}

// MARK: - Rows

extension FrequencyListSource {
  /// The list's title and the field.
  public var title: String {
    "\(desk.snapshot.title(ofList: entity, origin: origin)) by \(field)"
  }

  /// The value, how many records have it, and how many of a hundred.
  public var columns: [ListColumn] {
    [
      ListColumn(Self.value, title: "\(field)", width: 12...60),
      ListColumn(Self.count, alignment: .trailing, width: 8...12),
      ListColumn("share", alignment: .trailing, width: 8...8, isSortable: false),
    ]
  }

  /// How many different values there are, no value being one of them.
  public var count: Int { rows.count }
  /// The same: a filter chooses records, not values.
  public var total: Int { rows.count }

  /// A value with its counts.
  public func row(at index: Int) -> ListRow {
    let row = rows[index]
    return ListRow(id: id(of: row), cells: row.cells)
  }

  private func id(of row: Frequency) -> String { row.condition(on: field).description }

  /// The place of a value.
  public func index(of id: String) -> Int? { places[id] }

  /// Why there may be no rows.
  public var emptyHint: String { query.filter.isEmpty ? "" : "\\ clears the filter" }
}

// MARK: - Counting

extension FrequencyListSource {
  /// Counts again where the filter is another one, and sorts.
  public func apply(_ query: CairnScreens.ListQuery) -> [Effect] {
    self.query = query
    arrange()
    return look()
  }

  /// Counts again where records have changed.
  public func refresh() -> [Effect] { look() }

  private func look() -> [Effect] {
    let snapshot = desk.snapshot
    let filter = query.filter
    if let counted, counted.snapshot === snapshot, counted.filter == filter { return [] }
    let clock = desk.clock()
    let request: FetchRequest
    do throws(FilterError) {
      let bare = url.setting("sort", to: nil)
        .setting("where", to: filter.isEmpty ? nil : filter)
      request = try CairnStore.ListQuery(
        bare, for: snapshot.model[entity.name] ?? entity, in: snapshot.model, origin: origin
      ).request
    } catch {
      take(error)
      return []
    }
    counted = (snapshot, filter)
    let job = Job { [field] () -> Result<[Frequency], FilterError> in
      Result { () throws(FilterError) in
        try snapshot.frequencies(of: field, in: request, countsAbsence: true, at: clock)
      }
    } completion: { [weak self] result in
      guard let self, let counted, counted.snapshot === snapshot, counted.filter == filter else {
        return []
      }
      switch result {
      case .success(let rows):
        self.rows = rows
        filterProblem = nil
        phase = .ready
        arrange()
      case .failure(let error): take(error)
      }
      return [.refresh]
    }
    return [.run(job)]
  }

  /// Says that the filter is wrong, or that nothing can be counted even without it.
  private func take(_ error: FilterError) {
    if query.filter.isEmpty {
      phase = .failed(error.description)
    } else {
      filterProblem = FilterProblem(error, in: query.filter)
    }
  }

  /// Sorts the rows; equally frequent ones stay in the order of their values.
  private func arrange() {
    rows.sort { $0.rank < $1.rank }
    if let sort = query.sorts.first, sort.column == Self.value {
      if sort.isDescending { rows.reverse() }
    } else if query.sorts.first?.isDescending ?? true {
      rows.sort { $0.count > $1.count }
    } else {
      rows.sort { $0.count < $1.count }
    }
    places = Dictionary(
      zip(rows.map(id), rows.indices), uniquingKeysWith: { first, _ in first })
  }
}

// MARK: - Acting

extension FrequencyListSource {
  /// Opens the list of the records that have a value.
  public func open(_ id: String) -> [Effect] { url(of: id).map { [.open($0)] } ?? [] }

  /// All to lists.
  public var targets: RowTargets { .alike }

  /// The list, filtered by a value.
  public func url(of id: String) -> ScreenURL? {
    guard let place = index(of: id) else { return nil }
    let filter = (try? Predicate.parse(query.filter)).flatMap(\.self)
    let whole = Predicate.and((filter.map { [$0] } ?? []) + [rows[place].condition(on: field)])
    return url.setting("view", to: nil).setting("sort", to: nil)
      .setting("where", to: whole.normalized.description)
  }

  /// None.
  public var changes: ChangeOptions { [] }
}

extension Frequency {
  /// The value, how often it occurs, and how often of a hundred, for people.
  public var cells: [String] {
    let tenths = Int((share * 1000).rounded())
    return [value == nil ? "(none)" : title, "\(count)", "\(tenths / 10).\(tenths % 10) %"]
  }
}
