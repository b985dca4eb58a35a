public import CairnInterface
public import CairnNavigation

/// A box with a search line, the matching rows below it, and possibly a side pane.
///
/// Each kind of picker decides which rows match, how a row looks, and what follows a choice.
public class Picker: Overlay {
  /// The title in the breadcrumb, or on the box.
  public let title: String
  var search: TextField
  var window = RowWindow()
  var pane = SidePane()
  /// The problem that is shown instead of the rows, if there is one.
  var problem: String?
  private(set) var isSpoken = false
  private var room = Size(columns: 60, rows: 12)

  init(_ title: String, searching text: String = "") {
    (self.title, search) = (title, TextField(text))
  }

  /// The hint on the lower edge of the box, or a message that the side pane has no room.
  public final var footer: KeyWords {
    pane.isWanted && parts.pane == nil ? KeyWords(SidePane.noRoom.text) : hint
  }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.text, .prompt] }
  /// The search text.
  public final var typedText: String? { search.text }
  /// Whether only the app's own words are shown.
  public var hasOwnWordsOnly: Bool { false }
  /// The URL of the row under the cursor, if it has one.
  public var selection: ScreenURL? { nil }
  /// The interval at which the side pane is read again.
  public var pace: Duration? { pane.pace }
  /// Everything except the search text may wait while it is typed.
  public final var deferredParts: DeferredParts {
    let rows = parts.rows
    let count = rows.rows(0..<1).splitRight(Self.countColumns + 1).right
    return DeferredParts(
      [rows.splitTop(1).rest, count, parts.pane].compactMap(\.self), awaitsResult: isSeeking)
  }
  /// Whether an action has an effect here.
  public func offers(_ action: ActionName) -> Bool { true }

  /// The region of the box.
  public func frame(in size: Size) -> Region {
    let wanted =
      pane.isWanted
      ? Size(columns: 120, rows: max(14, size.rows * 3 / 4)) : Size(columns: 64, rows: 14)
    let box = Size(columns: min(wanted.columns, size.columns), rows: min(wanted.rows, size.rows))
    return Region(size).centered(box)
  }

  /// Fits the picker to a size.
  public final func layOut(in size: Size) {
    room = size
    window.resize(count: window.count, height: parts.rows.rows - 1)
    guard let region = parts.pane else { return }
    pane.page?.detail.layOut(in: region.size)
    pane.layOut(in: region)
  }

  /// Learns whether a screen reader is used.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    isSpoken = surroundings.isSpoken
    return []
  }

  /// Updates the side pane to the row under the cursor.
  public func lookBeside(_ surroundings: Surroundings) -> [Effect] { [] }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    search.insert(text)
    return typed()
  }

  /// Takes pasted text like typed text.
  public final func paste(_ text: String) -> [Effect]? { insert(text) }

  /// Performs one of the picker's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    let before = search.text
    if search.perform(action) { return search.text == before ? [] : typed() }
    if window.perform(action) {
      problem = nil
      return follow()
    }
    return act(action).map { $0 + follow() }
  }

  /// Handles a click or a turn of the wheel.
  public final func mouse(_ event: MouseEvent) -> [Effect] {
    if let region = parts.pane, region.contains(event.position) {
      return pane.mouse(event, in: region) { linked in
        [.dismiss, .openText(linked.link.text, linked.origin)]
      }
    }
    if window.scroll(event) { return follow() }
    let index = window.top + event.position.row - 1
    guard event.kind == .press, event.button == .left, event.position.row > 0,
      parts.rows.contains(event.position), window.visible.contains(index)
    else { return [] }
    window.move(to: index)
    return click(index, event) + follow()
  }

  private func typed() -> [Effect] {
    problem = nil
    return find() + follow()
  }

  /// Shows a new number of rows, from the first one on.
  final func show(count: Int) {
    window.resize(count: count, height: window.height)
    window.move(to: 0)
  }

  /// The usual width of the words at the end of the search line.
  private static let countColumns = 10

  // MARK: For subclasses

  /// Whether a search for the text is running.
  var isSeeking: Bool { false }

  /// The hint about keys.
  var hint: KeyWords { "" }
  /// The sign before the search text.
  var sign: String { "/" }
  /// The words at the end of the search line, such as the number of rows.
  var countWords: String? { nil }
  /// The words if no row matches.
  var none: String { "" }
  /// Whether the picker can have a side pane.
  var mayHavePane: Bool { false }
  /// Finds the rows for the search text.
  func find() -> [Effect] { [] }
  /// Updates the side pane to the row under the cursor.
  func follow() -> [Effect] { [] }
  /// Takes the row at an index.
  func take(_ index: Int) -> [Effect] { [] }
  /// Performs an action that is neither typing nor moving.
  func act(_ action: ActionName) -> [Effect]? {
    if action == .accept { return take(window.cursor) }
    return Self.panes.perform(action, by: self)
  }
  /// Handles a click on the row at an index, which has the cursor already.
  func click(_ index: Int, _ event: MouseEvent) -> [Effect] { take(index) }
  /// Draws the rows with these indexes, each at its row of the canvas.
  func drawRows(_ rows: [(index: Int, row: Int)], on canvas: inout Canvas, theme: Theme) {}

  private static let panes: HandlerTable<Picker> = paneHandlers
}

