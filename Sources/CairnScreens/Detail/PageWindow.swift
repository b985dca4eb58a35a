internal import CairnInterface

/// The cursor of a page, which is on a line, and its visible rows.
///
/// In two columns, a row has two lines. The cursor goes down the left column, and then down the
/// right one.
struct PageWindow: Hashable {
  private(set) var rows = RowWindow()
  /// The row and the first column of each line.
  private var places: [Position] = []
  /// The line with the cursor, from 0; 0 if there are no lines.
  private(set) var cursor = 0

  /// The first visible row.
  var top: Int { rows.top }
  var visible: Range<Int> { rows.visible }

  /// The distance of the cursor's row from the first visible row.
  var depth: Int { rows.cursor - rows.top }

  mutating func resize(_ page: DetailPage, height: Int) {
    places = page.lines.map { Position(column: $0.columns.lowerBound, row: $0.row) }
    rows.resize(count: page.rowCount, height: height)
    move(to: cursor)
  }

  mutating func move(to line: Int) {
    cursor = max(0, min(line, places.count - 1))
    rows.move(to: row(of: cursor))
  }

  /// Sets the cursor and the first visible row.
  mutating func place(cursor line: Int, top: Int) {
    cursor = max(0, min(line, places.count - 1))
    rows.place(cursor: row(of: cursor), top: top)
  }

  /// Sets the cursor, at a distance from the first visible row.
  mutating func place(cursor line: Int, depth: Int) {
    place(cursor: line, top: row(of: line) - depth)
  }

  /// Scrolls the rows; the cursor stays on its line while that is visible.
  mutating func scroll(by rows: Int) { moveRows { $0.scroll(by: rows) } }

  /// Scrolls with the wheel.
  mutating func scroll(_ event: MouseEvent) { moveRows { $0.scroll(event) } }

  /// Performs a movement of the cursor; false for other actions.
  mutating func perform(_ action: ActionName) -> Bool {
    switch action {
    case .rowDown, .promptDown: move(to: cursor + 1)
    case .rowUp, .promptUp: move(to: cursor - 1)
    case .rowFirst, .promptFirst: move(to: 0)
    case .rowLast, .promptLast: move(to: places.count - 1)
    default:
      var isMovement = false
      moveRows { isMovement = $0.perform(action) }
      return isMovement
    }
    return true
  }

  /// Moves the window, and the cursor to the nearest line of its new row.
  private mutating func moveRows(_ body: (inout RowWindow) -> Void) {
    let before = rows.cursor
    body(&rows)
    guard rows.cursor != before else { return }
    let (row, column) = (rows.cursor, places.isEmpty ? 0 : places[cursor].column)
    let nearest = places.indices.min { distance(of: $0) < distance(of: $1) }
    func distance(of line: Int) -> (Int, Int) {
      (abs(places[line].row - row), abs(places[line].column - column))
    }
    cursor = nearest ?? 0
  }

  private func row(of line: Int) -> Int { places.indices.contains(line) ? places[line].row : 0 }
}
