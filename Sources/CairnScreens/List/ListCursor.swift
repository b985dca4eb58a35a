internal import CairnInterface

/// Where the cursor of a list is, and what is in sight.
///
/// The cursor belongs to a record: it stays with it when rows come and go around it.
struct ListCursor {
  /// What the cursor or the upper edge is at, whatever comes and goes around it.
  enum Anchor: Hashable {
    /// The row with this id.
    case row(String)
    /// The head of the section with this id.
    case head(String)
  }

  /// Which line has the cursor, and which are in sight.
  var window = RowWindow()
  /// What has the cursor; it outlives a source that loads.
  var anchor: Anchor?
  /// What is at the upper edge; it outlives a source that loads.
  var top: Anchor?
  /// What gets the cursor where its row is deleted with others.
  var afterDeletion: Anchor?
  /// The row that is to have the cursor once it is there: what brought it may be known before it is
  /// found.
  var pending: Anchor?
  /// The order that was asked for with the cursor on the first row, until its rows are there.
  ///
  /// Then the cursor is on the first one of them, too: who is at the top looks at what comes first.
  var orderAtTop: AskedOrder?
  /// How many columns behind the first one are left out, for those at the right.
  var columnScroll = 0
  /// The column that is to come in sight as soon as the source has it.
  var wantedColumn: String?
}

/// Which row has the cursor, and which rows are in sight around it.
///
/// However rows and room change, the cursor is on a row that exists (or there are none), it is in
/// sight, and no room is left empty below the last row while rows are hidden above the first. Where
/// rows can be higher than one, whoever draws them sees to the last two.
struct RowWindow: Hashable {
  /// How many rows there are.
  private(set) var count = 0
  /// How many fit in the room, if each is one high.
  private(set) var height = 1
  /// Whether rows can be higher than one, so that any of them may be the first in sight.
  var hasTallRows = false {
    didSet { settle() }
  }
  /// The row with the cursor, from 0; 0 when there are none.
  private(set) var cursor = 0
  /// The first row in sight.
  private(set) var top = 0

  /// The rows in sight.
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

  /// Turns the page under the cursor, which stays where it is while it is in sight.
  mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, count - height))
    cursor = max(top, min(cursor, top + height - 1))
    settle()
  }

  /// Turns the page where the wheel does.
  ///
  /// - Returns: whether the event is a turn of the wheel.
  @discardableResult
  mutating func scroll(_ event: MouseEvent) -> Bool {
    guard event.kind == .wheelUp || event.kind == .wheelDown else { return false }
    scroll(by: event.kind == .wheelUp ? -3 : 3)
    return true
  }

  /// Puts cursor and top where they were before rows came and went.
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
  /// The nearest row at or beyond `start`, in the direction of `step`, where the cursor can stand.
  func stop(from start: Int, step: Int, where canHaveCursor: (Element) -> Bool) -> Int? {
    var place = start
    while indices.contains(place) {
      if canHaveCursor(self[place]) { return place }
      place += step
    }
    return nil
  }
}
