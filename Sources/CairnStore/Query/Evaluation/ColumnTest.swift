/// Rows whose value in a column passes one of several tests, or none of them.
///
/// A row without a value never passes. Of several values one that passes is enough; negated, all
/// must fail.
struct ColumnTest: RowTest {
  let attribute: Attribute
  let column: Int
  /// Whether no two records should have the same value there.
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
    case (.text, .order(let interval)) where attribute.type != .choice:
      return chunk.rows(rankedBy: attribute, column, in: interval, among: rows) {
        $0.append(key: $1.bytes)
      }
    case (_, .decimal(let interval)) where attribute.type == .decimal && !attribute.isList:
      return chunk.rows(rankedBy: attribute, column, in: interval, among: rows) {
        $0 = SortColumn([.decimal($1.number)], of: nil)
      }
    case (let column, _):
      return rows.filter { row in column[row]?.elements.contains(where: test.matches) ?? false }
    }
  }
}

extension Chunk {
  /// The rows whose rank by a column lies in an interval, whose bounds `append` ranks.
  ///
  /// The ranks of the column are those of its order, and kept for the next time.
  func rows<Bound>(
    rankedBy attribute: Attribute, _ column: Int, in interval: Interval<Bound>, among rows: RowSet,
    _ append: (inout SortColumn, Bound) -> Void
  ) -> RowSet {
    let ranks = sortColumn(column, of: attribute)
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
