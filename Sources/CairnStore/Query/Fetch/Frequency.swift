/// A value of a field, or no value, with the number of records that have it.
public struct Frequency: Hashable, Sendable {
  /// The value; for a link, the key of the record at its end; `nil` for no value.
  public let value: Value?

  /// The value for people: for a link, the linked record's title; empty for no value.
  public let title: String

  /// The number of occurrences.
  public let count: Int

  /// The number of occurrences for each counted record, from 0 to 1.
  ///
  /// It is higher if a record has the value several times.
  public let share: Double

  /// The value's place in the order of all values, from 0; no value comes last.
  public let rank: Int

  /// The number about the records with the value, if one was asked for.
  public internal(set) var measure: Measure?

  /// The other spellings of the value, if values that are alike are counted as one.
  public var otherSpellings: [Spelling] = []

  /// A spelling of a value.
  public struct Spelling: Hashable, Sendable {
    /// The value.
    public let value: Value

    /// The value for people.
    public let title: String
  }

  /// Returns a filter for the records whose `field` has the value in any spelling.
  public func condition(on field: FieldPath) -> RecordPredicate {
    guard let value else { return .lacks(field) }
    let values = [value] + otherSpellings.map(\.value)
    return .comparison(
      Comparison(field, .equal, values.map { .value(Literal($0.storedTexts.first ?? "")) }))
  }
}

extension Snapshot {
  /// Returns how often each value of a field occurs among the records that `request` finds.
  ///
  /// A field with several values counts once for each of them; labels are ignored.
  ///
  /// - Parameters:
  ///   - field: The field, perhaps of linked records, or a link.
  ///   - request: The request for the records.
  ///   - countsAbsence: Whether records without a value are counted, too.
  ///   - measure: A number to compute for each value, such as the sum of a field.
  ///   - clock: The clock by which words such as `today` are read.
  /// - Returns: The most frequent value first, or the one with the greatest measure; of equal ones,
  ///   the least value.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  ///
  /// Cost: in addition to the fetch, one look at each record's value.
  public func frequencies(
    of field: FieldPath, in request: FetchRequest, countsAbsence: Bool = false,
    measure: Aggregate? = nil, at clock: WallClock = .current
  ) throws(FilterError) -> [Frequency] {
    var unsorted = request
    unsorted.group = nil
    let result = try fetch(unsorted, at: clock)
    let resolved = try FieldResolver(model: model).resolve(field, of: result.table.entity)
    let reader = try FieldReader(resolved, in: self, at: clock)
    var tally = Tally(keepsRecords: measure != nil)
    for (index, row) in result.enumerated() {
      let values = reader.values(of: row)
      for value in values { tally.add(value.unlabeled, ofRecord: index) }
      if countsAbsence, values.isEmpty { tally.add(nil, ofRecord: index) }
    }
    let attribute = resolved.aggregate == nil ? resolved.attribute?.0 : nil
    let column = SortColumn(tally.values, of: attribute, in: clock.conventions.alphabet)
    let order = tally.values.indices.sorted { left, right in
      SortColumn.compare(column, left, column, right, isDescending: false) < 0
    }
    let found = order.enumerated().map { rank, index in
      let value = tally.values[index]
      return Frequency(
        value: value, title: value.map { title(of: $0, resolved, clock) } ?? "",
        count: tally.counts[index], share: Double(tally.counts[index]) / Double(result.count),
        rank: rank)
    }
    return try result.measured(found, order.map { tally.records[$0] }, by: measure)
  }

  /// Returns the values of one record's field, in the form in which they are counted.
  ///
  /// For a record without a value, the result is one entry for no value.
  ///
  /// - Throws: `FilterError` for a field that the entity cannot have.
  public func values(
    of field: FieldPath, in row: Row, at clock: WallClock = .current
  ) throws(FilterError) -> [Frequency] {
    let resolved = try FieldResolver(model: model).resolve(field, of: row.chunk.entity)
    let values = try FieldReader(resolved, in: self, at: clock).values(of: row).map(\.unlabeled)
    let all: [Value?] = values.isEmpty ? [nil] : values
    return all.enumerated().map { rank, value in
      Frequency(
        value: value, title: value.map { title(of: $0, resolved, clock) } ?? "", count: 1,
        share: 1, rank: rank)
    }
  }

