internal import CairnInterchange
internal import CairnJSON
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens

/// A table of the app itself, such as the jobs or the settings.
///
/// It is the same on a screen, in the shell, and as JSON for scripts. Filters and sorts work in all
/// three.
struct ListTable<Row>: PrintableTable {
  typealias Column = ArrayListSource<Row>.Column

  var title: String
  var columns: [Column]
  /// Returns the unique id of a row.
  var id: (Row) -> String
  /// Returns a row for scripts; `nil` for an object with the texts of the columns.
  var json: ((Row) -> JSONValue)?
  /// Returns the present rows.
  var rows: () -> [Row]

  /// Returns the list of the rows for a screen.
  ///
  /// - Parameters:
  ///   - query: The initial filter and sort.
  ///   - url: Returns the URL of the screen that Enter on a row opens.
  ///   - open: Returns the effects of Enter on a row, instead of opening a screen.
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

/// A table with any type of row.
protocol PrintableTable {
  /// The names of the columns, for CSV.
  var names: [String] { get }
  /// The headers of the columns, for people.
  var shellColumns: [TextTable.Column] { get }
  /// Returns the number of rows that match a query.
  func count(_ query: ListQuery) -> Int
  /// Returns the rows for scripts.
  func data(_ query: ListQuery, limit: Int?) -> [JSONValue]
  /// Returns the texts of the rows, a cell for each column.
  func cells(_ query: ListQuery, limit: Int?) -> [[String]]
}

extension PrintableTable {
  /// Returns the table as a report; an empty text for a text table without rows.
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

  /// Returns the table as a report of a command that prints text or JSON.
  func report(_ format: ReportFormat) -> String { report(format == .json ? .json : .table) }
}
