/// The floating-point numbers of one field in a chunk.
public struct DoubleColumn: Sendable {
  /// A number for each row, 0 where there is none.
  public internal(set) var values: [Double] = []

  /// The rows without a number.
  public internal(set) var nulls = NullBitmap()

  /// The number of `row`, `nil` for none.
  public subscript(row: Int) -> Double? { nulls[row] ? nil : values[row] }

  mutating func replace(_ row: Int, with number: Double?) {
    values[row] = number ?? 0
    nulls.set(row, number == nil)
  }

  mutating func append(_ number: Double?) {
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
