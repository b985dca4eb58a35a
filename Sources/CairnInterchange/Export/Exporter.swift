public import CairnStore
internal import CairnJSON

/// Writes records as JSON, JSON Lines or tables, the same bytes for the same records.
///
/// Records are written one by one, and bytes are handed over as they come, so that a million need
/// no more memory than one.
///
/// ```swift
/// let exporter = Exporter(store.snapshot, format: .jsonl)
/// try exporter.write(table.rows, of: table.entity) { bytes in … }
/// ```
public struct Exporter: Sendable {
  /// Bytes that are gathered before they are handed over.
  private static let blockSize = 1 << 16

  /// The content that the records belong to.
  public let snapshot: Snapshot
  /// The form of the output.
  public let format: InterchangeFormat

  /// Creates an exporter.
  ///
  /// - Parameters:
  ///   - snapshot: The content that the records belong to.
  ///   - format: The form of the output.
  public init(_ snapshot: Snapshot, format: InterchangeFormat) {
    self.snapshot = snapshot
    self.format = format
  }

  /// Writes a list: an array, a line each, or a table with a header.
  ///
  /// - Parameters:
  ///   - rows: The records in their order.
  ///   - entity: The records' entity.
  ///   - columns: Names for a table, of fields, links or `url`; `nil` for all. JSON has everything.
  ///   - sink: Takes the next bytes; what it throws ends the export.
  /// - Throws: What `sink` throws.
  public func write(
    _ rows: some Sequence<Row>, of entity: Entity, columns: [String]? = nil,
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    switch format {
    case .csv: try writeTable(rows, entity, columns, CSVWriter(), sink)
    case .tsv: try writeTable(rows, entity, columns, CSVWriter(delimiter: Byte.tab), sink)
    case .json: try writeArray(rows, sink)
    case .jsonl: try writeLines(rows, sink)
    }
  }

  /// Writes one record: an object, or a table of one row.
  ///
  /// - Parameters:
  ///   - row: The record.
  ///   - sink: Takes the bytes.
  /// - Throws: What `sink` throws.
  public func write(
    _ row: Row, to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    guard format == .json else {
      return try write(CollectionOfOne(row), of: row.chunk.entity, to: sink)
    }
    var records = RecordJSON(snapshot)
    var writer = JSONWriter(.pretty)
    writer.write(.object(records.object(of: row)))
    writer.newline()
    try sink(writer.take())
  }
}

// MARK: - Forms

extension Exporter {
  private func writeArray(
    _ rows: some Sequence<Row>, _ sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    var records = RecordJSON(snapshot)
    var writer = JSONWriter(.pretty)
    writer.beginArray()
    for row in rows {
      writer.write(.object(records.object(of: row)))
      if writer.bytes.count > Self.blockSize { try sink(writer.take()) }
    }
    writer.endArray()
    writer.newline()
    try sink(writer.take())
  }

  private func writeLines(
    _ rows: some Sequence<Row>, _ sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    var records = RecordJSON(snapshot)
    var writer = JSONWriter()
    for row in rows {
      writer.write(.object(records.object(of: row)))
      writer.newline()
      if writer.bytes.count > Self.blockSize { try sink(writer.take()) }
    }
    try sink(writer.take())
  }

  private func writeTable(
    _ rows: some Sequence<Row>, _ entity: Entity, _ columns: [String]?, _ writer: CSVWriter,
    _ sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    var records = RecordJSON(snapshot)
    var writer = writer
    let names = RecordLayout(entity).names
    let columns = columns ?? names
    let places = columns.map { names.firstIndex(of: $0) }
    writer.writeRow(columns)
    for row in rows {
      let members = records.object(of: row).members
      writer.writeRow(places.map { $0.flatMap { ValueJSON.cell(members[$0].value) } })
      if writer.bytes.count > Self.blockSize { try sink(writer.take()) }
    }
    try sink(writer.take())
  }
}
