internal import CairnInterchange
internal import CairnJSON
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension RecordList {
  /// Prints the number of records with each value of a field, the most frequent value first.
  ///
  /// With a measure, such as a sum, the greatest measure comes first.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - format: the format.
  ///   - sink: called with the next bytes.
  /// - Throws: ``AppError`` for an unknown field, and the errors of `sink`.
  func printCounts(
    of field: FieldPath, as format: ListFormat, to sink: ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    let counts = try counts(of: field)
    switch format {
    case .table:
      let title = result.snapshot.model.caption(of: field, from: entity)
      try sink(table(counts, title))
    case .csv:
      var writer = CSVWriter()
      let measure = query.measure
      writer.writeRow(["\(field)", "count"] + (measure.map { [$0.name] } ?? []))
      for count in counts {
        let amount = measure.map { _ in [count.measuredNumber.map(ValueText.export)] } ?? []
        writer.writeRow([count.exportText, "\(count.count)"] + amount)
      }
      try sink(writer.take())
    case .json:
      let values = counts.map { JSONValue.object(object($0, of: field)) }
      try sink(Array(JSONValue.array(values).report.utf8))
    case .jsonl:
      for count in counts {
        try sink(Array((JSONValue.object(object(count, of: field)).text() + "\n").utf8))
      }
    }
  }

  /// Returns the number of rows in the list's view, in words: "57 records", "13 values".
  func countInWords() throws(AppError) -> String {
    guard let field = query.frequency else { return Count.text(count, "record") }
    return Count.text(try allCounts(of: field).count, "value")
  }

  /// Returns the number of rows without a limit: of records, or of values in a view of counts.
  ///
  /// - Throws: ``AppError`` for an unknown field.
  public func rowCount() throws(AppError) -> Int {
    try query.frequency.map { field throws(AppError) in try allCounts(of: field).count }
      ?? totalCount
  }

  /// Returns the object of a value; among repeated values, it also has the spellings.
  private func object(_ count: Frequency, of field: FieldPath) -> JSONObject {
    var object = count.object(of: field, measure: query.measure)
    guard query.countsRepeatedOnly else { return object }
    let spellings = [count.title] + count.otherSpellings.map(\.title)
    object.members.append(
      JSONObject.Member(name: "spellings", value: .array(spellings.map(JSONValue.string))))
    return object
  }

  private func counts(of field: FieldPath) throws(AppError) -> [Frequency] {
    let counts = try allCounts(of: field)
    return query.request.limit.map { Array(counts.prefix($0)) } ?? counts
  }

  private func allCounts(of field: FieldPath) throws(AppError) -> [Frequency] {
    // The limit applies to rows, which are values here.
    var request = query.request
    request.limit = nil
    do throws(FilterError) {
      var counts =
        query.countsRepeatedOnly
        ? try result.snapshot.repeatedValues(
          of: field, in: request, measure: query.measure, at: clock)
        : try result.snapshot.frequencies(
          of: field, in: request, countsAbsence: true, measure: query.measure, at: clock)
      query.countOrder?.arrange(&counts) { $0 }
      return counts
    } catch {
      throw .failed(error.description)
    }
  }

  private func table(_ counts: [Frequency], _ title: String) -> [UInt8] {
    guard !counts.isEmpty else { return [] }
    let measure = query.measure.map { result.snapshot.caption(of: $0, from: entity) }
    let numbers = ["count"] + (measure.map { [$0] } ?? []) + ["share", "cumulative"]
    var table = TextTable(
      [TextTable.Column(title: title, isTrailing: false)]
        + numbers.map { TextTable.Column(title: $0, isTrailing: true) })
    for (count, cumulative) in zip(counts, counts.cumulativeShares) {
      table.append(count.cells(cumulative: cumulative, measure: query.measure, at: clock))
    }
    return Array((table.lines.joined(separator: "\n") + "\n").utf8)
  }
}

extension Frequency {
  /// The value for programs: a number without its unit; `nil` for no value.
  fileprivate var exportText: String? {
    switch value {
    case nil: nil
    case .integer?, .decimal?, .double?: value.map(ValueText.export)
    default: title
    }
  }

  /// The measure for programs; `nil` for a total of numbers with several units.
  fileprivate var measuredNumber: Value? {
    if case .text? = measure?.value { nil } else { measure?.value }
  }

  /// Returns an object with the value under the field's name, `null` for no value, its count, and
  /// its measure under the name of a rollup.
  fileprivate func object(of field: FieldPath, measure: Aggregate?) -> JSONObject {
    let json = value.map { Self.json($0) ?? .string(exportText ?? title) } ?? .null
    var object = JSONObject([
      JSONObject.Member(name: "\(field)", value: json),
      JSONObject.Member(name: "count", value: .number(JSONNumber(Int64(count)))),
    ])
    if let measure {
      let number = measuredNumber.map { Self.json($0) ?? .string(ValueText.export($0)) }
      object.members.append(JSONObject.Member(name: measure.name, value: number ?? .null))
    }
    return object
  }

  /// A number or a boolean as JSON; `nil` for any other value.
  private static func json(_ value: Value) -> JSONValue? {
    switch value {
    case .integer(let number): .number(JSONNumber(number))
    case .decimal(let number): JSONNumber(number.description).map(JSONValue.number) ?? .null
    case .double(let number): JSONNumber(number).map(JSONValue.number) ?? .null
    case .boolean(let flag): .boolean(flag)
    default: nil
    }
  }
}
