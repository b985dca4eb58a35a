/// Rows whose value in a column passes one of several tests, or none of them.
///
/// A row without a value never passes. Of several values one that passes is enough; negated, all
/// must fail.
struct ColumnTest: RowTest {
  let column: Int
  let tests: [ValueTest]
  let isNegated: Bool

  var cost: Int { tests.reduce(0) { $0 + $1.cost } }
  var isLocal: Bool { true }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    let rows = PresenceTest(column: column).rows(of: chunk, among: rows)
    var passed = RowSet(noneOf: chunk.count)
    for test in tests {
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
      return rows.filter { column.bytes[column.range(of: $0)].elementsEqual(wanted) }
    case (.text, .contains(let search)):
      guard let search else { return rows }
      return chunk.foldedText(of: [column]).rows(matching: search, among: rows)
    case (let column, _):
      return rows.filter { row in column[row]?.elements.contains(where: test.matches) ?? false }
    }
  }
}

/// Rows for which a number about what a path reaches passes one of several tests, or none of them.
struct AggregateTest: RowTest {
  let reader: FieldReader
  let tests: [ValueTest]
  let isNegated: Bool

  var cost: Int { 100 }
  var isLocal: Bool { reader.field.isLocal }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    rows.filter { row in
      guard let number = reader.values(of: Row(chunk: chunk, index: row)).first else {
        return false
      }
      return tests.contains { $0.matches(number) } != isNegated
    }
  }
}
