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
  /// The items of a saved cursor and of the upper edge, until the source has found the row.
  ///
  /// A source may find its rows in pieces. A key or a click ends the wait.
  var awaited: (cursor: Anchor, top: Anchor?)?
  /// The order that was requested while the cursor was on the first row, until its rows are found.
  ///
  /// The cursor then goes to the new first row, since a person at the top wants to see the first
  /// rows.
  var orderAtTop: AskedOrder?
  /// Whether the cursor waits on the last row, if new rows come there; a new list does.
  var followsEnd = true
  /// The number of hidden columns after the first one.
  var columnScroll = 0
  /// The column to which actions on a column apply; `nil` until a person chooses one.
  var column: String?
  /// The column to scroll to as soon as the source has it.
  var wantedColumn: String?
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
