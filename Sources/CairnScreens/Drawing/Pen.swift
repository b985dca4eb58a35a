public import CairnInterface
internal import CairnNavigation

/// Writes text with roles of the theme, from left to right along a row.
struct Pen {
  let theme: Theme
  var row = 0
  var column = 0

  init(_ theme: Theme, column: Int = 0, row: Int = 0) {
    self.theme = theme
    self.column = column
    self.row = row
  }

  /// Writes `text` and moves after it.
  mutating func write(
    _ text: String, _ role: Role = .normal, on canvas: inout Canvas, limit: Int? = nil
  ) {
    column += canvas.write(
      text, at: Position(column: column, row: row), style: theme.style(for: role), limit: limit)
  }

  /// Writes `text` in exactly `columns`, cut or padded; an underline is only below the text.
  mutating func write(
    _ text: String, _ role: Role = .normal, on canvas: inout Canvas, columns: Int,
    alignment: TextLayout.Alignment = .left, cut: TextLayout.Cut = .end
  ) {
    // A cell can hold a whole book; measure only the part that can be visible.
    let text = String(text.prefix(cut == .end ? columns * 2 + 2 : text.count))
    let shown = TextLayout.fit(
      text, columns: columns, alignment: alignment, at: cut, ellipsis: theme.glyphs.ellipsis)
    let start = column
    write(shown, role, on: &canvas, limit: columns)
    guard theme.style(for: role).attributes.contains(.underline) else { return }
    let (before, after) = (
      shown.prefix { $0 == " " }.count, shown.reversed().prefix { $0 == " " }.count
    )
    for (first, count) in [(start, before), (column - after, after)] {
      canvas.restyle(Region(column: first, row: row, columns: count, rows: 1)) {
        $0.attributes.remove(.underline)
      }
    }
  }
}

extension Canvas {
  /// Styles `row` as the cursor's row, with its bar in `gutter`; `margin` columns at the right stay
  /// unchanged.
  ///
  /// Call it after the row is drawn. The terminal's cursor is then on the row, for screen readers.
  public mutating func markCursor(row: Int, gutter: Int = 0, margin: Int = 0, theme: Theme) {
    let style = theme.style(for: .cursor)
    let columns = max(0, size.columns - gutter - margin)
    restyle(Region(column: gutter, row: row, columns: columns, rows: 1)) {
      $0 = $0.combined(with: style)
      // Faint text would look like a hole in the bar.
      if $0.attributes.contains(.reverse) { $0.attributes.remove(.dim) }
    }
    write(theme.glyphs.cursor, at: Position(column: gutter, row: row))
    cursor = Position(column: gutter, row: row)
  }

  /// Marks hidden rows above or below a window at the right edge; the window fills the canvas.
  public mutating func markHidden(by window: RowWindow, theme: Theme) {
    let (right, style) = (size.columns - 1, theme.style(for: .dim))
    if window.top > 0 {
      write(theme.glyphs.moreAbove, at: Position(column: right, row: 0), style: style)
    }
    if window.visible.upperBound < window.count {
      write(theme.glyphs.moreBelow, at: Position(column: right, row: size.rows - 1), style: style)
    }
  }

  /// Draws the rule before `region`: at its left, or above it if the region starts at the left
  /// edge.
  mutating func drawRule(before region: Region, theme: Theme) {
    let style = theme.style(for: .dim)
    guard region.column > 0 else {
      let rule = String(repeating: theme.glyphs.horizontal, count: region.columns)
      write(rule, at: Position(column: 0, row: region.row - 1), style: style)
      return
    }
    for row in region.row..<region.row + region.rows {
      write(theme.glyphs.vertical, at: Position(column: region.column - 1, row: row), style: style)
    }
  }

  /// Writes a notice in the middle of the canvas, the first line bold; for missing content.
  public mutating func writeNotice(_ lines: [String], theme: Theme) {
    let shown = lines.filter { !$0.isEmpty }.flatMap {
      TextLayout.wrap($0, columns: max(2, size.columns - 6)).map(\.text)
    }
    let top = max(0, (size.rows - shown.count) / 3)
    for (index, line) in shown.enumerated() {
      var pen = Pen(theme, column: 3, row: top + index)
      pen.write(line, index == 0 ? .bold : .dim, on: &self)
    }
  }
}

extension Canvas {
  /// Writes the mark of a row's effect at the end of `row`.
  ///
  /// The bar of the cursor's row ends before the mark. So the mark looks the same in every row, and
  /// moving the cursor doesn't send it again.
  mutating func write(_ mark: RowMark, inRow row: Int, theme: Theme) {
    let glyph = theme.glyphs.glyph(for: mark)
    let width = GlyphWidth.columns(of: glyph)
    let place = Position(column: size.columns - max(RowMark.columns, width + 1), row: row)
    if width > 1 {
      // A word only takes free columns.
      let cells = cells(inRow: row).dropFirst(max(0, place.column - 1))
      guard place.column > 0, cells.allSatisfy({ $0.text == " " }) else { return }
    }
    write(glyph, at: place, style: theme.style(for: .dim))
  }
}

extension RowMark {
  /// The columns at the right of a row for its mark and a blank.
  static let columns = 2
}

extension GlyphSet {
  func glyph(for mark: RowMark) -> String {
    switch mark {
    case .push: opensScreen
    case .sheet: opensSheet
    case .external: opensOutside
    case .nothing: opensNothing
    }
  }
}

/// Numbers as text.
package enum Count {
  /// A number as text, with blanks in a long whole part: "15 001.50 €".
  package static func grouped(_ text: String) -> String {
    let whole = text.prefix { $0.isASCII && $0.isNumber }
    guard whole.count > 3, let number = Int(whole) else { return text }
    return Count.text(number) + text.dropFirst(whole.count)
  }

  /// `number` with a blank between groups of three digits: "1 214".
  package static func text(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += " " }
      text.append(digit)
    }
    return text
  }

  /// `number` with the singular or plural word: "1 change", "2 changes".
  package static func text(_ number: Int, _ one: String, _ several: String? = nil) -> String {
    "\(text(number)) \(number == 1 ? one : several ?? one + "s")"
  }
}
