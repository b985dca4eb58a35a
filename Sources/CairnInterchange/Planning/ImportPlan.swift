internal import CairnStore

/// The destinations of all inputs.
struct ImportPlan: Sendable {
  /// The store that the records were exported from.
  enum Origin {
    /// The importing store: equal keys mean the same record.
    case thisStore
    /// Another store, whose keys mean nothing here.
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
  /// The origin of the records; `nil` if the inputs do not say.
  var origin: Origin?
  /// The entities of the export's collections, by their plural names in the export.
  var exported: [String: String] = [:]
  /// The tables of all inputs, with their forms.
  var inputs: [ImportReport.Input] = []
  /// Whether new records that equal stored records are counted.
  var countsEqualRecords = true
  /// Notices for the person about the reading of the inputs.
  var readingNotices: [String] = []
  /// Notices for the person about changes of the model.
  var notices: [String]
  /// The columns without a field in a collection that must not change.
  var leftOutColumns: [String] = []

  /// The readers of the notices.
  var wording = ImportWording.properties

  /// The options that a person has to set so that all values can be read.
  var questions: [String] { tables.flatMap(\.questions) }
  /// The context for reading rows.
  var context: RowContext { RowContext(model: model, localTime: localTime) }
  /// The entities whose records have rows with their own addresses.
  var rowEntities: Set<String> {
    Set(tables.filter(\.hasIdentities).map(\.entity.name))
  }

  /// Whether rows have their own addresses, as only exports have.
  var hasAddresses: Bool { tables.contains(where: \.hasIdentities) }

  /// The entities whose stored records may be changed by rows.
  var changeableEntities: Set<String> {
    Set(
      tables.filter {
        $0.changesMatches || $0.hasIdentities && ($0.isOfThisStore || origin == .thisStore)
      }
      .map(\.entity.name))
  }

  /// Returns the entity of a collection's plural name in an address; `nil` if there is none.
  func entity(ofCollection plural: String) -> String? {
    exported[plural] ?? model.entities.first { $0.plural == plural }?.name
  }

  /// Returns an address in the export in the present form of the store.
  func present(_ address: RecordAddress) -> String? {
    guard let entity = exported[address.collection].flatMap({ model[$0] }),
      entity.plural != address.collection
    else { return nil }
    return "\(RecordAddress(address.key, of: entity))"
  }

  /// Returns the address of a link's end in the form of the export.
  func address(of key: RecordKey, _ relationship: Relationship) -> String {
    guard let entity = model[relationship.destination] else { return "\(key)" }
    let plural = exported.first { $0.value == entity.name }?.key
    return "\(RecordAddress(key, in: plural ?? entity.plural))"
  }

  /// The order in which the tables are read.
  ///
  /// Tables come first if other tables have their records nested, so that few nested records have
  /// to wait for their own row. Tables come last if they only accompany other tables.
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

  /// The positions of its tables.
  var places: Set<Int> { Set(tables.map(\.place)) }
}

/// The context for reading a row.
struct RowContext: Sendable {
  /// The model for the records.
  let model: ObjectModel
  /// The zone of moments that are written without one.
  let localTime: LocalTime
  /// Whether the rows are from an export, with their own addresses.
  var isExport = false
  /// Whether a missing cell clears a field; otherwise it says nothing about the field.
  ///
  /// In a table, a missing cell is an empty one. In rec and Markdown, an export omits empty fields.
  /// JSON has `null` for them.
  var clearsFields = true
  /// Whether an empty cell removes the links.
  ///
  /// Otherwise the links stay unchanged.
  var clearsLinks = false

  /// Creates the context of a table's rows.
  ///
  /// - Parameters:
  ///   - format: The format of the table.
  ///   - model: The model for the records.
  ///   - localTime: The zone of moments that are written without one.
  ///   - isExport: Whether the rows are from an export.
  ///   - hasAllLinks: Whether a row has all links of its record.
  init(
    _ format: InterchangeFormat, model: ObjectModel, localTime: LocalTime, isExport: Bool,
    hasAllLinks: Bool
  ) {
    (self.model, self.localTime, self.isExport) = (model, localTime, isExport)
    switch format {
    case .csv, .tsv: clearsFields = true
    case .json, .jsonl: clearsFields = false
    case .rec, .markdown, .vcard, .bibtex, .bookmarks, .icalendar, .spreadsheet:
      clearsFields = isExport
    }
    clearsLinks = isExport && hasAllLinks && clearsFields
  }

  /// Creates a context in which a missing cell is an empty one.
  init(model: ObjectModel, localTime: LocalTime) {
    (self.model, self.localTime) = (model, localTime)
  }
}

/// The way in which rows find the stored records that they are about.
enum RowMatch: Sendable {
  /// By a field that a person chose. Of several rows with the same value, the last one counts.
  case chosen(Attribute)
  /// By the field that identifies records in the format, or else by all values of the row. Each
  /// record is found by one row only.
  case identifier(Attribute?)
  /// By all values of the row, among the records with the values of these fields. Such a row changes
  /// nothing. Each record is found by one row only.
  case values(anchor: [Int])

  /// The field that a person chose.
  var chosen: Attribute? { if case .chosen(let attribute) = self { attribute } else { nil } }

