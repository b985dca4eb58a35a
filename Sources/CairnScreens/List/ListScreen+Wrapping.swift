internal import CairnInterface

/// A line of the list and its place on screen, counted from the top of the rows.
struct PlacedLine: Hashable {
  let line: Int
  let row: Int
  let height: Int
}

/// Wrapped rows, as high as their longest cell.
///
/// The visible lines are found upwards from the cursor, so that its row is completely visible. Near
/// the end they are found upwards from the last row, so that no space stays empty below it. The
/// cost depends only on the visible lines.
extension ListScreen {
  /// Actions for wrapping, for the cursor row's place on screen, and for pages of wrapped rows.
  static let wrapping: HandlerTable<ListScreen> = [
    .wrap: scrolling { $0.wraps.toggle() },
    .rowToTop: scrolling { $0.scrollCursor(below: 0) },
    .rowToMiddle: scrolling { $0.scrollCursor(below: ($0.lineRoom - 1) / 2) },
    .rowToBottom: scrolling { $0.scrollCursor(below: $0.lineRoom - 1) },
    .pageDown: scrolling { $0.turnPage(1) },
    .pageUp: scrolling { $0.turnPage(-1) },
    .halfPageDown: scrolling { $0.turnHalfPage(1) },
    .halfPageUp: scrolling { $0.turnHalfPage(-1) },
  ]

  private static func scrolling(_ scroll: @escaping @Sendable (ListScreen) -> Void) -> Handler<
    ListScreen
  > {
    Handler { list in
      scroll(list)
      list.remember()
      return []
    }
  }

  private func turnPage(_ step: Int) {
    if wraps { turnWrapped(step) } else { position.window.move(by: step * position.window.height) }
  }

  private func turnHalfPage(_ step: Int) {
    position.window.move(
      by: step * max(1, (wraps ? placedLines.count : position.window.height) / 2))
  }

  /// The visible lines, from the top; the last one may be cut at the lower edge.
  ///
  /// If the head of the first line's section is above the screen, the first row is for that head.
  var placedLines: [PlacedLine] {
    let visible = position.window.visible
    guard wraps, source.phase.isShown else {
      let offset = isHeadAbove(visible.lowerBound) ? 1 : 0
      // Without that head, its row is free for one more line.
      let end =
        keepsHeads && offset == 0
        ? min(position.window.count, visible.upperBound + 1) : visible.upperBound
      return (visible.lowerBound..<max(visible.lowerBound, end)).map {
        PlacedLine(line: $0, row: $0 - visible.lowerBound + offset, height: 1)
      }
    }
    let (plan, room) = (plan, rowsRegion.rows)
    let first = firstPlaced(room: lineRoom)
    var placed: [PlacedLine] = []
    var row = isHeadAbove(first) ? 1 : 0
    for line in first..<max(first, sections.lines.count) where row < room {
      let height = min(height(of: line, plan, room: room), room - row)
      placed.append(PlacedLine(line: line, row: row, height: height))
      row += height
      // Lines below the screen are not visited.
      if row >= room { break }
    }
    return placed
  }

  /// Turns the page: forward to the row after the last completely visible one, back to the row
  /// before the first one.
  private func turnWrapped(_ step: Int) {
    let placed = placedLines
    guard let first = placed.first, let last = placed.last else { return }
    guard step > 0 else {
      let before = max(0, first.line - 1)
      return position.window.place(
        cursor: before, top: firstLine(above: before, room: lineRoom))
    }
    let isWhole = placed.count == 1 || height(of: last.line, plan, room: .max) == last.height
    let next = min(isWhole ? last.line + 1 : last.line, sections.lines.count - 1)
    position.window.place(cursor: next, top: next)
  }

  /// Scrolls until this many screen rows are above the cursor's row, as far as the ends of the list
  /// and the row's height allow.
  private func scrollCursor(below rows: Int) {
    let (cursor, room) = (position.window.cursor, lineRoom)
    let top =
      wraps && sections.lines.count > 0 && room > 0
      ? firstLine(above: cursor, room: min(room, rows + height(of: cursor, plan, room: room)))
      : cursor - rows
    position.window.place(cursor: cursor, top: top)
  }

