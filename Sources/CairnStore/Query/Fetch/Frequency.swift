/// A value of a field, and how many records have it.
public struct Frequency: Hashable, Sendable {
  /// The value; for a link, the key of the record at its end.
  public let value: Value

  /// The value for people: for a link, the linked record's title.
  public let title: String

  /// How often it occurs.
  public let count: Int
}

extension Snapshot {
  /// How often each value of a field occurs among the records that `request` finds.
  ///
  /// A field of several values counts for each of them. Records without a value are left out.
  ///
  /// - Parameters:
  ///   - field: The field, perhaps of linked records, or a link.
  ///   - request: Which records.
  ///   - clock: The clock by which words such as `today` are read.
  /// - Returns: The most frequent value first; of equally frequent ones, the least.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  ///
  /// Cost: beside the fetch, a look at each record's value.
  public func frequencies(
    of field: FieldPath, in request: FetchRequest, at clock: WallClock
  ) throws(FilterError) -> [Frequency] {
    var unsorted = request
    unsorted.group = nil
    let result = try fetch(unsorted, at: clock)
    let resolved = try FieldResolver(model: model).resolve(field, of: result.table.entity)
    let reader = try FieldReader(resolved, in: self)
    var counts: [Value: Int] = [:]
    for row in result { for value in reader.values(of: row) { counts[value, default: 0] += 1 } }
    let values = Array(counts.keys)
    let attribute = resolved.aggregate == nil ? resolved.attribute?.0 : nil
    let ranks = SortColumn(values.map(Optional.some), of: attribute)
    return values.indices.sorted { left, right in
      let (first, second) = (counts[values[left]] ?? 0, counts[values[right]] ?? 0)
      if first != second { return first > second }
      return SortColumn.compare(ranks, left, ranks, right, isDescending: false) < 0
    }.map { index in
      Frequency(
        value: values[index], title: title(of: values[index], resolved, clock),
        count: counts[values[index]] ?? 0)
    }
  }

  private func title(
    of value: Value, _ field: ResolvedField, _ clock: WallClock
  ) -> String {
    guard case .link(let key) = value, case .record = field.target else {
      return ValueText.display(value, at: clock)
    }
    return title(of: ObjectID(entity: field.entity.name, key: key))
  }
}
