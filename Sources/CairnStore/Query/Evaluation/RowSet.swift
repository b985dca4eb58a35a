/// Some of a chunk's rows, a bit each.
struct RowSet: Hashable, Sendable {
  private(set) var words: [UInt64]

  /// Creates an empty set for `count` rows.
  init(noneOf count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  /// All of `count` rows.
  init(allOf count: Int) {
    words = Array(repeating: .max, count: (count + 63) / 64)
    if count % 64 != 0 { words[words.count - 1] = (1 << UInt64(count % 64)) - 1 }
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  @inline(__always)
  func contains(_ row: Int) -> Bool {
    words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }

  @inline(__always)
  mutating func insert(_ row: Int) {
    words[row >> 6] |= 1 << UInt64(row & 63)
  }

  mutating func formUnion(_ other: RowSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  func subtracting(_ other: RowSet) -> RowSet {
    var result = self
    for index in words.indices { result.words[index] &= ~other.words[index] }
    return result
  }

  /// The rows that have a value by `nulls`.
  func subtracting(_ nulls: NullBitmap) -> RowSet {
    if nulls.isEmpty { return self }
    var result = self
    for index in words.indices { result.words[index] &= ~nulls.word(index) }
    return result
  }

  /// The first row of the set that is not before `row`.
  func first(from row: Int) -> Int? {
    var index = row >> 6
    guard index < words.count else { return nil }
    var word = words[index] & (.max << UInt64(row & 63))
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return index << 6 + word.trailingZeroBitCount
  }

  /// Calls `body` with each row, ascending.
  @inline(__always)
  func forEachRow(_ body: (Int) -> Void) {
    for index in words.indices {
      var rest = words[index]
      while rest != 0 {
        body(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  /// The rows of the set that `isIncluded` takes, asked in ascending order.
  @inline(__always)
  func filter(_ isIncluded: (Int) -> Bool) -> RowSet {
    var result = self
    for index in words.indices {
      var rest = words[index]
      var kept: UInt64 = 0
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        if isIncluded(index << 6 + bit) { kept |= 1 << UInt64(bit) }
        rest &= rest - 1
      }
      result.words[index] = kept
    }
    return result
  }
}

extension RowSet: Sequence {
  /// The rows, ascending.
  func makeIterator() -> AnyIterator<Int> {
    var next = 0
    return AnyIterator {
      guard let row = first(from: next) else { return nil }
      next = row + 1
      return row
    }
  }
}
