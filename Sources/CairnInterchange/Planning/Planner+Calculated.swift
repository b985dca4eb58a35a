internal import CairnStore

/// Finds the columns that Cairn added to the data: for a list, an export, or refused rows.
extension Planner {
  /// Returns whether a column has the reasons why an earlier import refused the rows.
  ///
  /// An option for the column makes it an ordinary one.
  func hasReasons(_ column: Columns.Column) -> Bool {
    column.name == RefusedInput.column && options.mapping[column.path] == nil
      && options.types[column.path] == nil
      && !options.links.contains { $0.column == column.path }
  }

  /// Returns whether a column has calculated values, such as `Ingredients.count`.
  ///
  /// A field with such values would no longer follow the records, so no field is added. An option
  /// for the column makes it an ordinary one. A name with a minus or a slash may be anything, such
  /// as `Price-2024`. It is a calculation only if the rows' own addresses tell that Cairn wrote the
  /// file.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - entity: The name of the entity of the rows.
  ///   - isOurs: Whether the rows have their own addresses.
  /// - Returns: Whether the values are calculated.
  func isCalculated(_ column: Columns.Column, of entity: String, isOurs: Bool) -> Bool {
    guard options.mapping[column.path] == nil, options.types[column.path] == nil,
      !options.links.contains(where: { $0.column == column.path })
    else { return false }
    if let stored = known[entity], isOurs || column.name.contains(".") {
      return known.isCalculated(column.name, of: stored, includingTimes: isOurs)
    }
    return isOurs && Naming.field(for: column.name) != column.name
      && (try? FieldPath.parse(column.name)) != nil
  }
}