  func title(
    of value: Value, _ field: ResolvedField, _ clock: WallClock
  ) -> String {
    guard case .link(let key) = value, case .record = field.target else {
      return NumberUnit.text(ValueText.display(value, at: clock), field.unit)
    }
    return title(of: ObjectID(entity: field.entity.name, key: key))
  }
}

/// Counts of values, in the order of their first occurrence.
private struct Tally {
  private(set) var values: [Value?] = []
  private(set) var counts: [Int] = []
  /// The records of each value, as places in the result; empty unless they are kept.
  private(set) var records: [[Int]] = []
  private let keepsRecords: Bool
  private var places: [ExactValue: Int] = [:]

  init(keepsRecords: Bool) { self.keepsRecords = keepsRecords }

  mutating func add(_ value: Value?, ofRecord record: Int) {
    let exact = ExactValue(value)
    let place = places[exact] ?? values.count
    if place == values.count {
      places[exact] = place
      values.append(value)
      counts.append(0)
      records.append([])
    }
    counts[place] += 1
    // A record may have the value several times.
    if keepsRecords, records[place].last != record { records[place].append(record) }
  }
}

/// A value in the form that `=` compares: exact text, and numbers by their amount.
private enum ExactValue: Hashable {
  case decimal(String)
  case other(Value?)

  init(_ value: Value?) {
    switch value {
    case .decimal(let number)?: self = .decimal(number.shortest)
    default: self = .other(value)
    }
  }
}

/// The values that some fields have in the records that a request finds, a row for each record.
///
///     let places = try snapshot.values(
///       of: [FieldPath(["City"]), FieldPath(["Owner", "Name"])],
///       in: FetchRequest(entity: "Place"), at: clock, isDistinct: true)
///     for row in places { print(row[0], row[1]) }
///
/// 1. A row has a value for each field, in the order of the fields: what the record stores there,
///    or the record at the end of a to-one link. Without one it is `nil`.
/// 2. Through a link to many records, the value is the list of their values.
/// 3. The rows stand in the order of the records. Of rows that are equal in every field, distinct
///    ones have only the first.
public struct FieldValues: RandomAccessCollection, Sendable {
  /// The fields.
  public let fields: [FieldPath]

  private let readers: [FieldReader]
  private let result: FetchResult
  /// Which records have a row; `nil` where all do.
  private let places: [Int]?

  init(_ fields: [FieldPath], of result: FetchResult, isDistinct: Bool) throws(FilterError) {
    self.fields = fields
    self.result = result
    let resolver = FieldResolver(model: result.snapshot.model)
    var readers: [FieldReader] = []
    for field in fields {
      let resolved = try resolver.resolve(field, of: result.table.entity)
      readers.append(try FieldReader(resolved, in: result.snapshot, at: result.matches.clock))
    }
    self.readers = readers
    var seen: Set<[Value?]> = []
    places =
      isDistinct
      ? result.indices.filter { index in
        seen.insert(readers.map { $0.value(of: result[index]) }).inserted
      } : nil
  }

  /// The first index, 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { places?.count ?? result.count }

  /// The values at `index`, read when they are asked for.
  public subscript(index: Int) -> [Value?] {
    let row = result[places?[index] ?? index]
    return readers.map { $0.value(of: row) }
  }
}

extension Snapshot {
  /// The values of some fields in the records that `request` finds.
  ///
  /// - Parameters:
  ///   - fields: The fields, perhaps of linked records, or links.
  ///   - request: Which records, in which order.
  ///   - clock: The clock by which words such as `today` are read.
  ///   - isDistinct: Whether equal rows are left out.
  /// - Returns: The rows, in the order of the records.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  ///
  /// Cost: beside the fetch, each row when it is asked for; distinct ones are all read at once.
  public func values(
    of fields: [FieldPath], in request: FetchRequest, at clock: WallClock = .current,
    isDistinct: Bool = false
  ) throws(FilterError) -> FieldValues {
    try FieldValues(fields, of: try fetch(request, at: clock), isDistinct: isDistinct)
  }
}

extension FieldReader {
  /// The value that the path reaches from `row`, a list where it leads through many.
  func value(of row: Row) -> Value? {
    if field.aggregate != nil { return values(of: row).first }
    if field.steps.contains(where: \.relationship.isToMany) {
      return Value(list: values(of: row))
    }
    guard let end = rows(from: row).first else { return nil }
    return switch field.target {
    case .attribute(_, let column): end[column]
    case .record: .link(end.key)
    case .moment, .key, .formula: values(of: row).first
    }
  }
}
