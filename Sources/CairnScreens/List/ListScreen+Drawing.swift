public import CairnInterface
internal import CairnNavigation

extension ListScreen {
  /// Draws the list.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    pane.draw(in: parts.pane, on: &canvas, theme: theme)
    canvas.draw(in: parts.rows) { canvas in drawList(on: &canvas, theme: theme) }
  }

  private func drawList(on canvas: inout Canvas, theme: Theme) {
    let plan = plan
    drawFilter(on: &canvas, theme: theme)
    drawHeader(plan, on: &canvas, theme: theme)
    canvas.draw(in: rowsRegion) { canvas in
      if let notice {
        canvas.writeNotice(notice.map { $0.text(keymap, in: contexts) }, theme: theme)
      } else {
        drawLines(plan, on: &canvas, theme: theme)
      }
    }
    if showsTotals {
      let (totals, count) = foot
      drawTotals(
        totals, sign: "", count: count, inRow: rowsRegion.row + rowsRegion.rows, plan,
        on: &canvas, theme: theme)
    }
    drawFilterCursor(on: &canvas, theme: theme)
  }

  /// The totals of the marked rows, or else of all rows, and the number of these rows.
  var foot: (ListSection, count: Int) {
    let marked = rowMarks.ids
    let title = can.grouped?.sectionTotals?.title ?? ""
    if !marked.isEmpty, let totals = can.grouped?.totals(among: marked) {
      let section = ListSection(id: "", title: "\(title) of marked rows", totals: totals)
      return (section, marked.count - rowMarks.hidden)
    }
    let which = marked.isEmpty ? "" : " of all"
    let section = ListSection(id: "", title: title + which, totals: can.grouped?.totals ?? [])
    return (section, source.count)
  }

  /// The text shown if there are no rows.
  private var notice: [KeyWords]? {
    switch source.phase {
    // For a short load, a notice would only flash; the status line shows a long one.
    case .loading where source.count == 0: nil
    case .failed(let reason):
      ["The list can't be shown", KeyWords(reason), "\(key: .reload) tries again · \(.leaves)"]
    case .loading, .ready:
      if source.count > 0 || can.filtered?.filterProblem != nil {
        nil
      } else if source.query.filter.isEmpty {
        ["Nothing here", can.described?.emptyHint ?? ""]
      } else {
        ["Nothing matches", can.described?.noMatchHint ?? source.unfilteredHint]
      }
    }
  }

  private func drawHeader(_ plan: ColumnPlan, on canvas: inout Canvas, theme: Theme) {
    guard let row = headerRow else { return }
    drawHiddenCount(plan, at: row, on: &canvas, theme: theme)
    for place in plan.places {
      let column = source.columns[place.index]
      let title = title(of: column, columns: place.width, theme)
      var pen = Pen(theme, column: Self.gutter + place.start, row: row)
      pen.write(
        title, .bold, on: &canvas, columns: place.width, alignment: column.alignment.layout)
      guard column.name == position.column else { continue }
      let head = Region(
        column: Self.gutter + place.start, row: row, columns: place.width, rows: 1)
      canvas.restyle(head) { $0.attributes.insert(.underline) }
    }
  }

  /// The header of a column with its sort mark; from the second sort column on, with its number.
  private func title(of column: ListColumn, columns: Int, _ theme: Theme) -> String {
    let title = column.title.uppercased()
    let sorts = source.query.sorts
    guard let place = sorts.firstIndex(where: { $0.column == column.name }) else { return title }
    let way = sorts[place].isDescending ? theme.glyphs.descending : theme.glyphs.ascending
    let sign = place > 0 ? "\(way)\(place + 1)" : way
    let room = max(1, columns - GlyphWidth.columns(of: sign))
    // A word instead of a sign leaves no room for the title; the status line has the order, too.
    if GlyphWidth.columns(of: way) > 1, GlyphWidth.columns(of: title) > room { return title }
    return TextLayout.truncate(title, columns: room, ellipsis: "") + sign
  }

  /// Draws marks for hidden columns: at the left, and at the right end of the header with their
  /// number.
  private func drawHiddenCount(
    _ plan: ColumnPlan, at row: Int, on canvas: inout Canvas, theme: Theme
  ) {
    if plan.hiddenAtLeft > 0, let next = plan.places.dropFirst().first {
      var pen = Pen(theme, column: Self.gutter + next.start - 1, row: row)
      pen.write(theme.glyphs.moreLeft, .dim, on: &canvas)
    }
    let count = plan.hiddenAtRight + plan.hiddenExtras
    // The number is above the rows' marks, if there are any; extra columns alone don't get space
    // for it.
    guard plan.hiddenAtRight > 0 || count > 0 && targets != .none else { return }
    let text = "+\(count)"
    var pen = Pen(theme, column: canvas.size.columns - GlyphWidth.columns(of: text) - 1, row: row)
    pen.write(text, .dim, on: &canvas)
  }

  private func drawLines(_ plan: ColumnPlan, on canvas: inout Canvas, theme: Theme) {
    let targets = targets
    let count = sectionCount
    var common: RowMark?
    if let heldHead { drawHead(heldHead, inRow: 0, plan, on: &canvas, theme: theme) }
    for placed in placedLines {
      let (line, place) = (placed.line, placed.row)
      switch sections.lines[line] {
      case .head(let section):
        guard section < count else { continue }
        drawHead(section, inRow: place, plan, on: &canvas, theme: theme)
      case .row(let index):
        // The source may have lost rows since they were counted.
        guard index < source.count else { continue }
        let record = source.row(at: index)
        if wraps {
          drawWrapped(record, in: placed, plan, on: &canvas, theme: theme)
        } else {
          drawCells(record, inRow: place, plan, on: &canvas, theme: theme)
        }
        drawSign(record, at: index, inRow: place, on: &canvas, theme: theme)
        if targets != .none {
          let mark = common ?? mark(of: record)
          if targets == .alike { common = mark }
          canvas.write(mark, inRow: place, theme: theme)
        }
      }
      if line == position.window.cursor, hasFocus {
        // The first line, drawn last, gets the real cursor.
        for row in (place..<place + placed.height).reversed() {
          drawCursor(inRow: row, on: &canvas, theme: theme)
        }
      }
    }
  }

  /// Marks the row with the cursor; faintly while the side pane has the focus.
  private func drawCursor(inRow row: Int, on canvas: inout Canvas, theme: Theme) {
    if focusedDetail == nil {
      canvas.markCursor(row: row, margin: markColumns, theme: theme)
    } else {
      let style = theme.style(for: .dim)
      canvas.write(theme.glyphs.cursor, at: Position(column: 0, row: row), style: style)
    }
  }

  private func drawCells(
    _ record: ListRow, inRow row: Int, _ plan: ColumnPlan, on canvas: inout Canvas, theme: Theme
  ) {
    for place in plan.places {
      if let length = record.bars[place.index] {
        drawBar(length, at: place, inRow: row, on: &canvas, theme: theme)
      }
      guard place.index < record.cells.count else { continue }
      var pen = Pen(theme, column: Self.gutter + place.start, row: row)
      pen.write(
        record.cells[place.index], role(of: record, inColumn: place.index), on: &canvas,
        columns: place.width,
        alignment: source.columns[place.index].alignment.layout)
      if role(of: record) == .normal, let roles = record.wordRoles[place.index] {
        color(record.cells[place.index], roles, at: place, inRow: row, on: &canvas, theme: theme)
      }
    }
  }

  /// Colors the words of a cell, as far as they are visible.
  private func color(
    _ cell: String, _ roles: [String: Role], at place: ColumnPlan.Place, inRow row: Int,
    on canvas: inout Canvas, theme: Theme
  ) {
    var column = 0
    let separator = cell.contains(", ") ? ", " : " "
    let words = roles[cell] == nil ? cell.split(separator: separator) : [cell[...]]
    for word in words {
      let width = GlyphWidth.columns(of: word)
      if let role = roles[String(word)], column + width <= place.width {
        let region = Region(
          column: Self.gutter + place.start + column, row: row, columns: width, rows: 1)
        let style = theme.style(for: role)
        canvas.restyle(region) { $0 = $0.combined(with: style) }
      }
      column += width + separator.count
    }
  }

  /// Draws a bar; a screen reader would read out its signs.
  func drawBar(
    _ length: Double, at place: ColumnPlan.Place, inRow row: Int, on canvas: inout Canvas,
    theme: Theme
  ) {
    guard theme.glyphs.hasLines else { return }
    var pen = Pen(theme, column: Self.gutter + place.start, row: row)
    pen.write(theme.glyphs.bar(length * Double(place.width)), .accent, on: &canvas)
  }

  /// The role of a row: dim while the filter is invalid, since the rows are of another filter.
  func role(of row: ListRow) -> Role {
    can.filtered?.filterProblem == nil ? row.tone.role : .dim
  }

  /// The role of a cell.
  func role(of row: ListRow, inColumn column: Int) -> Role {
    let role = role(of: row)
    return role == .normal ? row.roles[column] ?? role : role
  }

  /// Draws the sign of a marked row, or of a record with remarks.
  private func drawSign(
    _ record: ListRow, at index: Int, inRow row: Int, on canvas: inout Canvas, theme: Theme
  ) {
    var pen = Pen(theme, column: Self.remarksColumn, row: row)
    if looksMarked(record.id, at: index) {
      pen.write(theme.glyphs.mark, .accent, on: &canvas)
    } else if record.hasRemarks {
      pen.write(theme.glyphs.note, .warning, on: &canvas)
    }
  }

  private func mark(of row: ListRow) -> RowMark {
    can.addressed?.url(of: row.id).map(mark) ?? .nothing
  }

  private func drawFilter(on canvas: inout Canvas, theme: Theme) {
    guard let row = filterRow else { return }
    let shown = "\(Count.text(source.count)) of \(Count.text(source.total))"
    var pen = Pen(theme, column: 1, row: row)
    pen.write("/ ", .accent, on: &canvas)
    if filtering.field == nil {
      // A filter that is cut without a sign looks like another one.
      let filter = source.query.filter
      let room = min(filterColumns, GlyphWidth.columns(of: filter))
      pen.write(filter, .accent, on: &canvas, columns: room)
    }
    let width = GlyphWidth.columns(of: shown)
    var right = Pen(theme, column: canvas.size.columns - width - 1, row: row)
    right.write(shown, .dim, on: &canvas)
    guard let problem = can.filtered?.filterProblem else { return }
    if problem.isUnfinished {
      drawHint(problem, on: &canvas, theme: theme)
    } else {
      drawProblem(problem, below: row, on: &canvas, theme: theme)
    }
  }

  /// Draws the possible continuations, after the filter or below it.
  private func drawHint(_ problem: FilterProblem, on canvas: inout Canvas, theme: Theme) {
    guard let row = filterRow else { return }
    let place = hintPlace ?? (3, max(0, room.columns - 4))
    var pen = Pen(theme, column: place.column, row: hintPlace == nil ? row + 1 : row)
    pen.write(problem.text, .dim, on: &canvas, columns: place.columns)
  }

  /// The place for the continuations after the filter, so that the rows stay where they are; `nil`
  /// if there is no room.
  var hintPlace: (column: Int, columns: Int)? {
    guard let problem = can.filtered?.filterProblem, problem.isUnfinished else { return nil }
    let text = filtering.field?.text ?? source.query.filter
    let shown = "\(Count.text(source.count)) of \(Count.text(source.total))"
    let column = 3 + min(GlyphWidth.columns(of: text), filterColumns) + 2
    let columns = room.columns - column - GlyphWidth.columns(of: shown) - 3
    let wanted = min(GlyphWidth.columns(of: problem.text), Self.leastHintColumns)
    return columns >= wanted ? (column, columns) : nil
  }

  private static let leastHintColumns = 30

  private func drawProblem(
    _ problem: FilterProblem, below row: Int, on canvas: inout Canvas, theme: Theme
  ) {
    var below = Pen(theme, column: 3 + min(problem.range.lowerBound, filterColumns), row: row + 1)
    below.write(
      String(repeating: "^", count: max(1, min(problem.range.count, filterColumns))), .bad,
      on: &canvas)
    let room = canvas.size.columns - below.column - 1
    // If most of the message fits, the wrong part stays marked.
    if room >= min(GlyphWidth.columns(of: problem.text) + 1, Self.leastProblemColumns) {
      let text = TextLayout.truncate(
        problem.text, columns: room - 1, ellipsis: theme.glyphs.ellipsis)
      below.write(" " + text, .bad, on: &canvas)
    } else {
      below.column = 3
      below.write(problem.text, .bad, on: &canvas, columns: max(0, canvas.size.columns - 4))
    }
  }

  private static let leastProblemColumns = 50

  private func drawFilterCursor(on canvas: inout Canvas, theme: Theme) {
    guard let prompt = filtering.field, let row = filterRow else { return }
    canvas.cursor = prompt.draw(
      at: Position(column: 3, row: row), columns: filterColumns, style: .plain, on: &canvas,
      theme: theme)
  }

  private var filterColumns: Int { max(1, room.columns - 3 - 20) }
}

extension ListColumn.Alignment {
  var layout: TextLayout.Alignment { self == .leading ? .left : .right }
}

extension Message.Tone {
  /// The color role that matches the tone.
  package var role: Role {
    switch self {
    case .plain: .normal
    case .good: .good
    case .warning: .warning
    case .bad: .bad
    }
  }
}
