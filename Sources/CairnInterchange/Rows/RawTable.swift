internal import CairnStore

/// One table of an input, which can be read again and again.
struct RawTable: Sendable {
  /// The input's name, for messages.
  let input: String
  /// What the data calls its records, where it says.
  let name: String?
  /// What the data's form says of its fields; the rest is inferred.
  let definition: Entity?
  /// What else the data defines, to which links may lead.
  let others: [Entity]
  /// Whether the records only came along with others, which link to them, and may have a table of
  /// their own.
  var cameAlong = false
  /// Whether it is one of an export with its model.
  private(set) var isExported = false
  /// How the input was read.
  var form = InputForm(format: .csv, encoding: .utf8)
  private let makeReader: @Sendable () throws(InterchangeError) -> any RowReader

  init(
    input: String, name: String?, definition: Entity? = nil, others: [Entity] = [],
    makeReader: @escaping @Sendable () throws(InterchangeError) -> any RowReader
  ) {
    self.input = input
    self.name = name
    self.definition = definition
    self.others = others
    self.makeReader = makeReader
  }

  /// The table as a part of an export, with records of an entity.
  func exported(_ entity: Entity) -> RawTable {
    let makeReader = makeReader
    var table = RawTable(input: input, name: entity.name, definition: entity) {
      () throws(InterchangeError) in
      let reader = try makeReader()
      guard var csv = reader as? CSVReader else { return reader }
      csv.readsEmptyTexts = true
      return csv
    }
    (table.form, table.cameAlong, table.isExported) = (form, cameAlong, true)
    return table
  }

  /// A reader at the first row.
  func rows() throws(InterchangeError) -> any RowReader { try makeReader() }
}

// MARK: - Reading inputs

extension RawTable {
  /// The tables of an input: one, except where a JSON object holds several arrays of objects.
  ///
  /// Types are found in all rows before the first record is made, so what comes only once is kept
  /// in memory; so is what has to be there as a whole.
  ///
  /// What a person should hear of what was passed over is added to `notices`.
  static func tables(
    of files: [OpenedInput], in input: ImportInput, notices: inout [String]
  ) throws(InterchangeError) -> [RawTable] {
    let named = input.format ?? InterchangeFormat(path: input.name)
    let format = named ?? InterchangeFormat.detect(in: files.first?.sample ?? [])
    // Any text at all would be a table of one column.
    if named == nil, format == .csv, let form = InterchangeFormat.foreignForm(of: input.name) {
      throw .foreign(name: input.name, form: form)
    }
    notices += input.passedOver.map {
      "\($0) is a link, which is not followed; cairn import --into \(input.name) \($0) takes it"
    }
    var tables = try tables(of: files, in: input, format, notices: &notices)
    for place in tables.indices {
      tables[place].form = InputForm(format: format, encoding: files.first?.encoding ?? .utf8)
    }
    return tables
  }

  private static func tables(
    of files: [OpenedInput], in input: ImportInput, _ format: InterchangeFormat,
    notices: inout [String]
  ) throws(InterchangeError) -> [RawTable] {
    let name = input.name
    guard let file = files.first else { throw .empty(name: name) }
    switch format {
    case .csv, .tsv:
      let delimiter: UInt8? = format == .tsv ? Byte.tab : nil
      return [
        RawTable(input: name, name: nil) { () throws(InterchangeError) in
          try CSVReader(try file.stream(), delimiter: delimiter)
        }
      ]
    case .jsonl:
      return [
        RawTable(input: name, name: nil) { () throws(InterchangeError) in
          JSONRowReader(lines: JSONLines(try file.stream()), name: name)
        }
      ]
    case .vcard:
      let labeled = try CardReader.labeledFields(in: try file.stream())
      return [
        RawTable(
          input: name, name: nil, definition: CardField.definition(labeled: labeled)
        ) { () throws(InterchangeError) in
          CardReader(try file.stream(), labeled: labeled)
        }
      ]
    case .rec:
      let text = Array(try file.blocks().joined())
      return try RecTables.tables(of: text, name: name, notices: &notices)
    case .markdown:
      return [try MarkdownFile.table(of: files, in: input)]
    case .json:
      return try JSONTables.tables(of: Array(try file.blocks().joined()), name: name)
    }
  }
}

/// The columns of a table whose rows name theirs, in the order in which they are met.
struct MetColumns {
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  /// The place of a column; one that was not met before comes last.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - index: The place that is tried first: rows of one table have theirs in one order as a
  ///     rule.
  /// - Returns: The place, from 0.
  mutating func place(of name: String, expecting index: Int) -> Int {
    if index < names.count, names[index] == name { return index }
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
