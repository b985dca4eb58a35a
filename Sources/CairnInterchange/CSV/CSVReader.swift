/// Reads comma-separated values as RFC 4180 writes them, block by block.
///
/// The first row names the columns. Beyond the standard: the delimiter may be another one, and
/// quotes may be single ones; lines end with CRLF, LF or CR; blank lines are passed over; a quote
/// within a cell that does not start with one is text. If the header ends with CRLF, so do the
/// lines within cells, and they get LF. A row that breaks a rule carries its problem, and reading
/// goes on after it.
///
/// Rows that lie whole in a block, and of whose cells none holds a quote or the end of a line, are
/// taken in one go. For all others one state machine goes over each byte:
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

  /// The columns' names, as the first row gives them.
  public private(set) var columns: [String] = []
  /// The byte between two cells.
  public let delimiter: UInt8
  /// The byte around a cell that holds delimiters or ends of lines.
  public let quote: UInt8

  /// A longer name of a column is none, in bytes.
  private static let longestName = 1000
  /// More columns than this are no table of records.
  private static let mostColumns = 10_000

  /// Whether two quotes without anything between them are an empty text, as Cairn's exports write it.
  ///
  /// In other tables they say nothing, since some programs quote each cell.
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
  /// How many cells of a row are kept; of those behind them only the number is of use.
  private var keptCells = mostColumns
  private var droppedCells = 0
  /// What was met in the row's cells, where that is known.
  private var seen: Seen?
  private var openQuote = (line: 1, column: 1)

  /// Creates a reader and reads the header.
  ///
  /// - Parameters:
  ///   - source: UTF-8, with or without a byte order mark.
  ///   - delimiter: The byte between two cells; `nil` finds it in the first block.
  /// - Throws: `InterchangeError.empty` without a header, or what reading the source throws.
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
  /// - Parameter row: The row to fill; what it held is gone.
  /// - Returns: Whether there was one.
  /// - Throws: What reading the source throws.
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
  /// Takes a row in one go over its bytes.
  ///
  /// - Returns: Whether it did; else the row is as it was, and so is the place in the block.
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

  /// What was met among the bytes of a row's cells.
  private struct Seen {
    /// All bits that some byte has.
    var bits: UInt8 = 0
    var hasZero = false

    mutating func add(_ byte: UInt8) {
      bits |= byte
      hasZero = hasZero || byte == 0
    }
  }

  /// A line on the way from cell to cell.
  private struct Line {
    private let delimiter: UInt8
    private let quote: UInt8
    /// Where the next cell begins, or behind the line's end.
    private(set) var position: Int
    private(set) var isOpen = true
    private(set) var seen = Seen()

    init(from position: Int, _ delimiter: UInt8, _ quote: UInt8) {
      (self.position, self.delimiter, self.quote) = (position, delimiter, quote)
    }

    /// The place of the next cell, without quotes around it; `nil` where the line is none that is
    /// taken so.
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

  /// A line without anything leaves one cell of no value; the row starts again after it.
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

  /// Goes on in the block.
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

  /// Passes over the line feed of a line end that began with a carriage return, if it is there.
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
  /// Notes a zero byte, or bytes that are not UTF-8.
  private func checkText(of row: inout RawRow) {
    let seen =
      seen
      ?? row.storage.reduce(into: Seen()) { $0.add($1) }
    guard seen.hasZero || seen.bits >= 0x80 else { return }
    // Between cells that were taken in one go stands what no character goes on with.
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
