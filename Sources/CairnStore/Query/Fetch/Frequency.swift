/// A value of a field, and how many records have it.
public struct Frequency: Hashable, Sendable {
  /// The value; for a link, the key of the record at its end.
  public let value: Value

  /// The value for people: for a link, the linked record's title.
  public let title: String

  /// How often it occurs.
  public let count: Int

  /// The value's place in the order of all values, from 0.
  public let rank: Int

  /// The part of a filter that records pass whose `field` has the value.
  public func condition(on field: FieldPath) -> Predicate {
    let literal = Literal(value.storedTexts.first ?? "")
    return .comparison(Comparison(field, .equal, [.value(literal)]))
  }
}

extension Snapshot {
  /// How often each value of a field occurs among the records that `request` finds.
  ///
  /// A field of several values counts for each of them, whatever their labels. Records without a
  /// value are left out.
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
    var places: [ExactValue: Int] = [:]
    var values: [Value] = []
    var counts: [Int] = []
    for row in result {
      for value in reader.values(of: row).map(\.unlabeled) {
        let place = places[ExactValue(value), default: values.count]
        if place == values.count {
          places[ExactValue(value)] = place
          values.append(value)
          counts.append(0)
        }
        counts[place] += 1
      }
    }
    let attribute = resolved.aggregate == nil ? resolved.attribute?.0 : nil
    let column = SortColumn(values.map(Optional.some), of: attribute)
    return values.indices.sorted { left, right in
      SortColumn.compare(column, left, column, right, isDescending: false) < 0
    }.enumerated().map { rank, index in
      Frequency(
        value: values[index], title: title(of: values[index], resolved, clock),
        count: counts[index], rank: rank)
    }.sorted { ($1.count, $0.rank) < ($0.count, $1.rank) }
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

/// A value as `=` compares it: text to the letter, and numbers whatever their digits.
private enum ExactValue: Hashable {
  case text([UInt8])
  case decimal(String)
  case other(Value)

  init(_ value: Value) {
    switch value {
    case .text(let text): self = .text(Array(text.utf8))
    case .decimal(let number): self = .decimal(number.shortest)
    default: self = .other(value)
    }
  }
}
