/// The columns of a table, or the members of the records that stand in one of its columns.
struct Columns {
  /// One of them.
  struct Column {
    let name: String
    /// What options call it: a member's name follows the column's that it stands in, as in
    /// `author.name`.
    let path: String
    /// The place of the column in its table, from 1.
    let number: Int
    let profile: ColumnProfile
  }

  let all: [Column]

  /// The columns of a table.
  init(_ table: InspectedTable) {
    self.init(table.columns, table.profiles, prefix: "")
  }

  /// The members of the records that stand in the column at `path`.
  init(_ records: NestedProfile, at path: String) {
    self.init(records.columns, records.profiles, prefix: path + ".")
  }

  private init(_ names: [String], _ profiles: [ColumnProfile], prefix: String) {
    all = zip(names, profiles).enumerated().map { index, column in
      Column(name: column.0, path: prefix + column.0, number: index + 1, profile: column.1)
    }
  }

  /// What options may call these columns and those within them.
  var allPaths: [String] {
    all.flatMap { column in
      [column.path] + (column.profile.nested.map { Columns($0, at: column.path).allPaths } ?? [])
    }
  }
}
