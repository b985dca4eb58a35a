internal import CairnInterchange
internal import CairnJSON
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens

/// A table of the app's own, such as the jobs or the settings.
///
/// It is the same on a screen, in the shell, and as JSON for scripts. A filter and an order hold
/// for all three.
struct Table<Row>: PrintableTable {
  typealias Column = ArrayListSource<Row>.Column

  var title: String
  var columns: [Column]
  /// A text that no two rows share.
  var id: (Row) -> String
  /// A row for scripts; `nil` for an object of the columns' texts.
  var json: ((Row) -> JSONValue)?
  /// The rows of now.
  var rows: () -> [Row]

  /// The rows that a query asks for, and what a screen does with them.
  ///
  /// - Parameters:
  ///   - query: What is filtered and sorted at first.
  ///   - url: The screen that Enter on a row opens.
  ///   - open: What Enter on a row does instead.
  ///   - add: Starts a new row.
  ///   - delete: Deletes a row.
  /// - Returns: The source of the list.
  func list(
    _ query: ListQuery, url: ((Row) -> ScreenURL)? = nil, open: ((Row) -> [Effect])? = nil,
    add: (() -> [Effect])? = nil, delete: ((Row) -> [Effect])? = nil
  ) -> ArrayListSource<Row> {
    ArrayListSource(
      title, query: query, columns: columns, id: id, url: url, open: open, add: add,
      delete: delete, elements: rows)
  }

  func count(_ query: ListQuery) -> Int { list(query).count }

  func data(_ query: ListQuery, limit: Int?) -> [JSONValue] {
    let source = list(query)
    return (0..<min(source.count, limit ?? .max)).map { index in
      let row = source.element(at: index)
      if let json { return json(row) }
      let members = columns.map { column in
        JSONObject.Member(name: column.name, value: .string(column.printed(row)))
      }
      return .object(JSONObject(members))
    }
  }

  func cells(_ query: ListQuery, limit: Int?) -> [[String]] {
    let source = list(query)
    return (0..<min(source.count, limit ?? .max)).map { index in
      columns.map { $0.printed(source.element(at: index)) }
    }
  }

  var names: [String] { columns.map(\.name) }

  var shellColumns: [TextTable.Column] {
    columns.map { column in
      TextTable.Column(title: column.printedTitle.capitalizingFirst, isTrailing: column.isTrailing)
    }
  }
}

/// A table whatever its rows are.
protocol PrintableTable {
  /// The columns' names, for CSV.
  var names: [String] { get }
  /// The columns' heads, for people.
  var shellColumns: [TextTable.Column] { get }
  /// How many rows a query leaves.
  func count(_ query: ListQuery) -> Int
  /// The rows for scripts.
  func data(_ query: ListQuery, limit: Int?) -> [JSONValue]
  /// The texts of the rows, a cell for each column.
  func cells(_ query: ListQuery, limit: Int?) -> [[String]]
}

extension PrintableTable {
  /// The table as a report prints it: nothing where text has no rows.
  func report(
    _ format: ListFormat, _ query: ListQuery = ListQuery(), limit: Int? = nil, width: Int? = nil
  ) -> String {
    switch format {
    case .table:
      let rows = cells(query, limit: limit)
      guard !rows.isEmpty else { return "" }
      var table = TextTable(shellColumns)
      for row in rows { table.append(row) }
      return table.lines(width: width).joined(separator: "\n") + "\n"
    case .csv:
      var writer = CSVWriter()
      writer.writeRow(names)
      for row in cells(query, limit: limit) { writer.writeRow(row) }
      return String(decoding: writer.take(), as: UTF8.self)
    case .json: return JSONValue.array(data(query, limit: limit)).report
    case .jsonl: return data(query, limit: limit).map { $0.text() + "\n" }.joined()
    }
  }

  /// The same for commands that print text or JSON.
  func report(_ format: ReportFormat) -> String { report(format == .json ? .json : .table) }
}