// MARK: - Drawing

extension Picker {
  /// Draws the picker.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    pane.draw(in: parts.pane, on: &canvas, theme: theme)
    canvas.draw(in: parts.rows) { canvas in
      let cursor = drawSearch(on: &canvas, theme: theme)
      canvas.draw(in: Region(canvas.size).rows(1..<max(1, canvas.size.rows))) { canvas in
        drawBody(on: &canvas, theme: theme)
      }
      // A screen reader reads the row of the cursor, so the cursor is on the choice.
      if !theme.glyphs.hasWords || canvas.cursor == nil { canvas.cursor = cursor }
    }
  }

  private func drawSearch(on canvas: inout Canvas, theme: Theme) -> Position? {
    var pen = Pen(theme, column: 1)
    pen.write(sign, .accent, on: &canvas)
    let words = (countWords ?? "").replacing(
      GlyphSet.unicode.ellipsis, with: theme.glyphs.ellipsis)
    let width = max(countWords == nil ? 0 : 7, GlyphWidth.columns(of: words))
    let cursor = search.draw(
      at: Position(column: 3, row: 0), columns: max(1, canvas.size.columns - 4 - width),
      style: .plain, on: &canvas, theme: theme)
    pen.column = max(4, canvas.size.columns - 1 - width)
    pen.write(words, .dim, on: &canvas, columns: width, alignment: .right)
    return cursor
  }

  private func drawBody(on canvas: inout Canvas, theme: Theme) {
    if let problem {
      let lines = TextLayout.wrap(problem, columns: max(2, canvas.size.columns - 4))
      for (row, line) in lines.enumerated() {
        var pen = Pen(theme, column: 3, row: row)
        pen.write(line.text, .bad, on: &canvas)
      }
      return
    }
    if window.count == 0 {
      var pen = Pen(theme, column: 3)
      pen.write(none, .dim, on: &canvas)
    }
    drawRows(window.visible.map { ($0, $0 - window.top) }, on: &canvas, theme: theme)
    if window.count > 0 { canvas.markCursor(row: window.cursor - window.top, theme: theme) }
    canvas.markHidden(by: window, theme: theme)
  }
}

extension Picker {
  /// The rows above and below the shown ones.
  public var hiddenRows: HiddenRows { HiddenRows(window) }
  /// The rows of the visible choices, below the search.
  public var itemRows: [Int]? { window.visible.map { parts.rows.row + 1 + $0 - window.top } }
}

extension Picker: SidePaneOwner {
  var parts: (rows: Region, pane: Region?) { pane.split(Region(room), isSpoken: isSpoken) }

  func paneChanged() -> [Effect] {
    // The box may keep its size, so that no other layout call follows.
    layOut(in: room)
    return []
  }
}
