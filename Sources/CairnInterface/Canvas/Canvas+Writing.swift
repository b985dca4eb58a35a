/// Drawing text, blanks, rules and boxes.
extension Canvas {
  /// Writes one line of text and returns the columns that it took.
  ///
  /// Only the drawn part of the text is measured. Controls appear as pictures. For text with line
  /// breaks, use `TextLayout.wrap`.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - position: the place of the first glyph, which may be left of the edge.
  ///   - style: the style of the text.
  ///   - limit: the maximum width; by default, to the right edge of the canvas. A wide glyph that
  ///     the limit cuts becomes a blank.
  /// - Returns: the columns taken, at most the limit.
  @discardableResult
  public mutating func write(
    _ text: String, at position: Position, style: Style = .plain, limit: Int? = nil
  ) -> Int {
    let room = max(0, min(limit ?? .max, size.columns - position.column))
    var taken = 0
    for glyph in Glyphs(text) {
      guard taken < room else { break }
      let place = Position(column: position.column + taken, row: position.row)
      let fits = taken + glyph.columns <= room
      put(fits ? glyph : .blank, at: place, style: style)
      taken += fits ? glyph.columns : 1
    }
    return taken
  }

  /// Fills a region with one glyph, usually a blank.
  ///
  /// - Parameters:
  ///   - region: the cells to fill; by default, the whole canvas.
  ///   - text: its first glyph is used; a blank if the text is empty or the glyph is wide.
  ///   - style: the style of the cells.
  public mutating func fill(
    _ region: Region? = nil, with text: String = " ", style: Style = .plain
  ) {
    let first = Glyphs(text).first { _ in true }
    let glyph = first.flatMap { $0.columns == 1 ? $0 : nil } ?? .blank
    let part = (region ?? bounds).intersection(bounds)
    for row in part.rowRange {
      for column in part.columnRange {
        put(glyph, at: Position(column: column, row: row), style: style)
      }
    }
  }

  /// Draws a box along the edge of a region, and clears its inside.
  ///
  /// - Parameters:
  ///   - region: the box with its edge; a region of less than two rows or columns draws nothing.
  ///   - title: the text in the upper edge, truncated if it is too long.
  ///   - glyphs: the glyphs of the edge.
  ///   - style: the style of the edge; an underline is only for the title.
  public mutating func box(
    _ region: Region, title: String = "", glyphs: GlyphSet, style: Style = .plain
  ) {
    guard region.columns >= 2, region.rows >= 2 else { return }
    let titleStyle = style
    var style = style
    style.attributes.remove(.underline)
    draw(in: region) { [style] canvas in
      let (right, bottom) = (region.columns - 1, region.rows - 1)
      canvas.fill()
      let across = Region(column: 1, columns: right - 1, rows: 1)
      canvas.fill(across, with: glyphs.horizontal, style: style)
      canvas.fill(
        Region(column: 1, row: bottom, columns: right - 1, rows: 1), with: glyphs.horizontal,
        style: style)
      for column in [0, right] {
        canvas.fill(
          Region(column: column, row: 1, columns: 1, rows: bottom - 1), with: glyphs.vertical,
          style: style)
      }
      canvas.write(glyphs.topLeft, at: .zero, style: style)
      canvas.write(glyphs.topRight, at: Position(column: right, row: 0), style: style)
      canvas.write(glyphs.bottomLeft, at: Position(column: 0, row: bottom), style: style)
      canvas.write(glyphs.bottomRight, at: Position(column: right, row: bottom), style: style)
      guard !title.isEmpty, across.columns > 4 else { return }
      let shown = TextLayout.truncate(
        title, columns: across.columns - 4, ellipsis: glyphs.ellipsis)
      canvas.write(" \(shown) ", at: Position(column: 2, row: 0), style: titleStyle)
    }
  }
}
