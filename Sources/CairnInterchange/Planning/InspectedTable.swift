internal import CairnStore

/// A table and the common properties of its rows.
struct InspectedTable: Sendable {
  private(set) var table: RawTable
  /// The names of the columns, in the order in which they were found.
  private(set) var columns: [String] = []
  /// A profile for each column.
  private(set) var profiles: [ColumnProfile] = []
  /// The number of rows that can be read.
  private(set) var rowCount = 0
  /// The number of rows that can't be read.
  private(set) var badRowCount = 0
  /// Whether a row has bytes that are not UTF-8.
  private(set) var hasOtherBytes = false
  /// The names and links of notes; `nil` for other records, and for notes of an export.
  private(set) var notes: NoteEvidence?
  /// The rows that repeat an earlier row.
  private(set) var repeated = RepeatedRows()
  /// Notices for the person about the reading of the rows.
  private(set) var notices: [String] = []
  /// Whether semicolons separate the cells, as spreadsheets write where commas separate decimals.
  private var isBetweenSemicolons = false
  /// The positions of the columns that may hold the records' own addresses.
  private var identityColumns: [Int] = []
  /// The columns that may be keys, with their positions.
  private var keys: [(column: Int, key: KeyColumn)] = []
  /// The forms that columns had when rows were included that are now left out.
  private var earlierForms: [String: Set<RegionalForm>] = [:]

  /// Reads all rows of `table`.
  ///
  /// - Parameters:
  ///   - table: The table to read.
  ///   - refused: The positions of the rows to ignore when types are inferred, from 0.
  ///   - progress: Called at times with the number of rows; its errors end the inspection.
  /// - Throws: `InterchangeError` if the input cannot be read, and the errors of `progress`.
  init(
    _ table: RawTable, without refused: RangeSet<Int> = RangeSet(),
    progress: (Int) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    self.table = table
    let entity = Naming.collection(for: table.name ?? Naming.baseName(of: table.input))
    if table.form.format == .markdown, !table.isExported { notes = NoteEvidence() }
    let batches = try RowBatches(of: table) { row in
      RowFindings(row, isExported: table.isExported)
    }
    let delimiter = batches.ask { ($0 as? CSVReader)?.dialect.delimiter }
    isBetweenSemicolons = delimiter == Byte.semicolon
    var batch = RowBatches<RowFindings>.Batch()
    var rows = 0
    while try batches.next(&batch) {
      // A row of a span is not copied.
      let rawRows = batch.rows.span
      for place in 0..<batch.count {
        rows += 1
        if rows % ImportProgress.interval == 0 { try progress(rows) }
        guard refused.isEmpty || !refused.contains(rows - 1) else { continue }
        let found = batches.made(of: batch, at: place)
        if rawRows[place].problem == nil, let digest = found.digest {
          repeated.add(digest, line: rawRows[place].line.number)
        }
        let isBetweenCommas = delimiter == Byte.comma
        add(
          rawRows[place], found.shapes, batch.columns, of: entity, isBetweenCommas: isBetweenCommas)
      }
    }
    repeated.finish()
    columns = batches.ask(\.columns)
    if let (found, repairs) = batches.ask({
      ($0 as? CSVReader).map { ($0.found, $0.repairs) }
    }) {
      self.table.form.note(found)
      notices = repairs.notices(of: table.input)
    }
    notices += batches.ask { ($0 as? MarkdownReader)?.notices ?? [] }
    for column in columns[profiles.count...] { profiles.append(ColumnProfile(of: column)) }
    settleForms()
    if let repeated = batches.ask({ ($0 as? JSONRowReader)?.repeated }) {
      notices += repeated.notices(of: table.input) { name in
        columns.firstIndex(of: name).map { profiles[$0].records == nil } ?? true
      }
    }
    if let count = batches.ask({ ($0 as? JSONRowReader)?.nonNumberCount }), count > 0 {
      notices.append(
        "\(table.input): NaN and Infinity are no numbers, so \(counted(count, "value")) "
          + "\(count == 1 ? "is" : "are") left empty")
    }
  }

  private mutating func add(
    _ row: borrowing RawRow, _ shapes: [Shapes], _ columns: [String], of entity: String,
    isBetweenCommas: Bool
  ) {
    guard row.problem == nil else {
      badRowCount += 1
      if case .notUTF8? = row.problem { hasOtherBytes = true }
      return
    }
    rowCount += 1
    while profiles.count < row.count {
      let name = columns[profiles.count]
      let isLabeled = table.definition?.attribute(name)?.isLabeled == true
      profiles.append(
        ColumnProfile(of: name, isLabeled: isLabeled, isBetweenCommas: isBetweenCommas))
      if RecordJSON.identityKeys.contains(name) { identityColumns.append(profiles.count - 1) }
      if KeyColumn.isNamedKey(name, of: entity) {
        var key = KeyColumn()
        // The column is new in this row, so earlier rows have no value in it.
        if rowCount > 1 { key.addMissing() }
        keys.append((profiles.count - 1, key))
      }
    }
    var owner: RecordAddress?
    for column in identityColumns where owner == nil && column < row.count {
      owner = RecordAddress(row.bytes(at: column))
    }
    for column in 0..<row.count {
      profiles[column].add(row, column, shapes[column], of: owner)
    }
    if owner == nil { notes?.add(row, columns) }
    // Keys are accessed by index, because a copy of a key would copy all values that it has seen.
    for index in keys.indices {
      let column = keys[index].column
      if column < row.count {
        keys[index].key.add(row, column)
      } else {
        keys[index].key.addMissing()
      }
    }
  }

