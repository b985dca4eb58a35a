internal import CairnInterchange
internal import CairnJSON
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The format of a printed list.
public enum ListFormat: String, CaseIterable, Sendable {
  /// Aligned columns for people.
  case table
  /// Comma-separated values with a header.
  case csv
  /// A JSON array of objects.
  case json
  /// One JSON object on each line.
  case jsonl

  /// Whether the format has the list's columns, rather than every field.
  public var hasColumns: Bool { self == .table || self == .csv }
}

extension RecordList {
  /// Prints the records, piece by piece.
  ///
  /// A table and CSV have the list's columns; CSV also has the latest possible times. JSON has every
  /// field, and the calculated columns of the list's URL. For a view of counts, the counts are
  /// printed. Duplicates have the number of their group, too.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - width: the width of the terminal for a table; `nil` for output to a program.
  ///   - sink: called with the next bytes.
  /// - Throws: ``AppError`` for an unknown column, and the errors of `sink`.
  public func print(
    as format: ListFormat, width: Int? = nil,
    to sink: @escaping ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    if let field = query.frequency { return try printCounts(of: field, as: format, to: sink) }
    if hasDuplicates, !format.hasColumns { return try printGrouped(as: format, to: sink) }
    switch format {
    case .table: try printTable(width: width, to: sink)
    case .csv: try printValues(to: sink)
    case .json: try export(.json, to: sink)
    case .jsonl: try export(.jsonl, to: sink)
    }
  }

  private func printTable(
    width: Int?, to sink: @escaping ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    let columns = try columns()
    guard count > 0 else { return }
    // cairn merge takes the keys of duplicates.
    let hasKeys = hasDuplicates && query.columns == nil && !query.showsAllColumns
    var table = TextTable(
      (hasKeys ? [TextTable.Column(title: "key", isTrailing: false)] : [])
        + columns.shapes.map {
          TextTable.Column(title: $0.title, isTrailing: $0.alignment == .trailing)
        })
    var sections = result.sections[...]
    for index in result.indices {
      if let section = sections.first, section.range.lowerBound == index {
        sections.removeFirst()
        table.beginSection(section.title ?? "(none)", "\(section.count)")
      }
      let cells = columns.cells(of: result[index])
      table.append(hasKeys ? ["\(result[index].key)"] + cells : cells)
    }
    if let totals = columns.totalCells(query.totals, of: result, at: clock) {
      table.beginSection(totals.title, "\(count)")
      table.append(hasKeys ? [""] + totals.cells : totals.cells)
    }
    try sink(Array((table.lines(width: width).joined(separator: "\n") + "\n").utf8))
  }

  /// The number of bytes to gather before they are handed over.
  private static let blockSize = 1 << 16

  private func printValues(to sink: @escaping ([UInt8]) throws(AppError) -> Void) throws(AppError) {
    let columns = try columns()
    var writer = CSVWriter()
    let groups = hasDuplicates ? groupNumbers : []
    writer.writeRow((hasDuplicates ? ["group"] : []) + columns.shapes.map(\.name))
    for (index, row) in result.enumerated() {
      writer.writeRow(
        (hasDuplicates ? ["\(groups[index])"] : []) + columns.exported(row))
      if writer.bytes.count > Self.blockSize { try sink(writer.take()) }
    }
    try sink(writer.take())
  }

  /// Prints the records of groups of duplicates as JSON, with the number of the group.
  private func printGrouped(
    as format: ListFormat, to sink: ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    var bytes: [UInt8] = []
    try export(.json) { bytes += $0 }
    let objects = try grouped(bytes)
    if format == .json { return try sink(Array(JSONValue.array(objects).report.utf8)) }
    for object in objects { try sink(Array((object.text() + "\n").utf8)) }
  }

  private func export(
    _ format: InterchangeFormat, to sink: @escaping ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    let calculated = try query.calculatedColumns(
      of: entity, in: result.snapshot, at: clock, as: format)
    try ExportOperation(.found(result), in: result.snapshot, as: format, adding: calculated)
      .stream(in: result.snapshot.model, to: sink)
  }

  /// Returns the columns in the URL, else the model's columns.
  func columns() throws(AppError) -> RecordColumns {
    do throws(FilterError) {
      // The shell's table measures its own cells.
      return try RecordColumns(query, of: entity, in: result.snapshot, at: clock, measuring: [])
    } catch {
      throw .failed(error.description)
    }
  }
}
