/// A number about many records: their count, or a total of one of their fields.
public struct Aggregate: Hashable, Sendable {
  /// The computation over a field's values.
  public enum Function: String, CaseIterable, Hashable, Sendable {
    /// The number of values.
    case count
    /// The sum of the values, exact for whole and decimal numbers; 0 without values.
    case sum
    /// The least number, or the earliest date or time.
    case min
    /// The greatest number, or the latest date or time.
    case max
    /// The sum divided by the count, as a double; for whole and decimal numbers, of six decimals.
    case average

    /// Whether the function accepts values of a type.
    public func takes(_ type: AttributeType) -> Bool {
      switch self {
      case .count: true
      case .sum, .average: type.isNumber
      case .min, .max: type.isNumber || type.isTime
      }
    }
  }

  /// The computation.
  public let function: Function

  /// The field, perhaps of linked records; `nil` to count records.
  public let field: FieldPath?

  /// The number of records.
  public static let count = Aggregate(function: .count, field: nil)

  /// An aggregate of the values of `field`; records without a value don't count.
  public init(_ function: Function, of field: FieldPath) {
    self.init(function: function, field: field)
  }

  /// The name as in a rollup: `Price.sum`, or `(Price*2).sum`.
  public var name: String {
    guard let field else { return function.viewName }
    let text = field.description
    let isCalculation = if case .calculation? = Formula<FieldPath>(text) { true } else { false }
    return (isCalculation && !text.isEnclosed ? "(\(text))" : text) + ".\(function.viewName)"
  }

  private init(function: Function, field: FieldPath?) {
    self.function = function
    self.field = field
  }
}

/// The results of some aggregates for the records of one section, or for all.
public struct AggregateResult: Hashable, Sendable {
  /// The value that the records share in the group's field; `nil` for none, or without a group.
  public let group: Value?

  /// The group's value for people: for a linked record, its title.
  public let title: String?

  /// The number of records.
  public let count: Int

  /// The results, in the order of the aggregates; `nil` if a field has no values.
  ///
  /// Numbers of several units have a text such as `3 units` instead of a total.
  public let values: [Value?]

  /// The units of the results that a field of each record tells, in the order of the aggregates;
  /// `nil` without one, or with several.
  public let units: [String?]
}

extension Snapshot {
  /// Returns the number of records that `request` finds, between its offset and its limit.
  ///
  /// Cost: that of `fetch` without the order, since nothing is sorted.
  ///
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public func count(_ request: FetchRequest, at clock: WallClock = .current) throws(FilterError)
    -> Int
  {
    var unsorted = request
    unsorted.sorts = []
    unsorted.group = nil
    if unsorted.isWholeCollection {
      do throws(StoreError) {
        return max(0, try lazyTable(request.entity).count() - request.offset)
      } catch {
        throw .unavailable(error)
      }
    }
    return try fetch(unsorted, at: clock).count
  }

  /// Computes numbers about the records that `request` finds.
  ///
  /// - Parameters:
  ///   - aggregates: The numbers to compute.
  ///   - request: The records. With a group, each section has a result; otherwise there is one.
  ///   - clock: The clock by which words such as `today` are read.
  /// - Returns: The results in the order of the sections.
  /// - Throws: `FilterError` for a field that the entity cannot have, or one without numbers or
  ///   times where such are needed.
  ///
  /// Cost: in addition to the fetch, one look at each record's value.
  public func aggregate(
    _ aggregates: [Aggregate], of request: FetchRequest, at clock: WallClock = .current
  ) throws(FilterError) -> [AggregateResult] {
    try fetch(request, at: clock).aggregate(aggregates)
  }
}

extension FetchResult {
  /// Computes numbers about the records of the result.
  ///
  /// - Parameter aggregates: The numbers to compute.
  /// - Returns: The results in the order of the sections; one result without a group.
  /// - Throws: `FilterError` for a field that the entity cannot have, or one without numbers or
  ///   times where such are needed.
  ///
  /// Cost: a look at each record's value.
  public func aggregate(
    _ aggregates: [Aggregate]
  ) throws(FilterError) -> [AggregateResult] {
    let computations = try computations(aggregates)
    return shownSections.map { section in
      let rows = self[section.range]
      return AggregateResult(
        group: section.value, title: section.title, count: section.count,
        values: computations.map { $0.value(of: rows) },
        units: computations.map { $0.unit(of: rows) })
    }
  }
}

