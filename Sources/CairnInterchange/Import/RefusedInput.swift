internal import CairnFiles
internal import CairnJSON
internal import CairnStore

/// The refused rows of an input, as a text to fix and import again.
///
/// 1. A table keeps its header and its delimiter, and gets a last column with the reasons. A row
///    with too many cells has its reasons after them.
/// 2. An object of JSON gets a last member with the reasons. Text that is no object stays as it is.
/// 3. Any other format has the text of the rows' source, without reasons.
/// 4. The text is UTF-8, whatever the input's encoding is.
/// 5. An import leaves out the column and the member, unless an option names it.
public struct RefusedInput: Sendable {
  /// The name of the column for the reasons.
  public static let column = "Refused because"

  /// The input's name.
  public let name: String
  /// The number of refused rows.
  public let rowCount: Int
  private let tables: [(table: RawTable, rows: RefusedRows)]

  fileprivate init(name: String, _ tables: [(table: RawTable, rows: RefusedRows)]) {
    (self.name, self.tables) = (name, tables)
    rowCount = tables.reduce(0) { $0 + $1.rows.count }
  }

  /// A file with refused rows.
  public struct File: Sendable {
    /// The path of the file in a folder of such files.
    public let path: String
    fileprivate let content: Content

    fileprivate enum Content: Sendable {
      case rows(RefusedInput)
      case text([UInt8])
    }
  }

  /// Returns the files for the rows: one, or one for each note of a folder.
  ///
  /// - Throws: `InterchangeError` if the input can't be read again.
  public func files() throws(InterchangeError) -> [File] {
    guard let sources = tables.first?.table.sources, let folder = sources.folder else {
      let path = name.split(separator: "/").last.map(String.init) ?? name
      return [File(path: path, content: .rows(self))]
    }
    let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    let names = try notes()
    var files: [File] = []
    for source in sources.files where names.contains(source.name) {
      let path =
        !prefix.isEmpty && source.name.hasPrefix(prefix)
        ? String(source.name.dropFirst(prefix.count))
        : source.name.split(separator: "/").last.map(String.init) ?? source.name
      files.append(File(path: path, content: .text(Array(try source.blocks().joined()))))
    }
    return files
  }

  /// The names of the notes with refused rows.
  private func notes() throws(InterchangeError) -> Set<String> {
    var names: Set<String> = []
    for (table, rows) in tables {
      try table.eachRow { (row, number, _) in
        if rows.places.contains(number), let file = row.file { names.insert(file) }
      }
    }
    return names
  }
}

extension RefusedRows {
  /// Returns the reasons of a row for a person.
  fileprivate func reasons(_ problems: [RowProblem]) -> String {
    problems.map { $0.captioned(captions).reason }.joined(separator: "; ")
  }
}

extension RefusedInput.File {
  /// Writes the file.
  ///
  /// - Parameter sink: Called with the next bytes; its errors end the writing.
  /// - Throws: `InterchangeError` if the input can't be read again, and the errors of `sink`.
  public func write(
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    switch content {
    case .text(let bytes): try sink(bytes)
    case .rows(let input): try input.write(to: sink)
    }
  }

  /// Writes the file into a closure that may throw any error.
  ///
  /// - Parameter sink: Called with the next bytes; its errors end the writing.
  /// - Throws: The error of `sink`; `InterchangeError` if the input can't be read again.
  @_disfavoredOverload
  public func write(to sink: ([UInt8]) throws -> Void) throws {
    var caller = CallerError()
    do {
      try write { block throws(InterchangeError) in
        try caller.keep(stoppingWith: InterchangeError.canceled) { try sink(block) }
      }
    } catch {
      throw caller.orElse(error)
    }
  }
}

extension InspectedInputs {
  /// Returns the inputs with the refused rows of a report, in their order.
  public func refused(in report: ImportReport) -> [RefusedInput] {
    names.compactMap { name in
      let refused = tables.enumerated().compactMap { place, table in
        report.refusedRows[place].flatMap { rows in
          var rows = rows
          rows.captions = report.captions[place] ?? [:]
          return table.table.input == name && rows.count > 0 ? (table.table, rows) : nil
        }
      }
      return refused.isEmpty ? nil : RefusedInput(name: name, refused)
    }
  }
}

// MARK: - Writing

extension RefusedInput {
  private static let blockSize = 1 << 16

  fileprivate func write(
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    guard let table = tables.first?.table else { return }
    switch table.form.format {
    case .csv, .tsv: try writeTable(to: sink)
    case .json: try writeJSON(to: sink)
    case .jsonl: try writeLines(to: sink)
    default: try sink(try RefusedText(table.sources.files, try starts()).text())
    }
  }

  private func writeTable(
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    for (table, rows) in tables {
      let delimiter = table.form.dialect.delimiter ?? (table.form.format == .tsv ? 9 : Byte.comma)
      var writer = CSVWriter(delimiter: delimiter)
      writer.marksEmptyTexts = true
      var known: RefusedColumns?
      try table.eachRow { (row, number, reader) throws(InterchangeError) in
        let columns = known ?? RefusedColumns(reader.columns)
        if known == nil { writer.writeRow(columns.header) }
        known = columns
        guard let problems = rows.problems(of: number) else { return }
        writer.writeRow(columns.cells(of: row) + [rows.reasons(problems)])
        if writer.bytes.count > Self.blockSize { try sink(writer.take()) }
      }
      try sink(writer.take())
    }
  }

