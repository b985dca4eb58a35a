/// A test of a column's values: a row passes if one of several tests does, or if none does.
///
/// A row without a value never passes. A row with several values passes if one of them does; for a
/// negated test, all of them must fail.
struct ColumnTest: RowTest {
  let attribute: Attribute
  let column: Int
  /// Whether values in the column are meant to be unique.
  let isUnique: Bool
  let tests: [ValueTest]
  let isNegated: Bool

  var cost: Int { tests.reduce(0) { $0 + $1.cost } }
  var isLocal: Bool { true }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    let rows = PresenceTest(column: column).rows(of: chunk, among: rows)
    guard let first = tests.first else { return isNegated ? rows : RowSet(noneOf: chunk.count) }
    var passed = self.rows(passing: first, of: chunk, among: rows)
    for test in tests.dropFirst() {
      passed.formUnion(self.rows(passing: test, of: chunk, among: rows.subtracting(passed)))
    }
    return isNegated ? rows.subtracting(passed) : passed
  }

  private func rows(passing test: ValueTest, of chunk: Chunk, among rows: RowSet) -> RowSet {
    switch (chunk.columns[column], test) {
    case (.integer(let column), .integer(let interval)):
      let values = column.values
      return rows.filter { interval.contains(values[$0]) }
    case (.double(let column), .double(let interval)):
      let values = column.values
      return rows.filter { interval.contains(values[$0]) }
    case (.text(let column), .exactly(let wanted)):
      return rows.filter { row in
        let range = column.range(of: row)
        return range.count == wanted.count && column.bytes[range].elementsEqual(wanted)
      }
    case (.text, .contains(let search)):
      guard let search else { return rows }
      return chunk.foldedText(of: [column]).rows(matching: search, among: rows)
    case (_, .folded(let search)):
      return chunk.foldedText(of: [column]).rows(matching: search, among: rows)
    case (.text, .order(let interval, let alphabet)) where attribute.type != .choice:
      return chunk.rows(rankedBy: attribute, column, alphabet, in: interval, among: rows) {
        $0.append(key: $1.bytes)
      }
    case (_, .decimal(let interval)) where attribute.type == .decimal && !attribute.isList:
      return chunk.rows(rankedBy: attribute, column, nil, in: interval, among: rows) {
        $0 = SortColumn([.decimal($1.number)], of: nil)
      }
    case (let column, _):
      return rows.filter { row in column[row]?.elements.contains(where: test.matches) ?? false }
    }
  }
}

extension Chunk {
  /// Returns the rows whose rank by a column lies in an interval; `append` ranks the bounds.
  ///
  /// The ranks come from the column's order, and stay cached.
  func rows<Bound>(
    rankedBy attribute: Attribute, _ column: Int, _ alphabet: Alphabet?,
    in interval: Interval<Bound>, among rows: RowSet, _ append: (inout SortColumn, Bound) -> Void
  ) -> RowSet {
    let ranks = sortColumn(column, of: attribute, in: alphabet)
    var (lower, upper) = (SortColumn(), SortColumn())
    if let bound = interval.lower { append(&lower, bound) }
    if let bound = interval.upper { append(&upper, bound) }
    return rows.filter { row in
      if interval.lower != nil {
        let order = SortColumn.compare(ranks, row, lower, 0, isDescending: false)
        if order < 0 || order == 0 && !interval.includesLower { return false }
      }
      guard interval.upper != nil else { return true }
      let order = SortColumn.compare(ranks, row, upper, 0, isDescending: false)
      return order < 0 || order == 0 && interval.includesUpper
    }
  }
}

/// A test of a single value, with its operand already parsed.
enum ValueTest {
  /// Whole numbers, days, moments, and no and yes as 0 and 1.
  case integer(Interval<Int64>)
  case double(Interval<Double>)
  case decimal(Interval<Amount>)
  /// Texts in collation order, by an alphabet.
  case order(Interval<CollationKey>, Alphabet?)
  /// Choices in the order of their declaration.
  case rank(Interval<Int>, choices: [String])
  /// Texts that contain this one, ignoring case and accents; `nil`: any text.
  case contains(ByteSearch?)
  /// Texts that equal this one, ignoring case and accents; the search has a zero on each side.
  case folded(ByteSearch)
  /// Texts that equal this one byte for byte.
  case exactly([UInt8])
  case data([UInt8])
  case pattern(TextPattern)

