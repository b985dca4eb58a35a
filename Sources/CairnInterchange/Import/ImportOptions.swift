public import CairnStore

/// What an import is asked to do beyond reading.
public struct ImportOptions: Hashable, Sendable {
  /// A link to be made: the record of `collection` whose `field` has the value of `column`.
  public struct Link: Hashable, Sendable {
    /// The column that holds the value; it stays a field of its own.
    public var column: String
    /// The collection to which the link leads, in the plural or singular.
    public var collection: String
    /// The field of that collection whose value is the same.
    public var field: String

    /// Creates a link from its parts.
    public init(column: String, collection: String, field: String) {
      self.column = column
      self.collection = collection
      self.field = field
    }
  }

  /// The collection for the records; `nil` takes its name from the input's.
  public var collection: String?
  /// The field by which a record that is there already is found and updated.
  public var match: String?
  /// Fields by the columns that go into them; a column with an empty name is left out.
  public var mapping: [String: String] = [:]
  /// The links to be made.
  public var links: [Link] = []
  /// The types of new fields by the columns that go into them, in place of what their values say.
  public var types: [String: AttributeType] = [:] {
    didSet { forms = forms.filter { types[$0.key] == oldValue[$0.key] } }
  }
  /// The columns for which a new field takes several values.
  public private(set) var multiples: Set<String> = []
  /// The name of the zone of times that are written without one, as ``ZoneFolder`` finds it; `nil`
  /// for the store's.
  ///
  /// If there is one, a new field of such times has the type `datetime`.
  public var zone: String?
  /// How the values of columns are written, where a person says so; another type forgets it.
  public private(set) var forms: [String: RegionalForm] = [:]
  /// Whether one bad row stops the import before it changes anything.
  public var isStrict = false
  /// Whether a table of which each row is refused makes its collection all the same, so that there
  /// is one to choose other types in.
  public var keepsRefusedTables = false
  /// Whether nothing is changed, only reported.
  public var isDryRun = false

  /// Creates options that ask for nothing.
  public init() {}

  /// Takes what a person says that a column is, and how its values are written; `nil` for what they
  /// show themselves.
  public mutating func setType(
    of column: String, _ type: AttributeType?, as form: RegionalForm? = nil,
    isMultiple: Bool = false
  ) {
    types[column] = type
    forms[column] = form
    if isMultiple { multiples.insert(column) } else { multiples.remove(column) }
  }

  /// Whether a column goes nowhere, nor makes a link by itself.
  func leavesOut(_ column: String) -> Bool { mapping[column] == "" }
}

extension ImportOptions {
  /// Makes a column a link, or none.
  public mutating func setLink(_ link: Link?, of column: String) {
    links.removeAll { $0.column == column }
    if let link { links.append(link) }
  }
}

extension ImportOptions.Link {
  /// Reads `COLUMN=COLLECTION.FIELD`; `nil` if a part is missing.
  public init?(_ text: String) {
    guard let pair = ColumnPair(text) else { return nil }
    let target = pair.word.utf8
    guard let point = target.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(
      column: pair.column, collection: String(pair.word[..<point]),
      field: String(pair.word[target.index(after: point)...]))
    guard !column.isEmpty, !collection.isEmpty, !field.isEmpty else { return nil }
  }

  /// The link as it is read: `COLUMN=COLLECTION.FIELD`.
  package var text: String { ColumnPair(column: column, word: "\(collection).\(field)").text }

  /// The link as options spell it.
  var option: String { "--link \(text)" }
}
