internal import CairnInterface

/// A line that is made of pieces in different kinds of type, laid out before a theme is known.
struct StyledLine: Hashable {
  struct Piece: Hashable {
    /// A glyph that depends on the theme.
    enum Mark: Hashable {
      case linksTo
      case linkedFrom
      case rule(columns: Int)
      case quote
      case bar(done: Int, columns: Int)
    }

    var text = ""
    var role = Role.normal
    var attributes: Style.Attributes = []
    /// What stands in place of a text.
    var mark: Mark?
    /// Where the text leads, if it is a link.
    var link: String?

    func shown(in glyphs: GlyphSet) -> String {
      switch mark {
      case nil: text
      case .linksTo: glyphs.linksTo + " "
      case .linkedFrom: glyphs.linkedFrom + " "
      case .rule(let columns): String(repeating: glyphs.horizontal, count: columns)
      case .quote: glyphs.vertical + " "
      case .bar(let done, let columns):
        String(repeating: glyphs.barFilled, count: done)
          + String(repeating: glyphs.barEmpty, count: columns - done)
      }
    }
  }

  /// Columns of blank before the first piece.
  var indent = 0
  var pieces: [Piece] = []

  /// All that is shown, without the indent.
  var text: String { pieces.map { $0.shown(in: .unicode) }.joined() }

  /// Draws the line up to the last column but `margin`; a piece that doesn't fit ends in an
  /// ellipsis.
  func draw(at place: Position, on canvas: inout Canvas, theme: Theme, margin: Int = 1) {
    var column = place.column + indent
    for piece in pieces {
      let style = theme.style(for: piece.role).combined(with: Style(attributes: piece.attributes))
      let text = TextLayout.truncate(
        piece.shown(in: theme.glyphs), columns: canvas.size.columns - margin - column,
        ellipsis: theme.glyphs.ellipsis)
      column += canvas.write(text, at: Position(column: column, row: place.row), style: style)
    }
  }
}