extension FetchResult {
  /// Computes a number about all records of the result, across its sections.
  ///
  /// - Throws: `FilterError` as `aggregate(_:)` does.
  ///
  /// Cost: a look at each record's value.
  public func total(_ aggregate: Aggregate) throws(FilterError) -> Value? {
    try total([aggregate]).values[0]
  }

  /// Computes numbers about all records of the result, across its sections.
  package func total(_ aggregates: [Aggregate]) throws(FilterError) -> AggregateResult {
    let computations = try computations(aggregates)
    let rows = self[startIndex..<endIndex]
    return AggregateResult(
      group: nil, title: "", count: count, values: computations.map { $0.value(of: rows) },
      units: computations.map { $0.unit(of: rows) })
  }

  private func computations(
    _ aggregates: [Aggregate]
  ) throws(FilterError) -> [AggregateComputation] {
    var computations: [AggregateComputation] = []
    for aggregate in aggregates {
      computations.append(try AggregateComputation(aggregate, of: self))
    }
    return computations
  }
}

/// An aggregate prepared for the records of a result.
struct AggregateComputation {
  let function: Aggregate.Function
  private let reader: FieldReader?

  init(_ aggregate: Aggregate, of result: FetchResult) throws(FilterError) {
    function = aggregate.function
    guard let path = aggregate.field else {
      reader = nil
      return
    }
    let field = try FieldResolver(model: result.snapshot.model)
      .resolve(path, of: result.table.entity)
    let isFit = function == .count || field.type.map(function.takes) == true
    guard isFit else {
      throw .notAggregable(
        column: path.position.column, name: path.description,
        isTime: field.type?.isTime == true)
    }
    reader = try FieldReader(field, in: result.snapshot, at: result.matches.clock)
  }

  func value(of rows: some RandomAccessCollection<Row>) -> Value? {
    guard let reader else { return .integer(Int64(rows.count)) }
    let values = rows.flatMap(reader.values)
    if function != .count, let several = severalUnits(rows, values, reader) { return several }
    return switch function {
    case .count: FieldReader.aggregated(values, .count)
    case .sum: FieldReader.aggregated(values, .sum)
    case .min: FieldReader.aggregated(values, .min)
    case .max: FieldReader.aggregated(values, .max)
    case .average: FieldReader.aggregated(values, .avg)?.approximation.map(Value.double)
    }
  }

  /// Whether a field of each record tells the unit of its number.
  var hasUnits: Bool { reader?.hasUnit == true }

  /// The unit of all numbers that the model tells; `nil` without one.
  var modelUnit: String? { reader?.field.unit }

  /// The unit that all numbers have, as a field of each record tells.
  func unit(of rows: some RandomAccessCollection<Row>) -> String? {
    guard let reader, function != .count, reader.hasUnit else { return nil }
    var units: Set<String> = []
    for row in rows {
      let unit = reader.unit(of: row)
      if !unit.isEmpty { units.insert(unit) }
      if units.count > 1 { return nil }
    }
    return units.first
  }

  /// A text instead of a total of numbers with several units.
  private func severalUnits(
    _ rows: some RandomAccessCollection<Row>, _ values: [Value], _ reader: FieldReader
  ) -> Value? {
    guard reader.hasUnit else { return nil }
    if reader.field.aggregate == nil { return reader.severalUnits(at: rows.flatMap(reader.rows)) }
    var units: Set<String> = []
    for row in rows {
      guard let value = reader.values(of: row).first else { continue }
      // The row alone has several.
      if value.isText { return reader.severalUnits(at: rows.flatMap(reader.rows)) ?? value }
      let unit = reader.unit(of: row)
      // A total of no numbers is 0, and has no unit.
      if !unit.isEmpty { units.insert(unit) }
    }
    return FieldReader.several(units)
  }
}
