internal import CairnJSON
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The rows of one of the app's own lists, such as the jobs, ready to be printed.
public struct OwnList {
  fileprivate enum Rows {
    case table(any PrintableTable)
    case changes
  }

  fileprivate let rows: Rows
  fileprivate let query: ListQuery
  fileprivate let workspace: Workspace

  /// Returns the number of rows.
  ///
  /// - Throws: ``AppError`` if the history can't be read.
  public func count() throws(AppError) -> Int {
    switch rows {
    case .table(let table): table.count(query)
    case .changes: try changes(limit: nil).count(order)
    }
  }

  fileprivate func columnNames() throws(AppError) -> [String] {
    switch rows {
    case .table(let table): table.names
    case .changes: try changes(limit: 0).names
    }
  }

  /// Prints the rows.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - limit: the largest number of rows; `nil` for all.
  ///   - width: the width of the terminal for a table; `nil` for output to a program.
  ///   - sink: called with the next bytes.
  /// - Throws: ``AppError`` if the history can't be read, and the errors of `sink`.
  public func print(
    as format: ListFormat, limit: Int?, width: Int?, to sink: ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    switch rows {
    case .table(let table):
      try sink(Array(table.report(format, query, limit: limit, width: width).utf8))
    case .changes where format.hasColumns || !query.sorts.isEmpty:
      let table = try changes(limit: query.sorts.isEmpty ? limit : nil)
      try sink(Array(table.report(format, order, limit: limit, width: width).utf8))
    case .changes:
      // A history may be long, so it is printed while it is read.
      var log = try log(limit: limit)
      try log.print(
        as: format == .json ? .json : .jsonl, isSeen: false, clock: workspace.clock, to: sink)
    }
  }

  /// The sort without the filter, which the history has already applied.
  private var order: ListQuery { ListQuery(sorts: query.sorts) }

  private func log(limit: Int?) throws(AppError) -> ChangeLog {
    try workspace.log(
      of: nil, since: nil, where: query.filter.isEmpty ? nil : query.filter, limit: limit)
  }

  private func changes(limit: Int?) throws(AppError) -> ListTable<(ChangeSummary, JSONValue)> {
    var log = try log(limit: limit)
    var rows: [(ChangeSummary, JSONValue)] = []
    while let entry = try log.next() { rows.append((entry.summary, entry.json(of: .everything))) }
    let (clock, here) = (workspace.clock, workspace.store.replica)
    return ListTable(
      title: "Changes",
      columns: [
        .number { $0.0.number },
        .init(ListColumn("change", width: 20...72)) { $0.0.title },
        .init(ListColumn("records", width: 8...14, isSortable: false)) { $0.0.counts },
        .init(ListColumn("from", width: 14...28)) { $0.0.from(seenAt: here) },
        .age("saved", at: { clock }) { $0.0.time },
      ], id: { "\($0.0.number)" }, json: { $0.1 }, rows: { rows })
  }
}

extension Workspace {
  /// Returns one of the app's own lists.
  ///
  /// - Parameters:
  ///   - address: the URL of a list, or its favorite.
  ///   - clauses: further clauses from options.
  /// - Returns: the list; `nil` for an address in the store, and for a screen without rows.
  /// - Throws: ``AppError/failed(_:)`` where the rows can't be read;
  ///   ``AppError/usage(_:)`` for options that such a list doesn't have.
  public func ownList(
    at address: Address, adding clauses: ListClauses
  ) throws(AppError) -> OwnList? {
    guard let (page, own) = try page(at: try routed(try url(of: address))) else { return nil }
    let url = clauses.applied(to: own)
    let query = ListQuery(url)
    guard let rows = try rows(of: page) else { return nil }
    guard ["group", "columns", "view", "totals"].allSatisfy({ url.value($0) == nil }) else {
      throw .usage("\(url.text) has no groups, views, totals or other columns")
    }
    let list = OwnList(rows: rows, query: query, workspace: self)
    let names = try list.columnNames()
    for sort in query.sorts where !names.contains(sort.column) {
      throw .usage(
        "\(url.text) has no column \(sort.column); its columns are \(names.joined(separator: ", "))"
      )
    }
    return list
  }

  private func rows(of page: AppPage) throws(AppError) -> OwnList.Rows? {
    switch page {
    case .changes: return .changes
    case .jobs: return .table(try jobsTable())
    case .settings:
      return .table(try ConfigurationReport(environment, fileSystem: fileSystem).table())
    case .conflicts:
      let found = try conflicts()
      return .table(ConflictScreens.table({ store.snapshot }, { found }))
    case .guide(nil): return .table(GuideScreens.table)
    case .model(nil): return .table(ModelScreens.table { store.snapshot })
    case .model(let name?):
      guard let entity = store.snapshot.model.entity(matching: name) else {
        throw .failed("\(AddressProblem.unknownCollection(name, nearest: []))")
      }
      return .table(ModelScreens.table(of: entity) { store.snapshot })
    case .routes(let explained): return .table(try routesTable(explaining: explained))
    case .find: throw .failed("cairn find WORDS prints the matches")
    case .history: throw .failed("cairn log URL prints the history of a record")
    default: return nil
    }
  }
}
