internal import CairnKit
internal import CairnStore

/// The changes that a filter leaves, in the order of a sort.
struct ChangeArrangement: Sendable {
  /// What a query asks of changes.
  struct Plan: Sendable {
    var filter: HistoryFilter?
    var sorts: [ListSort] = []

    /// All changes in their own order.
    init() {}

    /// Reads a query.
    ///
    /// - Throws: `FilterError` where the filter can't be read.
    init(
      _ query: CairnScreens.ListQuery, _ model: ObjectModel, at clock: WallClock
    ) throws(FilterError) {
      if let predicate = try Predicate.parse(query.filter) {
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
  /// The places of those that are shown; `nil` for all in their own order.
  private var places: [Int]?

  /// Those of `entries`, the newest first, that are asked for, as they are seen at `replica`.
  init(_ entries: [ChangeSummary] = [], _ plan: Plan = Plan(), seenAt replica: Replica) {
    self.entries = entries
    guard !plan.isPlain else { return }
    var places = Array(entries.indices)
    if let filter = plan.filter { places.removeAll { !filter.accepts(entries[$0]) } }
    // `sort` is stable, so the less important columns, sorted first, decide among equals.
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

  /// Sorts places by keys, each of which is made once.
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

  /// The row of the change called `number`, `nil` where it isn't shown.
  func index(of number: UInt64) -> Int? {
    guard let place = entries.place(ofChange: number) else { return nil }
    guard let places else { return place }
    return places.firstIndex(of: place)
  }
}
