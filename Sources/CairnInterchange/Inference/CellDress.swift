/// How the cells of a column are dressed, for reading them.
struct CellDress: Hashable, Sendable {
  /// The unit of all numbers; `nil` for none.
  var unit: String?
  /// Whether numbers have a unit, parentheses or a minus sign behind them.
  var hasDressedNumbers = false
  /// Whether some cells are texts as formulas.
  var hasFormulaTexts = false
  /// Whether some cells have words such as `n/a`, which mean an empty cell.
  var hasEmptyWords = false
}
