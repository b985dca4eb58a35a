/// What reads a table: rows one after another, and the columns met so far.
protocol RowReader {
  /// The columns' names as the input has them; JSON may add some with every object.
  var columns: [String] { get }

  /// Reads the next row into `row`, whose `problem` says whether it can be used.
  ///
  /// - Parameter row: The row to fill; what it held is gone.
  /// - Returns: Whether there was one.
  /// - Throws: `InterchangeError` if the input cannot be read on.
  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool
}
