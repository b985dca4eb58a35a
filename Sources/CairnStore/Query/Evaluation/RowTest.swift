/// A predicate made ready for one entity of one snapshot.
///
/// A test looks at a whole chunk at once, and only at the rows that are still in question.
protocol RowTest {
  /// What testing one row costs, in arbitrary units.
  var cost: Int { get }

  /// Whether a chunk's own content decides, so that an unchanged chunk gives the same rows again.
  var isLocal: Bool { get }

  /// What an index would find all rows by that can pass; `nil` where none would.
  var indexMark: IndexMark? { get }

  /// The rows of `rows` for which the predicate is true.
  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet
}

/// Every test, the cheapest first, each on what the ones before left.
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

/// At least one test, each on what the ones before did not take.
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

/// The rows that another test does not take.
struct OppositeTest: RowTest {
  let test: any RowTest

  var cost: Int { test.cost }
  var isLocal: Bool { test.isLocal }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    rows.subtracting(test.rows(of: chunk, among: rows))
  }
}

/// Every row: an empty word is in everything.
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
