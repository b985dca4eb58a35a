/// Rows that link to at least one record for which a test is true.
///
/// The test runs once over the records at the other end, by columns like any other; what remains is
/// to find which rows link to those that passed.
struct JoinTest: RowTest {
  /// Keys that make a row pass, ascending: of its links, or the row's own.
  private let keys: [RecordKey]
  private let column: Int?

  /// A test of records of `step.origin` by `test` of those they link to.
  ///
  /// - Throws: `FilterError.unavailable` where those cannot be read.
  init(
    _ step: LinkStep, _ test: any RowTest, in snapshot: Snapshot
  ) throws(FilterError) {
    let chunks = try snapshot.available(step.destination.name).chunks
    switch step.storage {
    case .column(let column):
      self.column = column
      keys = chunks.flatMap { chunk in
        test.rows(of: chunk, among: RowSet(allOf: chunk.count)).map { chunk.keys[$0] }
      }
    case .inverse(let inverse):
      column = nil
      var owners: Set<RecordKey> = []
      for chunk in chunks {
        for row in test.rows(of: chunk, among: RowSet(allOf: chunk.count)) {
          chunk.columns[inverse].forEachLink(of: row) { owners.insert($0) }
        }
      }
      keys = owners.sorted()
    }
  }

  var cost: Int { 20 }
  var isLocal: Bool { false }

  func rows(of chunk: Chunk, among rows: RowSet) -> RowSet {
    guard let column else { return rows.filter { keys.place(of: chunk.keys[$0]) != nil } }
    let links = chunk.columns[column]
    return rows.filter { row in
      var isFound = false
      links.forEachLink(of: row) { isFound = isFound || keys.place(of: $0) != nil }
      return isFound
    }
  }
}
