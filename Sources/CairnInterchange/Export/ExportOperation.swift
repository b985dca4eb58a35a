public import CairnStore
internal import Synchronization

/// The writing of a list or a record with everything that its links' export rules take along.
///
/// It crosses threads with identities and a snapshot, never with records of a context, so that a
/// person goes on editing while it runs.
///
///     let export = ExportOperation(.record(id), in: store.snapshot, as: .json)
///     export.start { outcome in … }
///
/// 1. Equal records give equal bytes: members in the model's order, links in theirs or by id, dates
///    as ISO 8601, data as base64 (see `RecordJSON`).
/// 2. A link is followed, referred to or left out as its export rule says; a record met before, the
///    way back, and what lies deeper than 200 links are referred to. So it ends, whatever links to
///    what, and no chain of links is too long.
/// 3. What an export of whole collections wrote, an import reads as the same records.
/// 4. Records are written one by one, and bytes handed over as they come. In the order of their
///    keys they are read as they are written: a million without links need no more memory than one
///    batch.
/// 5. It is done, or it says why not; it can be canceled from any thread at any time.
public final class ExportOperation: Sendable {
  /// What is exported.
  public enum Subject: Sendable {
    /// One record.
    case record(ObjectID)
    /// What a request finds, by a clock.
    case request(FetchRequest, WallClock)
    /// What was found already.
    case found(FetchResult)
  }

  /// How far an export has come.
  public struct Progress: Hashable, Sendable {
    /// The records written, those inside others not counted.
    public let records: Int
    /// How many there will be; `nil` where they are read while they are written.
    public let total: Int?
  }

  /// What exported records have in their files and in none of their fields, so that no output has
  /// it.
  public struct Leftover: Hashable, Sendable {
    /// The values.
    public internal(set) var values = 0
    /// The records that have them, each once.
    public internal(set) var records = 0
    /// The computed columns of the view, which no field of a record holds.
    public internal(set) var columns: [String] = []

    /// Creates one of columns, or of nothing.
    public init(columns: [String] = []) { self.columns = columns }

    /// Adds what stays of other records.
    public static func += (sum: inout Leftover, other: Leftover) {
      sum.values += other.values
      sum.columns += other.columns.filter { !sum.columns.contains($0) }
      sum.records += other.records
    }

    /// Takes in a record that was not counted yet.
    mutating func add(_ row: Row) {
      let count = row.remarkCount
      guard count > 0 else { return }
      records += 1
      values += count
    }
  }

  /// Bytes that are gathered before they are handed over.
  private static let blockSize = 1 << 16
  /// Records between two reports, and looks at whether it was canceled.
  private static let interval = 1024

  /// Records that are read at once.
  private static let batchSize = 1 << 13

  private let subject: Subject
  private let snapshot: Snapshot
  private let format: InterchangeFormat
  private let columns: [String]?
  private let computed: [String]
  private let isCanceled = Atomic(false)

  /// Prepares an export.
  ///
  /// - Parameters:
  ///   - subject: What is exported.
  ///   - snapshot: The content that it is of.
  ///   - format: The form of the output.
  ///   - columns: Names for a table, of fields, links or `url`; `nil` for all. JSON has everything.
  ///   - computed: The computed columns of the view, which are told as left out.
  public init(
    _ subject: Subject, in snapshot: Snapshot, as format: InterchangeFormat,
    columns: [String]? = nil, leavingOut computed: [String] = []
  ) {
    self.computed = computed
    self.subject = subject
    self.snapshot = snapshot
    self.format = format
    self.columns = columns
  }

  /// Lets the operation end soon, with `InterchangeError.canceled`.
  public func cancel() { isCanceled.store(true, ordering: .relaxed) }
}

// MARK: - Running

extension ExportOperation {
  /// Writes everything, on this thread.
  ///
  /// - Parameters:
  ///   - progress: Is told at times how far it is.
  ///   - sink: Takes the next bytes; what it throws ends the export.
  /// - Returns: What could not be written, as no field holds it.
  /// - Throws: `InterchangeError.store` for a record that is gone, `.request` for a request that
  ///   cannot be understood, `.canceled`, and what `sink` throws.
  @discardableResult
  public func run(
    progress: (Progress) -> Void = { _ in },
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) -> Leftover {
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

  /// Everything as bytes, written on this thread.
  ///
  /// - Throws: As `run`.
  public func data() throws(InterchangeError) -> [UInt8] {
    var bytes: [UInt8] = []
    try run { (block) throws(InterchangeError) in bytes += block }
    return bytes
  }

  /// Writes everything on another thread.
  ///
  /// - Parameter completion: Is called there with the bytes, or why there are none.
  public func start(
    completion: @escaping @Sendable (Result<[UInt8], InterchangeError>) -> Void
  ) {
    Task.detached { [self] in
      do throws(InterchangeError) {
        completion(.success(try data()))
      } catch {
        completion(.failure(error))
      }
    }
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

  private func writer(of entity: Entity, isList: Bool) -> any RecordWriter {
    var writer = RecordWriting(
      snapshot: snapshot, entity: entity, columns: columns, isList: isList
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

  /// The next records; a cancellation ends even a long search for them.
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
    leftover.columns = computed
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
