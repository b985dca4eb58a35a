public import CairnInterface

/// The main part of a link picker: a search line, the matching records below it, and the page of
/// the record under the cursor beside them.
struct CandidateList {
  var search: TextField
  var window = RowWindow()
  /// The pane with the page of the record under the cursor.
  private(set) var pane = SidePane()
  /// Whether a screen reader reads the lines in order.
  var isSpoken = false
  private var room = Size(columns: 60, rows: 12)

  /// Creates an empty list with a search text.
  init(searching text: String) { search = TextField(text) }

  /// The region of the picker's box.
  func frame(in size: Size) -> Region {
    let wanted =
      pane.isWanted
      ? Size(columns: 120, rows: max(14, size.rows * 3 / 4)) : Size(columns: 64, rows: 14)
    let box = Size(
      columns: min(wanted.columns, size.columns), rows: min(wanted.rows, size.rows))
    return Region(size).centered(box)
  }

  /// The regions of records and page within the box: side by side if both have enough columns, else
  /// one above the other.
  private var parts: (rows: Region, pane: Region?) {
    pane.split(Region(room), isSpoken: isSpoken)
  }

  /// The message if the page has no room.
  var obstacle: String? { pane.isWanted && parts.pane == nil ? SidePane.noRoom.text : nil }

  /// Fits the list to the size of the box.
  mutating func layOut(in size: Size) {
    room = size
    window.resize(count: window.count, height: parts.rows.rows - 1)
    if let region = parts.pane { pane.page?.detail.layOut(in: region.size) }
  }

  /// Shows a new number of records, from the first one on.
  mutating func show(count: Int) {
    window.resize(count: count, height: window.height)
    window.move(to: 0)
  }

  /// Performs an action of the page; false for other actions.
  mutating func perform(_ action: ActionName) -> Bool {
    switch action {
    case .previewDown: _ = pane.turn(.wheelDown, in: parts.pane)
    case .previewUp: _ = pane.turn(.wheelUp, in: parts.pane)
    default:
      guard pane.perform(action) else { return false }
      // The box may keep its size, so that no other layout call follows.
      layOut(in: room)
    }
    return true
  }

  /// Shows the page of the record under the cursor, if pages are shown.
  mutating func follow(_ id: String?, of field: FormField, in source: any FormSource) {
    guard pane.isWanted, let id else { return pane.page = nil }
    guard id != pane.page?.id else { return }
    pane.page = source.detail(ofLink: id, in: field).map { detail in
      let size = parts.pane?.size ?? Size(columns: 0, rows: 0)
      let screen = DetailScreen(detail, beside: size, laysOutAtOnce: true)
      // The picker ignores the page's effects for a missing record.
      _ = screen.refresh(Surroundings(isBeside: true))
      return RowPage(id: id, detail: screen)
    }
  }

  /// The index of the record at a position within the box.
  private func index(at position: Position) -> Int? {
    let index = window.top + position.row - 1
    return position.row > 0 && parts.rows.contains(position) && window.visible.contains(index)
      ? index : nil
  }

  /// Scrolls the part under the wheel.
  private mutating func scroll(_ event: MouseEvent) {
    if parts.pane?.contains(event.position) == true {
      pane.page?.detail.window.scroll(event)
    } else {
      window.scroll(event)
    }
  }

  /// The index of a clicked record; the wheel scrolls here.
  mutating func clicked(by event: MouseEvent) -> Int? {
    scroll(event)
    guard event.kind == .press, event.button == .left else { return nil }
    return index(at: event.position)
  }

  /// Draws the search line, the visible records and the page.
  ///
  /// - Parameters:
  ///   - canvas: the inside of the box.
  ///   - theme: the theme.
  ///   - none: the text if there is no record.
  ///   - sign: the sign before the record at an index, if records can have signs.
  ///   - row: the record at an index.
  func draw(
    on canvas: inout Canvas, theme: Theme, none: String,
    sign: ((Int) -> String)? = nil, row: (Int) -> FormCandidate
  ) {
    pane.draw(in: parts.pane, on: &canvas, theme: theme)
    canvas.draw(in: parts.rows) { canvas in
      drawList(on: &canvas, theme: theme, none: none, sign: sign, row: row)
    }
  }

