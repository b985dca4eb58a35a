internal import CairnInterface

/// The rows around a screen, as far as there is room for them.
///
///     row 0        location line
///     …            the screen
///     last but one status line
///     last         hints line, from 16 rows on
struct Frame: Hashable {
  /// The smallest terminal that shows a screen.
  static let minimum = Size(columns: 40, rows: 10)

  let size: Size

  var isTooSmall: Bool { size.columns < Self.minimum.columns || size.rows < Self.minimum.rows }
  var hasHints: Bool { size.rows >= 16 }

  var location: Region { Region(size).rows(0..<1) }
  var status: Region { Region(size).rows(size.rows - below..<size.rows - below + 1) }
  var hints: Region {
    hasHints ? Region(size).rows(size.rows - 1..<size.rows) : Region(columns: 0, rows: 0)
  }
  var content: Region { Region(size).rows(1..<max(1, size.rows - below)) }

  private var below: Int { hasHints ? 2 : 1 }
}

/// A row of pieces that can be clicked; one layout serves drawing and the mouse.
struct Line<Target> {
  struct Piece {
    let column: Int
    let text: String
    let role: Role
    let target: Target?

    var columns: Range<Int> { column..<column + GlyphWidth.columns(of: text) }
  }

  private(set) var pieces: [Piece] = []

  /// The column of the next piece.
  var end = 0

  /// Adds a piece after the last one.
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

  /// Returns the target of a click.
  func target(at column: Int) -> Target? {
    pieces.last { $0.columns.contains(column) }?.target
  }
}
