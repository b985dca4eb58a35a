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
    /// The same number for a clock without a zone.
    case localtime
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
    case .localtime: .localtime(Timestamp(microseconds: number))
    case .boolean: .boolean(number != 0)
    case .link: .link(RecordKey(rawValue: UInt64(bitPattern: number)))
    }
  }
}

/// The floating-point numbers of one field in a chunk.
public struct DoubleColumn: NumberColumn, Sendable {
  /// A number for each row, 0 where there is none.
  public internal(set) var values: [Double] = []

  /// The rows without a number.
  public internal(set) var nulls = NullBitmap()

  /// The number of `row`, `nil` for none.
  public subscript(row: Int) -> Double? { nulls[row] ? nil : values[row] }
}

/// Which rows of a column have no value, a bit a row; no bits at all while every row has one.
public struct NullBitmap: Hashable, Sendable {
  private var words: [UInt64] = []

  init() {}

  /// Whether every row has a value, so that a scan need not ask.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether `row` has no value.
  @inline(__always)
  public subscript(row: Int) -> Bool {
    let word = row >> 6
    return word < words.count && words[word] >> UInt64(row & 63) & 1 == 1
  }

  /// The bits of the sixty-four rows from `index * 64` on.
  @inline(__always)
  func word(_ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }

  mutating func set(_ row: Int, _ isNull: Bool) {
    let word = row >> 6
    if word >= words.count {
      guard isNull else { return }
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    let bit: UInt64 = 1 << UInt64(row & 63)
    words[word] = isNull ? words[word] | bit : words[word] & ~bit
  }

  mutating func insert(_ isNull: Bool, at row: Int, count: Int) {
    guard isNull || !words.isEmpty else { return }
    var index = count
    while index > row {
      set(index, self[index - 1])
      index -= 1
    }
    set(row, isNull)
  }

  mutating func remove(at row: Int, count: Int) {
    guard !words.isEmpty else { return }
    for index in row..<max(row, count - 1) { set(index, self[index + 1]) }
    set(count - 1, false)
  }
}
