/// Reads comma-separated values as RFC 4180 writes them, block by block, and the tables of other
/// programs.
///
/// The first row names the columns, unless the table has no header. Other delimiters, single quotes
/// and the line ends CRLF, LF and CR are read. Blank lines are skipped, and a quote in an unquoted
/// cell is text. If the header ends with CRLF, a CRLF in a cell becomes LF. A row with an error
/// carries it; reading goes on.
///
/// 1. Detection looks at the first 64 KB only (see `CSVLayout`), so each reading of an input
///    finds the same.
/// 2. Blanks at the edges of a header and of an unquoted cell are no part of it. A short row is
///    padded; empty cells after the last column are dropped. `TableRepairs` counts all that.
/// 3. Nothing of this applies to an own export, which is read exactly.
///
/// A row that lies whole in a block, with no quotes or line ends inside its cells, is read in one
/// pass. A state machine reads all other rows byte by byte:
///
///                   quote                      quote
///     cell start ───────────▶ quoted ◀──────────────────▶ after a quote
///         │  ▲                                             │        │
///    else │  │ delimiter                         delimiter │        │ else: a problem
///         ▼  │                                             ▼        ▼
///        plain ─────────── end of line ──▶ row ◀── end of line    plain
public struct CSVReader: RowReader {
  enum State {
    case cellStart
    case plain
    case quoted
    /// After an escape in a quoted cell.
    case escaped
    /// After an escape in an unquoted cell.
    case plainEscaped
    case afterQuote
    /// After blanks that follow a quoted cell.
    case afterBlank
  }

  /// The names of the columns, from the header.
  public private(set) var columns: [String] = []
  /// The characters with a meaning.
  let dialect: CSVDialect
  /// The place of the header, and all that was found.
  let layout: CSVLayout

  /// The longest name of a column, in bytes.
  private static let longestName = 1000
  /// The most columns that a table of records can have.
  static let mostColumns = 10_000

  /// Whether a pair of quotes with nothing inside is an empty text, as in Cairn's exports.
  ///
  /// In other tables the pair means no value, since some programs quote each cell.
  var readsEmptyTexts = false

  let source: ByteStream
  /// Whether cells are read exactly, as in an own export.
  let isExact: Bool
  /// The texts of cells without a value.
  private let nullTexts: [[UInt8]]
  var block: [UInt8]
  var position: Int
  var consumed = 0
  var line: Int
  var lineStart: Int
  var skipsLineFeed = false
  /// The line after the header.
  var firstLine = 0
  /// Whether the header ends with a carriage return and a line feed, and so do lines within cells.
  var hasCRLF = false
  /// The number of cells to keep of a row.
  ///
  /// Further cells are only counted.
  var keptCells = mostColumns
  var droppedCells = 0
  /// Whether a row also has the cells after the last column, which are still counted.
  var hasFurtherCells = false
  /// Whether a dropped cell has a value.
  var hasDroppedValue = false
  /// The kinds of bytes in the row's cells, if known.
  var seen: Seen?
  var openQuote = (line: 1, column: 1)
  /// Whether a blank line precedes the row.
  var isAfterBlank = false
  /// The number of changed rows, and the lines that were left out.
  var repairs = TableRepairs()

  /// Creates a reader and reads the header.
  ///
  /// - Parameters:
  ///   - source: UTF-8, with or without a byte order mark.
  ///   - given: The known parts of the dialect. The first bytes show the other parts.
  ///   - isExact: Whether to read the cells of an own export.
  /// - Throws: `InterchangeError.empty` without a header, `.contradiction` for characters with two
  ///   meanings, `.beyondEnd` for a header after the last line, `.escapedQuotes` if backslashes
  ///   precede the quotes in cells, and the errors of the source.
  public init(
    _ source: ByteStream, _ given: Dialect = Dialect(), isExact: Bool = false
  ) throws(InterchangeError) {
    var given = given
    let start = try TableStart(source, &given)
    self.source = source
    (block, position, line) = (start.block, start.position, start.line)
    lineStart = position
    let sample = block[position...].prefix(ByteStream.sampleSize)
    let isWhole = block.count - position < ByteStream.sampleSize
    layout = CSVLayout(of: sample, line: line, given, isExact: isExact, isWhole: isWhole)
    (dialect, self.isExact) = (layout.dialect, layout.isExact)
    nullTexts = given.nullTexts.map { Array($0.utf8) }
    if !layout.isExact, given.escape == nil, dialect.needsBackslash(sample, isWhole: isWhole) {
      throw .escapedQuotes(name: source.name)
    }
    (position, lineStart, line) = (layout.start, layout.start, layout.line)
    try checkDialect()
    repairs.skip(start.skipped)
    repairs.preamble = layout.skipped
    try readHeader()
  }

  /// Refuses characters with two meanings, and an export without its header.
  private func checkDialect() throws(InterchangeError) {
    if let reason = found.contradiction { throw .contradiction("\(source.name): \(reason)") }
    guard layout.isExact, !layout.hasHeader else { return }
    throw .contradiction(
      "\(source.name): header none: this is an export of Cairn, and its first line is the header")
  }

