internal import CairnInterface

extension TextField {
  /// Draws the part around the cursor in `columns` and says where the terminal's cursor belongs.
  ///
  /// The text moves sideways in steps of half the room, so that it stands still while one types.
  func draw(
    at place: Position, columns: Int, style: Style, on canvas: inout Canvas
  ) -> Position {
    guard columns > 0 else { return place }
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
    let before = width(start..<max(start, cursor))
    return Position(column: place.column + min(before, columns - 1), row: place.row)
  }

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
