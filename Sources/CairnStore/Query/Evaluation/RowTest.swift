/// A predicate prepared for one entity of one snapshot.
///
/// A test checks a whole chunk at once, and only its remaining rows.
protocol RowTest {
  /// The cost of testing one row, in arbitrary units.
  var cost: Int { get }

  /// Whether only a chunk's own content decides, so that an unchanged chunk gives the same rows.
  var isLocal: Bool { get }

  /// The mark that finds all passing rows in an index; `nil` if no mark does.
  var indexMark: IndexMark? { get }

  /// Returns the rows of `rows` for which the predicate is true.
  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet
}

/// All tests must pass.
///
/// The cheapest runs first, and each checks the rows that are left.
struct AllOfTests: RowTest {
  private let tests: [any RowTest]

  init(_ tests: [any RowTest]) {
    self.tests = tests.sorted { $0.cost < $1.cost }
  }

  var cost: Int { tests.reduce(0) { $0 + $1.cost } }
  var isLocal: Bool { tests.allSatisfy(\.isLocal) }
  var indexMark: IndexMark? { tests.lazy.compactMap(\.indexMark).first }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    var rows = rows
    for test in tests where !rows.isEmpty { rows = test.rows(of: chunk, among: rows) }
    return rows
  }
}

/// At least one test must pass.
///
/// Each checks the rows that no earlier test accepted.
struct AnyOfTests: RowTest {
  private let tests: [any RowTest]

  init(_ tests: [any RowTest]) {
    self.tests = tests.sorted { $0.cost < $1.cost }
  }

  var cost: Int { tests.reduce(0) { $0 + $1.cost } }
  var isLocal: Bool { tests.allSatisfy(\.isLocal) }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    var found = RowSet(noneOf: chunk.count)
    for test in tests { found.formUnion(test.rows(of: chunk, among: rows.subtracting(found))) }
    return found
  }
}

/// The rows that another test rejects.
struct OppositeTest: RowTest {
  let test: any RowTest

  var cost: Int { test.cost }
  var isLocal: Bool { test.isLocal }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    rows.subtracting(test.rows(of: chunk, among: rows))
  }
}

/// Every row, since every text contains an empty word.
struct EveryRowTest: RowTest {
  var cost: Int { 0 }
  var isLocal: Bool { true }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet { rows }
}

/// Rows with a value in a column.
struct PresenceTest: RowTest {
  let column: Int

  var cost: Int { 1 }
  var isLocal: Bool { true }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    switch chunk.columns[column] {
    case .text(let texts): rows.subtracting(texts.nulls)
    case .integer(let numbers): rows.subtracting(numbers.nulls)
    case .double(let numbers): rows.subtracting(numbers.nulls)
    case .values(let values): rows.filter { values[$0] != nil }
    }
  }
}

/// The row of one record.
struct KeyTest: RowTest {
  let key: RecordKey

  var cost: Int { 0 }
  var isLocal: Bool { true }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    var found = RowSet(noneOf: chunk.count)
    if let row = chunk.index(of: key), rows.contains(row) { found.insert(row) }
    return found
  }
}

/// Rows that contain a word in one of some columns.
struct WordTest: RowTest {
  let columns: [Int]
  let search: ByteSearch

  var cost: Int { 5 }
  var isLocal: Bool { true }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    chunk.foldedText(of: columns).rows(matching: search, among: rows)
  }
}

/// Rows that link to at least one record for which a test is true.
///
/// The test runs once over the records at the other end, by columns like any other; what remains is
/// to find which rows link to those that passed.
struct JoinTest: RowTest {
  /// Keys that make a row pass, ascending, though perhaps not each once: of its links, or the row's
  /// own.
  private let keys: [RecordKey]
  private let column: Int?

  /// A test of records of `step.origin` by `test` of those they link to.
  ///
  /// - Throws: `FilterError.unavailable` where those cannot be read.
  init(
    _ step: LinkStep, _ test: any RowTest, in snapshot: Snapshot
  ) throws(FilterError) {
    var keys: [RecordKey] = []
    let column: Int? = if case .column(let column) = step.storage { column } else { nil }
    for chunk in try snapshot.available(step.destination.name).chunks {
      test.rows(of: chunk, among: RowSet(allOf: chunk.count)).forEachRow { row in
        guard case .inverse(let inverse) = step.storage else { return keys.append(chunk.keys[row]) }
        chunk.columns[inverse].forEachLink(of: row) { key in
          // The records of one owner usually stand together, and most of them often pass.
          if keys.last != key { keys.append(key) }
        }
      }
    }
    if !keys.isAscending { keys.sort() }
    (self.keys, self.column) = (keys, column)
  }

  var cost: Int { 20 }
  var isLocal: Bool { false }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    guard let column else { return self.rows(of: chunk, amongOwners: rows) }
    let links = chunk.columns[column]
    return rows.filter { row in
      var isFound = false
      links.forEachLink(of: row) { isFound = isFound || keys.place(of: $0) != nil }
      return isFound
    }
  }

  /// Returns the rows whose keys are among `rows`; both ascend, so one pass finds them.
  private func rows(of chunk: Chunk, amongOwners rows: RowSet) -> RowSet {
    guard let first = chunk.keys.first else { return rows }
    var place = keys.lowerBound(of: first)
    return rows.filter { row in
      let key = chunk.keys[row]
      while place < keys.count, keys[place] < key { place += 1 }
      return place < keys.count && keys[place] == key
    }
  }
}

/// Tests values that no column holds: rollups, formulas and times from the history.
struct ComputedTest: RowTest {
  let reader: FieldReader
  let tests: [ValueTest]
  let isNegated: Bool
  /// Whether the latest possible time of a record matches where its own is unknown.
  var takesLatest = false

  var cost: Int { 100 }
  var isLocal: Bool { reader.field.isLocal }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    rows.filter { row in
      let row = Row(chunk: chunk, index: row)
      let values = reader.values(of: row) + (takesLatest ? reader.latestTimes(of: row) : [])
      return values.contains { value in
        tests.contains { $0.matches(value) } != isNegated
      }
    }
  }
}

/// What an index of a column finds records by: the mark of the value that they must have.
struct IndexMark {
  let column: Int
  let mark: UInt64
}

extension RowTest {
  var indexMark: IndexMark? { nil }
}

extension ColumnTest {
  /// A column that holds a value once is worth an index when a single value is asked for.
  var indexMark: IndexMark? {
    guard tests.count == 1, !isNegated, isUnique, !attribute.isList else { return nil }
    switch tests[0] {
    case .exactly(let text):
      return IndexMark(column: column, mark: Column.mark(ofText: text.span, 0..<text.count))
    case .integer(let interval):
      guard let number = interval.onlyValue else { return nil }
      return IndexMark(column: column, mark: UInt64(bitPattern: number))
    default: return nil
    }
  }
}

extension Interval {
  /// The value, if a single one lies between the bounds.
  var onlyValue: Bound? { includesLower && includesUpper && lower == upper ? lower : nil }

  /// Negative for a value before the interval, zero within it, positive after it.
  func side(of value: Bound) -> Int {
    if let lower, value < lower || !includesLower && value == lower { return -1 }
    return contains(value) ? 0 : 1
  }
}
