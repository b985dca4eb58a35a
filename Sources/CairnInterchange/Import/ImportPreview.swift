public import CairnStore

/// The preview of an import, detailed enough for a person to decide about it.
public struct ImportPreview: Sendable {
  /// The destination of a column.
  public struct Column: Sendable {
    /// The kind of destination.
    public enum Target: Sendable {
      /// The column is left out, or has neither a name nor values.
      case nothing
      /// The values are the records' own addresses.
      case identity
      /// The values go into a field, which may be new.
      case field(Attribute, isNew: Bool)
      /// The values go into a link, as addresses or whole records.
      case link(Relationship)
    }

    /// The column's name in the input: a member's name follows the name of its column, as in
    /// `author.name`.
    public let name: String
    /// The column's or member's own name in the input.
    public let ownName: String
    /// The collection of the records that the column describes.
    public let collection: Entity
    /// The destination of the values.
    public let target: Target
    /// The number of readable rows without a value in the column.
    public let emptyCount: Int
    /// The number of values that do not fit the field, so that their rows are refused.
    ///
    /// Values of members count for the column that contains them.
    public let misfitCount: Int
    /// A link that the values make, also in place of a field.
    public let link: ImportOptions.Link?
    /// The forms that a person can choose from to read the values as numbers or dates.
    public let formChoices: [RegionalForm]
    /// The first values of a member, which has no cells.
    public let examples: [String]
    /// The members of the records nested in the column.
    public let members: [Column]
  }

  /// The result for a row.
  public enum Fate: Sendable {
    /// The row becomes a new record.
    case new
    /// The row changes an existing record.
    case updated
    /// The row matches an existing record that is already up to date.
    case unchanged
    /// The row is left out, for all these reasons.
    case refused([RowProblem])
  }

  /// A cell of a row.
  public enum Cell: Sendable {
    /// The cell has no value, or its column is left out.
    case none
    /// The value for the field.
    case value(Value)
    /// A text that is not a value of the field: an address, or a text that does not fit.
    case text(String)
  }

  /// A previewed row.
  public struct Row: Sendable {
    /// The line at which the row starts, from 1.
    public let line: Int
    /// The file of the row, if the table consists of several files.
    public let file: String?
    /// The result for the row.
    public let fate: Fate
    /// The cells of the row in the order of the columns.
    public let cells: [Cell]

    /// The reasons why the row is refused; empty for other rows.
    public var problems: [RowProblem] {
      if case .refused(let problems) = fate { problems } else { [] }
    }

    /// Returns the row with the words that people see for the fields of its problems.
    func captioned(_ captions: [String: String]) -> Row {
      guard case .refused(let problems) = fate, !captions.isEmpty else { return self }
      return Row(
        line: line, file: file, fate: .refused(problems.map { $0.captioned(captions) }),
        cells: cells)
    }

    /// Whether the row is refused.
    public var isRefused: Bool { !problems.isEmpty }
  }

  /// The way in which the rows of a table find existing records.
  public enum Match: Hashable, Sendable {
    /// Each row is a new record.
    case nothing
    /// By the field; a row updates the record with the same value.
    case field(String)
    /// By all values; a row with the values of a record adds no record.
    case values
  }

  /// One table of the inputs.
  public struct Table: Sendable {
    /// The input's name.
    public let input: String
    /// The format details of the input.
    public let form: InputForm
    /// The collection for the rows.
    public let entity: Entity
    /// Whether the import creates the collection.
    public let isNew: Bool
    /// The number of rows, including those that can't be read.
    public let rowCount: Int
    /// The number of rows that repeat an earlier row.
    public let repeatedCount: Int
    /// The way in which rows find existing records.
    public let match: Match
    /// The columns.
    public let columns: [Column]
    /// The first rows of each fate: the refused rows, then the others in the order of the input.
    public let rows: [Row]
  }

  /// The tables, in the order of the inputs.
  public let tables: [Table]
  /// The report that the import would give.
  public let report: ImportReport
  /// Whether the inputs are an export of this store, whose rows name its records by their URLs.
  public let isOwnExport: Bool
}

extension ImportPreview {
  /// Combines the inputs, their plan, and the results of a dry run.
  init(_ inputs: InspectedInputs, _ passes: ImportPasses, over known: ObjectModel) {
    var tables: [Int: Table] = [:]
    for pass in passes.all {
      for (table, samples) in zip(pass.plan.tables, pass.samples) {
        tables[table.place] = Table(
          inputs.tables[table.place], table, samples, planned: pass.plan.model, over: known)
      }
    }
    self.tables = tables.sorted { $0.key < $1.key }.map(\.value)
    report = passes.report
    isOwnExport = passes.last.plan.origin == .thisStore
  }
}

extension ImportPreview.Table {
  fileprivate init(
    _ inspected: InspectedTable, _ table: TablePlan, _ samples: RowSamples,
    planned: ObjectModel, over known: ObjectModel
  ) {
    let members = MemberColumns(known: known, planned: planned)
    let columns = zip(Columns(inspected).all, table.columns).enumerated().map { index, pair in
      let (column, plan) = pair
      return ImportPreview.Column(
        name: column.name, ownName: column.name, collection: table.entity,
        target: ImportPreview.Column.Target(plan, known[table.entity.name]),
        emptyCount: inspected.rowCount - column.profile.valueCount,
        misfitCount: samples.misfits[index], link: table.link(from: index, inspected.columns),
        formChoices: column.profile.formChoices, examples: [],
        members: members.columns(in: column, plan) { samples.json(at: index) })
    }
    self.init(
      input: table.table.input, form: inspected.table.form, entity: table.entity,
      isNew: known[table.entity.name] == nil,
      rowCount: inspected.rowCount + inspected.badRowCount,
      repeatedCount: inspected.repeated.count, match: ImportPreview.Match(table.match),
      columns: columns,
      rows: (samples.rows.filter(\.isRefused) + samples.rows.filter { !$0.isRefused })
        .map { $0.captioned(table.entity.captions) })
  }
}

extension ImportPreview.Match {
  fileprivate init(_ match: RowMatch?) {
    self =
      switch match {
      case nil: .nothing
      case .values: .values
      case .chosen(let attribute): .field(attribute.name)
      case .identifier(let attribute): attribute.map { .field($0.name) } ?? .values
      }
  }
}

extension ImportPreview.Column.Target {
  /// Creates the target of a column in a plan, given the present entity.
  init(_ plan: ColumnPlan, _ known: Entity?) {
    self =
      switch plan {
      case .ignored: .nothing
      case .identity: .identity
      case .relationship(let relationship, _), .names(_, let relationship): .link(relationship)
      case .attribute(let reader, _):
        .field(reader.attribute, isNew: known?.attribute(reader.attribute.name) == nil)
      }
  }
}

extension TablePlan {
  /// Returns the link that the values of a column make.
  func link(from column: Int, _ names: [String]) -> ImportOptions.Link? {
    if case .names(_, let relationship) = columns[column] {
      return ImportOptions.Link(column: names[column], collection: relationship.destination)
    }
    return links.first { $0.column == column }.map {
      ImportOptions.Link(
        column: names[column], collection: $0.relationship.destination, field: $0.field)
    }
  }
}
