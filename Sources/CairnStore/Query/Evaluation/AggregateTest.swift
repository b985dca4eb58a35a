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
