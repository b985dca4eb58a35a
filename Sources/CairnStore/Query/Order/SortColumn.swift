internal import Synchronization

/// The ranks of some rows in the order of one field: numbers, and bytes to break ties.
///
/// The first eight bytes of ranks are compared as one number, which settles most comparisons. Equal
/// ranks mean equal values. A section is a sequence of equal ranks.
struct SortColumn: Sendable {
  private(set) var prefixes: [UInt64] = []
  private(set) var hasValue: [Bool] = []
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Compares row `left` of one column with row `right` of another: negative, zero or positive.
  ///
  /// Rows without a value come last, also in a descending order.
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

  /// Whether the prefix of a row is its whole rank, and the row has a value or none as told.
  func isWhole(_ row: Int, hasValue: Bool) -> Bool {
    self.hasValue[row] == hasValue && range(row).isEmpty
  }

  private func range(_ row: Int) -> Range<Int> {
    (row == 0 ? 0 : ends[row - 1])..<ends[row]
  }
}

// Building a column, row after row.
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

  /// Appends a rank, and the key that decides between equal ranks.
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

extension SortColumn {
  /// Creates the ranks of an attribute's `values`, with texts in the order of an alphabet.
  init(
    _ values: some Sequence<Value?>, of attribute: Attribute?, in alphabet: Alphabet? = nil
  ) {
    var ranker = Ranker(
      choices: attribute?.type == .choice ? attribute?.choices ?? [] : [],
      writer: CollationWriter(alphabet))
    for value in values { ranker.append(value, to: &self) }
  }

  /// Creates the ranks of a chunk's `column`, whose attribute is `attribute`.
  init(_ column: Column, count: Int, of attribute: Attribute, in alphabet: Alphabet?) {
    guard case .text(let texts) = column else {
      self.init((0..<count).lazy.map { column[$0] }, of: attribute, in: alphabet)
      return
    }
    // The texts are read in place, without a string for each.
    self.init()
    reserveCapacity(count)
    var ranker = Ranker(
      choices: attribute.type == .choice ? attribute.choices : [],
      writer: CollationWriter(alphabet))
    for row in 0..<count {
      if texts.nulls[row] {
        appendNothing()
      } else {
        ranker.append(texts.bytes, texts.range(of: row), to: &self)
      }
    }
  }

  /// Ranks values one after the other.
  private struct Ranker {
    let choices: [String]
    var writer: CollationWriter
    /// The current key, kept to reuse its memory.
    var key: [UInt8] = []

    mutating func append(_ value: Value?, to column: inout SortColumn) {
      switch value {
      case nil: column.appendNothing()
      case .text(let text): append(text, to: &column)
      case .integer(let number): column.append(number)
      case .double(let number): column.append(number)
      case .decimal(let number): append(number, to: &column)
      case .boolean(let answer): column.append(Int64(answer ? 1 : 0))
      case .date(let date): column.append(Int64(date.days))
      case .datetime(let time), .localtime(let time): column.append(time.microseconds)
      case .data(let bytes): column.append(key: bytes)
      case .link(let key): column.append(Int64(bitPattern: key.rawValue))
      case .labeled(_, let value): append(value, to: &column)
      case .list(let elements): append(elements.map(\.unlabeled), to: &column)
      }
    }

    /// Adds the place of a choice; other words follow all choices.
    private mutating func append(_ text: String, to column: inout SortColumn) {
      let utf8 = Array(text.utf8)
      append(utf8, 0..<utf8.count, to: &column)
    }

    mutating func append(_ utf8: [UInt8], _ range: Range<Int>, to column: inout SortColumn) {
      if let rank = choices.firstIndex(where: { $0.utf8.elementsEqual(utf8[range]) }) {
        return column.append(rank: rank)
      }
      key.removeAll(keepingCapacity: true)
      writer.append(utf8, range, to: &key)
      if choices.isEmpty {
        column.append(key: key)
      } else {
        column.append(rank: choices.count, then: key)
      }
    }

    /// Joins several texts with the lowest sign between; of other values, the first decides.
    private mutating func append(_ elements: [Value], to column: inout SortColumn) {
      guard case .text? = elements.first else { return append(elements.first, to: &column) }
      var key: [UInt8] = []
      for case .text(let text) in elements {
        writer.append(text, to: &key)
        key += [0, 0]
      }
      column.append(key: key)
    }

    /// Appends bytes that sort like the amounts: sign, number of whole digits, digits.
    private mutating func append(_ number: DecimalNumber, to column: inout SortColumn) {
      key.removeAll(keepingCapacity: true)
      key += [1, 0, 0, 0, 0]
      var (wholeCount, isSigned, hasPoint) = (0, false, false)
      for byte in number.description.utf8 {
        switch byte {
        case .minus: isSigned = true
        case UInt8(ascii: "."): hasPoint = true
        case UInt8(ascii: "0") where !hasPoint && wholeCount == 0: break
        default:
          if !hasPoint { wholeCount += 1 }
          key.append(byte)
        }
      }
      if hasPoint {
        while key.count > 5 + wholeCount, key.last == UInt8(ascii: "0") { key.removeLast() }
      }
      for place in 1...4 { key[place] = UInt8(truncatingIfNeeded: wholeCount >> (32 - place * 8)) }
      let isZero = key.count == 5
      key.append(0)
      if isSigned, !isZero {
        for place in key.indices.dropFirst() { key[place] = ~key[place] }
        key[0] = 0
      }
      column.append(key: key)
    }
  }
}

/// The cached ranks by a chunk's columns.
final class SortColumns: Sendable {
  private struct Name: Hashable {
    let column: Int
    let alphabet: Alphabet?
  }

  private let columns = Mutex<[Name: SortColumn]>([:])

  func column(_ index: Int, in alphabet: Alphabet?, make: () -> SortColumn) -> SortColumn {
    let name = Name(column: index, alphabet: alphabet)
    if let known = columns.withLock({ $0[name] }) { return known }
    let made = make()
    columns.withLock { columns in
      // A person changes the language of the order seldom, and then for all lists. Only texts have
      // an alphabet.
      if alphabet != nil {
        columns = columns.filter { $0.key.alphabet == nil || $0.key.alphabet == alphabet }
      }
      columns[name] = made
    }
    return made
  }
}
