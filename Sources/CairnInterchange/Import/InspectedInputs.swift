/// Inputs that were read once, so that what cannot be imported at all is known before a store is
/// opened for it.
public struct InspectedInputs: Sendable {
  let tables: [InspectedTable]
  /// What a person should hear of how the inputs were read.
  let notices: [String]

  /// Reads the inputs to their end and finds the types of their columns.
  ///
  /// - Parameters:
  ///   - inputs: The inputs; the bytes stay in memory of those that come only once.
  ///   - progress: Called every few thousand rows; its answer may end the reading.
  /// - Throws: `InterchangeError` for an input that cannot be read, or holds nothing.
  public init(
    _ inputs: [ImportInput],
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(InterchangeError) {
    var notices: [String] = []
    var tables: [InspectedTable] = []
    for input in inputs {
      var found: [String] = []
      let files = try input.sources.map { (source) throws(InterchangeError) in
        try OpenedInput(source)
      }
      for table in try RawTable.tables(of: files, in: input, notices: &found) {
        var inspected = try InspectedTable(table) { (rows) throws(InterchangeError) in
          let state = ImportProgress(phase: .inspecting, rows: rows, total: nil)
          guard progress(state) == .proceed else { throw .canceled }
        }
        if let file = files.first { inspected.note(file.encoding) }
        tables.append(inspected)
        found += inspected.notices
      }
      notices += files.compactMap(\.notice) + found
    }
    self.tables = tables
    self.notices = notices
  }

  /// What the inputs are called, each once.
  public var names: [String] {
    tables.map(\.table.input).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// What the columns of all inputs are called, those within columns by their paths.
  public var columns: Set<String> { Set(tables.flatMap { Columns($0).allPaths }) }

  /// How many rows there are.
  public var rowCount: Int { tables.reduce(0) { $0 + $1.rowCount } }
}
