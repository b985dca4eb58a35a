internal import CairnFiles
public import CairnStore
internal import Synchronization

/// An export of a list or a record, with the linked records that the export rules include.
///
/// The operation holds ids and a snapshot, never records of a context. It can run on another thread
/// while a person edits.
///
///     let export = ExportOperation(.record(id), in: store.snapshot, as: .json)
///     let bytes = try export.data()
///
/// 1. Equal records give equal bytes: members in the model's order, links in their own order or by
///    id, dates as ISO 8601, data as base64 (see `RecordJSON`).
/// 2. A link is followed, written as a reference or left out, as its export rule says. A record
///    written before, the inverse of a followed link, and records deeper than 200 links become
///    references. So every export ends, even with circular links or very long chains.
/// 3. An import of exported collections gives the same records.
/// 4. Records are written one by one, and bytes are handed over at once. In the order of their
///    keys, records are also read while they are written: a million records without links need no
///    more memory than one batch.
/// 5. The operation succeeds or throws the reason. It can be canceled from any thread at any time.
public final class ExportOperation: Sendable {
  /// The subject of an export.
  public enum Subject: Sendable {
    /// One record, and the records that its model exports with it.
    case record(ObjectID)
    /// The result of a request, with a clock.
    case request(FetchRequest, WallClock = .current)
    /// Records that were already fetched.
    case found(FetchResult)
  }

  /// The progress of an export.
  public struct Progress: Hashable, Sendable {
    /// The number of records written, without nested ones.
    public let records: Int
    /// The number of all records; `nil` if records are read while they are written.
    public let total: Int?
  }

  /// Values and links of exported records that the output leaves out.
  public struct Leftover: Hashable, Sendable {
    /// The number of values in the records' files that are in no field.
    public internal(set) var values = 0
    /// The number of records that have such values.
    public internal(set) var records = 0
    /// The records that links lead to and that the store lacks.
    public internal(set) var missing: Set<ObjectID> = []
    /// The kept files that the exported records name; an output has only their paths.
    public internal(set) var files: Set<KeptFile> = []
    /// The computed columns of the view, which are not stored in records.
    public internal(set) var columns: [String] = []

    /// The field with the dates of exported events.
    public internal(set) var calendarDate: String?
    /// The number of records without that date, which are left out.
    public internal(set) var undated = 0
    /// The number of cells that a spreadsheet would calculate, and the first of them.
    public internal(set) var formulas: (count: Int, first: String?) {
      get { (formulaCount, firstFormula) }
      set { (formulaCount, firstFormula) = newValue }
    }
    private var formulaCount = 0
    private var firstFormula: String?

    /// Creates a count with columns and no values.
    public init(columns: [String] = []) { self.columns = columns }

    /// Adds the counts for other records.
    public static func += (sum: inout Leftover, other: Leftover) {
      sum.values += other.values
      sum.columns += other.columns.filter { !sum.columns.contains($0) }
      sum.records += other.records
      sum.undated += other.undated
      sum.calendarDate = sum.calendarDate ?? other.calendarDate
      sum.formulaCount += other.formulaCount
      sum.firstFormula = sum.firstFormula ?? other.firstFormula
      sum.missing.formUnion(other.missing)
      sum.files.formUnion(other.files)
    }

    /// Takes out the kept files, which are exported beside the records.
    public mutating func takeFiles() -> Set<KeptFile> {
      defer { files = [] }
      return files
    }

    /// Notes the kept files that an exported record names.
    mutating func noteFiles(of row: Row) {
      for (column, property) in row.chunk.entity.storedProperties.enumerated()
      where property.isFile {
        files.formUnion((row[column]?.elements ?? []).compactMap(KeptFile.init(of:)))
      }
    }

    /// Notes the missing records at the ends of a stored link.
    ///
    /// - Parameters:
    ///   - link: the link.
    ///   - row: the record that has the link.
    ///   - keys: the linked records that exist.
    mutating func noteMissing(_ link: Relationship, of row: Row, besides keys: [RecordKey]) {
      guard link.isStored, !link.holdsOrderOnly else { return }
      let stored = row[link.name].linkedKeys
      guard stored.count > keys.count else { return }
      let present = Set(keys)
      for key in stored where !present.contains(key) {
        missing.insert(ObjectID(entity: link.destination, key: key))
      }
    }

