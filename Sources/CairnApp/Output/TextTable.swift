internal import CairnInterface

/// Prints rows of texts as aligned lines, with support for wide and combining characters.
///
/// If a program may read the lines, no text is cut. On a terminal, which would wrap long lines,
/// columns of text are narrowed. Control characters in the data become visible symbols, so that no
/// cell can control the terminal or break its line.
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
      self.text = TerminalText.visible(text)
      width = GlyphWidth.columns(of: self.text)
    }

    /// Returns the part that fits into `columns`, with an ellipsis if it was cut.
    func cut(to columns: Int) -> Cell {
      guard width > columns else { return self }
      let ellipsis = GlyphSet.unicode.ellipsis
      return Cell(TextLayout.truncate(text, columns: columns, ellipsis: ellipsis))
    }
  }

  private let columns: [Column]
  private var rows: [[Cell]] = []
  /// Section headings, by the index of the row below.
  private var headings: [Int: (title: Cell, figure: Cell)] = [:]

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row, with a cell for each column.
  mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    rows.append(cells.map(Cell.init))
  }

  /// Adds a heading above the next row: a title, which may be cut, and a number after it.
  mutating func beginSection(_ title: String, _ figure: String) {
    headings[rows.count] = (Cell(title), Cell(figure))
  }

  /// The lines at their full width.
  var lines: [String] { lines(width: nil) }

  /// Returns the lines, the header first, without trailing blanks.
  ///
  /// - Parameter width: the width of the terminal. Lines are longer if even the narrowest columns
  ///   of text don't fit.
  /// - Returns: the lines.
  func lines(width: Int?) -> [String] {
    let header = columns.map { Cell($0.title) }
    var widths = columns.indices.map { column in
      rows.reduce(header[column].width) { max($0, $1[column].width) }
    }
    if let width { narrow(&widths, to: width) }
    return [line(header, widths: widths)]
      + rows.enumerated().flatMap { index, row in
        (headings[index].map { [Self.line($0, width: width)] } ?? [])
          + [line(row, widths: widths)]
      }
  }

  /// Narrows columns of text, the widest first, until the lines fit.
  private func narrow(_ widths: inout [Int], to width: Int) {
    var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
    let texts = columns.indices.filter { !columns[$0].isTrailing && widths[$0] > Self.narrowest }
    while excess > 0, let widest = texts.max(by: { widths[$0] < widths[$1] }) {
      let next = texts.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
      let goal = max(Self.narrowest, min(next, widths[widest] - 1), widths[widest] - excess)
      guard goal < widths[widest] else { return }
      excess -= widths[widest] - goal
      widths[widest] = goal
    }
  }

  /// The number of blanks between two columns.
  private static let gap = 2
  /// The narrowest width of a column of text; less would not be readable.
  private static let narrowest = 8

  private static func line(_ heading: (title: Cell, figure: Cell), width: Int?) -> String {
    let room = width.map { max(narrowest, $0 - gap - heading.figure.width) }
    let title = room.map(heading.title.cut) ?? heading.title
    return title.text + String(repeating: " ", count: gap) + heading.figure.text
  }

  private func line(_ cells: [Cell], widths: [Int]) -> String {
    var line = ""
    for (index, whole) in cells.enumerated() {
      let cell = whole.cut(to: widths[index])
      if index > 0 { line += String(repeating: " ", count: Self.gap) }
      let blanks = String(repeating: " ", count: widths[index] - cell.width)
      line += columns[index].isTrailing ? blanks + cell.text : cell.text + blanks
    }
    guard let last = line.utf8.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return "" }
    return String(line[..<line.utf8.index(after: last)])
  }
}

extension String {
  /// Returns the text padded with blanks to a number of characters, each one column wide.
  func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
