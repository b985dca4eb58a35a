internal import CairnInterface
internal import CairnScreens

/// How one can go on after the keys typed so far, in a box at the lower right.
struct WhichKeyBox {
  var typed: [Key]
  var continuations: [Keymap.Continuation]

  func draw(on canvas: inout Canvas, theme: Theme) {
    let keys = continuations.map(\.keys.label)
    let keyColumns = keys.map { GlyphWidth.columns(of: $0) }.max() ?? 0
    let titles = continuations.map { GlyphWidth.columns(of: $0.action.title) }.max() ?? 0
    let size = Size(columns: keyColumns + titles + 6, rows: continuations.count + 2)
    let box = canvas.bounds.cornered(size)
    canvas.box(
      box, title: typed.map(\.label).joined(), glyphs: theme.glyphs,
      style: theme.style(for: .accent))
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      for (row, continuation) in continuations.enumerated() {
        canvas.write(
          keys[row], at: Position(column: 0, row: row), style: theme.style(for: .accent))
        canvas.write(continuation.action.title, at: Position(column: keyColumns + 2, row: row))
      }
    }
  }
}