  /// Scrolls by a number of lines; the cursor stays on its row while that is completely visible.
  func scrollWrapped(by step: Int) {
    let room = lineRoom
    let top = max(
      0, min(position.window.top + step, firstLine(above: sections.lines.count - 1, room: room)))
    // The last completely visible row; the first one may be higher than the screen.
    var last = top
    var free = room - height(of: top, plan, room: room)
    while last + 1 < sections.lines.count {
      free -= height(of: last + 1, plan, room: room)
      guard free >= 0 else { break }
      last += 1
    }
    position.window.place(cursor: max(top, min(position.window.cursor, last)), top: top)
    remember()
  }

  /// Moves the window's start to the first drawn line, so that scrolling back takes one line at a
  /// time.
  func placeWrapped() {
    guard wraps, source.phase.isShown, rowsRegion.rows > 0 else { return }
    position.window.place(cursor: position.window.cursor, top: firstPlaced(room: lineRoom))
  }

  /// The first visible line: the window's own one, or a later one if the cursor's row needs it, or
  /// an earlier one if the last rows leave space.
  private func firstPlaced(room: Int) -> Int {
    var top = position.window.top
    if top + room > sections.lines.count {
      top = min(top, firstLine(above: sections.lines.count - 1, room: room))
    }
    return max(top, firstLine(above: position.window.cursor, room: room, from: top))
  }

  /// The first of the lines that fit together with `line` at the bottom; not before `start`.
  private func firstLine(above line: Int, room: Int, from start: Int = 0) -> Int {
    let plan = plan
    var first = max(0, line)
    var free = room - height(of: first, plan, room: room)
    while first > start {
      free -= height(of: first - 1, plan, room: room)
      guard free >= 0 else { break }
      first -= 1
    }
    return first
  }

  /// The height of a line: one row for a head, at most `room` for a record.
  private func height(of line: Int, _ plan: ColumnPlan, room: Int) -> Int {
    guard line < sections.lines.count, let index = sections.lines.row(at: line),
      index < source.count
    else {
      return 1
    }
    let cells = source.row(at: index).cells
    let heights = plan.places.filter { $0.index < cells.count }.map { place in
      wrapped(cells[place.index], columns: place.width, rows: room).count
    }
    return max(1, min(heights.max() ?? 1, room))
  }

  /// No screen has more rows.
  private static let mostRows = 1_000

  /// The wrapped lines of a cell.
  ///
  /// A cell can hold a whole book, so only the part that can be visible is read.
  private func wrapped(_ cell: String, columns: Int, rows: Int) -> [String] {
    let start = String(cell.prefix((columns + 1) * (min(rows, Self.mostRows) + 1)))
    return TextLayout.wrap(start, columns: max(2, columns)).map(\.text)
  }

  func drawWrapped(
    _ record: ListRow, in placed: PlacedLine, _ plan: ColumnPlan, on canvas: inout Canvas,
    theme: Theme
  ) {
    for place in plan.places {
      if let length = record.bars[place.index] {
        drawBar(length, at: place, inRow: placed.row, on: &canvas, theme: theme)
      }
      guard place.index < record.cells.count else { continue }
      let cell = wrapped(record.cells[place.index], columns: place.width, rows: rowsRegion.rows)
      for (index, line) in cell.prefix(placed.height).enumerated() {
        var pen = Pen(theme, column: Self.gutter + place.start, row: placed.row + index)
        // The last line that fits shows that the text continues.
        let goesOn = index == placed.height - 1 && cell.count > placed.height
        let text = goesOn ? line + " " + cell[index + 1] : line
        pen.write(
          text, role(of: record, inColumn: place.index), on: &canvas, columns: place.width,
          alignment: source.columns[place.index].alignment.layout)
      }
    }
  }
}
