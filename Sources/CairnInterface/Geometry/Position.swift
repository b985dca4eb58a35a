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
