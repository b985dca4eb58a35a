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
