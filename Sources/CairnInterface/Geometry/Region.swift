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

  /// Whether the region has no cells.
  public var isEmpty: Bool { columns == 0 || rows == 0 }

  /// Whether the region contains a position.
  public func contains(_ position: Position) -> Bool {
    columnRange.contains(position.column) && rowRange.contains(position.row)
  }

  /// The place and size, as `80x24 at 0,0`.
  public var description: String { "\(size) at \(origin)" }
}

/// The parts of a region, into which a screen divides its area.
extension Region {
  /// Returns the cells of both regions; an empty region if they share none.
  public func intersection(_ other: Region) -> Region {
    let across = columnRange.clamped(to: other.columnRange)
    let down = rowRange.clamped(to: other.rowRange)
    return Region(
      column: across.lowerBound, row: down.lowerBound, columns: across.count, rows: down.count)
  }

  /// Returns the rows at these distances from the upper edge, as far as they exist.
  public func rows(_ range: Range<Int>) -> Region {
    let part = range.clamped(to: 0..<rows)
    return Region(column: column, row: row + part.lowerBound, columns: columns, rows: part.count)
  }

  /// Returns the columns at these distances from the left edge, as far as they exist.
  public func columns(_ range: Range<Int>) -> Region {
    let part = range.clamped(to: 0..<columns)
    return Region(column: column + part.lowerBound, row: row, columns: part.count, rows: rows)
  }

  /// Splits off the upper `count` rows.
  public func splitTop(_ count: Int) -> (top: Region, rest: Region) {
    let cut = min(max(0, count), rows)
    return (rows(0..<cut), rows(cut..<rows))
  }

  /// Splits off the lower `count` rows.
  public func splitBottom(_ count: Int) -> (rest: Region, bottom: Region) {
    let cut = rows - min(max(0, count), rows)
    return (rows(0..<cut), rows(cut..<rows))
  }

  /// Splits off the right `count` columns.
  public func splitRight(_ count: Int) -> (rest: Region, right: Region) {
    let cut = columns - min(max(0, count), columns)
    return (columns(0..<cut), columns(cut..<columns))
  }

  /// Returns the region without a margin on each side; empty if the margins meet.
  ///
  /// - Parameters:
  ///   - columns: the margin at the left and at the right.
  ///   - rows: the margin above and below.
  /// - Returns: the region between the margins.
  public func inset(columns: Int = 0, rows: Int = 0) -> Region {
    Region(
      column: column + columns, row: row + rows,
      columns: self.columns - 2 * columns, rows: self.rows - 2 * rows)
  }

  /// Returns a region of `size` in the middle of this one, and not larger than it.
  public func centered(_ size: Size) -> Region {
    let columns = min(size.columns, self.columns)
    let rows = min(size.rows, self.rows)
    return Region(
      column: column + (self.columns - columns) / 2, row: row + (self.rows - rows) / 2,
      columns: columns, rows: rows)
  }

  /// Returns a region of `size` in the lower right corner of this one, and not larger than it.
  public func cornered(_ size: Size) -> Region {
    splitBottom(size.rows).bottom.splitRight(size.columns).right
  }

  /// Returns the place of a region whose position counts from the corner of this one.
  public func place(of inner: Region) -> Region {
    Region(
      column: column + inner.column, row: row + inner.row, columns: inner.columns, rows: inner.rows)
  }
}

/// The position of a cell, counted from 0 at the top left.
public struct Position: Hashable, Sendable, CustomStringConvertible {
  /// The distance from the left edge.
  public var column: Int

  /// The distance from the upper edge.
  public var row: Int

  /// Creates a position; negative numbers are off the edge.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The top left cell.
  public static let zero = Position(column: 0, row: 0)

  /// The position as `column,row`.
  public var description: String { "\(column),\(row)" }
}

/// A width and a height in cells.
///
/// A size is never negative.
public struct Size: Hashable, Sendable, CustomStringConvertible {
  /// The width in columns, 0 or more.
  public let columns: Int

  /// The height in rows, 0 or more.
  public let rows: Int

  /// Creates a size; negative numbers become 0.
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

  /// Whether the size has no cells.
  public var isEmpty: Bool { columns == 0 || rows == 0 }

  /// The size as `80x24`.
  public var description: String { "\(columns)x\(rows)" }
}
