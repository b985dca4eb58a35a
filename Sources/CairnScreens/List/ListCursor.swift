internal import CairnInterface

/// The cursor of a list, and its visible lines.
///
/// The cursor belongs to a record, and follows it when rows are added or removed around it.
struct ListCursor {
  /// The item at the cursor or at the upper edge, independent of its line.
  enum Anchor: Hashable {
    /// The row with this id.
    case row(String)
    /// The head of the section with this id.
    case head(String)
  }

  /// The line with the cursor, and the visible lines.
  var window = RowWindow()
  /// The item with the cursor; it stays while the source loads.
  var anchor: Anchor?
  /// The item at the upper edge; it stays while the source loads.
  var top: Anchor?
  /// The item that gets the cursor if its row is deleted with others.
  var afterDeletion: Anchor?
  /// The row that gets the cursor once it exists: the change that adds it may be known before the
  /// row is found.
  var pending: Anchor?
  /// The order that was requested while the cursor was on the first row, until its rows are found.
  ///
  /// The cursor then goes to the new first row, since a person at the top wants to see the first
  /// rows.
  var orderAtTop: AskedOrder?
  /// The number of hidden columns after the first one.
  var columnScroll = 0
  /// The column to which actions on a column apply; `nil` until a person chooses one.
  var column: String?
  /// The column to scroll to as soon as the source has it.
  var wantedColumn: String?
}

/// The row with the cursor, and the visible rows around it.
///
/// If rows or size change, the cursor is on an existing row (or there are no rows), and it is
/// visible. No space stays empty below the last row while rows are hidden above the first. If rows
/// can be taller than one line, the drawing code takes care of the last two conditions.
struct RowWindow: Hashable {
  /// The number of rows.
  private(set) var count = 0
  /// The number of rows that fit, if each is one line.
  private(set) var height = 1
  /// Whether rows can be taller than one line, so that any row may be the first visible one.
  var hasTallRows = false {
    didSet { settle() }
  }
  /// The row with the cursor, from 0; 0 if there are no rows.
  private(set) var cursor = 0
  /// The first visible row.
  private(set) var top = 0

  var visible: Range<Int> { top..<min(count, top + height) }

  mutating func resize(count: Int, height: Int) {
    self.count = max(0, count)
    self.height = max(1, height)
    settle()
  }

  mutating func move(to row: Int) {
    cursor = row
    settle()
  }

  mutating func move(by rows: Int) {
    move(to: cursor.addingReportingOverflow(rows).partialValue)
  }

  /// Scrolls the rows; the cursor stays on its row while that is visible.
  mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, count - height))
    cursor = max(top, min(cursor, top + height - 1))
    settle()
  }

  /// Scrolls with the wheel.
  ///
  /// - Returns: whether the event was a turn of the wheel.
  @discardableResult
  mutating func scroll(_ event: MouseEvent) -> Bool {
    guard event.kind == .wheelUp || event.kind == .wheelDown else { return false }
    scroll(by: event.kind == .wheelUp ? -3 : 3)
    return true
  }

  /// Sets the cursor and the first visible row.
  mutating func place(cursor: Int, top: Int) {
    self.cursor = cursor
    self.top = top
    settle()
  }

  private mutating func settle() {
    cursor = max(0, min(cursor, count - 1))
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    top = max(0, min(top, hasTallRows ? count - 1 : count - height))
  }
}

extension Array {
  /// The nearest element from `start` on, in the direction of `step`, that can have the cursor.
  func stop(from start: Int, step: Int, where canHaveCursor: (Element) -> Bool) -> Int? {
    var place = start
    while indices.contains(place) {
      if canHaveCursor(self[place]) { return place }
      place += step
    }
    return nil
  }
}
