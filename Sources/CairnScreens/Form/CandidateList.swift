public import CairnInterface

/// The line that is typed into, the records below it, and beside them the page of the one with the
/// cursor, of which pickers of links consist.
struct CandidateList {
  var search: TextField
  var window = RowWindow()
  /// What stands beside the records: the page of the one with the cursor.
  private(set) var pane = SidePane()
  /// Whether lines are read aloud, one after the other.
  var isSpoken = false
  private var room = Size(columns: 60, rows: 12)

  /// A list of nothing yet, with a text to look for.
  init(searching text: String) { search = TextField(text) }

  /// Where the box of a picker lies.
  func frame(in size: Size) -> Region {
    let wanted =
      pane.isWanted
      ? Size(columns: 120, rows: max(14, size.rows * 3 / 4)) : Size(columns: 64, rows: 14)
    let box = Size(
      columns: min(wanted.columns, size.columns), rows: min(wanted.rows, size.rows))
    return Region(size).centered(box)
  }

  /// Where records and page lie within the box: side by side where both have columns enough, else
  /// one above the other.
  private var parts: (rows: Region, pane: Region?) {
    pane.split(Region(room), isSpoken: isSpoken)
  }

  /// What is wrong with the room, if the page has none.
  var obstacle: String? { pane.isWanted && parts.pane == nil ? SidePane.noRoom.text : nil }

  /// Takes the room that there is within the box.
  mutating func layOut(in size: Size) {
    room = size
    window.resize(count: window.count, height: parts.rows.rows - 1)
    if let region = parts.pane { pane.page?.detail.layOut(in: region.size) }
  }

  /// Shows another number of records, from the first one on.
  mutating func show(count: Int) {
    window.resize(count: count, height: window.height)
    window.move(to: 0)
  }

  /// Does an action about the page; false if `action` is none of them.
  mutating func perform(_ action: ActionName) -> Bool {
    switch action {
    case .previewDown: _ = pane.turn(.wheelDown, in: parts.pane)
    case .previewUp: _ = pane.turn(.wheelUp, in: parts.pane)
    default:
      guard pane.perform(action) else { return false }
      // The box may be as large as before, and nobody tells of its room again.
      layOut(in: room)
    }
    return true
  }

  /// Shows the page of the record with the cursor, if pages are shown.
  mutating func follow(_ id: String?, of field: FormField, in source: any FormSource) {
    guard pane.isWanted, let id else { return pane.page = nil }
    guard id != pane.page?.id else { return }
    pane.page = source.detail(ofLink: id, in: field).map { detail in
      let size = parts.pane?.size ?? Size(columns: 0, rows: 0)
      let screen = DetailScreen(detail, beside: size, laysOutAtOnce: true)
      // What a record that is gone asks for is not asked of the picker.
      _ = screen.refresh(Surroundings(isBeside: true))
      return RowPage(id: id, detail: screen)
    }
  }

  /// The place of the record at a position within the box.
  private func index(at position: Position) -> Int? {
    let index = window.top + position.row - 1
    return position.row > 0 && parts.rows.contains(position) && window.visible.contains(index)
      ? index : nil
  }

  /// Takes a turn of the wheel, for what is under it.
  private mutating func scroll(_ event: MouseEvent) {
    if parts.pane?.contains(event.position) == true {
      pane.page?.detail.window.scroll(event)
    } else {
      window.scroll(event)
    }
  }

  /// The place of the record that a click takes; a turn of the wheel is taken here.
  mutating func clicked(by event: MouseEvent) -> Int? {
    scroll(event)
    guard event.kind == .press, event.button == .left else { return nil }
    return index(at: event.position)
  }

  /// Draws the line, the records in sight and the page.
  ///
  /// - Parameters:
  ///   - canvas: the inside of the box.
  ///   - theme: how things look.
  ///   - none: what is said where there is none.
  ///   - sign: what stands before the record at a place, where records can have signs.
  ///   - row: the record at a place.
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
    // What tells records from each other takes no more room than it needs from their titles.
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
/// A picker of records or of choices says what matches, and what follows once it is taken.
public class CandidatePicker: Overlay {
  /// The name in the breadcrumb, or on the box.
  public let title: String
  var list: CandidateList

  init(_ title: String, searching text: String = "") {
    (self.title, list) = (title, CandidateList(searching: text))
  }

  /// Short words on the lower edge of the box.
  public var footer: KeyWords { KeyWords("") }
  /// Where its keys are looked up.
  public var contexts: [ActionContext] { [.text, .prompt] }
  /// What is looked for.
  public var typedText: String? { list.search.text }

  /// Where its box lies.
  public func frame(in size: Size) -> Region { list.frame(in: size) }

  /// Takes the room that there is.
  public func layOut(in size: Size) { list.layOut(in: size) }

  /// Takes note of who it is drawn for.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    list.isSpoken = surroundings.isSpoken
    return []
  }

  /// Draws its state.
  public func draw(on canvas: inout Canvas, theme: Theme) {}

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    list.search.insert(text)
    return find()
  }

  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? {
    if list.search.perform(action) { return find() }
    if list.perform(action) || list.window.perform(action) {
      follow()
      return []
    }
    return action == .accept ? take(list.window.cursor) : nil
  }

  /// Takes a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    let place = list.clicked(by: event)
    follow()
    return place.map(take) ?? []
  }

  /// Looks for what was typed.
  func find() -> [Effect] { [] }
  /// Shows the page of the candidate with the cursor.
  func follow() {}
  /// Takes the candidate at a place.
  func take(_ index: Int) -> [Effect] { [] }
}

/// Finds the records that match what is typed into a picker, on another thread where there are
/// many.
final class CandidateSearch {
  private let field: FormField
  private let source: any FormSource
  private let searching = SingleFlight()
  /// What was looked for last; `nil` before anything was found, or found missing.
  private var shownText: String?
  /// Whether somebody asked for records; who stopped to wait for them isn't asked again.
  private(set) var hasBegun = false

  /// How many records are looked for at most.
  private static let limit = 200

  init(for field: FormField, in source: any FormSource) {
    (self.field, self.source) = (field, source)
  }

  /// Whether all is found at once.
  var isShort: Bool { source.findingCandidates(for: field, matching: "", limit: 1) == nil }

  /// What stands where no record does.
  var none: String {
    if shownText != nil { return "no record matches" }
    return hasBegun && !searching.isUnderWay ? "not searched yet; type to search" : "searching"
  }

  /// Looks for what is typed, and then for what was typed meanwhile.
  ///
  /// - Parameters:
  ///   - text: what is typed, asked again once something was found.
  ///   - show: takes the records.
  ///   - abandon: takes what was looked for before, once a person has stopped to wait.
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