    /// Counts the values of a record that was not counted before.
    mutating func add(_ row: Row) {
      let count = row.remarkCount
      guard count > 0 else { return }
      records += 1
      values += count
    }
  }

  /// The number of bytes to gather before they are handed over.
  private static let blockSize = 1 << 16
  /// The number of records between two reports and checks for cancellation.
  private static let interval = 1024

  /// The number of records to read at once.
  private static let batchSize = 1 << 13

  private let subject: Subject
  private let snapshot: Snapshot
  private let format: InterchangeFormat
  private let keepsAddresses: Bool
  private let quotesFormulas: Bool
  private let clock: WallClock
  private let scheme: String
  private let calculated: [(name: String, content: FieldDisplay)]
  private let isCanceled = Atomic(false)

  /// Creates an export.
  ///
  /// - Parameters:
  ///   - subject: The subject of the export.
  ///   - snapshot: The store's content.
  ///   - format: The format of the output.
  ///   - keepsAddresses: Whether vCards have their records' addresses even without links to them,
  ///     so that an import finds the records again.
  ///   - quotesFormulas: Whether a spreadsheet gets an apostrophe before cells that it would
  ///     calculate.
  ///   - scheme: The scheme of the records' addresses: the scheme of the app's URLs.
  ///   - clock: The clock whose zone a spreadsheet shows; by default, universal time.
  ///   - calculated: The calculated columns, which follow the fields. They are reported as left out
  ///     if the format has only stored fields.
  public init(
    _ subject: Subject, in snapshot: Snapshot, as format: InterchangeFormat,
    keepingAddresses keepsAddresses: Bool = false, quotingFormulas quotesFormulas: Bool = false,
    scheme: String = RecordAddress.usualScheme,
    at clock: WallClock = WallClock(now: Timestamp(microseconds: 0)),
    adding calculated: [(name: String, content: FieldDisplay)] = []
  ) {
    self.calculated = calculated
    self.subject = subject
    self.snapshot = snapshot
    self.format = format
    self.keepsAddresses = keepsAddresses
    self.quotesFormulas = quotesFormulas
    self.clock = clock
    self.scheme = scheme
  }

  /// Cancels the operation, which ends soon with `InterchangeError.canceled`.
  public func cancel() { isCanceled.store(true, ordering: .relaxed) }
}

// MARK: - Running

extension ExportOperation {
  /// Runs the export on this thread.
  ///
  /// - Parameters:
  ///   - progress: Called at times with the progress.
  ///   - sink: Called with the next bytes; its errors end the export.
  /// - Returns: The values that were left out because no field has them.
  /// - Throws: `InterchangeError.store` for a deleted record, `.request` for an invalid request,
  ///   `.onlyImported` for a format without exports, `.canceled`, and the errors of `sink`.
  @discardableResult
  public func run(
    progress: (Progress) -> Void = { _ in },
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) -> Leftover {
    guard InterchangeFormat.exported.contains(format) else { throw .onlyImported(format) }
    if format == .icalendar, let entity, !entity.attributes.contains(where: \.isSingleDate) {
      throw .noDates(collection: entity.plural)
    }
    switch subject {
    case .record(let id):
      guard let row = snapshot.row(id) else { throw .store(.notFound(id)) }
      var writer = writer(of: row.chunk.entity, isList: false)
      try write([row], to: &writer, after: 0, of: 1, progress, sink)
      return try finish(&writer, 1, progress, sink)
    case .request(let request, let clock):
      let batches = try batches(of: request, clock)
      return try write(batches, of: request.entity, total: nil, progress, sink)
    case .found(let result):
      let batches = result.batches(of: Self.batchSize)
      return try write(batches, of: result.request.entity, total: result.count, progress, sink)
    }
  }

