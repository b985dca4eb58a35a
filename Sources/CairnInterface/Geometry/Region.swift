/// A rectangle of cells.
public struct Region: Hashable, Sendable, CustomStringConvertible {
  /// The leftmost column.
  public let column: Int

  /// The uppermost row.
  public let row: Int

  /// The width in columns, 0 or more.
  public let columns: Int

  /// The height in rows, 0 or more.
  public let rows: Int

  /// The rectangle whose top left cell is at `column` and `row`.
  ///
  /// - Parameters:
  ///   - column: the leftmost column; may be negative.
  ///   - row: the uppermost row; may be negative.
  ///   - columns: the width, raised to 0 if it is negative.
  ///   - rows: the height, raised to 0 if it is negative.
  public init(column: Int = 0, row: Int = 0, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The rectangle of `size` whose top left cell is at `origin`.
  public init(_ size: Size, at origin: Position = .zero) {
    self.init(
      column: origin.column, row: origin.row, columns: size.columns, rows: size.rows)
  }

  /// The top left cell.
  public var origin: Position { Position(column: column, row: row) }

  /// The width and height.
  public var size: Size { Size(columns: columns, rows: rows) }

  /// The columns from left to right.
  public var columnRange: Range<Int> { column..<column + columns }

  /// The rows from top to bottom.
  public var rowRange: Range<Int> { row..<row + rows }

  /// Whether no cell is in it.
  public var isEmpty: Bool { columns == 0 || rows == 0 }

  /// Whether the cell at `position` is in it.
  public func contains(_ position: Position) -> Bool {
    columnRange.contains(position.column) && rowRange.contains(position.row)
  }

  /// The place and size, as `80x24 at 0,0`.
  public var description: String { "\(size) at \(origin)" }
}

/// Parts of a region: how a screen shares its area among what it shows.
extension Region {
  /// The cells that are in both regions; empty if there are none.
  public func intersection(_ other: Region) -> Region {
    let across = columnRange.clamped(to: other.columnRange)
    let down = rowRange.clamped(to: other.rowRange)
    return Region(
      column: across.lowerBound, row: down.lowerBound, columns: across.count, rows: down.count)
  }

  /// The rows at the given distances from the upper edge, as far as there are such rows.
  public func rows(_ range: Range<Int>) -> Region {
    let part = range.clamped(to: 0..<rows)
    return Region(column: column, row: row + part.lowerBound, columns: columns, rows: part.count)
  }

  /// The columns at the given distances from the left edge, as far as there are such columns.
  public func columns(_ range: Range<Int>) -> Region {
    let part = range.clamped(to: 0..<columns)
    return Region(column: column + part.lowerBound, row: row, columns: part.count, rows: rows)
  }

  /// The upper `count` rows and the rest.
  public func splitTop(_ count: Int) -> (top: Region, rest: Region) {
    let cut = min(max(0, count), rows)
    return (rows(0..<cut), rows(cut..<rows))
  }

  /// The lower `count` rows and the rest.
  public func splitBottom(_ count: Int) -> (rest: Region, bottom: Region) {
    let cut = rows - min(max(0, count), rows)
    return (rows(0..<cut), rows(cut..<rows))
  }

  /// The left `count` columns and the rest.
  public func splitLeft(_ count: Int) -> (left: Region, rest: Region) {
    let cut = min(max(0, count), columns)
    return (columns(0..<cut), columns(cut..<columns))
  }

  /// The right `count` columns and the rest.
  public func splitRight(_ count: Int) -> (rest: Region, right: Region) {
    let cut = columns - min(max(0, count), columns)
    return (columns(0..<cut), columns(cut..<columns))
  }

  /// The region without a margin on each side; empty if the margins meet.
  ///
  /// - Parameters:
  ///   - columns: the margin at the left and at the right.
  ///   - rows: the margin above and below.
  /// - Returns: what is left between the margins.
  public func inset(columns: Int = 0, rows: Int = 0) -> Region {
    Region(
      column: column + columns, row: row + rows,
      columns: self.columns - 2 * columns, rows: self.rows - 2 * rows)
  }

  /// A region of `size` in the middle of this one, no larger than it.
  public func centered(_ size: Size) -> Region {
    let columns = min(size.columns, self.columns)
    let rows = min(size.rows, self.rows)
    return Region(
      column: column + (self.columns - columns) / 2, row: row + (self.rows - rows) / 2,
      columns: columns, rows: rows)
  }

  /// A region of `size` in the lower right corner of this one, no larger than it.
  public func cornered(_ size: Size) -> Region {
    splitBottom(size.rows).bottom.splitRight(size.columns).right
  }

  /// A region that is counted from this one's corner, counted from where this one is.
  public func place(of inner: Region) -> Region {
    Region(
      column: column + inner.column, row: row + inner.row, columns: inner.columns, rows: inner.rows)
  }
}

/// A cell's place, counted from 0 at the top left.
public struct Position: Hashable, Sendable, CustomStringConvertible {
  /// The distance from the left edge.
  public var column: Int

  /// The distance from the upper edge.
  public var row: Int

  /// The place at `column` and `row`; either may be negative, which is off the edge.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The top left cell.
  public static let zero = Position(column: 0, row: 0)

  /// The place as `column,row`.
  public var description: String { "\(column),\(row)" }
}

/// How many columns and rows something has.
///
/// A size is never negative: what is taken from an empty size leaves it empty.
public struct Size: Hashable, Sendable, CustomStringConvertible {
  /// The width in columns, 0 or more.
  public let columns: Int

  /// The height in rows, 0 or more.
  public let rows: Int

  /// A size of `columns` by `rows`, each raised to 0 if it is negative.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// Reads a size written as `80x24`; `nil` for anything else.
  ///
  /// - Parameter text: two whole numbers of 1 to 1000 with an `x` between them.
  public init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(digits: parts[0]), let rows = Int(digits: parts[1]),
      1...1000 ~= columns, 1...1000 ~= rows
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// Whether nothing fits.
  public var isEmpty: Bool { columns == 0 || rows == 0 }

  /// The size as `80x24`.
  public var description: String { "\(columns)x\(rows)" }
}
