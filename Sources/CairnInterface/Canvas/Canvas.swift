/// The cells of a screen, or of the part that a view draws on.
///
/// Screens draw here, without a terminal: for a person, a test or a script. Rules for every canvas:
///
/// 1. Drawing outside the canvas is no error; the part outside is not shown.
/// 2. Drawing within a region changes no cell outside it. One exception: if the region's edge cuts
///    a wide glyph, the other half becomes a blank.
/// 3. A wide glyph has two cells: one of two columns, and a continuation after it. If one half is
///    cut or overwritten, the other becomes a blank.
/// 4. The text of a cell takes exactly the columns of the cell, so all rows align.
/// 5. No cell has a control character.
public struct Canvas: Hashable, Sendable {
  private let whole: Size
  private var area: Region
  private var visible: Region
  private var cells: [Cell]
  private var cursorPlace: Position?

  /// Creates an empty canvas.
  public init(_ size: Size) {
    whole = size
    area = Region(size)
    visible = area
    cells = Array(repeating: .blank(), count: size.columns * size.rows)
  }

  /// The size of the region to draw on.
  public var size: Size { area.size }

  /// The region to draw on; its top left cell is 0,0.
  public var bounds: Region { Region(size) }

  /// The position of the terminal's cursor; `nil` hides it.
  ///
  /// A cursor outside the visible part is hidden, too.
  public var cursor: Position? {
    get {
      cursorPlace.map { Position(column: $0.column - area.column, row: $0.row - area.row) }
    }
    set {
      let place = newValue.map(absolute)
      cursorPlace = place.flatMap { visible.contains($0) ? $0 : nil }
    }
  }

  /// Draws on a region.
  ///
  /// Within `body`, its top left cell is 0,0.
  ///
  /// - Parameters:
  ///   - region: the cells to draw on; cells outside the canvas are not shown.
  ///   - body: draws on a canvas of the region's size.
  /// - Returns: the result of `body`.
  public mutating func draw<Result>(
    in region: Region, _ body: (inout Canvas) throws -> Result
  ) rethrows -> Result {
    let (outerArea, outerVisible) = (area, visible)
    defer { (area, visible) = (outerArea, outerVisible) }
    area = Region(region.size, at: absolute(region.origin))
    visible = area.intersection(outerVisible)
    return try body(&self)
  }

  /// The cell at a position; `nil` outside the canvas.
  public subscript(position: Position) -> Cell? {
    let place = absolute(position)
    return visible.contains(place) ? cells[index(place)] : nil
  }

  /// Returns the cells of a row of the whole canvas; an empty slice if the row does not exist.
  public func cells(inRow row: Int) -> ArraySlice<Cell> {
    guard (0..<whole.rows).contains(row) else { return [] }
    return cells[row * whole.columns..<(row + 1) * whole.columns]
  }

  /// Changes the style of each cell of a region.
  ///
  /// - Parameters:
  ///   - region: the cells to change.
  ///   - change: changes the style of one cell.
  public mutating func restyle(_ region: Region, _ change: (inout Style) -> Void) {
    let part = Region(region.size, at: absolute(region.origin)).intersection(visible)
    for row in part.rowRange {
      for column in part.columnRange {
        change(&cells[index(Position(column: column, row: row))].style)
      }
    }
  }

  /// Replaces some signs in a region by others of one column.
  public mutating func replace(_ signs: [String: String], in region: Region) {
    let part = region.intersection(bounds)
    for row in part.rowRange {
      for column in part.columnRange {
        let place = Position(column: column, row: row)
        guard let cell = self[place], let sign = signs[cell.text] else { continue }
        write(sign, at: place, style: cell.style, limit: 1)
      }
    }
  }

  /// Takes the cells of a region from another canvas of the same size.
  ///
  /// - Parameters:
  ///   - region: the cells to take, counted from the corner of the whole canvas.
  ///   - other: the canvas that has them.
  package mutating func keep(_ region: Region, from other: Canvas) {
    guard other.whole == whole else { return }
    let part = region.intersection(Region(whole))
    guard !part.isEmpty else { return }
    for row in part.rowRange {
      let first = index(Position(column: part.column, row: row))
      let end = first + part.columns
      cells.replaceSubrange(first..<end, with: other.cells[first..<end])
      blankHalves(at: first, row: row)
      blankHalves(at: end, row: row)
    }
  }

  /// Blanks both halves of wide glyphs that do not belong together, left and right of an edge.
  private mutating func blankHalves(at edge: Int, row: Int) {
    let start = row * whole.columns
    let isLeftWide = edge > start && cells[edge - 1].columns == 2
    let isRightHalf = edge < start + whole.columns && cells[edge].isContinuation
    guard isLeftWide != isRightHalf else { return }
    if isLeftWide { cells[edge - 1] = .blank(cells[edge - 1].style) }
    if isRightHalf { cells[edge] = .blank(cells[edge].style) }
  }

  /// Puts a glyph at a position, as far as the position is visible.
  mutating func put(_ glyph: Glyph, at position: Position, style: Style) {
    let left = absolute(position)
    let right = Position(column: left.column + 1, row: left.row)
    let isLeftVisible = visible.contains(left)
    guard glyph.columns == 2 else {
      if isLeftVisible { replace(left, with: Cell(glyph, style: style)) }
      return
    }
    switch (isLeftVisible, visible.contains(right)) {
    case (true, true):
      replace(left, with: Cell(glyph, style: style))
      replace(right, with: .continuation(style), isHalf: true)
    case (true, false): replace(left, with: .blank(style))
    case (false, true): replace(right, with: .blank(style))
    case (false, false): break
    }
  }

  private func absolute(_ position: Position) -> Position {
    Position(column: position.column + area.column, row: position.row + area.row)
  }

  private func index(_ place: Position) -> Int { place.row * whole.columns + place.column }

  /// Replaces a cell, and clears the other half of a wide glyph.
  private mutating func replace(_ place: Position, with cell: Cell, isHalf: Bool = false) {
    let index = index(place)
    let old = cells[index]
    if old.columns == 0, !isHalf { cells[index - 1] = .blank(cells[index - 1].style) }
    if old.columns == 2 { cells[index + 1] = .blank(cells[index + 1].style) }
    cells[index] = cell
  }
}

/// A cell of a canvas: a glyph, or the right half of a wide glyph.
public struct Cell: Hashable, Sendable {
  /// The scalars to show; empty for the right half of a wide glyph.
  public private(set) var text: String

  /// The columns of the glyph: 1, 2, or 0 for the right half of a wide one.
  public private(set) var columns: Int

  /// The style of the glyph.
  public var style: Style

  init(_ glyph: Glyph, style: Style) {
    text = glyph.text
    columns = glyph.columns
    self.style = style
  }

  /// Whether the cell is the right half of a wide glyph.
  public var isContinuation: Bool { columns == 0 }

  /// The cell with a `?` for its glyph, for a terminal that lacks the glyph's characters.
  public var withoutGlyph: Cell { Cell(Glyph(text: "?", columns: 1), style: style) }

  static func blank(_ style: Style = .plain) -> Cell { Cell(.blank, style: style) }

  static func continuation(_ style: Style) -> Cell {
    Cell(Glyph(text: "", columns: 0), style: style)
  }
}
