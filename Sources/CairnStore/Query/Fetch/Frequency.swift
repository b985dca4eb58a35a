/// A value of a field, or none, and how many records have it.
public struct Frequency: Hashable, Sendable {
  /// The value; for a link, the key of the record at its end; `nil` for no value.
  public let value: Value?

  /// The value for people: for a link, the linked record's title; empty for no value.
  public let title: String

  /// How often it occurs.
  public let count: Int

  /// How often it occurs for each record that was looked at, from 0 to 1, or more where a record
  /// has it several times.
  public let share: Double

  /// The value's place in the order of all values, from 0; no value comes last.
  public let rank: Int

  /// The part of a filter that records pass whose `field` has the value.
  public func condition(on field: FieldPath) -> Predicate {
    guard let value else { return .lacks(field) }
    let literal = Literal(value.storedTexts.first ?? "")
    return .comparison(Comparison(field, .equal, [.value(literal)]))
  }
}

extension Snapshot {
  /// How often each value of a field occurs among the records that `request` finds.
  ///
  /// A field of several values counts for each of them, whatever their labels.
  ///
  /// - Parameters:
  ///   - field: The field, perhaps of linked records, or a link.
  ///   - request: Which records.
  ///   - countsAbsence: Whether records without a value are counted, too.
  ///   - clock: The clock by which words such as `today` are read.
  /// - Returns: The most frequent value first; of equally frequent ones, the least.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  ///
  /// Cost: beside the fetch, a look at each record's value.
  public func frequencies(
    of field: FieldPath, in request: FetchRequest, countsAbsence: Bool = false, at clock: WallClock
  ) throws(FilterError) -> [Frequency] {
    var unsorted = request
    unsorted.group = nil
    let result = try fetch(unsorted, at: clock)
    let resolved = try FieldResolver(model: model).resolve(field, of: result.table.entity)
    let reader = try FieldReader(resolved, in: self)
    var tally = Tally()
    for row in result {
      let values = reader.values(of: row)
      for value in values { tally.add(value.unlabeled) }
      if countsAbsence, values.isEmpty { tally.add(nil) }
    }
    let attribute = resolved.aggregate == nil ? resolved.attribute?.0 : nil
    let column = SortColumn(tally.values, of: attribute)
    return tally.values.indices.sorted { left, right in
      SortColumn.compare(column, left, column, right, isDescending: false) < 0
    }.enumerated().map { rank, index in
      let value = tally.values[index]
      return Frequency(
        value: value, title: value.map { title(of: $0, resolved, clock) } ?? "",
        count: tally.counts[index], share: Double(tally.counts[index]) / Double(result.count),
        rank: rank)
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

/// Values in the order in which they were met, with how often each was.
private struct Tally {
  private(set) var values: [Value?] = []
  private(set) var counts: [Int] = []
  private var places: [ExactValue: Int] = [:]

  mutating func add(_ value: Value?) {
    let exact = ExactValue(value)
    if let place = places[exact] {
      counts[place] += 1
    } else {
      places[exact] = values.count
      values.append(value)
      counts.append(1)
    }
  }
}

/// A value as `=` compares it: text to the letter, and numbers whatever their digits.
private enum ExactValue: Hashable {
  case text([UInt8])
  case decimal(String)
  case other(Value?)

  init(_ value: Value?) {
    switch value {
    case .text(let text)?: self = .text(Array(text.utf8))
    case .decimal(let number)?: self = .decimal(number.shortest)
    default: self = .other(value)
    }
  }
}
