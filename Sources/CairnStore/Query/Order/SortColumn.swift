/// The places of some rows in an order by one field: numbers that compare, and where they tie,
/// bytes.
///
/// A rank's first eight bytes are compared as one number, which settles most comparisons. Equal
/// ranks are equal values: sections are runs of them.
struct SortColumn: Sendable {
  private(set) var prefixes: [UInt64] = []
  private(set) var hasValue: [Bool] = []
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Compares row `left` of one column with row `right` of another: negative, zero or positive.
  ///
  /// Rows without a value come last, also when the order is turned around.
  static func compare(
    _ leftColumn: SortColumn, _ left: Int, _ rightColumn: SortColumn, _ right: Int,
    isDescending: Bool
  ) -> Int {
    guard leftColumn.hasValue[left], rightColumn.hasValue[right] else {
      return (leftColumn.hasValue[left] ? 0 : 1) - (rightColumn.hasValue[right] ? 0 : 1)
    }
    let order = compareValues(leftColumn, left, rightColumn, right)
    return isDescending ? -order : order
  }

  private static func compareValues(
    _ leftColumn: SortColumn, _ left: Int, _ rightColumn: SortColumn, _ right: Int
  ) -> Int {
    let (first, second) = (leftColumn.prefixes[left], rightColumn.prefixes[right])
    if first != second { return first < second ? -1 : 1 }
    let (range, other) = (leftColumn.range(left), rightColumn.range(right))
    for offset in 0..<min(range.count, other.count) {
      let byte = leftColumn.bytes[range.lowerBound + offset]
      let otherByte = rightColumn.bytes[other.lowerBound + offset]
      if byte != otherByte { return byte < otherByte ? -1 : 1 }
    }
    return range.count - other.count
  }

  private func range(_ row: Int) -> Range<Int> {
    (row == 0 ? 0 : ends[row - 1])..<ends[row]
  }
}

// Making one, a row after the other.
extension SortColumn {
  mutating func reserveCapacity(_ count: Int) {
    prefixes.reserveCapacity(count)
    hasValue.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  mutating func appendNothing() { append(0, hasValue: false) }

  mutating func append(_ number: Int64) { append(UInt64(bitPattern: number ^ .min)) }

  mutating func append(_ number: Double) {
    let bits = (number == 0 ? 0 : number).bitPattern
    append(bits >> 63 == 1 ? ~bits : bits | 1 << 63)
  }

  /// A rank, and what decides among equal ones.
  mutating func append(rank: Int, then key: [UInt8] = []) {
    bytes += key
    append(UInt64(rank))
  }

  mutating func append(key: [UInt8]) {
    var prefix: UInt64 = 0
    for index in 0..<8 { prefix = prefix << 8 | UInt64(index < key.count ? key[index] : 0) }
    if key.count > 8 { bytes += key[8...] }
    append(prefix)
  }

  private mutating func append(_ prefix: UInt64, hasValue: Bool = true) {
    prefixes.append(prefix)
    self.hasValue.append(hasValue)
    ends.append(bytes.count)
  }
}
