internal import CairnInterface

/// A row of pieces that a person can click, laid out once for drawing and for the mouse.
struct Line<Target> {
  struct Piece {
    let column: Int
    let text: String
    let role: Role
    let target: Target?

    var columns: Range<Int> { column..<column + GlyphWidth.columns(of: text) }
  }

  private(set) var pieces: [Piece] = []

  /// Where the next piece begins.
  var end = 0

  /// Adds a piece behind the others.
  mutating func add(_ text: String, _ role: Role = .normal, target: Target? = nil) {
    let piece = Piece(column: end, text: text, role: role, target: target)
    pieces.append(piece)
    end = piece.columns.upperBound
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    for piece in pieces {
      canvas.write(
        piece.text, at: Position(column: piece.column, row: 0), style: theme.style(for: piece.role))
    }
  }

  /// What a click at `column` means.
  func target(at column: Int) -> Target? {
    pieces.last { $0.columns.contains(column) }?.target
  }
}