  private func writeJSON(
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    let isNamed = tables.contains { $0.table.name != nil }
    try sink(Array((isNamed ? "{\n" : "").utf8))
    for (place, (table, rows)) in tables.enumerated() {
      let name = table.name.map { JSONValue.string($0).text(.compact) + ": " } ?? ""
      try sink(Array((place > 0 ? ",\n\(name)[" : "\(name)[").utf8))
      var isFirst = true
      try eachText(of: table, rows) { (text) throws(InterchangeError) in
        try sink(Array((isFirst ? "\n  " : ",\n  ").utf8) + text)
        isFirst = false
      }
      try sink(Array("\n]".utf8))
    }
    try sink(Array((isNamed ? "\n}\n" : "\n").utf8))
  }

  private func writeLines(
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    for (table, rows) in tables {
      try eachText(of: table, rows) { (text) throws(InterchangeError) in
        try sink(text + [Byte.lineFeed])
      }
    }
  }

  /// Passes the text of each refused object to `body`, with its reasons.
  private func eachText(
    of table: RawTable, _ rows: RefusedRows,
    _ body: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    try table.eachRow { (_, number, reader) throws(InterchangeError) in
      guard let problems = rows.problems(of: number),
        let source = (reader as? JSONRowReader)?.source
      else { return }
      try body(Self.text(of: source, because: rows.reasons(problems)))
    }
  }

  private static func text(
    of source: (text: ArraySlice<UInt8>, value: JSONValue?), because reasons: String
  ) -> [UInt8] {
    var members: [JSONObject.Member] = []
    switch source.value {
    case .object(let object)?: members = object.members.filter { $0.name != column }
    case let value? where value.isPlain:
      members = [JSONObject.Member(name: JSONRowReader.plainColumn, value: value)]
    default: return Array(source.text)
    }
    members.append(JSONObject.Member(name: column, value: .string(reasons)))
    return JSONValue.object(JSONObject(members)).bytes()
  }

  /// The lines at which rows start, and whether the row is refused.
  private func starts() throws(InterchangeError) -> [Int: Bool] {
    var starts: [Int: Bool] = [:]
    for (table, rows) in tables {
      try table.eachRow { (row, number, _) in
        let isRefused = rows.places.contains(number)
        starts[row.line.number] = isRefused || starts[row.line.number] == true
      }
    }
    return starts
  }
}

/// The columns of a table with reasons.
private struct RefusedColumns {
  private let columns: [String]
  /// The column with the reasons of an earlier import, which the new reasons replace.
  private let earlier: Int?

  init(_ columns: [String]) {
    self.columns = columns
    earlier = columns.firstIndex(of: RefusedInput.column)
  }

  var header: [String?] { without(columns) + [RefusedInput.column] }

  /// Returns the cells of a row, with those after the last column.
  func cells(of row: borrowing RawRow) -> [String?] {
    var cells: [String?] = []
    for column in 0..<max(row.count, columns.count) {
      let text = row.text(at: column)
      cells.append(text.isEmpty && row.kind(at: column) != .text ? nil : text)
    }
    while cells.count > columns.count, cells.last == .some(nil) { cells.removeLast() }
    return without(cells)
  }

  private func without(_ cells: [String?]) -> [String?] {
    guard let earlier else { return cells }
    var cells = cells
    cells.remove(at: earlier)
    return cells
  }
}

/// The text of refused rows in a format without a place for reasons.
private struct RefusedText {
  private let files: [OpenedInput]
  private let starts: [Int: Bool]

  /// Creates the text of rows that start at lines of a single file.
  init(_ files: [OpenedInput], _ starts: [Int: Bool]) {
    (self.files, self.starts) = (files, starts)
  }

  /// The lines before the first row, and the lines of each refused row up to the next one.
  func text() throws(InterchangeError) -> [UInt8] {
    guard let file = files.first else { return [] }
    var lines = ByteLines(try file.stream())
    var text: [UInt8] = []
    var isTaken = true
    while let line = try lines.next() {
      if let isRefused = starts[lines.number] { isTaken = isRefused }
      // The descriptor of records in rec.
      if line.first == UInt8(ascii: "%") { isTaken = true }
      if isTaken { text += line + [Byte.lineFeed] }
    }
    return text
  }
}

extension RawTable {
  /// Passes each row to `body`, with its position and its reader.
  ///
  /// A table of cells also has the cells after the last column.
  fileprivate func eachRow(
    _ body: (borrowing RawRow, Int, any RowReader) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    var reader = try rows()
    if var csv = reader as? CSVReader {
      csv.hasFurtherCells = true
      reader = csv
    }
    var row = RawRow()
    var number = 0
    while try reader.next(into: &row) {
      try body(row, number, reader)
      number += 1
    }
  }
}
