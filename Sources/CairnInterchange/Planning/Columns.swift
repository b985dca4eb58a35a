internal import CairnStore

/// The columns of a table, or the members of the records nested in one of its columns.
struct Columns {
  /// A column, or a member.
  struct Column {
    let name: String
    /// The column's name in options: a member's name follows the name of its column, as in
    /// `author.name`.
    let path: String
    /// The names in the path, starting with the table's column.
    let names: [String]
    /// The position of the column in its table, from 1.
    let number: Int
    let profile: ColumnProfile
  }

  let all: [Column]

  /// Creates the columns of a table.
  init(_ table: InspectedTable) {
    self.init(table.columns, table.profiles, within: nil)
  }

  /// Creates the members of the records nested in a column.
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

  /// The names in options of these columns and of those nested in them.
  var allPaths: [String] {
    all.flatMap { column in
      [column.path] + (column.profile.nested.map { Columns($0, in: column).allPaths } ?? [])
    }
  }
}

extension RawTable {
  /// Returns a notice that a collection could not get the name that a person asked for.
  func notice(_ asked: String, became name: String, _ wording: ImportWording) -> String {
    let reason =
      Naming.losesAlphabet(of: asked)
      ? "needs letters a to z, so \(asked)" : "needs a letter or a digit, so \"\(asked)\""
    return "\(input): a collection's name \(reason) became \(name); "
      + "\(ImportChoice.collection.text(wording)) chooses another"
  }
}

/// The columns of a table whose new fields have different names, or which get no field.
struct RenamedColumns {
  /// Columns with letters that can't be in a field's name.
  private var respelled: [String] = []
  /// Columns with neither letters nor digits in their names.
  private var unspelled: [String] = []
  /// Columns without a name, or with the name of another column or field.
  private var renamed: [String] = []
  /// Columns with calculated values.
  private var calculated: [String] = []
  /// Whether a column has the reasons of an earlier import.
  private var hasReasons = false

  /// Records the new name of a column, unless it says the same.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - name: The name that was wanted for its field.
  ///   - field: The name of its field.
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

  /// Records a column that gets no field because its values are calculated.
  mutating func note(calculated column: Columns.Column) { calculated.append(column.path) }

  /// Records a column that gets no field because it has the reasons of an earlier import.
  mutating func noteReasons() { hasReasons = true }

  /// Returns the notices about the columns of `input`.
  func notices(of input: String, _ wording: ImportWording) -> [String] {
    let mapping = ImportChoice.mapping.text(wording)
    var notices: [String] = []
    if !renamed.isEmpty {
      notices.append(
        "\(input): each field needs its own name, so \(renamed.joined(separator: ", "))")
    }
    if !calculated.isEmpty {
      let names = calculated.joined(separator: ", ")
      notices.append(
        "\(input): \(names) \(calculated.count == 1 ? "has" : "have") calculated values, which no "
          + "field stores; \(mapping) stores them")
    }
    if hasReasons {
      notices.append(
        "\(input): \(RefusedInput.column) has the reasons of an earlier import, which no field "
          + "stores; \(mapping) stores them")
    }
    for (reason, columns) in [
      ("needs letters a to z", respelled), ("needs a letter or a digit", unspelled),
    ] where !columns.isEmpty {
      notices.append(
        "\(input): a field's name \(reason), so \(columns.joined(separator: ", ")); "
          + "\(mapping) chooses other names")
    }
    return notices
  }
}

/// Chooses the field that is the title of a record.
enum TitleChoice {
  /// Typical names of titles, the likeliest first.
  private static let names = ["title", "name", "fullname", "label", "subject", "summary"]
  /// The names that mark a title even if some values are long.
  private static let certain: Set<String> = ["title", "name", "fullname"]

  /// Returns the title among inferred attributes: by its name, else the first one with short texts.
  ///
  /// `nil` if there is none.
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
