internal import CairnStore

/// The parts of a table: the lines before it, its header, and its rows.
///
///     Account statement;;;      lines that are skipped
///     IBAN;DE00 0000;;
///     Date;Text;Amount;Currency  the header
///     01.02.2024;Coffee;-3,50;EUR
///     ;;Total;1.196,50           a footer
struct CSVLayout {
  var dialect: CSVDialect
  /// The position of the header, or of the first row, in the sample.
  var start: Int
  /// The line there, from 1.
  var line: Int
  var hasHeader = true
  /// The number of columns of a table without a header.
  var width = 1
  /// The lines before the table that were skipped because they are no part of it.
  var skipped: [SkippedLine] = []
  /// The columns in which each of the first rows has a value.
  var fullColumns: [Int] = []
  /// Whether cells are read exactly, as in an own export.
  var isExact = false
  /// Whether the row below the header tells the columns' widths and types.
  private(set) var hasWidthRow = false

  /// The rows that show the parts.
  private static let rowLimit = 200

  /// Finds the parts of a table.
  ///
  /// - Parameters:
  ///   - sample: The first bytes, after the skipped lines and a byte order mark.
  ///   - line: The line of the first byte.
  ///   - given: The parts that are known.
  ///   - isExact: Whether the table is known to be an own export.
  ///   - isWhole: Whether the table ends with the sample.
  init(
    of sample: ArraySlice<UInt8>, line: Int, _ given: Dialect, isExact: Bool, isWhole: Bool
  ) {
    (start, self.line) = (sample.startIndex, line)
    if isExact || Self.isOwnExport(sample) {
      dialect = CSVDialect.detect(in: sample, given, isWhole: isWhole)
      self.isExact = true
      hasHeader = given.header != Dialect.Header.none
      return
    }
    var given = given
    // The header that a person named may begin with the mark.
    let isFree =
      given.comment == nil && (given.header == nil || given.header == Dialect.Header.none)
    let comments = isFree ? CommentLines.leading(sample, line: line) : []
    if !comments.isEmpty { given.comment = .byte(CommentLines.mark) }
    let namesSeparator = comments.contains(where: CommentLines.nameSeparator)
    if namesSeparator, given.header == nil { given.header = Dialect.Header.none }
    dialect = CSVDialect.detect(in: sample, given, isWhole: isWhole)
    var table = SampleTable(
      of: sample, in: dialect, line: line, limit: Self.rowLimit, isWhole: isWhole)
    if !comments.isEmpty, !namesSeparator {
      var plain = dialect
      plain.comment = nil
      let all = SampleTable(
        of: sample, in: plain, line: line, limit: Self.rowLimit, isWhole: isWhole)
      let first = CommentLines.firstRow(
        of: all, after: comments, width: table.width, hasHeader: given.header == nil)
      if let first {
        dialect = plain
        settle(on: first, of: all, given)
        return
      }
      if CommentLines.areRows(all.rows.dropFirst(comments.count), width: table.width) {
        (dialect, table) = (plain, all.withoutRows(before: comments.count))
      }
    }
    skipped = comments
    settle(on: preamble(of: table, given), of: table, given)
  }

  /// Places the header or the first row at a row of the sample.
  private mutating func settle(on place: Int, of table: SampleTable, _ given: Dialect) {
    let rows = table.rows[place...]
    skipped += table.rows[..<place].map(SkippedLine.init)
    guard let first = rows.first else { return }
    (start, line) = (first.start, first.line)
    let verdict = HeaderVerdict(first, rows.dropFirst())
    switch given.header {
    case Dialect.Header.none?: hasHeader = false
    case .line?: break
    case nil: hasHeader = !verdict.isData
    }
    var body = hasHeader ? rows.dropFirst() : rows
    hasWidthRow = hasHeader && dialect.comment != nil && body.first?.tellsWidths == true
    if hasWidthRow { skipped.append(SkippedLine(body.removeFirst())) }
    width = hasHeader ? first.cells.count : max(1, body.map(\.width).max() ?? 1)
    // The last rows may be a total and remarks.
    let sure = body.dropLast(max(1, min(3, body.count / 2)))
    fullColumns = (0..<width).filter { column in
      !sure.isEmpty && sure.allSatisfy { column < $0.cells.count && !$0.cells[column].isEmpty }
    }
  }

