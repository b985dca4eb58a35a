public import CairnStore

/// What an import would do, in enough detail to decide about it.
public struct ImportPreview: Sendable {
  /// What becomes of a column.
  public struct Column: Sendable {
    /// Where its values go.
    public enum Target: Sendable {
      /// Nowhere: it is left out, or has neither name nor values.
      case nothing
      /// They are the records' own addresses.
      case identity
      /// Into a field; whether the import adds it.
      case field(Attribute, isNew: Bool)
      /// Into a link, as addresses or whole records.
      case link(Relationship)
    }

    /// What the input calls it; a member's name follows the column's that it stands in, as in
    /// `author.name`.
    public let name: String
    /// What the input calls it where it stands.
    public let ownName: String
    /// The collection whose records it says something of.
    public let collection: Entity
    /// Where its values go.
    public let target: Target
    /// How many rows have no value in it, of those that can be read.
    public let emptyCount: Int
    /// How many of its values do not fit the field, so that their rows are refused; those of members
    /// count for the column that they stand in.
    public let misfitCount: Int
    /// The link that its values make besides, to a collection by the field with the same value.
    public let link: ImportOptions.Link?
    /// The forms of which one has to be chosen to read the values as numbers or dates.
    public let formChoices: [RegionalForm]
    /// A member's first values, which have no cells.
    public let examples: [String]
    /// The members of the records that stand in it.
    public let members: [Column]
  }

  /// What becomes of a row.
  public enum Fate: Sendable {
    /// It is a new record.
    case new
    /// It changes a record that is there.
    case updated
    /// The record is there and as it should be.
    case unchanged
    /// It is left out.
    case refused(RowProblem)
  }

  /// A cell of a row.
  public enum Cell: Sendable {
    /// None, or of a column that is left out.
    case none
    /// The value that the field gets.
    case value(Value)
    /// A text that is no value of a field: an address, or one that does not fit.
    case text(String)
  }

  /// A row as it would be.
  public struct Row: Sendable {
    /// The line at which it starts, from 1.
    public let line: Int
    /// The file that it is in, where the table is made of several.
    public let file: String?
    /// What becomes of it.
    public let fate: Fate
    /// Its cells in the order of the columns.
    public let cells: [Cell]
  }

  /// One table of the inputs.
  public struct Table: Sendable {
    /// The input's name.
    public let input: String
    /// How it was read.
    public let form: InputForm
    /// The collection that its rows go to.
    public let entity: Entity
    /// Whether the import makes the collection.
    public let isNew: Bool
    /// How many rows there are, those that can't be read included.
    public let rowCount: Int
    /// The columns.
    public let columns: [Column]
    /// The first rows of each fate, in the order of the input.
    public let rows: [Row]
  }

  /// The tables, in the order of the inputs.
  public let tables: [Table]
  /// What would be reported.
  public let report: ImportReport
  /// Whether the inputs are an export of this store, whose rows name its records by their URLs.
  public let isOwnExport: Bool
}

extension ImportPreview {
  /// Joins what the inputs are, where they go, and what a rehearsal found.
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
      columns: columns, rows: samples.rows)
  }
}

extension ImportPreview.Column.Target {
  /// Where a plan puts a column, next to the entity as it is now.
  init(_ plan: ColumnPlan, _ known: Entity?) {
    self =
      switch plan {
      case .ignored: .nothing
      case .identity: .identity
      case .relationship(let relationship, _): .link(relationship)
      case .attribute(let reader, _):
        .field(reader.attribute, isNew: known?.attribute(reader.attribute.name) == nil)
      }
  }
}

extension TablePlan {
  /// The link that the values of a column make.
  func link(from column: Int, _ names: [String]) -> ImportOptions.Link? {
    links.first { $0.column == column }.map {
      ImportOptions.Link(
        column: names[column], collection: $0.relationship.destination, field: $0.field)
    }
  }
}
