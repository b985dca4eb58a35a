/// Rows with fields for columns, filters and groups.
public protocol FieldRows: ListSource {
  /// The fields for columns and groups.
  var fields: [ListField] { get }
  /// The calculations to offer for columns and orders.
  var calculations: [ListField] { get }
  /// Reads a typed text as a column.
  func column(typed text: String) -> TypedColumn
  /// A function that completes a typed column, for another thread; `nil` for no completion.
  var completingColumn: (@Sendable (String) -> TextPrompt.Completion)? { get }
  /// The values of the row `id`, each with the filter that keeps only rows with it.
  func values(of id: String) -> [ListValue]
  /// Adds up the numbers of a column.
  ///
  /// - Parameters:
  ///   - column: the name of the column.
  ///   - marked: the rows to add up; empty for all rows.
  /// - Returns: the total in words, such as "sum 890"; `nil` if there is none, or if adding up takes
  ///   longer than a drawing.
  func total(ofColumn column: String, among marked: Set<String>) -> String?
  var usualSorts: [ListSort] { get }
  /// Whether the default order is nearly total, as by a name or a key, so that a further sort key
  /// would have almost no effect.
  var isUsualOrderComplete: Bool { get }
}

extension FieldRows {
  /// Nothing by default.
  public var calculations: [ListField] { [] }
  /// `nil` by default: nothing is completed.
  public var completingColumn: (@Sendable (String) -> TextPrompt.Completion)? { nil }
  /// By default, only fields are columns.
  public func column(typed text: String) -> TypedColumn {
    fields.contains { $0.name == text } ? .column(text) : .problem("there is no field \(text)")
  }
  /// No values by default.
  public func values(of id: String) -> [ListValue] { [] }
  /// `nil` by default: the rows have no totals.
  public func total(ofColumn column: String, among marked: Set<String>) -> String? { nil }
  /// No order by default.
  public var usualSorts: [ListSort] { [] }
  /// `false` by default, which means unknown.
  public var isUsualOrderComplete: Bool { false }
}

/// A typed text as a column of a list.
public enum TypedColumn: Hashable, Sendable {
  /// The column's name, in its usual spelling.
  case column(String)
  /// The reason why the text is no column.
  case problem(String)
}
