/// The cells of a screen, or of the part of one that a view may draw on.
///
/// A screen is a pure function of what it shows and of its size, and this is where it draws: no
/// terminal is needed to draw, to test or to print one. What holds for every canvas:
///
/// 1. Drawing outside is no error. A view draws what it has; what does not fit is not shown.
/// 2. What is drawn within a region changes no cell outside it, except that half of a wide glyph
///    which the region's edge cuts becomes a blank.
/// 3. A wide glyph is whole: its left half is a cell of two columns, its right half a continuation
///    in the next cell. One that is cut or written over leaves a blank.
/// 4. Every cell holds something that takes the columns it says, so that row after row lines up.
/// 5. No control character is ever in a cell.
public struct Canvas: Hashable, Sendable {
  private let whole: Size
  private var area: Region
  private var visible: Region
  private var cells: [Cell]
  private var cursorPlace: Position?

  /// An empty canvas of `size`.
  public init(_ size: Size) {
    whole = size
    area = Region(size)
    visible = area
    cells = Array(repeating: .blank(), count: size.columns * size.rows)
  }

  /// The size of the region that is drawn on.
  public var size: Size { area.size }

  /// The region that is drawn on, with its top left cell at 0,0.
  public var bounds: Region { Region(size) }

  /// Where the terminal's cursor is; `nil` hides it.
  ///
  /// A cursor outside the visible part is hidden.
  public var cursor: Position? {
    get {
      cursorPlace.map { Position(column: $0.column - area.column, row: $0.row - area.row) }
    }
    set {
      let place = newValue.map(absolute)
      cursorPlace = place.flatMap { visible.contains($0) ? $0 : nil }
    }
  }

  /// Draws on a region only, whose top left cell is 0,0 meanwhile.
  ///
  /// - Parameters:
  ///   - region: the cells to draw on; those outside the canvas are not shown.
  ///   - body: what draws. Its canvas has the region's size.
  /// - Returns: what `body` returns.
  public mutating func draw<Result>(
    in region: Region, _ body: (inout Canvas) throws -> Result
  ) rethrows -> Result {
    let (outerArea, outerVisible) = (area, visible)
    defer { (area, visible) = (outerArea, outerVisible) }
    area = Region(region.size, at: absolute(region.origin))
    visible = area.intersection(outerVisible)
    return try body(&self)
  }

  /// The cell at `position`, or `nil` outside the canvas.
  public subscript(position: Position) -> Cell? {
    let place = absolute(position)
    return visible.contains(place) ? cells[index(place)] : nil
  }

  /// The cells of a row of the whole canvas, from left to right; none if there is no such row.
  public func cells(inRow row: Int) -> ArraySlice<Cell> {
    guard (0..<whole.rows).contains(row) else { return [] }
    return cells[row * whole.columns..<(row + 1) * whole.columns]
  }

  /// Gives each cell of a region another style.
  ///
  /// - Parameters:
  ///   - region: the cells to change.
  ///   - change: called with the style of each.
  public mutating func restyle(_ region: Region, _ change: (inout Style) -> Void) {
    let part = Region(region.size, at: absolute(region.origin)).intersection(visible)
    for row in part.rowRange {
      for column in part.columnRange {
        change(&cells[index(Position(column: column, row: row))].style)
      }
    }
  }

  /// Puts other signs of one column in the place of some in a region.
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

  /// Puts `glyph` at a place of this canvas, as far as that is visible.
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

  /// Replaces a cell and blanks the other half of a wide glyph that it belonged to.
  private mutating func replace(_ place: Position, with cell: Cell, isHalf: Bool = false) {
    let index = index(place)
    let old = cells[index]
    if old.columns == 0, !isHalf { cells[index - 1] = .blank(cells[index - 1].style) }
    if old.columns == 2 { cells[index + 1] = .blank(cells[index + 1].style) }
    cells[index] = cell
  }
}

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
