internal import CairnJSON
internal import CairnStore

/// Writes records one after another in an export format.
protocol RecordWriter {
  /// The number of bytes that were not taken yet.
  var byteCount: Int { get }

  /// The values of the written records that were left out because no field has them.
  var leftover: ExportOperation.Leftover { get }

  /// Writes the start, before the first record.
  mutating func begin()

  /// Writes a record.
  ///
  /// - Throws: the error of reading a linked record; nothing of the record is then written.
  mutating func append(_ row: Row) throws(StoreError)

  /// Writes the end, after the last record.
  ///
  /// - Throws: the error of reading a further record that the written ones need.
  mutating func end() throws(StoreError)

  /// Returns the bytes written since the last call, and removes them.
  mutating func take() -> [UInt8]
}

/// The options for making a writer.
struct RecordWriting {
  /// The content with the records.
  let snapshot: Snapshot
  let entity: Entity
  /// Whether vCards have addresses even if no links lead to the records.
  let keepsAddresses: Bool
  /// Whether JSON output is an array, even for one record.
  let isList: Bool
  /// The calculated columns, which follow the links.
  var calculated: [(name: String, content: FieldDisplay)] = []
  /// The date of the agenda that is exported.
  var date: String?
  /// The clock whose zone a spreadsheet shows.
  var clock = WallClock(now: Timestamp(microseconds: 0))
  /// Whether a spreadsheet gets an apostrophe before cells that it would calculate.
  var quotesFormulas = false
  /// The scheme of the records' addresses.
  var scheme = RecordAddress.usualScheme

  /// The records as JSON objects, from which most formats are made.
  var json: RecordJSON {
    var json = RecordJSON(snapshot, scheme: scheme)
    json.calculated = calculated
    return json
  }

  /// Returns a new writer for a format.
  func writer(_ format: InterchangeFormat) -> any RecordWriter {
    switch format {
    case .json: JSONRecordWriter(json, isList ? .array : .object)
    case .jsonl: JSONRecordWriter(json, .lines)
    case .csv: TableRecordWriter(self, CSVWriter())
    case .tsv: TableRecordWriter(self, CSVWriter(delimiter: Byte.tab))
    case .vcard: CardWriter(self)
    case .rec: RecWriter(self)
    case .markdown: MarkdownWriter(self)
    case .icalendar: CalendarWriter(self, date: date)
    case .spreadsheet: SpreadsheetWriter(self)
    case .bibtex, .bookmarks: preconditionFailure("an export checks its format first")
    }
  }
}

/// Writes records as JSON objects: in an array, alone, or one on each line.
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

/// Writes records as rows of a table.
///
/// A cell holds a link, but no whole record.
struct TableRecordWriter: RecordWriter {
  private var records: RecordJSON
  private var table: CSVWriter
  private let columns: [String]

  init(_ writing: RecordWriting, _ table: CSVWriter) {
    records = writing.json
    records.followsLinks = false
    self.table = table
    self.table.marksEmptyTexts = true
    columns = RecordLayout(writing.entity).names + writing.calculated.map(\.name)
  }

  var byteCount: Int { table.bytes.count }
  var leftover: ExportOperation.Leftover { records.leftover }

  mutating func begin() { table.writeRow(columns) }

  mutating func append(_ row: Row) throws(StoreError) {
    let object = try records.object(of: row)
    table.writeRow(object.members.map { ValueJSON.cell($0.value) })
  }

  mutating func end() {}

  mutating func take() -> [UInt8] { table.take() }
}
