/// A column of numbers of one size, 0 where there is none.
protocol NumberColumn {
  associatedtype Number: ExpressibleByIntegerLiteral

  /// A number for each row.
  var values: [Number] { get set }

  /// The rows without a number.
  var nulls: NullBitmap { get set }
}

extension NumberColumn {
  mutating func replace(_ row: Int, with number: Number?) {
    values[row] = number ?? 0
    nulls.set(row, number == nil)
  }

  mutating func append(_ number: Number?) {
    if number == nil { nulls.set(values.count, true) }
    values.append(number ?? 0)
  }

  mutating func insert(at row: Int) {
    nulls.insert(true, at: row, count: values.count)
    values.insert(0, at: row)
  }

  mutating func remove(at row: Int) {
    nulls.remove(at: row, count: values.count)
    values.remove(at: row)
  }
}
