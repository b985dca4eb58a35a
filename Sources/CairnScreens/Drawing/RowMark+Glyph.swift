internal import CairnInterface
internal import CairnNavigation

extension Canvas {
  /// Writes at the end of `row` what opening it will do.
  mutating func write(_ mark: RowMark, inRow row: Int, theme: Theme) {
    let place = Position(column: size.columns - 2, row: row)
    write(theme.glyphs.glyph(for: mark), at: place, style: theme.style(for: .dim))
  }
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