  /// Returns the number of rows before the header.
  ///
  /// The first of them has mostly empty cells, or not as many cells as the table. The rows after the
  /// header have equally many cells.
  private func preamble(of table: SampleTable, _ given: Dialect) -> Int {
    let rows = table.rows
    let width = table.runWidth
    guard given.header == nil, width > 1, let first = rows.first else { return 0 }
    let isSparse = first.filled * 2 <= width
    guard isSparse || first.cells.count != width else { return laterTable(rows, after: 0) }
    guard
      let place = rows.firstIndex(where: { $0.filled * 2 > width && $0.cells.count == width }),
      place + 1 < rows.count
    else { return 0 }
    let body = rows[(place + 1)...]
    let fitting = body.count { $0.cells.count == width }
    guard Double(fitting) >= 0.8 * Double(body.count) else { return laterTable(rows, after: 0) }
    let verdict = HeaderVerdict(rows[place], body)
    // A text with a comma in most lines looks like a table of two columns.
    guard verdict.isHeader || isSparse && width > 2 else { return 0 }
    return laterTable(rows, after: place)
  }

  /// Returns the place of the largest table, if several follow each other, with blank lines between
  /// them; otherwise `place`.
  private func laterTable(_ rows: [SampleTable.Row], after place: Int) -> Int {
    let starts = rows.indices.filter { $0 > place && rows[$0].isAfterBlank }
    guard !starts.isEmpty else { return place }
    var best = place
    var most = (starts.first ?? rows.endIndex) - place
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : rows.endIndex
      let header = rows[start]
      let isFull = header.filled == header.cells.count && header.filled > 2
      guard end - start > most, isFull,
        HeaderVerdict(header, rows[(start + 1)..<end]).isClearHeader
      else { continue }
      (best, most) = (start, end - start)
    }
    return best
  }

  /// Returns whether the first row and the second one show an export of a store.
  private static func isOwnExport(_ sample: ArraySlice<UInt8>) -> Bool {
    [Byte.comma, Byte.tab].contains { delimiter in
      var dialect = CSVDialect()
      dialect.delimiter = delimiter
      let rows = SampleTable(of: sample, in: dialect, limit: 2).rows
      guard rows.count == 2 else { return false }
      return zip(rows[0].cells, rows[1].cells).contains { name, value in
        RecordJSON.identityKeys.contains { name.bytes.elementsEqual($0.utf8) }
          && RecordAddress(value.bytes) != nil
      }
    }
  }
}

extension SampleTable.Row {
  /// Whether each cell is the width of a column and its type, as in `5s 15s 20d` of the form RDB.
  fileprivate var tellsWidths: Bool {
    cells.count > 1
      && cells.allSatisfy { cell in
        let digits = cell.bytes.dropLast()
        return !digits.isEmpty && digits.allSatisfy(Byte.isDigit)
          && cell.bytes.last.map("sdn".utf8.contains) == true
      }
  }
}

/// A line of an input that is no part of its table.
struct SkippedLine {
  /// The line, from 1.
  let line: Int
  let bytes: [UInt8]

  /// The text in a few words.
  var text: String {
    CellEdges.trimmed(bytes[...]).isEmpty
      ? "" : String(decoding: bytes, as: UTF8.self).shortened(to: 40)
  }

  init(line: Int, bytes: [UInt8]) { (self.line, self.bytes) = (line, bytes) }

  /// Creates a line from the cells of a row.
  init(_ row: SampleTable.Row) {
    let cells = row.cells.filter { !$0.isEmpty }.map(\.bytes)
    self.init(line: row.line, bytes: Array(cells.joined(separator: [Byte.space])))
  }
}