  /// The field by which records are found; `nil` if all values of a row count.
  var field: Attribute? {
    switch self {
    case .chosen(let attribute): attribute
    case .identifier(let attribute): attribute
    case .values: nil
    }
  }
}

/// The destinations of the columns of one table.
struct TablePlan: Sendable {
  let table: RawTable
  /// The position of the table among the tables of all inputs.
  var place = 0
  /// The number of rows to read; `nil` for all.
  var rowLimit: Int?
  /// The rows that an earlier pass refused, which stay refused.
  var refused = RefusedRows()
  var entity: Entity
  var columns: [ColumnPlan]
  var links: [LinkPlan]
  /// The positions of the fields that are in no row of an export, and so are cleared.
  var absentFields: [Int] = []
  /// The links that are in no row of an export, and so are cleared.
  var absentLinks: [Relationship] = []
  /// The link that the wiki links of notes make; `nil` if they make none.
  var noteLinks: Relationship?
  /// The fields that were widened for values of the table.
  var widenings: [WidenedField] = []
  /// The options that a person has to set so that values of the table can be read.
  var questions: [String] = []
  /// The way in which rows find existing records; `nil` if each row is a new record.
  var match: RowMatch?
  /// Whether the rows' own addresses name records of this store.
  var isOfThisStore = false

  /// Returns the names of the fields whose types a person chose, by the paths of their columns.
  func askedFields(_ types: [String: AttributeType], _ names: [String]) -> Set<String> {
    guard !types.isEmpty else { return [] }
    return Set(zip(names, columns).flatMap { $1.askedFields(types, at: $0) })
  }

  /// The entities whose records are nested in the rows.
  var innerEntities: [String] { columns.flatMap(\.innerEntities) }

  /// Whether the rows have their own addresses, which other values can name.
  var hasIdentities: Bool {
    columns.contains { if case .identity = $0 { true } else { false } }
  }

  /// Returns the address that a row gives its record; `nil` for none.
  func address(in row: borrowing RawRow) -> String? {
    for (column, plan) in columns.enumerated() {
      if case .identity = plan, row.kind(at: column).hasValue {
        return RecordAddress.standard(row.text(at: column))
      }
    }
    return nil
  }

  /// Whether several rows may describe the same record.
  var mayRepeat: Bool {
    match?.chosen != nil || hasIdentities
  }

  /// Whether rows may change the records that they find.
  fileprivate var changesMatches: Bool {
    switch match {
    case .chosen, .identifier: true
    case .values, nil: false
    }
  }

  /// The positions of the fields that the columns fill.
  var filledPlaces: [Int] {
    columns.compactMap { if case .attribute(_, let place) = $0 { place } else { nil } }.sorted()
  }

  /// The fields by whose values a row without an identifier finds an equal record.
  ///
  /// Records of personal formats have titles, and their other fields may be filled later. So such a
  /// row is found by its title. A row of a table is found by all its values, unless the match has
  /// fields.
  var anchor: [Int] {
    if case .values(let anchor) = match { return anchor }
    let filled = filledPlaces
    guard table.form.format.identifier != nil,
      let title = entity.title.flatMap(entity.storedIndex), filled.contains(title)
    else { return filled }
    return [title]
  }
}

/// The destination of one column.
enum ColumnPlan: Sendable {
  /// The column is not imported, for example because it has neither a name nor values.
  case ignored
  /// The column holds the records' own addresses, which other values can name.
  case identity
  /// The column fills an attribute, with its reader and its position among the stored properties.
  case attribute(ValueReader, place: Int)
  /// The column fills a relationship, with addresses or nested objects.
  ///
  /// The plans say where the members of the objects go, by name.
  indirect case relationship(Relationship, [String: ColumnPlan])
  /// The column fills a relationship with the records that its values name.
  indirect case names(ValueReader, Relationship)

  /// Returns the names of the fields whose types a person chose, at any depth.
  ///
  /// - Parameters:
  ///   - types: The chosen types, by the paths of columns.
  ///   - path: The path of the column.
  /// - Returns: The names.
  func askedFields(_ types: [String: AttributeType], at path: String) -> [String] {
    switch self {
    case .ignored, .identity, .names: []
    case .attribute(let reader, _): types[path] == nil ? [] : [reader.attribute.name]
    case .relationship(_, let members):
      members.flatMap { $0.value.askedFields(types, at: "\(path).\($0.key)") }
    }
  }

  /// Returns the entities whose records the column's values name, at any depth.
  ///
  /// - Parameter byTitles: Whether the values of a link may be titles.
  /// - Returns: The names of the entities.
  func namedEntities(byTitles: Bool) -> [String] {
    switch self {
    case .ignored, .identity, .attribute: []
    case .names(_, let relationship): [relationship.destination]
    case .relationship(let relationship, let members):
      (byTitles && members.isEmpty ? [relationship.destination] : [])
        + members.values.flatMap { $0.namedEntities(byTitles: byTitles) }
    }
  }

  /// The entities of the records that are nested in the column, at any depth.
  var innerEntities: [String] {
    guard case .relationship(let relationship, let members) = self, !members.isEmpty else {
      return []
    }
    return [relationship.destination] + members.values.flatMap(\.innerEntities)
  }
}

/// A link that is found by a column's value.
struct LinkPlan: Sendable {
  /// The column with the value.
  var column: Int
  var relationship: Relationship
  /// The attribute of the destination with the same value.
  var field: String
  /// Whether a person asked for it.
  var isAsked: Bool
  /// The separator of several values; `nil` if a cell has one value.
  var separator: CellSeparator?
  /// The form of the column's values, if it differs from the attribute's stored form.
  var form: RegionalForm?
}
