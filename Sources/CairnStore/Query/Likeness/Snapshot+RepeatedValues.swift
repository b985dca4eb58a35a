extension Snapshot {
  /// Returns the values of a field that occur in several of the records that `request` finds.
  ///
  /// Values that differ only in case, accents, punctuation and repeated blanks count as one. Each
  /// result has all its spellings, the most frequent one first. Its count is the number of records.
  ///
  /// - Parameters:
  ///   - field: The field, perhaps of linked records, or a link.
  ///   - request: The request for the records.
  ///   - measure: A number to compute for each value, such as the sum of a field.
  ///   - clock: The clock by which words such as `today` are read.
  /// - Returns: The value of most records first, or the one with the greatest measure; of equal
  ///   ones, the least value.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  ///
  /// Cost: in addition to the fetch, one look at each record's value.
  public func repeatedValues(
    of field: FieldPath, in request: FetchRequest, measure: Aggregate? = nil,
    at clock: WallClock = .current
  ) throws(FilterError) -> [Frequency] {
    var unsorted = request
    unsorted.group = nil
    let result = try fetch(unsorted, at: clock)
    let resolved = try FieldResolver(model: model).resolve(field, of: result.table.entity)
    let reader = try FieldReader(resolved, in: self, at: clock)
    let attribute = resolved.aggregate == nil ? resolved.attribute?.0 : nil
    var places: [String: Int] = [:]
    var found: [Spellings] = []
    for (index, row) in result.enumerated() {
      for value in reader.values(of: row).map(\.unlabeled) {
        let form = Likeness.form(of: value, as: attribute?.type)
        let place = places[form] ?? found.count
        if place == found.count {
          places[form] = place
          found.append(Spellings())
        }
        found[place].add(value, ofRecord: index)
      }
    }
    let repeated = found.filter { $0.records.count > 1 }.map { ($0.records, $0.values) }
    let column = SortColumn(
      repeated.map { $0.1.first }, of: attribute, in: clock.conventions.alphabet)
    let order = repeated.indices.sorted { left, right in
      SortColumn.compare(column, left, column, right, isDescending: false) < 0
    }
    let frequencies = order.enumerated().map { rank, index in
      let (records, values) = repeated[index]
      return Frequency(
        value: values.first, title: values.first.map { title(of: $0, resolved, clock) } ?? "",
        count: records.count, share: Double(records.count) / Double(result.count), rank: rank,
        otherSpellings: values.dropFirst().map { ($0, title(of: $0, resolved, clock)) }
          .map(Frequency.Spelling.init))
    }
    return try result.measured(frequencies, order.map { repeated[$0].0 }, by: measure)
  }
}

/// The spellings of a value, and the records with the value.
private struct Spellings {
  /// The records as places in the result.
  private(set) var records: [Int] = []
  private var counts: [(value: Value, count: Int)] = []
  private var places: [Value: Int] = [:]

  mutating func add(_ value: Value, ofRecord record: Int) {
    // A record may have a value in two spellings.
    if records.last != record { records.append(record) }
    if let place = places[value] {
      counts[place].count += 1
    } else {
      places[value] = counts.count
      counts.append((value, 1))
    }
  }

  /// The spellings, the most frequent one first; of equally frequent ones, the first that occurred.
  var values: [Value] {
    counts.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element.value)
  }
}
