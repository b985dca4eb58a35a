internal import CairnStore

/// Where everything in the inputs goes.
struct ImportPlan: Sendable {
  /// The store whose records the inputs are.
  enum Origin {
    /// This one: the same key means the same record.
    case thisStore
    /// Another one, whose keys mean nothing here.
    case otherStore
  }

  /// The model that the import needs.
  var model: ObjectModel
  /// The zone of moments that are written without one.
  let localTime: LocalTime
  /// The names of the entities that the import adds.
  var newEntities: Set<String>
  /// The tables in the order of the inputs.
  var tables: [TablePlan]
  /// The store that the records are from; `nil` if the inputs do not say.
  var origin: Origin?
  /// The entities of the export's collections, by the plurals that they have in it.
  var exported: [String: String] = [:]
  /// What a person should hear of how the inputs were read.
  var readingNotices: [String] = []
  /// What a person should hear of the model's changes.
  var notices: [String]

  /// What a person is asked to say so that values can be read which are there.
  var questions: [String] { tables.flatMap(\.questions) }
  /// What the reading of a row depends on besides the row.
  var context: RowContext { RowContext(model: model, localTime: localTime) }
  /// The entities whose records have rows with addresses of their own.
  var rowEntities: Set<String> {
    Set(tables.filter(\.hasIdentities).map(\.entity.name))
  }

  /// The entities whose records of the store rows may change.
  var changeableEntities: Set<String> {
    Set(
      tables.filter { $0.match != nil || $0.hasIdentities && origin == .thisStore }
        .map(\.entity.name))
  }

  /// The entity whose records have addresses in a collection; `nil` for none.
  func entity(ofCollection plural: String) -> String? {
    exported[plural] ?? model.entities.first { $0.plural == plural }?.name
  }

  /// An address of the export as the store writes it now.
  func present(_ address: RecordAddress) -> String {
    let entity = exported[address.collection].flatMap { model[$0] }
    return "\(entity.map { RecordAddress(address.key, of: $0) } ?? address)"
  }

  /// The address of a link's end, as the export writes it.
  func address(of key: RecordKey, _ relationship: Relationship) -> String {
    guard let entity = model[relationship.destination] else { return "\(key)" }
    let plural = exported.first { $0.value == entity.name }?.key
    return "\(RecordAddress(key, in: plural ?? entity.plural))"
  }

  /// The order in which the tables are read.
  ///
  /// Tables come first whose records other tables have within theirs, so few of these have to wait
  /// for a row of their own. Tables come last that only came along with others.
  var readingOrder: [Int] {
    var order: [Int] = []
    var met: Set<Int> = []
    func visit(_ place: Int) {
      guard met.insert(place).inserted else { return }
      for inner in tables[place].innerEntities {
        for other in tables.indices where tables[other].entity.name == inner { visit(other) }
      }
      order.append(place)
    }
    for place in tables.indices where !tables[place].table.cameAlong { visit(place) }
    for place in tables.indices { visit(place) }
    return order
  }

  /// The places of its tables.
  var places: Set<Int> { Set(tables.map(\.place)) }
}

/// What the reading of a row depends on besides the row.
struct RowContext: Sendable {
  /// The model that the records need.
  let model: ObjectModel
  /// The zone of moments that are written without one.
  let localTime: LocalTime
  /// Whether the rows are an export's, with addresses of their own.
  var isExport = false
  /// Whether an empty cell says that there are no links.
  ///
  /// Otherwise the links stay.
  var clearsLinks = false
}

/// Where the columns of one table go.
struct TablePlan: Sendable {
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
  /// The places of the fields that no row of an export has, so that they are empty.
  var absentFields: [Int] = []
  /// The links that no row of an export has, so that they lead nowhere.
  var absentLinks: [Relationship] = []
  /// The fields that gave way to values of the table.
  var widenings: [WidenedField] = []
  /// What a person is asked to say so that values of the table can be read.
  var questions: [String] = []
  /// The attribute by which records are found that are there already.
  var match: Attribute?

  /// The entities whose records stand whole within the rows.
  var innerEntities: [String] { columns.flatMap(\.innerEntities) }

  /// Whether its rows have addresses of their own, by which other values name them.
  var hasIdentities: Bool {
    columns.contains { if case .identity = $0 { true } else { false } }
  }

  /// The address that a row gives its record; `nil` for none.
  func address(in row: borrowing RawRow) -> String? {
    for (column, plan) in columns.enumerated() {
      if case .identity = plan, row.kind(at: column).hasValue { return row.text(at: column) }
    }
    return nil
  }

  /// Whether several rows may be about one record.
  var mayRepeat: Bool {
    match != nil || hasIdentities
  }
}

/// Where one column goes.
enum ColumnPlan: Sendable {
  /// Nowhere: it has neither name nor values.
  case ignored
  /// It holds the records' own addresses, by which other values name them.
  case identity
  /// Into an attribute, by its reader and its place among the stored properties.
  case attribute(ValueReader, place: Int)
  /// Into a relationship, as addresses or nested objects, whose members go where the plans say that
  /// have their names.
  indirect case relationship(Relationship, [String: ColumnPlan])

  /// The entities whose records stand whole in the column, or within these.
  var innerEntities: [String] {
    guard case .relationship(let relationship, let members) = self, !members.isEmpty else {
      return []
    }
    return [relationship.destination] + members.values.flatMap(\.innerEntities)
  }
}

/// A link that follows from a column's value.
struct LinkPlan: Sendable {
  /// The column with the value.
  var column: Int
  /// The link to be set.
  var relationship: Relationship
  /// The attribute of the destination with the same value.
  var field: String
  /// Whether a person asked for it.
  var isAsked: Bool
  /// The separator of several values; `nil` if a cell has one value.
  var separator: UInt8?
  /// The form of the column's values, if it isn't that in which the attribute's are stored.
  var form: RegionalForm?
}
