/// The delimiter between the cells of a table, and the quote around cells.
struct CSVDialect: Hashable {
  var delimiter = Byte.comma
  var quote = Byte.quote

  /// The possible delimiters; of several equally good ones, the first wins.
  ///
  /// The tab is first because it is hardly ever part of a text.
  static let delimiters = [Byte.tab, Byte.comma, Byte.semicolon, Byte.bar]

  /// Returns the dialect of the table that starts with `sample`: commas and double quotes without
  /// evidence for others.
  ///
  /// The best delimiter splits the largest part of the rows into as many cells as the header has.
  /// Of several such delimiters, the one with the most cells wins. Single quotes are text, as in
  /// `'tis` and `O'Brien`, unless all evidence shows that they are quotes (see `isInSingleQuotes`).
  ///
  /// - Parameters:
  ///   - sample: The first bytes, after a byte order mark.
  ///   - delimiter: The delimiter, if it is known.
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

  /// Returns whether single quotes are quotes around cells.
  ///
  /// Each cell that begins with one must end with one, and no cell may be in double quotes. In
  /// addition, all cells of some column must be quoted, or only with these quotes do rows have as
  /// many cells as the header.
  private static func isInSingleQuotes(
    _ survey: CSVSurvey, _ sample: ArraySlice<UInt8>, _ delimiter: UInt8
  ) -> Bool {
    guard survey.quotedCount > 0, !survey.isBroken else { return false }
    let other = CSVSurvey(of: sample, in: CSVDialect(delimiter: delimiter))
    return other.quotedCount == 0
      && (survey.hasQuotedColumn || survey.agreement > other.agreement)
  }
}

/// The result of splitting the first rows of a table in a dialect.
private struct CSVSurvey {
  /// The number of cells in each row.
  private(set) var counts: [Int] = []
  /// The number of quoted cells.
  private(set) var quotedCount = 0
  /// Whether some cell begins with a quote and doesn't end with one.
  private(set) var isBroken = false

  /// The number of rows to examine for the delimiter; more rows cost time without changing the
  /// result.
  private static let rowLimit = 50

  /// The non-empty cells of a column below the header.
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

  /// Splits a sample as a reader would.
  ///
  /// - Parameters:
  ///   - sample: The first bytes of a table.
  ///   - dialect: The delimiter and the quote.
  ///   - isWhole: Whether the table ends with the sample.
  init(of sample: ArraySlice<UInt8>, in dialect: CSVDialect, isWhole: Bool = false) {
    // A single quote that is not a quote around a cell may come late.
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
    // The end of the sample may cut off the last row.
    if state == .quoted, isWhole || lineFeeds > 0 { isBroken = true }
    if isWhole || counts.isEmpty { endRow() }
  }

  /// The number of cells in the header.
  var cells: Int { counts.first ?? 1 }

  /// The share of the rows that have as many cells as the header.
  var agreement: Double {
    counts.isEmpty ? 0 : Double(counts.count { $0 == cells }) / Double(counts.count)
  }

  /// Whether all non-empty cells of some column are quoted.
  var hasQuotedColumn: Bool { columns.contains { $0.quoted > 0 && $0.plain == 0 } }

  private mutating func endCell() {
    defer { (cell, state) = (cell + 1, .cellStart) }
    if state == .afterQuote { quotedCount += 1 }
    guard state != .cellStart, !counts.isEmpty else { return }
    while columns.count <= cell { columns.append(Column()) }
    if state == .afterQuote { columns[cell].quoted += 1 } else { columns[cell].plain += 1 }
  }

  private mutating func endRow() {
    // An empty line is not a row.
    if cell == 0, state == .cellStart { return }
    endCell()
    counts.append(cell)
    cell = 0
  }
}
