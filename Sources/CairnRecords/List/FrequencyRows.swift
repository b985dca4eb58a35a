internal import CairnScreens
internal import CairnStore

/// The sorted counts; computed off the drawing thread if possible.
struct FrequencyRows: Sendable {
  struct Row: Sendable {
    let id: String
    let frequency: Frequency
  }

  /// The number of values without the filter.
  var total = 0
  /// The amount of the longest bar.
  private(set) var most = 1.0
  /// The cumulative share of each row.
  private(set) var cumulative: [Double?] = []
  private(set) var rows: [Row] = []
  private(set) var places: [String: Int] = [:]
  private(set) var sorts: [ListSort] = []

  init() {}

  init(_ frequencies: [Frequency], of field: FieldPath) {
    rows = frequencies.map { Row(id: $0.condition(on: field).description, frequency: $0) }
    total = rows.count
    most = frequencies.compactMap(\.amount).max() ?? 1
  }

  /// Sorts the rows; equally frequent values keep their own order.
  mutating func arrange(by sorts: [ListSort]) {
    self.sorts = sorts
    let sort = sorts.first
    let column = sort.flatMap { CountOrder.Column(rawValue: $0.column) } ?? .count
    CountOrder(column, isDescending: sort?.isDescending ?? true).arrange(&rows) { $0.frequency }
    cumulative = rows.map(\.frequency).cumulativeShares
    places = Dictionary(
      zip(rows.map(\.id), rows.indices), uniquingKeysWith: { first, _ in first })
  }
}
