/// One place of a canvas: a glyph, or the right half of the wide glyph before it.
public struct Cell: Hashable, Sendable {
  /// The scalars to show; empty for the right half of a wide glyph.
  public private(set) var text: String

  /// The columns of the glyph: 1, 2, or 0 for the right half of a wide one.
  public private(set) var columns: Int

  /// How the glyph looks.
  public var style: Style

  init(_ glyph: Glyph, style: Style) {
    text = glyph.text
    columns = glyph.columns
    self.style = style
  }

  /// Whether it is the right half of a wide glyph.
  public var isContinuation: Bool { columns == 0 }

  /// The cell for a terminal that has nothing but ASCII: any other glyph is a `?` a column.
  public var inASCII: Cell {
    let isASCII = !isContinuation && text.utf8.allSatisfy { $0 < 0x80 }
    return isASCII ? self : Cell(Glyph(text: "?", columns: 1), style: style)
  }

  static func blank(_ style: Style = .plain) -> Cell { Cell(.blank, style: style) }

  static func continuation(_ style: Style) -> Cell {
    Cell(Glyph(text: "", columns: 0), style: style)
  }
}
