/// The characters with a meaning in a table.
struct CSVDialect: Hashable {
  /// The byte between two cells.
  var delimiter = Byte.comma
  /// The quote around cells; `nil` for none.
  var quote: UInt8? = Byte.quote
  /// The byte before a quote inside a quoted cell; `nil` if only a second quote is read so.
  var escape: UInt8?
  /// The byte at the start of a comment; `nil` for none.
  var comment: UInt8?

  /// The possible delimiters; of several equally good ones, the first wins.
  ///
  /// The tab is first because it is hardly ever part of a text.
  static let delimiters = [Byte.tab, Byte.comma, Byte.semicolon, Byte.bar]
  /// Delimiters of few files, which are also parts of many texts.
  static let rareDelimiters: [UInt8] = [0x1F, 0x1E, 0x01] + "^~:".utf8

  /// The rows that show the delimiter; more rows cost time without changing the result.
  private static let rowLimit = 100

  /// Creates the dialect that a person gave, with the usual characters for the other parts.
  init(_ given: Dialect = Dialect()) {
    delimiter = given.delimiter ?? Byte.comma
    if let mark = given.quote { quote = mark.byte }
    escape = given.escape?.byte == quote ? nil : given.escape?.byte
    comment = given.comment?.byte
  }

  /// Returns the dialect of the table that starts with `sample`: commas and double quotes without
  /// evidence for others.
  ///
  /// The best delimiter splits all rows, or else a large part of them, into equally many cells. Of
  /// several such delimiters, the one with the most cells wins. Single quotes are text, as in `'tis`
  /// and `O'Brien`, unless all evidence shows that they are quotes (see `isInSingleQuotes`).
  ///
  /// - Parameters:
  ///   - sample: The first bytes, after a byte order mark.
  ///   - given: The parts that are known.
  ///   - isWhole: Whether the table ends with the sample.
  /// - Returns: The dialect.
  static func detect(
    in sample: ArraySlice<UInt8>, _ given: Dialect = Dialect(), isWhole: Bool = false
  ) -> CSVDialect {
    var best = Choice(dialect: CSVDialect(given))
    let delimiters = given.delimiter.map { [$0] } ?? delimiters
    for delimiter in delimiters {
      best.consider(CSVDialect(given, delimiter), sample, isWhole)
    }
    if given.delimiter == nil, best.cells == 1 {
      for delimiter in rareDelimiters where sample.contains(delimiter) {
        best.considerRare(CSVDialect(given, delimiter), sample, isWhole)
      }
    }
    guard given.quote == nil else { return best.dialect }
    if let other = singleQuotes(sample, best, delimiters, given, isWhole) { return other }
    return withoutQuotes(sample, best, isWhole)
  }

  private init(_ given: Dialect, _ delimiter: UInt8) {
    self.init(given)
    self.delimiter = delimiter
  }

  /// The best dialect so far, with its evidence.
  private struct Choice {
    var dialect: CSVDialect
    var agreement = 0.0
    var cells = 1

    mutating func consider(
      _ dialect: CSVDialect, _ sample: ArraySlice<UInt8>, _ isWhole: Bool
    ) {
      let table = SampleTable(of: sample, in: dialect, limit: rowLimit, isWhole: isWhole)
      // Between quotes, a delimiter is text. So a delimiter that breaks quoted cells is hardly right.
      let share = table.isBroken ? table.agreement / 2 : table.agreement
      let other = Choice(dialect: dialect, agreement: share, cells: table.width)
      if table.width > 1, other.rank > rank { self = other }
    }

    /// A number that is larger for a better choice.
    ///
    /// A decimal comma splits many rows into two cells, so a few more rows with two cells are worth
    /// less than rows with many cells.
    private var rank: (Int, Double, Int) {
      (agreement == 1 ? 1 : 0, agreement * Double(cells - 1) / Double(cells), cells)
    }

    mutating func considerRare(
      _ dialect: CSVDialect, _ sample: ArraySlice<UInt8>, _ isWhole: Bool
    ) {
      let table = SampleTable(of: sample, in: dialect, limit: rowLimit, isWhole: isWhole)
      // A time such as 12:30 splits at a colon as well.
      let fewest = dialect.delimiter == Byte.colon ? 4 : 2
      guard table.agreement == 1, table.width >= fewest, table.rows.count > 2 else { return }
      consider(dialect, sample, isWhole)
    }
  }

  /// Returns the dialect with single quotes, if all evidence shows that they are quotes.
  private static func singleQuotes(
    _ sample: ArraySlice<UInt8>, _ best: Choice, _ delimiters: [UInt8], _ given: Dialect,
    _ isWhole: Bool
  ) -> CSVDialect? {
    guard sample.contains(Byte.apostrophe) else { return nil }
    var found: Choice?
    for delimiter in delimiters {
      var dialect = CSVDialect(given, delimiter)
      dialect.quote = Byte.apostrophe
      // A single quote that is not a quote around a cell may come late, so all rows count.
      let table = SampleTable(of: sample, in: dialect, isWhole: isWhole)
      let (agreement, cells) = (found?.agreement ?? best.agreement, found?.cells ?? best.cells)
      guard table.width > 1 || delimiter == best.dialect.delimiter, table.agreement >= agreement,
        isInSingleQuotes(table, sample, given, delimiter)
      else { continue }
      guard found == nil || (table.agreement, table.width) > (agreement, cells) else { continue }
      found = Choice(dialect: dialect, agreement: table.agreement, cells: table.width)
    }
    return found?.dialect
  }

  /// Returns whether single quotes are quotes around cells.
  ///
  /// Each cell that begins with one must end with one, and no cell may be in double quotes. In
  /// addition, all cells of some column must be quoted, or only with these quotes do rows have
  /// equally many cells.
  private static func isInSingleQuotes(
    _ table: SampleTable, _ sample: ArraySlice<UInt8>, _ given: Dialect, _ delimiter: UInt8
  ) -> Bool {
    guard table.quotedCount > 0, !table.isBroken else { return false }
    let other = SampleTable(of: sample, in: CSVDialect(given, delimiter), limit: rowLimit)
    return other.quotedCount == 0
      && (table.hasQuotedColumn || table.agreement > other.agreement)
  }

  /// Returns the dialect without quotes if tabs separate the cells, and quotes are parts of texts.
  ///
  /// Programs that write tabs hardly ever write quotes around cells.
  private static func withoutQuotes(
    _ sample: ArraySlice<UInt8>, _ best: Choice, _ isWhole: Bool
  ) -> CSVDialect {
    guard best.dialect.delimiter == Byte.tab, best.dialect.escape == nil else {
      return best.dialect
    }
    let table = SampleTable(of: sample, in: best.dialect, isWhole: isWhole)
    guard table.isBroken, table.quotedCount == 0 else { return best.dialect }
    var plain = best.dialect
    plain.quote = nil
    return plain
  }

  /// Whether the quotes inside quoted cells have backslashes before them, which this dialect does not
  /// read.
  func needsBackslash(_ sample: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    guard let quote, escape == nil, sample.contains(Byte.backslash) else { return false }
    let pairs = zip(sample, sample.dropFirst())
    guard pairs.contains(where: { $0 == Byte.backslash && $1 == quote }) else { return false }
    let usual = SampleTable(of: sample, in: self, isWhole: isWhole)
    guard usual.isBroken || usual.agreement < 1 else { return false }
    var escaped = self
    escaped.escape = Byte.backslash
    let table = SampleTable(of: sample, in: escaped, isWhole: isWhole)
    return !table.isBroken && table.escapeCount > 0 && table.agreement >= usual.agreement
  }
}
