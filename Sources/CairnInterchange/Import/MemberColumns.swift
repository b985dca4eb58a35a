internal import CairnJSON
internal import CairnStore

/// Makes columns of the members of records that stand within others.
struct MemberColumns {
  /// The model as it is.
  let known: ObjectModel
  /// The model that the import needs.
  let planned: ObjectModel
  /// How many values of a member are shown.
  private static let exampleCount = 8

  /// The members of the records in a column; none where it holds no records.
  ///
  /// - Parameters:
  ///   - column: The column, or a member of another one.
  ///   - plan: Where it goes.
  ///   - values: Its first values; asked for only where it holds records.
  /// - Returns: A column for each member, in the order in which they were met.
  func columns(
    in column: Columns.Column, _ plan: ColumnPlan, of values: () -> [JSONValue]
  ) -> [ImportPreview.Column] {
    guard case .relationship(let relationship, let plans) = plan,
      let records = column.profile.nested, let entity = planned[relationship.destination]
    else { return [] }
    let objects = values().flatMap { $0.array ?? [$0] }.compactMap(\.object)
    return Columns(records, in: column).all.map { member in
      let plan = plans[member.name] ?? .ignored
      let values = objects.compactMap { $0[member.name] }.filter { $0 != .null }
      return ImportPreview.Column(
        name: member.path, ownName: member.name, collection: entity,
        target: ImportPreview.Column.Target(plan, known[entity.name]),
        emptyCount: records.objectCount - member.profile.valueCount, misfitCount: 0, link: nil,
        formChoices: member.profile.formChoices,
        examples: values.prefix(Self.exampleCount).map { $0.string ?? $0.text() },
        members: columns(in: member, plan) { values })
    }
  }
}
