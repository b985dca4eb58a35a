/// The columns of a table whose rows name theirs, in the order in which they are met.
struct MetColumns {
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  /// The place of a column; one that was not met before comes last.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - index: The place that is tried first: rows of one table have theirs in one order as a
  ///     rule.
  /// - Returns: The place, from 0.
  mutating func place(of name: String, expecting index: Int) -> Int {
    if index < names.count, names[index] == name { return index }
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
