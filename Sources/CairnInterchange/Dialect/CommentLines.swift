/// The lines with the mark of comments at the start of a table.
///
/// Such lines are comments, unless they look like rows of the table:
///
/// | lines | meaning |
/// |---|---|
/// | `# name,age` above `Ann,3` | the header |
/// | `#1,Ann` and `#2,Bob` above `3,Cy` | rows |
/// | `# from 2024, revised` above `name,age` and `Ann,3` | a comment, as the header is below it |
enum CommentLines {
  static let mark = UInt8(ascii: "#")

  /// Returns whether a comment names the separator, as in the decks of Anki, which have no header.
  static func nameSeparator(_ line: SkippedLine) -> Bool {
    line.bytes.starts(with: "#separator:".utf8)
  }

  /// Returns the lines before the first line without the mark; none if each line has it.
  static func leading(_ sample: ArraySlice<UInt8>, line: Int) -> [SkippedLine] {
    var found: [SkippedLine] = []
    var rest = sample
    while rest.first == mark {
      let text = rest.prefix { !Byte.endsLine($0) }
      found.append(SkippedLine(line: line + found.count, bytes: Array(text)))
      rest = rest[text.endIndex...]
      rest = rest.dropFirst(rest.starts(with: [Byte.carriageReturn, Byte.lineFeed]) ? 2 : 1)
    }
    return rest.isEmpty ? [] : found
  }

  /// Returns the first of the leading lines that is the header or a row of the table.
  ///
  /// Such lines are directly above the table and have as many cells as its rows. A line above a
  /// table of one column is a single word.
  ///
  /// - Parameters:
  ///   - table: The table with all leading lines, split as rows.
  ///   - lines: The leading lines.
  ///   - width: The number of cells of most rows below the leading lines.
  ///   - hasHeader: Whether the table may have a header.
  /// - Returns: The position of the row; `nil` if all leading lines are comments.
  static func firstRow(
    of table: SampleTable, after lines: [SkippedLine], width: Int, hasHeader: Bool
  ) -> Int? {
    let rows = table.rows
    let count = lines.count
    // An open quote in a comment, and a blank line below it, move the rows.
    guard rows.count > count, rows[count].line == lines[count - 1].line + 1 else { return nil }
    let fitting = rows[..<count].reversed().prefix { fits($0, width) }.count
    let below = rows[count...]
    guard fitting > 0,
      !hasHeader || !HeaderVerdict(rows[count], below.dropFirst()).isClearHeader
    else { return nil }
    let isHeader = hasHeader && HeaderVerdict(rows[count - 1], below).isClearHeader
    return isHeader ? count - 1 : count - fitting
  }

  /// Returns whether lines with the mark are rows: some of them has as many cells as the table.
  static func areRows(_ rows: ArraySlice<SampleTable.Row>, width: Int) -> Bool {
    width > 1 && rows.contains { $0.hasMark && $0.cells.count == width }
  }

  private static func fits(_ row: SampleTable.Row, _ width: Int) -> Bool {
    guard width == 1 else { return row.cells.count == width }
    let word = row.cells.first?.bytes.dropFirst() ?? []
    return row.cells.count == 1 && !word.isEmpty && !word.contains { $0 <= Byte.space }
  }
}

extension SampleTable.Row {
  /// Whether the row begins with the mark of comments.
  fileprivate var hasMark: Bool {
    cells.first.map { !$0.isQuoted && $0.bytes.first == CommentLines.mark } ?? false
  }

  /// The row without the mark before the text of its first cell.
  var withoutMark: SampleTable.Row {
    guard hasMark else { return self }
    let text = cells[0].bytes.drop { $0 == CommentLines.mark || $0 == Byte.space }
    guard !text.isEmpty else { return self }
    var row = self
    row.cells[0].bytes = text
    return row
  }
}