  /// Whether `value`, which is not a list, passes the test.
  func matches(_ value: Value) -> Bool {
    switch value {
    case .text(let text): matches(text)
    case .integer(let number): matches(number)
    case .date(let date): matches(Int64(date.days))
    case .datetime(let time), .localtime(let time): matches(time.microseconds)
    case .boolean(let answer): matches(Int64(answer ? 1 : 0))
    case .double(let number):
      if case .double(let interval) = self { interval.contains(number) } else { false }
    case .decimal(let number):
      if case .decimal(let interval) = self {
        interval.contains(Amount(number: number))
      } else {
        false
      }
    case .data(let bytes): if case .data(let wanted) = self { bytes == wanted } else { false }
    case .labeled(let label, let value):
      if case .contains = self { matches(value) || matches(label) } else { matches(value) }
    case .link, .list: false
    }
  }

  private func matches(_ number: Int64) -> Bool {
    switch self {
    case .integer(let interval): interval.contains(number)
    case .decimal(let interval): interval.contains(Amount(number: DecimalNumber(number)))
    default: false
    }
  }

  private func matches(_ text: String) -> Bool {
    switch self {
    case .order(let interval, let alphabet):
      interval.contains(CollationKey(text, in: alphabet))
    case .rank(let interval, let choices):
      choices.firstIndex(of: text).map(interval.contains) ?? false
    case .contains(let search): search?.isFound(in: SearchFold.foldedBytes(text)) ?? true
    case .folded(let search): [0] + SearchFold.foldedBytes(text) + [0] == search.needle
    case .exactly(let wanted): text.utf8.elementsEqual(wanted)
    case .pattern(let pattern): pattern.isFound(in: text)
    case .integer, .double, .decimal, .data: false
    }
  }

  /// The cost of testing one row, in arbitrary units; cheap tests run first.
  var cost: Int {
    switch self {
    case .integer, .double: 1
    case .exactly: 2
    case .contains, .folded: 4
    case .decimal, .order: 6
    case .data, .rank: 10
    case .pattern: 40
    }
  }
}

/// An interval whose bounds are each open, closed or missing.
struct Interval<Bound: Comparable> {
  var lower: Bound?
  var upper: Bound?
  var includesLower = true
  var includesUpper = true

  /// Creates the interval from `lower` to `upper`, both included.
  init(_ lower: Bound?, _ upper: Bound?) {
    self.lower = lower
    self.upper = upper
  }

  /// Creates the interval of values that compare by `operation` with the span from `first` to
  /// `last`.
  ///
  /// For a month, "before" means before its first day, and "after" means after its last day.
  init(_ operation: ComparisonOperator, _ first: Bound, _ last: Bound) {
    switch operation {
    case .less:
      self.init(nil, first)
      includesUpper = false
    case .lessOrEqual: self.init(nil, last)
    case .greater:
      self.init(last, nil)
      includesLower = false
    case .greaterOrEqual: self.init(first, nil)
    case .matches, .equal, .notEqual, .pattern: self.init(first, last)
    }
  }

  @inline(__always)
  func contains(_ value: Bound) -> Bool {
    if let lower, value < lower || !includesLower && value == lower { return false }
    if let upper, value > upper || !includesUpper && value == upper { return false }
    return true
  }
}

extension Interval: Sendable where Bound: Sendable {}

/// A decimal number that compares by its amount: 1.5 and 1.50 are equal.
struct Amount: Comparable, Sendable {
  let number: DecimalNumber

  static func == (left: Self, right: Self) -> Bool { left.number.compare(right.number) == 0 }
  static func < (left: Self, right: Self) -> Bool { left.number.compare(right.number) < 0 }
}