  private mutating func readHeader() throws(InterchangeError) {
    guard layout.hasHeader else {
      columns = (1...max(1, layout.width)).map { "Column \($0)" }
      keptCells = columns.count
      guard !block[position...].allSatisfy(Byte.endsLine) else { throw .empty(name: source.name) }
      try checkHeader(columns.count, line: line)
      return
    }
    var header = RawRow()
    guard try scanRow(into: &header) else { throw .empty(name: source.name) }
    try checkHeader(header.count + droppedCells, line: header.line.number)
    columns = (0..<header.count).map { column in
      let bytes = header.bytes(at: column)
      return String(decoding: layout.isExact ? bytes : CellEdges.trimmed(bytes), as: UTF8.self)
    }
    if let length = columns.map(\.utf8.count).max(), length > Self.longestName {
      throw .malformed(
        name: source.name, line: header.line.number, column: 1,
        reason: "a column's name has \(length) bytes; is the first line a header?")
    }
    keptCells = columns.count
    firstLine = line
    checkText(of: &header)
    if let problem = header.problem {
      let position = problem.position
      throw .malformed(
        name: source.name, line: position?.line ?? header.line.number,
        column: position?.column ?? 1, reason: problem.reason)
    }
    if layout.hasWidthRow { _ = try scanRow(into: &header) }
  }

  private func checkHeader(_ count: Int, line: Int) throws(InterchangeError) {
    guard count > Self.mostColumns else { return }
    throw .malformed(
      name: source.name, line: line, column: 1,
      reason: "the header has \(count) cells, more than the limit of "
        + "\(Self.mostColumns) columns; is the delimiter right?")
  }

  /// The dialect of the table, whether its parts were given or found.
  public var found: Dialect {
    var found = Dialect()
    found.delimiter = dialect.delimiter
    found.quote = dialect.quote.map(Dialect.Mark.byte) ?? Dialect.Mark.none
    found.escape = dialect.escape.map(Dialect.Mark.byte) ?? Dialect.Mark.none
    found.comment = dialect.comment.map(Dialect.Mark.byte) ?? Dialect.Mark.none
    found.header = layout.hasHeader ? .line(layout.line) : Dialect.Header.none
    // Without a header, the first row may be below other lines.
    if !layout.hasHeader, layout.line > 1 { found.skip = layout.line - 1 }
    return found
  }

  /// Reads the next row into `row`, whose `problem` says whether it can be used.
  ///
  /// - Parameter row: The row to fill; its old content is lost.
  /// - Returns: Whether there was one.
  /// - Throws: The errors of the source.
  public mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    while try scanRow(into: &row) {
      checkText(of: &row)
      if isExact {
        let found = row.count + droppedCells
        if found != columns.count {
          row.note(.cellCount(found: found, expected: columns.count))
        }
        return true
      }
      if try isKept(&row) { return true }
    }
    return false
  }

  /// Repairs a row of another program.
  ///
  /// - Returns: Whether it is a row of the table.
  private mutating func isKept(_ row: inout RawRow) throws(InterchangeError) -> Bool {
    if hasDroppedValue {
      let found = row.count + droppedCells
      row.note(.cellCount(found: found, expected: columns.count))
    }
    guard row.problem == nil else { return true }
    if !nullTexts.isEmpty { row.removeValues(nullTexts) }
    guard columns.count > 1,
      droppedCells > 0 || row.count < columns.count || row.hasGap || row.isPivotTotal
    else {
      isAfterBlank = false
      return true
    }
    if row.isBlank {
      repairs.blankCount += 1
      isAfterBlank = true
      return false
    }
    if try isFooter(row) {
      repairs.noteFooter(row)
      return false
    }
    if droppedCells > 0 { repairs.trimmedCount += 1 }
    if row.count < columns.count { repairs.paddedCount += 1 }
    isAfterBlank = false
    return true
  }

  /// Returns whether a row is the total or the remark at the end of a table.
  ///
  /// Such a row lacks a value that each of the first rows has, unless it is the total of a pivot
  /// table.
  private mutating func isFooter(_ row: borrowing RawRow) throws(InterchangeError) -> Bool {
    if row.isPivotTotal { return try isNearEnd() }
    guard !layout.fullColumns.isEmpty else { return false }
    var lacks = false
    for column in layout.fullColumns where !row.kind(at: column).hasValue {
      lacks = true
      break
    }
    guard lacks, row.looksLikeFooter(isAfterBlank: isAfterBlank, columns: columns.count) else {
      return false
    }
    return try isNearEnd()
  }
}

// MARK: - Text

extension CSVReader {
  /// The longest rest of an input after a total or a remark, in bytes.
  private static let longestFooter = 1000
  /// The number of rows after a total or a remark.
  private static let mostFooters = 2

  /// Returns whether only a few short rows follow.
  private mutating func isNearEnd() throws(InterchangeError) -> Bool {
    while block.count - position <= Self.longestFooter, let next = try source.nextBlock() {
      block += next
    }
    let rest = block[position...]
    guard rest.count <= Self.longestFooter else { return false }
    let lines = rest.split(whereSeparator: Byte.endsLine)
    return lines.count { !$0.allSatisfy { $0 == dialect.delimiter || $0 <= Byte.space } }
      <= Self.mostFooters
  }

  /// Adds a problem for zero bytes and bytes that are not UTF-8.
  func checkText(of row: inout RawRow) {
    let seen =
      seen
      ?? row.storage.reduce(into: Seen()) { $0.add($1) }
    guard seen.hasZero || seen.bits >= 0x80 else { return }
    // In a row read in one pass, ASCII separates the cells, so a character can't span two cells.
    if self.seen != nil, !seen.hasZero, UTF8Check.firstInvalidByte(in: row.storage[...]) == nil {
      return
    }
    for column in 0..<row.count {
      let bytes = row.bytes(at: column)
      if bytes.contains(0) { return row.note(.zeroByte(column: name(of: column))) }
      if let byte = UTF8Check.firstInvalidByte(in: bytes) {
        return row.note(.notUTF8(column: name(of: column), byte: byte))
      }
    }
  }

  private func name(of column: Int) -> String {
    column < columns.count && !columns[column].isEmpty ? columns[column] : "\(column + 1)"
  }
}
