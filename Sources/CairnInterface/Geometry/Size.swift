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
