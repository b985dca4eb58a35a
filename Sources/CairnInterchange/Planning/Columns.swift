internal import CairnStore

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

extension RawTable {
  /// What a person should hear of a collection for the table that is not called as they called it.
  func notice(_ asked: String, became name: String) -> String {
    let reason =
      Naming.losesAlphabet(of: asked)
      ? "needs letters a to z, so \(asked)" : "needs a letter or a digit, so \"\(asked)\""
    return "\(input): a collection's name \(reason) became \(name); --into NAME chooses another"
  }
}

/// The columns of a table whose new fields are not called as they are.
struct RenamedColumns {
  /// Those with letters that no field's name has.
  private var respelled: [String] = []
  /// Those with neither letters nor digits.
  private var unspelled: [String] = []
  /// Those without a name, or with one that another column or field has.
  private var renamed: [String] = []

  /// Takes note of what became of a column, if that is no name that says the same.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - name: What its field was to be called.
  ///   - field: What it is called.
  mutating func note(_ column: Columns.Column, wanted name: String, became field: String) {
    if Naming.losesAlphabet(of: name) {
      respelled.append("\(column.path) became \(field)")
    } else if Naming.losesLetters(of: name) {
      unspelled.append("\"\(column.path)\" became \(field)")
    } else if column.name.isEmpty || field != Naming.field(for: name) {
      let own = column.name.isEmpty ? "column \(column.number)" : column.path
      renamed.append("\(own) became \(field)")
    }
  }

  /// What a person should hear of the columns of `input`.
  func notices(of input: String) -> [String] {
    var notices: [String] = []
    if !renamed.isEmpty {
      notices.append(
        "\(input): each field needs its own name, so \(renamed.joined(separator: ", "))")
    }
    for (reason, columns) in [
      ("needs letters a to z", respelled), ("needs a letter or a digit", unspelled),
    ] where !columns.isEmpty {
      notices.append(
        "\(input): a field's name \(reason), so \(columns.joined(separator: ", ")); "
          + "--map COLUMN=FIELD chooses other names")
    }
    return notices
  }
}

/// Picks the field that names a record to people.
enum TitleChoice {
  /// Names that titles have, the surest first.
  private static let names = ["title", "name", "fullname", "label", "subject", "summary"]
  /// Those of them that name a record however long one of the texts is.
  private static let certain: Set<String> = ["title", "name", "fullname"]

  /// The title among inferred attributes: by its name, else the first short text, `nil` without
  /// any.
  static func title(among attributes: [Attribute]) -> String? {
    let texts = attributes.filter { ($0.type == .string || $0.type == .text) && !$0.isMultiple }
    for name in names {
      let match = texts.first {
        plain($0.name) == name && ($0.type == .string || certain.contains(name))
      }
      if let match { return match.name }
    }
    let short = texts.filter { $0.type == .string }
    let ending = short.first {
      plain($0.name).hasSuffix("name") || plain($0.name).hasSuffix("title")
    }
    return (ending ?? short.first)?.name
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" }
  }
}