/// The evidence that the first row of a table names the columns, or that it is data.
struct HeaderVerdict {
  private var names = 0
  private var values = 0
  private var repeated = 0
  private var texts = 0
  private let bodyCount: Int
  private let isNumeric: Bool

  /// Compares a row with the rows below it.
  init(_ first: SampleTable.Row, _ body: ArraySlice<SampleTable.Row>) {
    bodyCount = body.count
    // `#1` is a number as well.
    let (first, body) = (first.withoutMark, body.map(\.withoutMark))
    let filled = first.cells.filter { !$0.isEmpty }
    isNumeric = !filled.isEmpty && filled.allSatisfy { CellShape($0.bytes) != .text }
    for (column, cell) in first.cells.enumerated() where !cell.isEmpty {
      let below = body.compactMap { column < $0.cells.count ? $0.cells[column] : nil }
        .filter { !$0.isEmpty }
      guard !below.isEmpty else { continue }
      judge(cell, below)
    }
  }

  private mutating func judge(_ cell: SampleTable.Cell, _ below: [SampleTable.Cell]) {
    var shapes: [CellShape: Int] = [:]
    for other in below { shapes[CellShape(other.bytes), default: 0] += 1 }
    let usual = shapes.max { $0.value < $1.value }
    let own = CellShape(cell.bytes)
    if let usual, usual.key != .text, usual.value * 10 >= below.count * 9 {
      // A year names a column, unless the column has years.
      if own == .text || own == .year && usual.key != .year { names += 1 } else { values += 1 }
    } else if own == .text {
      texts += 1
      if below.contains(where: { $0.bytes.elementsEqual(cell.bytes) }) { repeated += 1 }
    }
  }

  /// Whether a column of numbers or days has a text in the first row.
  var isHeader: Bool { names > 0 }

  /// Whether a column of numbers or days has a text in the first row, and no column has a value
  /// there.
  var isClearHeader: Bool { names > 0 && values == 0 && repeated == 0 }

  /// Whether the first row is data: no column has a name, and some column has a value, or the texts
  /// of most columns come again.
  var isData: Bool {
    guard names == 0 else { return false }
    if bodyCount == 0 { return isNumeric }
    if texts == 0, repeated == 0, values > 0 { return true }
    return values > 0 || repeated * 2 > texts && bodyCount > 2
  }
}

/// The rough shape of a cell, in the forms of any country.
enum CellShape {
  case number, year, date, link, text

  init(_ bytes: ArraySlice<UInt8>) {
    self = .text
    var digits = 0
    var separators = 0
    for byte in bytes {
      if Byte.isDigit(byte) {
        digits += 1
      } else if byte == Byte.slash || byte == Byte.colon || byte == Byte.minus {
        separators += 1
      } else if !Self.numberSigns.contains(byte) {
        if Self.isLink(bytes) {
          self = .link
        } else if bytes.count <= 40, RegionalForm.namedMonth(bytes) != nil {
          self = .date
        }
        return
      }
    }
    guard digits > 0 else { return }
    let points = bytes.count { $0 == Byte.point }
    if digits == 4, bytes.count == 4, bytes.starts(with: "19".utf8) || bytes.starts(with: "20".utf8)
    {
      self = .year
    } else if digits >= 4, bytes.first != Byte.minus, separators >= 2 || points == 2 && digits <= 8
    {
      self = .date
    } else {
      self = .number
    }
  }

  /// The bytes of numbers, with the letters of a time such as `T` and `Z`.
  private static let numberSigns = Set("+.,' %()€$£TZ\u{A0}".utf8)

  private static func isLink(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let at = bytes.firstIndex(where: { $0 == Byte.at || $0 == Byte.colon }) else {
      return false
    }
    let rest = bytes[bytes.index(after: at)...]
    return !bytes.contains(Byte.space)
      && (bytes[at] == Byte.at ? rest.contains(Byte.point) : rest.starts(with: "//".utf8))
  }
}