  private func drawList(
    on canvas: inout Canvas, theme: Theme, none: String, sign: ((Int) -> String)?,
    row: (Int) -> FormCandidate
  ) {
    var pen = Pen(theme, column: 1)
    pen.write("/ ", .accent, on: &canvas)
    let cursor = search.draw(
      at: Position(column: 3, row: 0), columns: max(1, canvas.size.columns - 4), style: .plain,
      on: &canvas, theme: theme)
    if window.count == 0 {
      pen = Pen(theme, column: 3, row: 1)
      pen.write(none, .dim, on: &canvas)
    }
    let start = sign == nil ? 2 : 4
    let room = max(0, canvas.size.columns - start - 4)
    // Details get only the width that they need, so that titles keep the rest.
    let widest = window.visible.map { GlyphWidth.columns(of: String(row($0).detail.prefix(room))) }
    let detail = min(widest.max() ?? 0, room * 2 / 5)
    for index in window.visible {
      let place = 1 + index - window.top
      let record = row(index)
      var pen = Pen(theme, column: 2, row: place)
      pen.write(sign?(index) ?? "", .accent, on: &canvas)
      pen.column = start
      pen.write(record.title, on: &canvas, columns: room - detail)
      pen.column += 2
      pen.write(record.detail, .dim, on: &canvas, columns: detail)
      if index == window.cursor { canvas.markCursor(row: place, theme: theme) }
    }
    let rows = Region(canvas.size).rows(1..<max(1, canvas.size.rows))
    canvas.draw(in: rows) { canvas in canvas.markHidden(by: window, theme: theme) }
    canvas.cursor = cursor
  }
}

/// A box in which a person types a part of a name, sees what matches, and takes it.
///
/// Each kind of picker decides what matches, and what follows a choice.
public class CandidatePicker: Overlay {
  /// The title in the breadcrumb, or on the box.
  public let title: String
  var list: CandidateList

  init(_ title: String, searching text: String = "") {
    (self.title, list) = (title, CandidateList(searching: text))
  }

  /// The hint on the lower edge of the box.
  public var footer: KeyWords { KeyWords("") }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.text, .prompt] }
  /// The search text.
  public var typedText: String? { list.search.text }

  /// The region of the box.
  public func frame(in size: Size) -> Region { list.frame(in: size) }

  /// Fits the picker to a size.
  public func layOut(in size: Size) { list.layOut(in: size) }

  /// Learns whether a screen reader is used.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    list.isSpoken = surroundings.isSpoken
    return []
  }

  /// Draws the picker.
  public func draw(on canvas: inout Canvas, theme: Theme) {}

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    list.search.insert(text)
    return find()
  }

  /// Performs one of the picker's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    if list.search.perform(action) { return find() }
    if list.perform(action) || list.window.perform(action) {
      follow()
      return []
    }
    return action == .accept ? take(list.window.cursor) : nil
  }

  /// Handles a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    let place = list.clicked(by: event)
    follow()
    return place.map(take) ?? []
  }

  /// Finds the candidates for the typed text.
  func find() -> [Effect] { [] }
  /// Shows the page of the candidate with the cursor.
  func follow() {}
  /// Takes the candidate at a place.
  func take(_ index: Int) -> [Effect] { [] }
}

/// Finds the records that match a picker's search text, on another thread if there are many.
final class CandidateSearch {
  private let field: FormField
  private let source: any FormSource
  private let searching = SingleFlight()
  /// The text of the last finished search; `nil` before the first one.
  private var shownText: String?
  /// Whether a search was requested; after a cancellation, no search starts automatically.
  private(set) var hasBegun = false

  /// The most records that a search returns.
  private static let limit = 200

  init(for field: FormField, in source: any FormSource) {
    (self.field, self.source) = (field, source)
  }

  /// Whether a search finishes at once.
  var isShort: Bool { source.findingCandidates(for: field, matching: "", limit: 1) == nil }

  /// The text for an empty list.
  var none: String {
    if shownText != nil { return "no record matches" }
    return hasBegun && !searching.isUnderWay ? "not searched yet; type to search" : "searching"
  }

  /// Searches for the current text, and again if it changed in the meantime.
  ///
  /// - Parameters:
  ///   - text: the current search text, read again after each search.
  ///   - show: shows the records.
  ///   - abandon: gets the previous text after a person canceled the wait.
  /// - Returns: the effects that start the work.
  func find(
    _ text: @escaping () -> String, show: @escaping ([FormCandidate]) -> Void,
    abandon: @escaping (String) -> Void
  ) -> [Effect] {
    guard !searching.isUnderWay else { return [] }
    hasBegun = true
    let wanted = text()
    let find = source.findingCandidates(for: field, matching: wanted, limit: Self.limit)
    guard let find else {
      shownText = wanted
      show(source.candidates(for: field, matching: wanted, limit: Self.limit))
      return []
    }
    return searching.start("searching", holdsKeys: true, takesText: true, work: find) {
      [weak self] found in
      guard let self else { return [] }
      shownText = wanted
      show(found)
      return text() == wanted ? [] : self.find(text, show: show, abandon: abandon)
    } abandon: { [weak self] in
      abandon(self?.shownText ?? "")
      return []
    }
  }
}
