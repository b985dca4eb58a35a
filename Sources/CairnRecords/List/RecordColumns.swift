public import CairnScreens
public import CairnStore

/// Which columns a list of records shows, and what stands in their cells.
public struct RecordColumns: Sendable {
  private struct Column: Sendable {
    let content: FieldDisplay
    let shape: ListColumn
  }

  private let columns: [Column]

  /// The columns as a list screen wants them.
  public var shapes: [ListColumn] { columns.map(\.shape) }

  /// Plans the columns of a list.
  ///
  /// - Parameters:
  ///   - query: the list's query, whose own columns go first.
  ///   - entity: what the list shows.
  ///   - snapshot: where linked records' titles are looked up.
  ///   - clock: how moments are written.
  /// - Throws: `FilterError` for a column that the entity doesn't have.
  public init(
    _ query: CairnStore.ListQuery, of entity: Entity, in snapshot: Snapshot, at clock: WallClock
  ) throws(FilterError) {
    var columns: [Column] = []
    for path in try Self.paths(query, entity) {
      let content = try FieldDisplay(path, of: entity, in: snapshot, at: clock)
      let isTitle = path.description == entity.titleAttribute?.name
      columns.append(
        Column(content: content, shape: Self.shape(path.description, content.type, isTitle)))
    }
    self.columns = columns
  }

  /// The texts of a row's cells.
  public func cells(of row: Row) -> [String] {
    columns.map { $0.content.text(of: row) }
  }

  /// The texts of a row's cells as other programs read them; `nil` for no value.
  public func exported(_ row: Row) -> [String?] {
    columns.map { $0.content.exportText(of: row) }
  }

  private static func paths(
    _ query: CairnStore.ListQuery, _ entity: Entity
  ) throws(FilterError) -> [FieldPath] {
    if let columns = query.columns { return columns }
    let names = query.showsAllColumns ? entity.properties.map(\.name) : entity.listedFields
    return try names.map { (name) throws(FilterError) in try FieldPath.parse(name) }
  }

  private static func shape(
    _ name: String, _ type: AttributeType?, _ isTitle: Bool
  ) -> ListColumn {
    switch type {
    case .integer, .decimal, .double: ListColumn(name, alignment: .trailing, width: 6...14)
    case .date: ListColumn(name, width: 10...10)
    case .datetime: ListColumn(name, width: 16...16)
    case .boolean: ListColumn(name, width: 3...8)
    default: ListColumn(name, width: isTitle ? 16...48 : 8...30)
    }
  }
}

extension Entity {
  /// The fields that a list shows where nobody chose: the model's columns, else the title and the
  /// first five others that are neither long text nor data.
  public var listedFields: [String] {
    if !columns.isEmpty { return columns }
    let title = titleAttribute?.name
    let short = attributes.filter { $0.type != .text && $0.type != .data && $0.name != title }
    return (title.map { [$0] } ?? []) + short.prefix(5).map(\.name)
  }
}