  /// Inspects the table again without the rows at the places `refused`.
  ///
  /// The forms of numbers and dates still come from all rows.
  ///
  /// - Parameters:
  ///   - refused: The rows that become no records.
  ///   - misread: Those of them that do not count for the types of the columns.
  ///   - progress: Called at times with the number of rows.
  /// - Returns: The table.
  /// - Throws: `InterchangeError` if the input cannot be read again, and the errors of `progress`.
  func without(
    _ refused: RangeSet<Int>, guessingWithout misread: RangeSet<Int>,
    progress: (Int) throws(InterchangeError) -> Void
  ) throws(InterchangeError) -> InspectedTable {
    var rest = try InspectedTable(table, without: refused, progress: progress)
    rest.table = table
    if misread != refused {
      let guessed =
        misread.isEmpty
        ? self : try InspectedTable(table, without: misread, progress: progress)
      for index in rest.profiles.indices where rest.profiles[index].valueCount > 0 {
        rest.profiles[index] = guessed.profiles[index].choosing(from: rest.profiles[index])
      }
    }
    rest.earlierForms = Dictionary(
      forms.map { ($0.column, [$0.form]) }, uniquingKeysWith: { $0.union($1) })
    for (index, profile) in profiles.enumerated() where rest.profiles[index].valueCount == 0 {
      rest.profiles[index].isOfRefusedRows = profile.valueCount > 0
    }
    rest.settleForms()
    return rest
  }

  /// Returns the table with a person's choices of types and forms, by column.
  func asked(
    _ forms: [String: RegionalForm], _ types: [String: AttributeType]
  ) -> InspectedTable {
    guard !(forms.isEmpty && types.isEmpty) else { return self }
    var table = self
    for index in profiles.indices {
      table.profiles[index].ask(forms, types, path: columns[index])
    }
    table.settleForms()
    return table
  }

  /// Chooses ambiguous forms of columns by the forms of other columns.
  ///
  /// Exports always use the store's own forms.
  private mutating func settleForms() {
    let identities = RecordJSON.identityKeys
    let isExport =
      table.definition != nil
      || zip(columns, profiles).contains { identities.contains($0) && $1.areIdentities }
    if isExport {
      for index in profiles.indices { profiles[index].giveUpForms() }
      return
    }
    settleForms(beside: [:])
  }

  /// The forms of columns, by name.
  var forms: [(column: String, form: RegionalForm)] {
    zip(columns, profiles).compactMap { column, profile in profile.form.map { (column, $0) } }
  }

  /// Chooses ambiguous forms by the forms of the same columns in other tables of these records.
  ///
  /// - Parameter shared: the forms by column name.
  mutating func settleForms(beside shared: [String: Set<RegionalForm>]) {
    // A form that was concluded from other evidence is no evidence itself.
    let shown = profiles.filter { $0.formReason == nil || $0.form != .decimalComma }
    var own = Set(shown.compactMap(\.form))
    var reason: String?
    if profiles.contains(where: \.hasDecimalPoint) {
      own.remove(.decimalComma)
    } else if isBetweenSemicolons, own.isDisjoint(with: [.decimalComma, .groupedThousands]),
      profiles.contains(where: \.hasPointedDays)
    {
      own.insert(.decimalComma)
      reason = "as the table has semicolons between cells and points in its days"
    }
    for index in profiles.indices {
      let others = own.union(shared[columns[index]] ?? [])
      profiles[index].settleForm(
        by: others.union(earlierForms[columns[index]] ?? []), because: reason)
    }
  }

  /// Records the encoding, which is known only after all rows were read.
  mutating func note(_ encoding: TextEncoding) {
    table.form.note(encoding)
    if let notice = table.form.notice(of: table.input) { notices.insert(notice, at: 0) }
  }

  /// Returns the position of the column called `name`, ignoring case, if it has a unique value in
  /// each row.
  func key(called name: String) -> Int? {
    let place = columns.firstIndex { $0.lowercased() == name.lowercased() }
    return keys.first { $0.column == place && $0.key.isKey }?.column
  }
}

/// The facts about a single row; a second thread finds them.
private struct RowFindings: Sendable {
  /// The digest of the row; `nil` in an export, each record of which has an address of its own.
  let digest: RowDigest?
  /// The types that the spelling of each cell fits.
  let shapes: [Shapes]

  init(_ row: borrowing RawRow, isExported: Bool) {
    digest = isExported ? nil : RowDigest(row)
    var shapes: [Shapes] = []
    shapes.reserveCapacity(row.count)
    for column in 0..<row.count { shapes.append(Shapes(of: row, column)) }
    self.shapes = shapes
  }
}
