internal import CairnStore

/// A field, and the column whose values go into it.
public struct ColumnField: Hashable, Sendable {
  /// What options call the column: `author.name` is a member of the records that stand in `author`.
  public let column: String
  /// The collection's entity.
  public let entity: String
  /// The field's name.
  public let field: String
  /// The forms of which one has to be chosen to read the values as numbers or dates.
  public let formChoices: [RegionalForm]
}

extension ImportPlan {
  /// The fields that columns go into, table by table.
  ///
  /// - Parameter tables: The tables that the plan is of.
  /// - Returns: The fields, in the order of the columns.
  func fields(of tables: [InspectedTable]) -> [ColumnField] {
    zip(tables, self.tables).flatMap { table, plan in
      let columns = Columns(table).all
      return zip(columns, plan.columns).flatMap { $1.fields(of: $0, in: plan.entity.name) }
    }
  }
}

extension ColumnPlan {
  /// The fields that a column and those within it go into.
  func fields(of column: Columns.Column, in entity: String) -> [ColumnField] {
    switch self {
    case .ignored, .identity: return []
    case .attribute(let reader, _):
      return [
        ColumnField(
          column: column.path, entity: entity, field: reader.attribute.name,
          formChoices: column.profile.formChoices)
      ]
    case .relationship(let relationship, let members):
      guard let records = column.profile.nested else { return [] }
      return Columns(records, in: column).all.flatMap {
        members[$0.name]?.fields(of: $0, in: relationship.destination) ?? []
      }
    }
  }
}