  /// Runs the export on this thread, into a closure that may throw any error.
  ///
  /// - Parameters:
  ///   - progress: Called at times with the progress.
  ///   - sink: Called with the next bytes; its errors end the export.
  /// - Returns: The values that were left out because no field has them.
  /// - Throws: The error of `sink`; the errors of `run(progress:to:)`.
  @_disfavoredOverload @discardableResult
  public func run(
    progress: (Progress) -> Void = { _ in }, to sink: ([UInt8]) throws -> Void
  ) throws -> Leftover {
    var caller = CallerError()
    do {
      return try run(progress: progress) { block throws(InterchangeError) in
        try caller.keep(stoppingWith: InterchangeError.canceled) { try sink(block) }
      }
    } catch {
      throw caller.orElse(error)
    }
  }

  /// Returns the whole export as bytes, made on this thread.
  ///
  /// - Throws: As `run`.
  public func data() throws(InterchangeError) -> [UInt8] {
    var bytes: [UInt8] = []
    try run { (block) throws(InterchangeError) in bytes += block }
    return bytes
  }

  private func batches(
    of request: FetchRequest, _ clock: WallClock
  ) throws(InterchangeError) -> FetchBatches {
    do throws(FilterError) {
      return try snapshot.batches(of: Self.batchSize, request, at: clock)
    } catch {
      throw .request(error)
    }
  }

  /// The entity of the exported records.
  private var entity: Entity? {
    switch subject {
    case .record(let id): snapshot.model[id.entity]
    case .request(let request, _): snapshot.model[request.entity]
    case .found(let result): snapshot.model[result.request.entity]
    }
  }

  /// The date of the agenda that is exported.
  private var date: String? {
    switch subject {
    case .request(let request, _): request.isAgenda ? request.group?.description : nil
    case .found(let result):
      result.request.isAgenda ? result.request.group?.description : nil
    case .record: nil
    }
  }

  private func writer(of entity: Entity, isList: Bool) -> any RecordWriter {
    var writer = RecordWriting(
      snapshot: snapshot, entity: entity, keepsAddresses: keepsAddresses, isList: isList,
      calculated: calculated, date: date, clock: clock, quotesFormulas: quotesFormulas,
      scheme: scheme
    ).writer(format)
    writer.begin()
    return writer
  }

  private func write(
    _ batches: FetchBatches, of entity: String, total: Int?, _ progress: (Progress) -> Void,
    _ sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) -> Leftover {
    guard let entity = snapshot.model[entity] else { throw .store(.unknownEntity(entity)) }
    var batches = batches
    var writer = writer(of: entity, isList: true)
    var count = 0
    while let rows = try next(of: &batches) {
      try write(rows, to: &writer, after: count, of: total, progress, sink)
      count += rows.count
    }
    return try finish(&writer, count, progress, sink)
  }

  /// Returns the next records; a cancellation also ends a long search for them.
  private func next(of batches: inout FetchBatches) throws(InterchangeError) -> [Row]? {
    let rows: [Row]?
    do throws(StoreError) {
      rows = try batches.next { isCanceled.load(ordering: .relaxed) }
    } catch {
      throw .store(error)
    }
    if isCanceled.load(ordering: .relaxed) { throw .canceled }
    return rows
  }

  private func write(
    _ rows: [Row], to writer: inout any RecordWriter, after count: Int, of total: Int?,
    _ progress: (Progress) -> Void, _ sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    for (index, row) in rows.enumerated() {
      if (count + index).isMultiple(of: Self.interval) {
        if isCanceled.load(ordering: .relaxed) { throw .canceled }
        progress(Progress(records: count + index, total: total))
      }
      try Self.reading { () throws(StoreError) in try writer.append(row) }
      if writer.byteCount > Self.blockSize { try sink(writer.take()) }
    }
  }

  private func finish(
    _ writer: inout any RecordWriter, _ count: Int, _ progress: (Progress) -> Void,
    _ sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) -> Leftover {
    try Self.reading { () throws(StoreError) in try writer.end() }
    try sink(writer.take())
    progress(Progress(records: count, total: count))
    var leftover = writer.leftover
    if !format.hasCalculatedColumns { leftover.columns = calculated.map(\.name) }
    return leftover
  }

  private static func reading<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(InterchangeError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }
}
