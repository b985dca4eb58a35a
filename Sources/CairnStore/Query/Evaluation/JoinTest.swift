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
          // What one record owns mostly stands together, and most of it often passes.
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

  /// The rows whose own keys are among the others; both ascend and are walked along together.
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
