internal import CairnInterchange
internal import CairnJSON
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension RecordList {
  /// Prints the number of records with each value of a field, the most frequent value first.
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
      try sink(Self.table(counts, title))
    case .csv:
      var writer = CSVWriter()
      writer.writeRow(["\(field)", "count"])
      for count in counts {
        writer.writeRow([count.exportText, "\(count.count)"])
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
    var object = count.object(of: field)
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
      return query.countsRepeatedOnly
        ? try result.snapshot.repeatedValues(of: field, in: request, at: clock)
        : try result.snapshot.frequencies(
          of: field, in: request, countsAbsence: true, at: clock)
    } catch {
      throw .failed(error.description)
    }
  }

  private static func table(_ counts: [Frequency], _ title: String) -> [UInt8] {
    guard !counts.isEmpty else { return [] }
    var table = TextTable([
      TextTable.Column(title: title, isTrailing: false),
      TextTable.Column(title: "count", isTrailing: true),
      TextTable.Column(title: "share", isTrailing: true),
    ])
    for count in counts { table.append(count.cells) }
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

  /// Returns an object with the value under the field's name, `null` for no value, and its count.
  fileprivate func object(of field: FieldPath) -> JSONObject {
    let json: JSONValue =
      switch value {
      case nil: .null
      case .integer(let number)?: .number(JSONNumber(number))
      case .decimal(let number)?: JSONNumber(number.description).map(JSONValue.number) ?? .null
      case .boolean(let flag)?: .boolean(flag)
      default: .string(exportText ?? title)
      }
    return JSONObject([
      JSONObject.Member(name: "\(field)", value: json),
      JSONObject.Member(name: "count", value: .number(JSONNumber(Int64(count)))),
    ])
  }
}
