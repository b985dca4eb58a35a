/// What stands between the cells of a table, and around those that hold it.
struct CSVDialect: Hashable {
  var delimiter = Byte.comma
  var quote = Byte.quote

  /// The bytes that are tried between cells, of which the first wins where several do as well.
  ///
  /// A tab is hardly ever part of a text.
  static let delimiters = [Byte.tab, Byte.comma, Byte.semicolon, Byte.bar]

  /// The dialect of the table that starts with `sample`: commas and double quotes if nothing speaks
  /// for others.
  ///
  /// The delimiter wins that cuts the largest part of the rows into as many cells as the header, and
  /// of several such the one that cuts them into more. Single quotes are text, as in `'tis` and
  /// `O'Brien`, unless everything speaks for them (see `isInSingleQuotes`).
  ///
  /// - Parameters:
  ///   - sample: The first bytes, behind a byte order mark.
  ///   - delimiter: The delimiter, where it is known.
  ///   - isWhole: Whether the table ends with the sample.
  /// - Returns: The dialect.
  static func detect(
    in sample: ArraySlice<UInt8>, delimiter: UInt8? = nil, isWhole: Bool = false
  ) -> CSVDialect {
    let delimiters = delimiter.map { [$0] } ?? delimiters
    var best = (dialect: CSVDialect(delimiter: delimiter ?? Byte.comma), agreement: 0.0, cells: 1)
    for delimiter in delimiters {
      let dialect = CSVDialect(delimiter: delimiter)
      let survey = CSVSurvey(of: sample, in: dialect)
      guard survey.cells > 1 else { continue }
      if (survey.agreement, survey.cells) > (best.agreement, best.cells) {
        best = (dialect, survey.agreement, survey.cells)
      }
    }
    guard sample.contains(Byte.apostrophe) else { return best.dialect }
    let usual = best.dialect.delimiter
    for delimiter in delimiters {
      let dialect = CSVDialect(delimiter: delimiter, quote: Byte.apostrophe)
      let survey = CSVSurvey(of: sample, in: dialect, isWhole: isWhole)
      guard survey.cells > 1 || delimiter == usual, survey.agreement >= best.agreement,
        isInSingleQuotes(survey, sample, delimiter)
      else { continue }
      let isBetter = (survey.agreement, survey.cells) > (best.agreement, best.cells)
      if best.dialect.quote == Byte.quote || isBetter {
        best = (dialect, survey.agreement, survey.cells)
      }
    }
    return best.dialect
  }

  /// Whether single quotes stand around cells: each cell that begins with one ends with one, no cell
  /// is in double quotes, and either all cells of a column are in them or rows have as many cells
  /// as the header only with them.
  private static func isInSingleQuotes(
    _ survey: CSVSurvey, _ sample: ArraySlice<UInt8>, _ delimiter: UInt8
  ) -> Bool {
    guard survey.quotedCount > 0, !survey.isBroken else { return false }
    let other = CSVSurvey(of: sample, in: CSVDialect(delimiter: delimiter))
    return other.quotedCount == 0
      && (survey.hasQuotedColumn || survey.agreement > other.agreement)
  }
}

/// How a dialect would cut the first rows of a table.
private struct CSVSurvey {
  /// How many cells each row has.
  private(set) var counts: [Int] = []
  /// How many cells are in quotes.
  private(set) var quotedCount = 0
  /// Whether a cell begins with a quote and doesn't end with one.
  private(set) var isBroken = false

  /// Rows that are looked at for the delimiter; more of them change nothing and cost time.
  private static let rowLimit = 50

  /// The cells of a column below the header that have something.
  private struct Column {
    var quoted = 0
    var plain = 0
  }

  private enum State {
    case cellStart, plain, quoted, afterQuote
  }

  private var columns: [Column] = []
  private var cell = 0
  private var state = State.cellStart

  /// Cuts a sample as a reader would.
  ///
  /// - Parameters:
  ///   - sample: The first bytes of a table.
  ///   - dialect: What stands between cells and around them.
  ///   - isWhole: Whether the table ends with the sample.
  init(of sample: ArraySlice<UInt8>, in dialect: CSVDialect, isWhole: Bool = false) {
    // A single quote that stands for something else may come late.
    let limit = dialect.quote == Byte.quote ? Self.rowLimit : Int.max
    var lineFeeds = 0
    for byte in sample {
      if state == .quoted {
        if byte == dialect.quote { state = .afterQuote }
        if byte == Byte.lineFeed { lineFeeds += 1 }
      } else if byte == dialect.delimiter {
        endCell()
      } else if Byte.endsLine(byte) {
        endRow()
        if counts.count == limit { return }
      } else if byte == dialect.quote, state != .plain {
        if state == .cellStart { lineFeeds = 0 }
        state = .quoted
      } else {
        if state == .afterQuote { isBroken = true }
        state = .plain
      }
    }
    // The last row may be cut off by the end of the sample.
    if state == .quoted, isWhole || lineFeeds > 0 { isBroken = true }
    if isWhole || counts.isEmpty { endRow() }
  }

  /// How many cells the header has.
  var cells: Int { counts.first ?? 1 }

  /// Which part of the rows has as many cells as the header.
  var agreement: Double {
    counts.isEmpty ? 0 : Double(counts.count { $0 == cells }) / Double(counts.count)
  }

  /// Whether all cells of a column that have something are in quotes.
  var hasQuotedColumn: Bool { columns.contains { $0.quoted > 0 && $0.plain == 0 } }

  private mutating func endCell() {
    defer { (cell, state) = (cell + 1, .cellStart) }
    if state == .afterQuote { quotedCount += 1 }
    guard state != .cellStart, !counts.isEmpty else { return }
    while columns.count <= cell { columns.append(Column()) }
    if state == .afterQuote { columns[cell].quoted += 1 } else { columns[cell].plain += 1 }
  }

  private mutating func endRow() {
    // A line without anything is none.
    if cell == 0, state == .cellStart { return }
    endCell()
    counts.append(cell)
    cell = 0
  }
}
