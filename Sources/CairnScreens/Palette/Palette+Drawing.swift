public import CairnInterface

extension Palette {
  /// Draws the palette.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    pane.draw(in: parts.pane, on: &canvas, theme: theme)
    canvas.draw(in: parts.rows) { canvas in drawRows(on: &canvas, theme: theme) }
  }

  private func drawRows(on canvas: inout Canvas, theme: Theme) {
    var pen = Pen(theme, column: 1)
    pen.write(": ", .accent, on: &canvas)
    let count = isSeeking || sought != wanted ? theme.glyphs.ellipsis : Count.text(rows.count)
    let cursor = field.draw(
      at: Position(column: 3, row: 0), columns: max(1, canvas.size.columns - 12), style: .plain,
      on: &canvas, theme: theme)
    pen.column = max(4, canvas.size.columns - 8)
    pen.write(count, .dim, on: &canvas, columns: 7, alignment: .right)
    canvas.cursor = cursor
    if let problem {
      let room = max(2, canvas.size.columns - 4)
      for (row, line) in TextLayout.wrap(problem, columns: room).enumerated() {
        pen = Pen(theme, column: 3, row: row + 1)
        pen.write(line.text, .bad, on: &canvas)
      }
      return
    }
    if rows.isEmpty {
      pen = Pen(theme, column: 3, row: 1)
      pen.write(isSeeking ? "" : "nothing matches", .dim, on: &canvas)
    }
    for index in window.visible {
      let row = 1 + index - window.top
      draw(rows[index], at: row, on: &canvas, theme: theme)
      if index == window.cursor { canvas.markCursor(row: row, theme: theme) }
    }
    canvas.cursor = cursor
  }

  private func draw(_ entry: PaletteRow, at row: Int, on canvas: inout Canvas, theme: Theme) {
    let note = TextLayout.truncate(
      entry.note, columns: max(8, canvas.size.columns / 3), ellipsis: theme.glyphs.ellipsis)
    let noteColumns = GlyphWidth.columns(of: note)
    let room = max(4, canvas.size.columns - noteColumns - 6)
    var pen = Pen(theme, column: 2, row: row)
    let shown = TextLayout.truncate(
      String(entry.title.prefix(2 * room)), columns: room, ellipsis: theme.glyphs.ellipsis)
    for (place, character) in shown.enumerated() {
      let isMatch = entry.match.places.contains(place)
      pen.write(String(character), isMatch ? .match : .normal, on: &canvas)
    }
    pen.column = canvas.size.columns - noteColumns - 2
    let isKey = if case .action = entry.target { true } else { false }
    pen.write(note, isKey ? .accent : .dim, on: &canvas)
  }
}

/// The target of the row under the cursor, in a pane beside the rows.
extension Palette: SidePaneOwner {
  var parts: (rows: Region, pane: Region?) { pane.split(Region(room), isSpoken: isSpoken) }

  var mayHavePane: Bool { true }

  func paneChanged() -> [Effect] {
    layOut(in: room)
    return []
  }

  /// Updates the pane to the row under the cursor.
  func follow() -> [Effect] { pane.follow(selection, in: parts.pane) }
}
