/// The cells of a terminal, and what its editing functions do to them.
struct ScreenGrid {
  struct Cell: Equatable {
    /// The characters; empty in the right half of a wide one.
    var text = " "
    var pen = ScreenPen()
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var cells: [[Cell]]
  var column = 0
  var row = 0
  /// Whether the last column was written, so that the next character begins a line.
  var isWrapPending = false
  private(set) var region: ClosedRange<Int>

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Self.blank(columns: columns, rows: rows)
    region = 0...max(0, rows - 1)
  }

  private static func blank(columns: Int, rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  mutating func resize(columns: Int, rows: Int) {
    var resized = Self.blank(columns: columns, rows: rows)
    for row in 0..<min(rows, self.rows) {
      for column in 0..<min(columns, self.columns) { resized[row][column] = cells[row][column] }
    }
    (self.columns, self.rows, cells) = (columns, rows, resized)
    setRegion(top: 0, bottom: rows - 1)
    place(column: column, row: row)
  }

  mutating func place(column: Int, row: Int) {
    self.column = min(max(0, column), columns - 1)
    self.row = min(max(0, row), rows - 1)
    isWrapPending = false
  }

  mutating func setRegion(top: Int, bottom: Int) {
    guard top >= 0, top <= bottom, bottom < rows else { return }
    region = top...bottom
  }

  // MARK: - Writing

  mutating func write(_ text: String, width: Int, pen: ScreenPen) {
    if isWrapPending || column + width > columns {
      column = 0
      lineFeed()
    }
    clearHalves(of: column..<column + width)
    cells[row][column] = Cell(text: text, pen: pen)
    if width == 2 { cells[row][column + 1] = Cell(text: "", pen: pen) }
    isWrapPending = column + width == columns
    column = min(column + width, columns - 1)
  }

  mutating func addMark(_ text: String) {
    var place = isWrapPending ? column : column - 1
    if place > 0, cells[row][place].text.isEmpty { place -= 1 }
    if place >= 0 { cells[row][place].text += text }
  }

  mutating func lineFeed() {
    isWrapPending = false
    if row == region.upperBound { scrollUp(1) } else { row = min(row + 1, rows - 1) }
  }

  mutating func reverseLineFeed() {
    isWrapPending = false
    if row == region.lowerBound { scrollDown(1) } else { row = max(row - 1, 0) }
  }

  /// Blanks the other half of each wide character that a change within `range` would cut.
  private mutating func clearHalves(of range: Range<Int>) {
    if range.lowerBound > 0, cells[row][range.lowerBound].text.isEmpty {
      cells[row][range.lowerBound - 1].text = " "
    }
    if range.upperBound < columns, cells[row][range.upperBound].text.isEmpty {
      cells[row][range.upperBound].text = " "
    }
  }

  // MARK: - Erasing and moving

  mutating func erase(_ range: Range<Int>, row: Int, pen: ScreenPen) {
    for column in range.clamped(to: 0..<columns) { cells[row][column] = Cell(pen: pen) }
  }

  mutating func eraseRows(_ range: Range<Int>, pen: ScreenPen) {
    for row in range.clamped(to: 0..<rows) { erase(0..<columns, row: row, pen: pen) }
  }

  mutating func insertBlanks(_ count: Int, pen: ScreenPen) {
    let count = min(count, columns - column)
    cells[row].removeLast(count)
    cells[row].insert(contentsOf: Array(repeating: Cell(pen: pen), count: count), at: column)
  }

  mutating func deleteCells(_ count: Int, pen: ScreenPen) {
    let count = min(count, columns - column)
    cells[row].removeSubrange(column..<column + count)
    cells[row] += Array(repeating: Cell(pen: pen), count: count)
  }

  mutating func scrollUp(_ count: Int) { moveRows(from: region.lowerBound, by: count) }

  mutating func scrollDown(_ count: Int) { moveRows(from: region.lowerBound, by: -count) }

  mutating func insertRows(_ count: Int) { moveRows(from: row, by: -count) }

  mutating func deleteRows(_ count: Int) { moveRows(from: row, by: count) }

  /// Moves the rows from `top` to the region's end up by a positive count, down by a negative one.
  private mutating func moveRows(from top: Int, by count: Int) {
    guard region.contains(top) else { return }
    let empty = Array(repeating: Cell(), count: columns)
    for _ in 0..<min(abs(count), rows) {
      cells.remove(at: count > 0 ? top : region.upperBound)
      cells.insert(empty, at: count > 0 ? region.upperBound : top)
    }
  }
}
