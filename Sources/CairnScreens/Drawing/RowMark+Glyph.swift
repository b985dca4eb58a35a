internal import CairnInterface
internal import CairnNavigation

extension Canvas {
  /// Writes at the end of `row` what opening it will do.
  ///
  /// The bar of the cursor's row ends before it: what looks the same on each row isn't sent again
  /// for two rows with each move of the cursor.
  mutating func write(_ mark: RowMark, inRow row: Int, theme: Theme) {
    let place = Position(column: size.columns - RowMark.columns, row: row)
    write(theme.glyphs.glyph(for: mark), at: place, style: theme.style(for: .dim))
  }
}

extension RowMark {
  /// Columns at the right of a row for its mark and a blank.
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
