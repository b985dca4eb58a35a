/// The columns of a table, or the members of the records that stand in one of its columns.
struct Columns {
  /// One of them.
  struct Column {
    let name: String
    /// What options call it: a member's name follows the column's that it stands in, as in
    /// `author.name`.
    let path: String
    /// The names in the path, from that of the table's column.
    let names: [String]
    /// The place of the column in its table, from 1.
    let number: Int
    let profile: ColumnProfile
  }

  let all: [Column]

  /// The columns of a table.
  init(_ table: InspectedTable) {
    self.init(table.columns, table.profiles, within: nil)
  }

  /// The members of the records that stand in a column.
  init(_ records: NestedProfile, in column: Column) {
    self.init(records.columns, records.profiles, within: column)
  }

  private init(_ names: [String], _ profiles: [ColumnProfile], within outer: Column?) {
    all = zip(names, profiles).enumerated().map { index, column in
      Column(
        name: column.0, path: (outer.map { $0.path + "." } ?? "") + column.0,
        names: (outer?.names ?? []) + [column.0], number: index + 1, profile: column.1)
    }
  }

  /// What options may call these columns and those within them.
  var allPaths: [String] {
    all.flatMap { column in
      [column.path] + (column.profile.nested.map { Columns($0, in: column).allPaths } ?? [])
    }
  }
}
