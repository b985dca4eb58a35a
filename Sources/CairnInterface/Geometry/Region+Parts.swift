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
