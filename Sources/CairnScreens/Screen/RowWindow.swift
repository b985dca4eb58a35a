public import CairnInterface

/// The row with the cursor, and the visible rows around it.
///
/// If rows or size change, the cursor is on an existing row (or there are no rows), and it is
/// visible. No space stays empty below the last row while rows are hidden above the first. If rows
/// can be taller than one line, the drawing code takes care of the last two conditions.
///
/// ``RowScreen`` uses it for a screen of your own.
public struct RowWindow: Hashable, Sendable {
  /// The number of rows.
  public private(set) var count = 0
  /// The number of rows that fit, if each is one line.
  public private(set) var height = 1
  /// Whether rows can be taller than one line, so that any row may be the first visible one.
  public var hasTallRows = false {
    didSet { settle() }
  }
  /// The row with the cursor, from 0; 0 if there are no rows.
  public private(set) var cursor = 0
  /// The first visible row.
  public private(set) var top = 0

  /// Creates a window without rows.
  public init() {}

  /// The visible rows.
  public var visible: Range<Int> { top..<min(count, top + height) }

  /// Sets the number of rows, and the number of rows that fit.
  public mutating func resize(count: Int, height: Int) {
    self.count = max(0, count)
    self.height = max(1, height)
    settle()
  }

  /// Moves the cursor to a row, or to the nearest one that exists.
  public mutating func move(to row: Int) {
    cursor = row
    settle()
  }

  /// Moves the cursor down by some rows; up, if the number is negative.
  public mutating func move(by rows: Int) {
    move(to: cursor.addingReportingOverflow(rows).partialValue)
  }

  /// Scrolls the rows; the cursor stays on its row while that is visible.
  public mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, count - height))
    cursor = max(top, min(cursor, top + height - 1))
    settle()
  }

  /// Scrolls with the wheel.
  ///
  /// - Returns: whether the event was a turn of the wheel.
  @discardableResult
  public mutating func scroll(_ event: MouseEvent) -> Bool {
    guard event.kind == .wheelUp || event.kind == .wheelDown else { return false }
    scroll(by: event.kind == .wheelUp ? -3 : 3)
    return true
  }

  /// Sets the cursor and the first visible row.
  public mutating func place(cursor: Int, top: Int) {
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

  /// The movements from row to row, without pages.
  static let movements: [ActionName] = [
    .rowDown, .promptDown, .rowUp, .promptUp, .rowFirst, .promptFirst, .rowLast, .promptLast,
  ]

  /// Performs one of the movements, such as `rowDown` and `pageUp`; false for other actions.
  public mutating func perform(_ action: ActionName) -> Bool {
    switch action {
    case .rowDown, .promptDown: move(by: 1)
    case .rowUp, .promptUp: move(by: -1)
    case .rowFirst, .promptFirst: move(to: 0)
    case .rowLast, .promptLast: move(to: count - 1)
    case .halfPageDown: move(by: max(1, height / 2))
    case .halfPageUp: move(by: -max(1, height / 2))
    case .pageDown: move(by: height)
    case .pageUp: move(by: -height)
    default: return false
    }
    return true
  }
}
