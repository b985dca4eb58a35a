internal import CairnInterface

extension TextField {
  /// Draws the part around the cursor in `columns` and says where the terminal's cursor belongs.
  ///
  /// A text that gives way to what is typed looks like what the cursor is on. The text moves sideways
  /// in steps of half the room, so that it stands still while one types; arrows at the edges say
  /// that it goes on.
  func draw(
    at place: Position, columns: Int, style: Style, on canvas: inout Canvas, theme: Theme
  ) -> Position {
    guard columns > 0 else { return place }
    let style = isSelected ? theme.style(for: .cursor) : style
    let start = firstShown(columns: columns)
    var used = 0
    var end = start
    while end < characters.count {
      let width = GlyphWidth.columns(of: characters[end])
      guard used + width <= columns else { break }
      used += width
      end += 1
    }
    canvas.write(String(characters[start..<end]), at: place, style: style, limit: columns)
    let before = min(width(start..<max(start, cursor)), columns - 1)
    // Narrower ones have the room for what the cursor is on alone.
    if columns >= Self.columnsForArrows {
      let dim = theme.style(for: .dim)
      if start > 0 {
        let width = GlyphWidth.columns(of: characters[start])
        let arrow = theme.glyphs.back + String(repeating: " ", count: max(0, width - 1))
        canvas.write(arrow, at: place, style: dim)
      }
      // A wide character under the cursor needs the last column, too.
      let under = cursor < characters.count ? GlyphWidth.columns(of: characters[cursor]) : 1
      if end < characters.count, before + under < columns {
        let arrow = Position(column: place.column + columns - 1, row: place.row)
        canvas.write(theme.glyphs.forward, at: arrow, style: dim)
      }
    }
    return Position(column: place.column + before, row: place.row)
  }

  /// So many columns have an arrow at each end and half of them for what the cursor is on.
  private static let columnsForArrows = 6

  /// The first character in sight, so that the cursor and one column behind it are too.
  private func firstShown(columns: Int) -> Int {
    let total = width(0..<cursor)
    guard total >= columns else { return 0 }
    let step = max(1, columns / 2)
    let hidden = (total - columns + step) / step * step
    var start = 0
    var skipped = 0
    while skipped < hidden, start < cursor {
      skipped += GlyphWidth.columns(of: characters[start])
      start += 1
    }
    return start
  }

  private func width(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 + GlyphWidth.columns(of: characters[$1]) }
  }
}
