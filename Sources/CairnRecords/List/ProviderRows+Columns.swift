public import CairnScreens
public import CairnStore

extension ProviderRows {
  /// A column of a list over a provider: a field of the records, or a text of the author's own.
  public struct Column: ExpressibleByStringLiteral {
    enum Content {
      case field(FieldPath)
      case text(ListColumn, (Row) -> String)
    }

    let content: Content

    /// Creates a column of a field, such as `Minutes` or `Author.Name`.
    ///
    /// It has the field's name, unit and colors in the model. The list can be sorted by it.
    public static func field(_ path: FieldPath) -> Column { Column(content: .field(path)) }

    /// Creates a column of a field by a path that is written in source code.
    ///
    /// - Precondition: the text is a path.
    public init(stringLiteral path: String) { self = .field(FieldPath(stringLiteral: path)) }

    /// Creates a column with texts of your own, by which the list can't be sorted.
    ///
    /// - Parameters:
    ///   - column: the column's name, title, alignment and width.
    ///   - text: the text of a record's cell; each drawing asks for the visible ones.
    public init(_ column: ListColumn, text: @escaping (Row) -> String) {
      content = .text(column, text)
    }

    private init(content: Content) { self.content = content }

    /// The field of the column; `nil` for a text.
    var path: FieldPath? {
      if case .field(let path) = content { path } else { nil }
    }
  }
}

/// The columns of a list over a provider, and their texts in one snapshot.
struct ShownColumns {
  let columns: [ProviderRows.Column]
  let snapshot: Snapshot
  /// The columns as the list screen needs them.
  let shapes: [ListColumn]
  /// The texts of the columns of fields.
  private let fields: RecordColumns?
  /// The places of these columns.
  private let places: [Int]

  /// Prepares columns for the present rows of a provider.
  ///
  /// - Throws: `FilterError` for a field that the records don't have.
  init(_ columns: [ProviderRows.Column], of provider: ListProvider) throws(FilterError) {
    self.columns = columns
    snapshot = provider.results.snapshot
    places = columns.indices.filter { columns[$0].path != nil }
    let paths = columns.compactMap(\.path)
    if !paths.isEmpty, let entity = snapshot.model[provider.results.request.entity] {
      var query = try RecordQuery([], for: entity, in: snapshot.model)
      query.columns = paths.map { ColumnChoice($0) }
      fields = try RecordColumns(query, of: entity, in: snapshot, at: provider.now)
    } else {
      fields = nil
    }
    var fieldShapes = (fields?.shapes ?? [])[...]
    let result = provider.results.result
    let measured = (0..<min(result.count, Self.measuredCount)).map { result[$0] }
    shapes = columns.compactMap { column in
      guard case .text(var shape, let text) = column.content else { return fieldShapes.popFirst() }
      shape.isSortable = false
      return shape.fitted(to: measured.lazy.map(text))
    }
  }

  /// The number of records that are measured for the widths of columns with texts.
  private static let measuredCount = 200

  /// The row of a record.
  func row(id: String, _ row: Row) -> ListRow {
    var fieldCells = (fields?.cells(of: row) ?? [])[...]
    let cells = columns.map { column in
      if case .text(_, let text) = column.content { text(row) } else { fieldCells.popFirst() ?? "" }
    }
    var listed = ListRow(id: id, cells: cells)
    for (column, role) in fields?.roles(of: row) ?? [:] { listed.roles[places[column]] = role }
    for (column, roles) in fields?.wordRoles(of: row) ?? [:] {
      listed.wordRoles[places[column]] = roles
    }
    return listed
  }

  /// The order of the records for an order of the list.
  func sorts(_ sorts: [ListSort]) -> [RecordSort] {
    sorts.compactMap { sort in
      columns.compactMap(\.path).first { $0.description == sort.column }
        .map { RecordSort($0, isDescending: sort.isDescending) }
    }
  }
}
