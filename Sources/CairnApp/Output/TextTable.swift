internal import CairnInterface

/// Rows of texts as aligned lines, wide and combining characters included.
///
/// Nothing is cut: what reads the lines may be a program. Controls in the data become pictures, so
/// that no cell can speak to the terminal or break its line.
struct TextTable {
  /// One column of the table.
  struct Column {
    let title: String
    let isTrailing: Bool
  }

  private struct Cell {
    let text: String
    let width: Int

    init(_ text: String) {
      self.text = TextTable.visible(text)
      width = GlyphWidth.columns(of: self.text)
    }
  }

  private let columns: [Column]
  private var rows: [[Cell]] = []
  /// Lines between the rows, by the index of the row below.
  private var headings: [Int: String] = [:]

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; it has a cell for each column.
  mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    rows.append(cells.map(Cell.init))
  }

  /// Puts a heading above the next row.
  mutating func beginSection(_ heading: String) {
    headings[rows.count] = Self.visible(heading)
  }

  /// The lines, the header first, without blanks at their ends.
  var lines: [String] {
    let header = columns.map { Cell($0.title) }
    let widths = columns.indices.map { column in
      rows.reduce(header[column].width) { max($0, $1[column].width) }
    }
    return [line(header, widths: widths)]
      + rows.enumerated().flatMap { index, row in
        (headings[index].map { [$0] } ?? []) + [line(row, widths: widths)]
      }
  }

  private func line(_ cells: [Cell], widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      if index > 0 { line += "  " }
      let blanks = String(repeating: " ", count: widths[index] - cell.width)
      line += columns[index].isTrailing ? blanks + cell.text : cell.text + blanks
    }
    guard let last = line.utf8.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return "" }
    return String(line[..<line.utf8.index(after: last)])
  }

  /// `text` as the terminal may have it.
  static func visible(_ text: String) -> String { TerminalText.visible(text) }
}
