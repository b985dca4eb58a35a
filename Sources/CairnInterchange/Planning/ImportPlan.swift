internal import CairnStore

/// Where everything in the inputs goes.
struct ImportPlan {
  /// The model that the import needs.
  var model: ObjectModel
  /// The zone of moments that are written without one.
  let localTime: LocalTime
  /// The names of the entities that the import adds.
  var newEntities: Set<String>
  /// The tables in the order of the inputs.
  var tables: [TablePlan]
  /// What a person should hear of how the inputs were read.
  var readingNotices: [String] = []
  /// What a person should hear of the model's changes.
  var notices: [String]

  /// What a person is asked to say so that values can be read which are there.
  var questions: [String] { tables.flatMap(\.questions) }
  /// What the reading of a row depends on besides the row.
  var context: RowContext { RowContext(model: model, localTime: localTime) }
  /// The places of its tables.
  var places: Set<Int> { Set(tables.map(\.place)) }
}

/// What the reading of a row depends on besides the row.
struct RowContext: Sendable {
  /// The model that the records need.
  let model: ObjectModel
  /// The zone of moments that are written without one.
  let localTime: LocalTime
}

/// Where the columns of one table go.
struct TablePlan {
  let table: RawTable
  /// Its place among the tables of all inputs.
  var place = 0
  /// How many of its rows are taken; `nil` for all, to its end.
  var rowLimit: Int?
  /// The rows that an earlier pass refused, which stay so.
  var refused = RefusedRows()
  var entity: Entity
  var columns: [ColumnPlan]
  var links: [LinkPlan]
  /// The fields that gave way to values of the table.
  var widenings: [WidenedField] = []
  /// What a person is asked to say so that values of the table can be read.
  var questions: [String] = []
  /// The attribute by which records are found that are there already.
  var match: Attribute?

  /// Whether several rows may be about one record.
  var mayRepeat: Bool {
    match != nil || columns.contains { if case .identity = $0 { true } else { false } }
  }
}

/// Where one column goes.
enum ColumnPlan {
  /// Nowhere: it has neither name nor values.
  case ignored
  /// It holds the records' own addresses, by which other values name them.
  case identity
  /// Into an attribute, by its reader and its place among the stored properties.
  case attribute(ValueReader, place: Int)
  /// Into a relationship, as addresses or nested objects, whose members go where the plans say that
  /// have their names.
  indirect case relationship(Relationship, [String: ColumnPlan])
}

/// A link that follows from a column's value.
struct LinkPlan {
  /// The column with the value.
  var column: Int
  /// The link to be set.
  var relationship: Relationship
  /// The attribute of the destination with the same value.
  var field: String
  /// The form of the column's values, if it isn't that in which the attribute's are stored.
  var form: RegionalForm?
}
