public import CairnInterface
public import CairnNavigation

/// A screen of rows with a cursor, which draws each row itself.
///
/// A screen of your own states its rows. Movements, scrolling, clicks, the row of the cursor and
/// the marks of hidden rows come with the protocol:
///
///     final class Colors: RowScreen {
///       let title = "Colors"
///       var window = RowWindow()
///       let names = ["red", "green", "blue"]
///       var rowCount: Int { names.count }
///
///       func drawRow(_ index: Int, at row: Int, on canvas: inout Canvas, theme: Theme) {
///         canvas.write(names[index], at: Position(column: 2, row: row))
///       }
///       func open(_ index: Int) -> [Effect] { [.say(Message(names[index]))] }
///     }
///
/// A list with columns, filters or marks is a ``ListScreen`` instead.
public protocol RowScreen: Screen {
  /// The row with the cursor, and the visible rows.
  var window: RowWindow { get set }
  /// The number of rows; each drawing and each key asks for it.
  var rowCount: Int { get }
  /// Draws a row.
  ///
  /// - Parameters:
  ///   - index: the row, from 0.
  ///   - row: the line of the canvas. Its first column is the place of the cursor's bar.
  ///   - canvas: the canvas.
  ///   - theme: the theme of the screen.
  func drawRow(_ index: Int, at row: Int, on canvas: inout Canvas, theme: Theme)
  /// Opens a row after Enter or a double click.
  func open(_ index: Int) -> [Effect]
}

extension RowScreen {
  /// The contexts of a screen with rows.
  public var contexts: [ActionContext] { [.rows, .browsing] }

  /// The place of the cursor among the rows.
  public var status: ScreenStatus {
    rowCount == 0
      ? ScreenStatus() : ScreenStatus("\(Count.text(window.cursor + 1)) of \(Count.text(rowCount))")
  }

  /// Fits the rows to a size.
  public func layOut(in size: Size) { window.resize(count: rowCount, height: size.rows) }

  /// Counts the rows again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    window.resize(count: rowCount, height: window.height)
    return []
  }

  /// Draws the visible rows, with the bar of the cursor.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    window.resize(count: rowCount, height: window.height)
    for (row, index) in window.visible.enumerated() {
      drawRow(index, at: row, on: &canvas, theme: theme)
    }
    guard window.count > 0 else { return }
    canvas.markCursor(row: window.cursor - window.top, theme: theme)
    canvas.markHidden(by: window, theme: theme)
  }

  /// Performs the actions of rows.
  public func perform(_ action: ActionName) -> [Effect]? { performInRows(action) }

  /// Performs the movements and `open`; `nil` for other actions.
  ///
  /// A screen with actions of its own calls it at the end of its `perform`.
  public func performInRows(_ action: ActionName) -> [Effect]? {
    window.resize(count: rowCount, height: window.height)
    if action == .open { return window.count > 0 ? open(window.cursor) : [] }
    return window.perform(action) ? [] : nil
  }

  /// Scrolls with the wheel, moves the cursor to a clicked row, and opens one that is clicked twice.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    window.resize(count: rowCount, height: window.height)
    guard !window.scroll(event), event.kind == .press, event.button == .left else { return [] }
    let index = window.top + event.position.row
    guard window.visible.contains(index) else { return [] }
    window.move(to: index)
    return event.clicks == 2 ? open(index) : []
  }

  /// The lines of the visible rows.
  public var itemRows: [Int]? { Array(0..<window.visible.count) }

  /// Saves the place of the cursor.
  public func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(window.cursor, as: "row")
    encoder.encode(window.top, as: "top")
  }

  /// Restores the place of the cursor.
  public func decodeState(from decoder: StateDecoder) {
    guard let row: Int = decoder.decode("row"), let top: Int = decoder.decode("top"),
      (0..<Int.max).contains(row)
    else { return }
    window.resize(count: max(rowCount, row + 1), height: window.height)
    window.place(cursor: row, top: top)
  }
}
