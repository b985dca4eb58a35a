/// Drawing text, blanks, rules and boxes.
extension Canvas {
  /// Writes one line of text and returns how many columns it took.
  ///
  /// The whole text is measured only as far as it is drawn. Controls show as pictures; a text
  /// with line breaks is for `TextLayout.wrap`.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - position: where its first glyph goes; may be off the left edge.
  ///   - style: how it looks.
  ///   - limit: the most columns to take; as many as the canvas has if it is `nil`. A wide glyph
  ///     that the limit cuts is a blank.
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

  /// Puts the same glyph, usually a blank, into every cell of a region.
  ///
  /// - Parameters:
  ///   - region: the cells to fill; the whole canvas if it is `nil`.
  ///   - text: its first glyph is used; if that is wide, or there is none, a blank.
  ///   - style: how the cells look.
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

  /// Draws a box along the edge of a region and blanks its inside.
  ///
  /// - Parameters:
  ///   - region: the box with its edge; nothing is drawn if it is under two rows or columns.
  ///   - title: what stands in the upper edge, cut if it is too long.
  ///   - glyphs: the glyphs of the edge.
  ///   - style: how the edge looks.
  public mutating func box(
    _ region: Region, title: String = "", glyphs: GlyphSet, style: Style = .plain
  ) {
    guard region.columns >= 2, region.rows >= 2 else { return }
    draw(in: region) { canvas in
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
      canvas.write(" \(shown) ", at: Position(column: 2, row: 0), style: style)
    }
  }
}
