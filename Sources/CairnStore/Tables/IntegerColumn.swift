/// The numbers of one field in a chunk: integers, days, moments, yes and no, or links.
public struct IntegerColumn: NumberColumn, Sendable {
  /// What the numbers mean.
  public enum Kind: Sendable {
    /// The numbers themselves.
    case integer
    /// Days since 1970-01-01.
    case date
    /// Microseconds since 1970-01-01T00:00:00Z.
    case datetime
    /// 1 for yes, 0 for no.
    case boolean
    /// The bits of a record key's raw value.
    case link
  }

  /// What the numbers mean.
  public let kind: Kind

  /// A number for each row, 0 where there is none.
  public internal(set) var values: [Int64] = []

  /// The rows without a number.
  public internal(set) var nulls = NullBitmap()

  init(kind: Kind) {
    self.kind = kind
  }

  /// The value of `row`, `nil` for none.
  public subscript(row: Int) -> Value? {
    guard !nulls[row] else { return nil }
    let number = values[row]
    return switch kind {
    case .integer: .integer(number)
    case .date: .date(CalendarDate(days: Int32(truncatingIfNeeded: number)))
    case .datetime: .datetime(Timestamp(microseconds: number))
    case .boolean: .boolean(number != 0)
    case .link: .link(RecordKey(rawValue: UInt64(bitPattern: number)))
    }
  }
}
