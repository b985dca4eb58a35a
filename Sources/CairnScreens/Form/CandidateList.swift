internal import CairnInterface

/// The line that is typed into, the records below it, and beside them the page of the one with the
/// cursor, of which pickers of links consist.
struct CandidateList {
  var search: TextField
  var window = RowWindow()
  /// Whether the page is shown, and which.
  private(set) var showsPage = false
  private var page: ListPreview?
  /// Whether lines are read aloud, one after the other.
  var isSpoken = false
  private var room = Size(columns: 60, rows: 12)

  /// A list of nothing yet, with a text to look for.
  init(searching text: String) { search = TextField(text) }

  /// Where the box of a picker lies.
  func frame(in size: Size) -> Region {
    let wanted =
      showsPage
      ? Size(columns: 120, rows: max(14, size.rows * 3 / 4)) : Size(columns: 64, rows: 14)
    let box = Size(
      columns: min(wanted.columns, size.columns), rows: min(wanted.rows, size.rows))
    return Region(size).centered(box)
  }

  /// Where records and page lie within the box: side by side where both have columns enough, else
  /// one above the other.
  private var parts: (list: Region, page: Region?) {
    let area = Region(room)
    guard showsPage else { return (area, nil) }
    let shared = PaneShare(percent: 50).split(area, isSpoken: isSpoken)
    return (shared.rows, shared.pane)
  }

  /// What is wrong with the room, if the page has none.
  var obstacle: String? { showsPage && parts.page == nil ? BesidePane.noRoom.text : nil }

  /// Takes the room that there is within the box.
  mutating func layOut(in size: Size) {
    room = size
    window.resize(count: window.count, height: parts.list.rows - 1)
    if let region = parts.page { page?.detail.layOut(in: region.size) }
  }

  /// Shows another number of records, from the first one on.
  mutating func show(count: Int) {
    window.resize(count: count, height: window.height)
    window.move(to: 0)
  }

  /// Does an action about the page; false if `action` is none of them.
  mutating func perform(_ action: ActionName) -> Bool {
    switch action {
    case .togglePreview:
      (showsPage, page) = (!showsPage, nil)
      // The box may be as large as before, and nobody tells of its room again.
      layOut(in: room)
    case .previewDown: page?.detail.scroll(by: 3)
    case .previewUp: page?.detail.scroll(by: -3)
    default: return false
    }
    return true
  }

  /// Shows the page of the record with the cursor, if pages are shown.
  mutating func follow(_ id: String?, of field: FormField, in source: any FormSource) {
    guard showsPage, let id else { return page = nil }
    guard id != page?.id else { return }
    page = source.detail(ofLink: id, in: field).map { detail in
      let size = parts.page?.size ?? Size(columns: 0, rows: 0)
      let screen = DetailScreen(detail, beside: size, laysOutAtOnce: true)
      // What a record that is gone asks for is not asked of the picker.
      _ = screen.refresh(Surroundings(isBeside: true))
      return ListPreview(id: id, detail: screen)
    }
  }

  /// The place of the record at a position within the box.
  private func index(at position: Position) -> Int? {
    let index = window.top + position.row - 1
    return position.row > 0 && parts.list.contains(position) && window.visible.contains(index)
      ? index : nil
  }

  /// Takes a turn of the wheel, for what is under it.
  private mutating func scroll(_ event: MouseEvent) {
    if parts.page?.contains(event.position) == true {
      page?.detail.window.scroll(event)
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
    if let region = parts.page {
      canvas.drawRule(before: region, theme: theme)
      canvas.draw(in: region) { canvas in page?.detail.draw(on: &canvas, theme: theme) }
    }
    canvas.draw(in: parts.list) { canvas in
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
