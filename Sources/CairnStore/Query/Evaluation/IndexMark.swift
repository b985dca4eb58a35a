/// What an index of a column finds records by: the mark of the value that they must have.
struct IndexMark {
  let column: Int
  let mark: UInt64
}

extension RowTest {
  var indexMark: IndexMark? { nil }
}

extension ColumnTest {
  /// A column that holds a value once is worth an index when a single value is asked for.
  var indexMark: IndexMark? {
    guard tests.count == 1, !isNegated, isUnique, !attribute.isList else { return nil }
    switch tests[0] {
    case .exactly(let text):
      return IndexMark(column: column, mark: Column.mark(ofText: text.span, 0..<text.count))
    case .integer(let interval):
      guard let number = interval.onlyValue else { return nil }
      return IndexMark(column: column, mark: UInt64(bitPattern: number))
    default: return nil
    }
  }
}

extension Interval {
  /// The value, if a single one lies between the bounds.
  var onlyValue: Bound? { includesLower && includesUpper && lower == upper ? lower : nil }

  /// Below zero for what comes before the interval, zero within, above zero behind.
  func side(of value: Bound) -> Int {
    if let lower, value < lower || !includesLower && value == lower { return -1 }
    return contains(value) ? 0 : 1
  }
}
