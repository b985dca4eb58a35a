internal import CairnJSON
internal import CairnStore

/// Records one after the other in one of the forms that they go in.
struct RecordStream {
  private enum Form {
    case array, object, lines, table
  }

  private let form: Form
  private var records: RecordJSON
  private var json: JSONWriter
  private var table: CSVWriter

  /// The header of a table, and for each column the member that it shows.
  private let columns: [String]
  private let places: [Int?]

  /// A stream that nothing was written to.
  ///
  /// - Parameters:
  ///   - records: Makes objects of records.
  ///   - entity: The records' entity.
  ///   - format: The form.
  ///   - columns: The columns of a table; `nil` for all.
  ///   - isList: Whether JSON is an array, be it of one record.
  init(
    _ records: RecordJSON, of entity: Entity, as format: InterchangeFormat, columns: [String]?,
    isList: Bool
  ) {
    self.records = records
    // A cell has room for a link, not for a record.
    self.records.followsLinks = format == .json || format == .jsonl
    let names = RecordLayout(entity).names
    self.columns = columns ?? names
    places = self.columns.map { names.firstIndex(of: $0) }
    json = JSONWriter(format == .json ? .pretty : .compact)
    table = format == .tsv ? CSVWriter(delimiter: Byte.tab) : CSVWriter()
    form =
      switch format {
      case .json: isList ? .array : .object
      case .jsonl: .lines
      case .csv, .tsv: .table
      }
  }

  /// What of the records that were written stays in their files.
  var leftover: ExportOperation.Leftover { records.leftover }

  /// The bytes that were not taken yet.
  var byteCount: Int { form == .table ? table.bytes.count : json.bytes.count }

  /// Writes what stands before the first record.
  mutating func begin() {
    switch form {
    case .array: json.beginArray()
    case .table: table.writeRow(columns)
    case .object, .lines: break
    }
  }

  /// Writes a record.
  ///
  /// - Throws: why a record that it links to cannot be read; nothing of it is then written.
  mutating func append(_ row: Row) throws(StoreError) {
    let object = try records.object(of: row)
    guard form != .table else {
      return table.writeRow(places.map { $0.flatMap { ValueJSON.cell(object.members[$0].value) } })
    }
    json.write(.object(object))
    if form == .lines { json.newline() }
  }

  /// Writes what stands behind the last record.
  mutating func end() {
    switch form {
    case .array:
      json.endArray()
      json.newline()
    case .object: json.newline()
    case .lines, .table: break
    }
  }

  /// Returns what was written since the last time, and forgets it.
  mutating func take() -> [UInt8] { form == .table ? table.take() : json.take() }
}
