internal import CairnStore

/// A table and what all its rows have in common.
struct InspectedTable: Sendable {
  private(set) var table: RawTable
  /// The columns' names, in the order in which they were met.
  private(set) var columns: [String] = []
  /// A profile for each column.
  private(set) var profiles: [ColumnProfile] = []
  /// How many rows can be used, as far as reading them tells.
  private(set) var rowCount = 0
  /// How many rows there are that can't be.
  private(set) var badRowCount = 0
  /// What a person should hear of how the rows were read.
  private(set) var notices: [String] = []
  /// The places of the columns that may hold the records' own addresses.
  private var identityColumns: [Int] = []
  /// The columns that may be keys, with their places.
  private var keys: [(column: Int, key: KeyColumn)] = []
  /// The forms that columns had with the rows that are now left out.
  private var earlierForms: [String: Set<RegionalForm>] = [:]

  /// Goes through all rows of `table`.
  ///
  /// - Parameters:
  ///   - table: The table to read.
  ///   - refused: The places of the rows that say nothing of the columns' types, from 0.
  ///   - progress: Called at times with the rows done; what it throws ends the inspection.
  /// - Throws: `InterchangeError` if the input cannot be read on, or what `progress` throws.
  init(
    _ table: RawTable, without refused: RangeSet<Int> = RangeSet(),
    progress: (Int) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    self.table = table
    let entity = Naming.collection(for: table.name ?? Naming.baseName(of: table.input))
    let batches = try RowBatches(of: table) { _ in }
    let delimiter = batches.ask { ($0 as? CSVReader)?.delimiter }
    var batch = RowBatches<Void>.Batch()
    var rows = 0
    while try batches.next(&batch) {
      for place in 0..<batch.count {
        rows += 1
        if rows % ImportProgress.interval == 0 { try progress(rows) }
        guard refused.isEmpty || !refused.contains(rows - 1) else { continue }
        let isBetweenCommas = delimiter == Byte.comma
        add(batch.rows[place], batch.columns, of: entity, isBetweenCommas: isBetweenCommas)
      }
    }
    columns = batches.ask(\.columns)
    if let delimiter, let quote = batches.ask({ ($0 as? CSVReader)?.quote }) {
      self.table.form.delimiter = Character(Unicode.Scalar(delimiter))
      self.table.form.hasSingleQuotes = quote == Byte.apostrophe
    }
    for column in columns[profiles.count...] { profiles.append(ColumnProfile(of: column)) }
    settleForms()
    if let repeated = batches.ask({ ($0 as? JSONRowReader)?.repeated }) {
      notices = repeated.notices(of: table.input) { name in
        columns.firstIndex(of: name).map { profiles[$0].records == nil } ?? true
      }
    }
  }

  private mutating func add(
    _ row: borrowing RawRow, _ columns: [String], of entity: String, isBetweenCommas: Bool
  ) {
    guard row.problem == nil else {
      badRowCount += 1
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
        // Earlier rows had no such column.
        if rowCount > 1 { key.addMissing() }
        keys.append((profiles.count - 1, key))
      }
    }
    var owner: RecordAddress?
    for column in identityColumns where owner == nil && column < row.count {
      owner = RecordAddress(row.bytes(at: column))
    }
    for column in 0..<row.count { profiles[column].add(row, column, of: owner) }
    // By index, because a copy of a key would copy all values that it has seen.
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
  /// - Throws: `InterchangeError` if the input cannot be read again, or what `progress` throws.
  func without(
    _ refused: RangeSet<Int>, progress: (Int) throws(InterchangeError) -> Void
  ) throws(InterchangeError) -> InspectedTable {
    var rest = try InspectedTable(table, without: refused, progress: progress)
    rest.table = table
    rest.earlierForms = Dictionary(
      forms.map { ($0.column, [$0.form]) }, uniquingKeysWith: { $0.union($1) })
    for (index, profile) in profiles.enumerated() where rest.profiles[index].valueCount == 0 {
      rest.profiles[index].isOfRefusedRows = profile.valueCount > 0
    }
    rest.settleForms()
    return rest
  }

  /// The table with what a person says of the values and of the forms in which they are written, by
  /// column.
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

  /// Lets columns tell each other in which forms somebody wrote numbers and dates.
  ///
  /// What was exported is in the store's own.
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

  /// The forms of columns, by their names.
  var forms: [(column: String, form: RegionalForm)] {
    zip(columns, profiles).compactMap { column, profile in profile.form.map { (column, $0) } }
  }

  /// Takes note of the forms that columns have in other tables of the same records.
  ///
  /// - Parameter shared: the forms by the names of the columns.
  mutating func settleForms(beside shared: [String: Set<RegionalForm>]) {
    var own = Set(profiles.compactMap(\.form))
    if profiles.contains(where: \.hasDecimalPoint) { own.remove(.decimalComma) }
    for index in profiles.indices {
      let others = own.union(shared[columns[index]] ?? [])
      profiles[index].settleForm(by: others.union(earlierForms[columns[index]] ?? []))
    }
  }

  /// Takes note of the encoding, which shows only when all was read.
  mutating func note(_ encoding: TextEncoding) { table.form.encoding = encoding }

  /// The place of the column called `name`, ignoring case, if it has a value in each row and none
  /// twice.
  func key(called name: String) -> Int? {
    let place = columns.firstIndex { $0.lowercased() == name.lowercased() }
    return keys.first { $0.column == place && $0.key.isKey }?.column
  }
}
