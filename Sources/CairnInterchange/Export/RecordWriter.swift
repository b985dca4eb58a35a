internal import CairnJSON
internal import CairnStore

/// Writes records one after the other in one of the forms that they go in.
protocol RecordWriter {
  /// How many bytes were not taken yet.
  var byteCount: Int { get }

  /// What of the records that were written stays in their files.
  var leftover: ExportOperation.Leftover { get }

  /// Writes what stands before the first record.
  mutating func begin()

  /// Writes a record.
  ///
  /// - Throws: why a record that it links to cannot be read; nothing of it is then written.
  mutating func append(_ row: Row) throws(StoreError)

  /// Writes what stands behind the last record.
  ///
  /// - Throws: why a record cannot be read that belongs to the others.
  mutating func end() throws(StoreError)

  /// Returns what was written since the last time, and forgets it.
  mutating func take() -> [UInt8]
}

/// What a writer is made for.
struct RecordWriting {
  /// The content that the records belong to.
  let snapshot: Snapshot
  let entity: Entity
  /// The columns of a table; `nil` for all.
  let columns: [String]?
  /// Whether JSON is an array, be it of one record.
  let isList: Bool

  /// A writer of records as `format` has them, to which nothing was written.
  func writer(_ format: InterchangeFormat) -> any RecordWriter {
    switch format {
    case .json: JSONRecordWriter(RecordJSON(snapshot), isList ? .array : .object)
    case .jsonl: JSONRecordWriter(RecordJSON(snapshot), .lines)
    case .csv: TableRecordWriter(self, CSVWriter())
    case .tsv: TableRecordWriter(self, CSVWriter(delimiter: Byte.tab))
    case .vcard: CardWriter(self)
    case .rec: RecWriter(self)
    case .markdown: MarkdownWriter(self)
    }
  }
}

/// Writes records as JSON objects: in an array, alone, or each on a line.
struct JSONRecordWriter: RecordWriter {
  enum Form {
    case array, object, lines
  }

  private var records: RecordJSON
  private let form: Form
  private var json: JSONWriter

  init(_ records: RecordJSON, _ form: Form) {
    self.records = records
    self.form = form
    json = JSONWriter(form == .lines ? .compact : .pretty)
  }

  var byteCount: Int { json.bytes.count }
  var leftover: ExportOperation.Leftover { records.leftover }

  mutating func begin() {
    if form == .array { json.beginArray() }
  }

  mutating func append(_ row: Row) throws(StoreError) {
    let mark = json.mark
    do throws(StoreError) {
      try records.write(row, to: &json)
    } catch {
      json.goBack(to: mark)
      throw error
    }
    if form == .lines { json.newline() }
  }

  mutating func end() {
    if form == .array { json.endArray() }
    if form != .lines { json.newline() }
  }

  mutating func take() -> [UInt8] { json.take() }
}

/// Writes records as rows of a table; a cell has room for a link, not for a record.
struct TableRecordWriter: RecordWriter {
  private var records: RecordJSON
  private var table: CSVWriter
  /// The header, and for each column the member that it shows.
  private let columns: [String]
  private let places: [Int?]

  init(_ writing: RecordWriting, _ table: CSVWriter) {
    records = RecordJSON(writing.snapshot)
    records.followsLinks = false
    self.table = table
    self.table.marksEmptyTexts = true
    let names = RecordLayout(writing.entity).names
    columns = writing.columns ?? names
    places = columns.map { names.firstIndex(of: $0) }
  }

  var byteCount: Int { table.bytes.count }
  var leftover: ExportOperation.Leftover { records.leftover }

  mutating func begin() { table.writeRow(columns) }

  mutating func append(_ row: Row) throws(StoreError) {
    let object = try records.object(of: row)
    table.writeRow(places.map { $0.flatMap { ValueJSON.cell(object.members[$0].value) } })
  }

  mutating func end() {}

  mutating func take() -> [UInt8] { table.take() }
}
