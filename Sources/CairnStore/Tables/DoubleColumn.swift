/// The floating-point numbers of one field in a chunk.
public struct DoubleColumn: NumberColumn, Sendable {
  /// A number for each row, 0 where there is none.
  public internal(set) var values: [Double] = []

  /// The rows without a number.
  public internal(set) var nulls = NullBitmap()

  /// The number of `row`, `nil` for none.
  public subscript(row: Int) -> Double? { nulls[row] ? nil : values[row] }
}
