/// The order of a view of counts: `sort=value`, `sort=-count` or `sort=measure`.
public struct CountOrder: Hashable, Sendable {
  /// What the counts are sorted by.
  public enum Column: String, CaseIterable, Sendable {
    /// The value, in the order of its type.
    case value
    /// The number of records.
    case count
    /// The computed number, such as a sum.
    case measure
  }

  /// What the counts are sorted by.
  public var column: Column
  /// Whether the greatest comes first.
  public var isDescending: Bool

  /// Creates an order.
  public init(_ column: Column, isDescending: Bool = false) {
    (self.column, self.isDescending) = (column, isDescending)
  }

  /// Creates the order that a sort names, by a column or by the counted field; `nil` for other
  /// fields.
  init?(_ sort: RecordSort, of counted: FieldPath) {
    let name = sort.field.description.lowercased()
    let isCounted = name == counted.description.lowercased()
    guard let column = Column(rawValue: name) ?? (isCounted ? .value : nil) else { return nil }
    self.init(column, isDescending: sort.isDescending)
  }

  /// Sorts rows with counts; equal ones keep the order of their values.
  ///
  /// A value without a measure comes last.
  package func arrange<Row>(_ rows: inout [Row], _ count: (Row) -> Frequency) {
    rows.sort { count($0).rank < count($1).rank }
    switch column {
    case .value: if isDescending { rows.reverse() }
    case .count: sort(&rows) { count($0).count }
    case .measure: sort(&rows) { count($0).measure?.rank ?? -1 }
    }
  }

  private func sort<Row>(_ rows: inout [Row], by number: (Row) -> Int) {
    rows.sort { left, right in
      let (left, right) = (number(left), number(right))
      if left < 0 || right < 0 { return left > right }
      return isDescending ? left > right : left < right
    }
  }
}
