/// Reads comma-separated values as RFC 4180 writes them, block by block.
///
/// The first row names the columns. Other delimiters, single quotes and the line ends CRLF, LF and
/// CR are read. Blank lines are skipped, and a quote in an unquoted cell is text. If the header
/// ends with CRLF, a CRLF in a cell becomes LF. A row with an error carries it; reading goes on.
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
  private enum State {
    case cellStart
    case plain
    case quoted
    case afterQuote
  }

  /// The names of the columns, from the first row.
  public private(set) var columns: [String] = []
  /// The delimiter between two cells.
  public let delimiter: UInt8
  /// The quote around a cell that contains delimiters or line ends.
  public let quote: UInt8

  /// The longest name of a column, in bytes.
  private static let longestName = 1000
  /// The most columns that a table of records can have.
  private static let mostColumns = 10_000

  /// Whether a pair of quotes with nothing inside is an empty text, as in Cairn's exports.
  ///
  /// In other tables the pair means no value, since some programs quote each cell.
  var readsEmptyTexts = false

  private let source: ByteStream
  private var block: [UInt8]
  private var position = 0
  private var consumed = 0
  private var line = 1
  private var lineStart = 0
  private var skipsLineFeed = false
  /// The line after the header.
  private var firstLine = 0
  /// Whether the header ends with a carriage return and a line feed, and so do lines within cells.
  private var hasCRLF = false
  /// The number of cells to keep of a row.
  ///
  /// Further cells are only counted.
  private var keptCells = mostColumns
  private var droppedCells = 0
  /// The kinds of bytes in the row's cells, if known.
  private var seen: Seen?
  private var openQuote = (line: 1, column: 1)

  /// Creates a reader and reads the header.
  ///
  /// - Parameters:
  ///   - source: UTF-8, with or without a byte order mark.
  ///   - delimiter: The delimiter between two cells; `nil` finds it in the first block.
  /// - Throws: `InterchangeError.empty` without a header, and the errors of the source.
  public init(_ source: ByteStream, delimiter: UInt8? = nil) throws(InterchangeError) {
    self.source = source
    let first = try source.nextSample()
    let start = first.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    block = first
    position = start
    lineStart = start
    let dialect = CSVDialect.detect(
      in: first[start...], delimiter: delimiter, isWhole: first.count < ByteStream.sampleSize)
    (self.delimiter, quote) = (dialect.delimiter, dialect.quote)
    var header = RawRow()
    guard try scanRow(into: &header) else { throw .empty(name: source.name) }
    if droppedCells > 0 {
      throw .malformed(
        name: source.name, line: header.line.number, column: 1,
        reason: "the header has \(header.count + droppedCells) cells, more than the limit of "
          + "\(Self.mostColumns) columns; is the delimiter right?")
    }
    columns = (0..<header.count).map { header.text(at: $0) }
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
  }

  /// Reads the next row into `row`, whose `problem` says whether it can be used.
  ///
  /// - Parameter row: The row to fill; its old content is lost.
  /// - Returns: Whether there was one.
  /// - Throws: The errors of the source.
  public mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    guard try scanRow(into: &row) else { return false }
    let found = row.count + droppedCells
    if found != columns.count {
      row.note(.cellCount(found: found, expected: columns.count))
    }
    checkText(of: &row)
    return true
  }
}

// MARK: - Whole rows

extension CSVReader {
  /// Reads a row in one pass over its bytes.
  ///
  /// - Returns: Whether it succeeded; if not, the row and the position in the block are unchanged.
  private mutating func takeWholeRow(into row: inout RawRow) -> Bool {
    var line = Line(from: position, delimiter, quote)
    var count = 0
    repeat {
      guard count < keptCells, let cell = line.nextCell(in: block.span) else {
        row.begin(line: self.line)
        return false
      }
      let isEmptyText =
        readsEmptyTexts && cell.isEmpty && cell.lowerBound > position
        && block[cell.lowerBound - 1] == quote
      row.endCell(
        from: cell.lowerBound - position, to: cell.upperBound - position, isText: isEmptyText)
      count += 1
    } while line.isOpen
    row.take(block[position..<line.position])
    seen = line.seen
    position = line.position
    skipsLineFeed = block[position - 1] == Byte.carriageReturn
    self.line += 1
    lineStart = consumed + position
    return true
  }

  /// The kinds of bytes in a row's cells.
  private struct Seen {
    /// The bitwise OR of all bytes.
    var bits: UInt8 = 0
    var hasZero = false

    mutating func add(_ byte: UInt8) {
      bits |= byte
      hasZero = hasZero || byte == 0
    }
  }

  /// A scanner for the cells of one line.
  private struct Line {
    private let delimiter: UInt8
    private let quote: UInt8
    /// The start of the next cell, or the position after the line's end.
    private(set) var position: Int
    private(set) var isOpen = true
    private(set) var seen = Seen()

    init(from position: Int, _ delimiter: UInt8, _ quote: UInt8) {
      (self.position, self.delimiter, self.quote) = (position, delimiter, quote)
    }

    /// Returns the range of the next cell, without quotes around it; `nil` if the line can't be
    /// read in one pass.
    mutating func nextCell(in bytes: Span<UInt8>) -> Range<Int>? {
      guard position < bytes.count else { return nil }
      let isQuoted = bytes[position] == quote
      let start = isQuoted ? position + 1 : position
      guard let end = isQuoted ? endOfQuoted(start, bytes) : endOfPlain(start, bytes) else {
        return nil
      }
      let mark = isQuoted ? end + 1 : end
      guard mark < bytes.count, isMark(bytes[mark]) else { return nil }
      isOpen = bytes[mark] == delimiter
      position = mark + 1
      return start..<end
    }

