internal import CairnStore

/// A table of an input, which can be read repeatedly.
struct RawTable: Sendable {
  /// The input's name, for messages.
  let input: String
  /// The data's name for its records, if it has one.
  let name: String?
  /// The data's own definition of its fields; the rest is inferred.
  let definition: Entity?
  /// Other definitions in the data, which links may lead to.
  let others: [Entity]
  /// Whether the records only accompany records that link to them, and may also have their own
  /// table.
  var cameAlong = false
  /// Whether the table is part of an export with its model.
  private(set) var isExported = false
  /// The texts of the input, and the path of their folder if the input is a folder of notes.
  private(set) var sources: (files: [OpenedInput], folder: String?) = ([], nil)
  /// The store whose records the rows are, by their own addresses; `nil` if the data names none.
  var store: StoreID?
  /// The form in which the input was read.
  var form = InputForm(format: .csv)
  private let makeReader: @Sendable (_ isExact: Bool) throws(InterchangeError) -> any RowReader

  init(
    input: String, name: String?, definition: Entity? = nil, others: [Entity] = [],
    makeReader: @escaping @Sendable () throws(InterchangeError) -> any RowReader
  ) {
    self.init(input: input, name: name, definition: definition, others: others) {
      (_) throws(InterchangeError) in try makeReader()
    }
  }

  /// Creates a table whose reader reads own exports exactly.
  private init(
    input: String, name: String?, definition: Entity? = nil, others: [Entity] = [],
    _ makeReader: @escaping @Sendable (_ isExact: Bool) throws(InterchangeError) -> any RowReader
  ) {
    self.input = input
    self.name = name
    self.definition = definition
    self.others = others
    self.makeReader = makeReader
  }

  /// Returns the table as part of an export, with records of an entity.
  func exported(_ entity: Entity) -> RawTable {
    let makeReader = makeReader
    var table = RawTable(input: input, name: entity.name, definition: entity) {
      (_) throws(InterchangeError) in
      let reader = try makeReader(true)
      guard var csv = reader as? CSVReader else { return reader }
      csv.readsEmptyTexts = true
      return csv
    }
    (table.form, table.cameAlong, table.isExported) = (form, cameAlong, true)
    table.store = store
    table.sources = sources
    return table
  }

  /// Returns a reader at the first row.
  func rows() throws(InterchangeError) -> any RowReader { try makeReader(false) }
}

// MARK: - Reading inputs

extension RawTable {
  /// Returns the tables of an input: one, unless a JSON object holds several arrays of objects.
  ///
  /// Types are inferred from all rows before the first record is made. So inputs that can be read
  /// only once are kept in memory, and so are formats that must be parsed as a whole.
  ///
  /// Notices about skipped parts of the input are added to `notices`.
  static func tables(
    of files: [OpenedInput], in input: ImportInput, notices: inout [String]
  ) throws(InterchangeError) -> [RawTable] {
    let format = Self.format(of: files, in: input)
    // Any text would be a valid table of one column.
    if input.namedFormat == nil, format == .csv,
      let form = InterchangeFormat.foreignForm(of: input.name)
    {
      throw .foreign(name: input.name, form: form)
    }
    notices += input.passedOver.map {
      "\($0) is a link, which is not followed; an import of the link itself into \(input.name) takes it"
    }
    var tables = try tables(of: files, in: input, format, notices: &notices)
    for place in tables.indices {
      tables[place].sources = (files, input.isFolder ? input.folder : nil)
      tables[place].form = InputForm(
        format: format, encoding: files.first?.encoding ?? .utf8, input.dialect)
    }
    return tables
  }

  /// Returns the format of an input: the one a person named, else the one of its name or its bytes.
  static func format(of files: [OpenedInput], in input: ImportInput) -> InterchangeFormat {
    input.namedFormat ?? InterchangeFormat.detect(in: files.first?.sample ?? [])
  }

  private static func tables(
    of files: [OpenedInput], in input: ImportInput, _ format: InterchangeFormat,
    notices: inout [String]
  ) throws(InterchangeError) -> [RawTable] {
    let name = input.name
    guard let file = files.first else { throw .empty(name: name) }
    switch format {
    case .csv, .tsv:
      if let reason = input.dialect.contradiction { throw .contradiction("\(name): \(reason)") }
      var dialect = input.dialect
      if format == .tsv, dialect.delimiter == nil { dialect.delimiter = Byte.tab }
      return [
        RawTable(input: name, name: nil) { [dialect] isExact throws(InterchangeError) in
          try CSVReader(try file.stream(), dialect, isExact: isExact)
        }
      ]
    case .jsonl:
      return [
        RawTable(input: name, name: nil) { () throws(InterchangeError) in
          JSONRowReader(lines: JSONLines(try file.stream()), name: name)
        }
      ]
    case .vcard:
      let texts = try CardTexts(of: file.stream)
      let labeled = try CardReader.labeledFields(
        in: try file.stream(), texts, notices: &notices)
      return [
        RawTable(
          input: name, name: nil, definition: CardField.definition(labeled: labeled)
        ) { () throws(InterchangeError) in
          CardReader(try file.stream(), labeled: labeled, texts)
        }
      ]
    case .rec:
      let text = Array(try file.blocks().joined())
      do throws(InterchangeError) {
        return try RecTables.tables(of: text, name: name, notices: &notices)
      } catch .empty where !text.starts(with: "%rec:".utf8) {
        throw file.lacksRecord(of: format)
      }
    case .markdown:
      return [try MarkdownFile.table(of: files, in: input)]
    case .bibtex:
      let text = Array(try file.blocks().joined())
      return [
        RawTable(input: name, name: nil, definition: BibTeXReader.definition) { BibTeXReader(text) }
      ]
    case .bookmarks:
      let text = Array(try file.blocks().joined())
      return [
        RawTable(input: name, name: nil, definition: BookmarkReader.definition) {
          BookmarkReader(text)
        }
      ]
    case .icalendar: return [try CalendarReader.table(of: file, in: name, notices: &notices)]
    case .spreadsheet: throw .foreign(name: name, form: format.title)
    case .json:
      return try JSONTables.tables(of: Array(try file.blocks().joined()), name: name)
    }
  }
}

/// The columns of a table whose rows name their columns, in the order in which they are found.
struct MetColumns {
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  /// Returns the position of a column; a new column is added at the end.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - index: The position to try first, because the rows of a table usually have the same order.
  /// - Returns: The position, from 0.
  mutating func place(of name: String, expecting index: Int) -> Int {
    if index < names.count, names[index] == name { return index }
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
