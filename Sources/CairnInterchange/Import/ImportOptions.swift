public import CairnStore

/// The options of an import.
public struct ImportOptions: Hashable, Sendable {
  /// A link to create: to the record of `collection` that the value of `column` names.
  public struct Link: Hashable, Sendable {
    /// The column with the value.
    ///
    /// It also becomes a field if the link has a `field`. Otherwise it becomes the link.
    public var column: String
    /// The collection that the link leads to, in the plural or singular.
    ///
    /// Without a `field`, the import creates the collection if it is missing.
    public var collection: String
    /// The field of that collection with the same value.
    ///
    /// `nil` finds records by their titles, and creates the records that are missing.
    public var field: String?

    /// Creates a link from its parts.
    public init(column: String, collection: String, field: String? = nil) {
      self.column = column
      self.collection = collection
      self.field = field
    }
  }

  /// The collection for the records; `nil` derives its name from the input's name.
  public var collection: String?
  /// The field that identifies existing records, which are updated; ``matchesAll`` for all fields.
  ///
  /// `nil` lets the format or the model decide.
  public var match: String?
  /// The word for all fields in ``match``: a row with the values of a record adds no record.
  public static let matchesAll = "*"
  /// Whether each row adds a record, unless ``match`` finds one, and equal rows are not counted.
  public var addsEachRow = false
  /// Fields by the columns that fill them; an empty name leaves the column out.
  public var mapping: [String: String] = [:]
  /// Whether the import may give existing collections new fields and links, and their fields wider
  /// types.
  ///
  /// `false` leaves out the columns without a field (``ImportReport/leftOutColumns``), and refuses a
  /// row with a value that does not fit its field. What `links` and `misfits` ask for is still
  /// added. A program with a model of its own needs `false`.
  public var changesCollections = true
  /// What happens to values that do not fit, by column; other columns refuse the rows.
  public private(set) var misfits: [String: Misfits] = [:]
  /// The links to create.
  public var links: [Link] = []
  /// The types of new fields by column, instead of the inferred types.
  public var types: [String: AttributeType] = [:] {
    didSet { forms = forms.filter { types[$0.key] == oldValue[$0.key] } }
  }
  /// The columns whose new fields take several values.
  public private(set) var multiples: Set<String> = []
  /// How the inputs are written.
  ///
  /// The inputs are read with their own copy, ``ImportInput/dialect``. An import uses the zone only.
  public var dialect = Dialect()
  /// The forms that a person chose for columns.
  ///
  /// A new type of a column removes its form.
  public private(set) var forms: [String: RegionalForm] = [:]
  /// Whether one bad row stops the import before it changes anything.
  public var isStrict = false
  /// Whether to create the collection of a table even if each row is refused, so that a person can
  /// choose other types.
  public var keepsRefusedTables = false
  /// Whether the import only reports, without changing anything.
  public var isDryRun = false
  /// The readers of the notices and errors.
  package var wording = ImportWording.properties

  /// Creates the default options.
  public init() {}

  /// Sets the type of a column and the form of its values; `nil` for the inferred ones.
  public mutating func setType(
    of column: String, _ type: AttributeType?, as form: RegionalForm? = nil,
    isMultiple: Bool = false
  ) {
    types[column] = type
    forms[column] = form
    if isMultiple { multiples.insert(column) } else { multiples.remove(column) }
  }

  /// Returns a choice as the readers of the notices write it.
  func words(_ choice: ImportChoice) -> String { choice.text(wording) }

  /// Sets what happens to the values of a column that do not fit.
  public mutating func setMisfits(of column: String, _ choice: Misfits) {
    misfits[column] = choice == .refuse ? nil : choice
  }

  /// The zone of times that are written without one, see ``Dialect/zone``.
  public var zone: String? {
    get { dialect.zone }
    set { dialect.zone = newValue }
  }

  /// Returns the link that takes the place of a column; `nil` if the column stays a field.
  func replacement(of column: String) -> Link? {
    links.first { $0.column == column && $0.field == nil }
  }

  /// Returns whether a column is left out and makes no link.
  func leavesOut(_ column: String) -> Bool { mapping[column] == "" }
}

extension ImportOptions {
  /// Makes a column a link, or removes its link.
  public mutating func setLink(_ link: Link?, of column: String) {
    links.removeAll { $0.column == column }
    if let link { links.append(link) }
  }
}

extension ImportOptions.Link {
  /// Creates a link from `COLUMN=COLLECTION.FIELD` or `COLUMN=COLLECTION`; `nil` if a part is
  /// missing.
  public init?(_ text: String) {
    guard let pair = ColumnPair(text) else { return nil }
    let target = pair.word.utf8
    if let point = target.firstIndex(of: UInt8(ascii: ".")) {
      self.init(
        column: pair.column, collection: String(pair.word[..<point]),
        field: String(pair.word[target.index(after: point)...]))
    } else {
      self.init(column: pair.column, collection: pair.word)
    }
    guard !column.isEmpty, !collection.isEmpty, field?.isEmpty != true else { return nil }
  }

  /// The link in the form `COLUMN=COLLECTION.FIELD` or `COLUMN=COLLECTION`.
  package var text: String {
    ColumnPair(column: column, word: collection + (field.map { ".\($0)" } ?? "")).text
  }
}
