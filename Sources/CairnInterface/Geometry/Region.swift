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