    private func isMark(_ byte: UInt8) -> Bool {
      byte == delimiter || Byte.endsLine(byte)
    }

    private mutating func endOfPlain(_ start: Int, _ bytes: Span<UInt8>) -> Int? {
      var index = start
      while index < bytes.count, !isMark(bytes[index]) {
        seen.add(bytes[index])
        index += 1
      }
      return index
    }

    private mutating func endOfQuoted(_ start: Int, _ bytes: Span<UInt8>) -> Int? {
      var index = start
      while index < bytes.count, bytes[index] != quote {
        if bytes[index] == Byte.lineFeed { return nil }
        seen.add(bytes[index])
        index += 1
      }
      return index
    }
  }
}

// MARK: - Scanning

extension CSVReader {
  private mutating func scanRow(into row: inout RawRow) throws(InterchangeError) -> Bool {
    row.begin(line: line)
    droppedCells = 0
    seen = nil
    var state = State.cellStart
    passLineFeed()
    if position < block.count, !Byte.endsLine(block[position]), takeWholeRow(into: &row) {
      return true
    }
    while true {
      while position < block.count {
        if scan(into: &row, &state), !isBlank(row, state) { return true }
      }
      guard let next = try source.nextBlock() else { break }
      consumed += block.count
      block = next
      position = 0
    }
    return endOfInput(&row, state)
  }

  /// Returns whether the row is a blank line, after which the row starts again.
  private func isBlank(_ row: borrowing RawRow, _ state: State) -> Bool {
    state == .cellStart && row.count == 0
  }

  private mutating func endOfInput(_ row: inout RawRow, _ state: State) -> Bool {
    if state == .quoted {
      row.note(.unterminatedQuote(line: openQuote.line, column: openQuote.column))
    }
    if state == .cellStart, row.count == 0 { return false }
    endCell(of: &row, isQuoted: state == .afterQuote)
    return true
  }

  /// Continues to scan the block.
  ///
  /// - Returns: `true` at the end of a line, `false` when the block is used up.
  private mutating func scan(into row: inout RawRow, _ state: inout State) -> Bool {
    let end = block.count
    while position < end {
      let byte = block[position]
      if skipsLineFeed {
        passLineFeed()
        continue
      }
      switch state {
      case .cellStart where byte == quote:
        openQuote = (line, column)
        position += 1
        state = .quoted
      case .cellStart, .plain:
        if scanPlain(into: &row, &state) { return true }
      case .quoted:
        scanQuoted(into: &row, &state)
      case .afterQuote:
        if scanAfterQuote(byte, into: &row, &state) { return true }
      }
    }
    return false
  }

  /// Skips the line feed after a carriage return, if there is one.
  private mutating func passLineFeed() {
    guard skipsLineFeed, position < block.count else { return }
    skipsLineFeed = false
    guard block[position] == Byte.lineFeed else { return }
    if line == firstLine { hasCRLF = true }
    position += 1
    lineStart += 1
  }

  private mutating func scanPlain(into row: inout RawRow, _ state: inout State) -> Bool {
    let start = position
    let end = block.count
    var index = start
    while index < end {
      let byte = block[index]
      if byte == delimiter || Byte.endsLine(byte) { break }
      index += 1
    }
    if index > start {
      row.append(block[start..<index])
      state = .plain
    }
    position = index
    guard index < end else { return false }
    return endCell(block[index], of: &row, &state)
  }

  private mutating func scanQuoted(into row: inout RawRow, _ state: inout State) {
    let start = position
    let end = block.count
    var index = start
    while index < end, block[index] != quote {
      if block[index] == Byte.lineFeed {
        line += 1
        lineStart = consumed + index + 1
      }
      index += 1
    }
    row.append(block[start..<index])
    guard index < end else {
      position = end
      return
    }
    position = index + 1
    state = .afterQuote
  }

  private mutating func scanAfterQuote(
    _ byte: UInt8, into row: inout RawRow, _ state: inout State
  ) -> Bool {
    switch byte {
    case quote:
      row.append(byte)
      position += 1
      state = .quoted
      return false
    case delimiter, Byte.lineFeed, Byte.carriageReturn:
      return endCell(byte, of: &row, &state)
    default:
      row.note(.textAfterQuote(line: line, column: column))
      state = .plain
      return false
    }
  }

  /// Ends a cell at the delimiter or the end of a line.
  ///
  /// - Returns: Whether the row ends as well.
  private mutating func endCell(
    _ byte: UInt8, of row: inout RawRow, _ state: inout State
  ) -> Bool {
    position += 1
    let isBlankLine = byte != delimiter && state == .cellStart && row.count == 0
    if !isBlankLine { endCell(of: &row, isQuoted: state == .afterQuote) }
    state = .cellStart
    guard byte != delimiter else { return false }
    skipsLineFeed = byte == Byte.carriageReturn
    line += 1
    lineStart = consumed + position
    if isBlankLine { row.begin(line: line) }
    return true
  }

  private mutating func endCell(of row: inout RawRow, isQuoted: Bool) {
    if isQuoted, hasCRLF { row.endLinesWithLineFeeds() }
    guard row.count >= keptCells else {
      return row.endPlainCell(mayBeEmpty: isQuoted && readsEmptyTexts)
    }
    row.dropCell()
    droppedCells += 1
  }

  private var column: Int { consumed + position - lineStart + 1 }
}

// MARK: - Text

extension CSVReader {
  /// Adds a problem for zero bytes and bytes that are not UTF-8.
  private func checkText(of row: inout RawRow) {
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
