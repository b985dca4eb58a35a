/// The first rows of a table, split in a dialect as a reader would.
struct SampleTable {
  /// A cell of a row.
  struct Cell {
    /// The bytes between the quotes, or without blanks at the edges.
    var bytes: ArraySlice<UInt8>
    var isQuoted: Bool

    var isEmpty: Bool { bytes.isEmpty }
  }

  /// A row with at least one character.
  struct Row {
    /// The line at which the row starts, from 1.
    var line: Int
    /// The position of its first byte in the sample.
    var start: Int
    var cells: [Cell]
    /// Whether a blank line, or a line of empty cells, precedes the row.
    var isAfterBlank = false

    /// The number of cells that are not empty.
    var filled: Int { cells.count { !$0.isEmpty } }
    /// The number of cells up to the last one that is not empty.
    var width: Int { (cells.lastIndex { !$0.isEmpty } ?? -1) + 1 }
  }

  private(set) var rows: [Row] = []
  /// The number of quoted cells.
  private(set) var quotedCount = 0
  /// The number of quotes after an escape.
  private(set) var escapeCount = 0
  /// Whether some cell begins with a quote and doesn't end with one.
  private(set) var isBroken = false

  private enum State {
    case cellStart, plain, plainEscaped, quoted, escaped, afterQuote
  }

  private let sample: ArraySlice<UInt8>
  private let dialect: CSVDialect
  private var cells: [Cell] = []
  private var state = State.cellStart
  private var isAfterBlank = false
  private var line: Int
  private var (rowLine, rowStart): (Int, Int)
  private var (cellStart, quotedEnd): (Int, Int)

  /// Splits a sample.
  ///
  /// - Parameters:
  ///   - sample: The first bytes of a table.
  ///   - dialect: The characters with a meaning.
  ///   - line: The line of the first byte.
  ///   - limit: The number of rows; `nil` for all.
  ///   - isWhole: Whether the table ends with the sample.
  init(
    of sample: ArraySlice<UInt8>, in dialect: CSVDialect, line: Int = 1, limit: Int = .max,
    isWhole: Bool = false
  ) {
    (self.sample, self.dialect, self.line) = (sample, dialect, line)
    (rowLine, rowStart) = (line, sample.startIndex)
    (cellStart, quotedEnd) = (sample.startIndex, sample.startIndex)
    var index = sample.startIndex
    var lineFeeds = 0
    while index < sample.endIndex, rows.count < limit {
      let byte = sample[index]
      if state == .cellStart, cells.isEmpty, index == rowStart, byte == dialect.comment {
        skipLine(&index)
        continue
      }
      if state != .quoted { lineFeeds = 0 } else if byte == Byte.lineFeed { lineFeeds += 1 }
      take(byte, &index)
      index += 1
    }
    guard rows.count < limit else { return }
    // The end of the sample may cut off the last row.
    if state == .quoted || state == .escaped, isWhole || lineFeeds > 0 { isBroken = true }
    if isWhole || rows.isEmpty { endRow(at: sample.endIndex, next: sample.endIndex) }
  }

  private mutating func take(_ byte: UInt8, _ index: inout Int) {
    switch state {
    case .quoted:
      if byte == Byte.lineFeed { line += 1 }
      if let escape = dialect.escape, byte == escape {
        state = .escaped
      } else if byte == dialect.quote {
        (state, quotedEnd) = (.afterQuote, index)
      }
    case .escaped:
      if byte == dialect.quote { escapeCount += 1 }
      if byte == Byte.lineFeed { line += 1 }
      state = .quoted
    case .plainEscaped where [dialect.delimiter, dialect.quote, dialect.escape].contains(byte):
      state = .plain
    default:
      if byte == dialect.delimiter {
        endCell(at: index)
        cellStart = index + 1
      } else if Byte.endsLine(byte) {
        let isPair =
          byte == Byte.carriageReturn && index + 1 < sample.endIndex
          && sample[index + 1] == Byte.lineFeed
        let end = index
        if isPair { index += 1 }
        endRow(at: end, next: index + 1)
      } else {
        takeText(byte, index)
      }
    }
  }

  private mutating func takeText(_ byte: UInt8, _ index: Int) {
    let isBlank = byte == Byte.space || byte == Byte.tab
    switch state {
    case .cellStart where byte == dialect.escape, .plain where byte == dialect.escape:
      state = .plainEscaped
    case .plainEscaped: state = .plain
    case .cellStart where byte == dialect.quote: (state, cellStart) = (.quoted, index + 1)
    case .cellStart where isBlank: break
    case .cellStart: state = .plain
    case .afterQuote where byte == dialect.quote && index == quotedEnd + 1: state = .quoted
    case .afterQuote where isBlank: break
    case .afterQuote:
      isBroken = true
      state = .plain
    default: break
    }
  }

  private mutating func skipLine(_ index: inout Int) {
    while index < sample.endIndex, !Byte.endsLine(sample[index]) { index += 1 }
    if index + 1 < sample.endIndex, sample[index] == Byte.carriageReturn,
      sample[index + 1] == Byte.lineFeed
    {
      index += 1
    }
    index = min(index + 1, sample.endIndex)
    line += 1
    (rowLine, rowStart, cellStart) = (line, index, index)
  }

  private mutating func endCell(at end: Int) {
    defer { state = .cellStart }
    if state == .afterQuote {
      quotedCount += 1
      cells.append(Cell(bytes: sample[cellStart..<quotedEnd], isQuoted: true))
    } else {
      cells.append(Cell(bytes: CellEdges.trimmed(sample[cellStart..<end]), isQuoted: false))
    }
  }

  private mutating func endRow(at end: Int, next: Int) {
    defer {
      line += 1
      cells = []
      (rowLine, rowStart, cellStart) = (line, next, next)
    }
    // A blank line is not a row.
    if cells.isEmpty, state == .cellStart {
      isAfterBlank = true
      return
    }
    endCell(at: end)
    let row = Row(line: rowLine, start: rowStart, cells: cells, isAfterBlank: isAfterBlank)
    isAfterBlank = row.filled == 0
    rows.append(row)
  }
}

extension SampleTable {
  /// Returns the table without its first `count` rows.
  func withoutRows(before count: Int) -> SampleTable {
    var table = self
    table.rows.removeFirst(count)
    return table
  }

  /// The number of cells that most rows have; of several such numbers, the largest.
  var width: Int {
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.cells.count, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 1
  }

  /// The number of cells in the largest part of the table whose rows have equally many cells.
  ///
  /// A bank may write more lines about the account than about its changes.
  var runWidth: Int {
    var (best, most) = (width, 0)
    var (count, length) = (0, 0)
    for row in rows {
      length = row.cells.count == count ? length + 1 : 1
      count = row.cells.count
      if length > 1, (count - 1) * length > most { (best, most) = (count, (count - 1) * length) }
    }
    return best
  }

  /// The share of the rows that have as many cells as most.
  var agreement: Double {
    let width = width
    return rows.isEmpty ? 0 : Double(rows.count { $0.cells.count == width }) / Double(rows.count)
  }

  /// Whether all non-empty cells of some column below the first row are quoted.
  var hasQuotedColumn: Bool {
    let count = rows.map(\.cells.count).max() ?? 0
    return (0..<count).contains { column in
      let cells = rows.dropFirst().compactMap { row in
        column < row.cells.count ? row.cells[column] : nil
      }.filter { $0.isQuoted || !$0.isEmpty }
      return !cells.isEmpty && cells.allSatisfy(\.isQuoted)
    }
  }
}
