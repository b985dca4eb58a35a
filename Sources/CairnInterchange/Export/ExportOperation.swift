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
/// 4. Records are written one by one, and bytes handed over as they come: a million need no more
///    memory than one.
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
    /// How many there will be.
    public let total: Int
  }

  /// Bytes that are gathered before they are handed over.
  private static let blockSize = 1 << 16
  /// Records between two reports, and looks at whether it was canceled.
  private static let interval = 1024

  private let subject: Subject
  private let snapshot: Snapshot
  private let format: InterchangeFormat
  private let columns: [String]?
  private let isCanceled = Atomic(false)

  /// Prepares an export.
  ///
  /// - Parameters:
  ///   - subject: What is exported.
  ///   - snapshot: The content that it is of.
  ///   - format: The form of the output.
  ///   - columns: Names for a table, of fields, links or `url`; `nil` for all. JSON has everything.
  public init(
    _ subject: Subject, in snapshot: Snapshot, as format: InterchangeFormat,
    columns: [String]? = nil
  ) {
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
  /// - Throws: `InterchangeError.store` for a record that is gone, `.request` for a request that
  ///   cannot be understood, `.canceled`, and what `sink` throws.
  public func run(
    progress: (Progress) -> Void = { _ in },
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    switch subject {
    case .record(let id):
      guard let row = snapshot.row(id) else { throw .store(.notFound(id)) }
      try write(
        CollectionOfOne(row), of: row.chunk.entity, isList: false, progress: progress, to: sink)
    case .request(let request, let clock):
      try write(try found(request, clock), progress, sink)
    case .found(let result): try write(result, progress, sink)
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

  private func found(
    _ request: FetchRequest, _ clock: WallClock
  ) throws(InterchangeError) -> FetchResult {
    do throws(FilterError) {
      return try snapshot.fetch(request, at: clock)
    } catch {
      throw .request(error)
    }
  }

  private func write(
    _ result: FetchResult, _ progress: (Progress) -> Void,
    _ sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    guard let entity = snapshot.model[result.request.entity] else {
      throw .store(.unknownEntity(result.request.entity))
    }
    try write(result, of: entity, isList: true, progress: progress, to: sink)
  }

  private func write(
    _ rows: some Collection<Row>, of entity: Entity, isList: Bool, progress: (Progress) -> Void,
    to sink: ([UInt8]) throws(InterchangeError) -> Void
  ) throws(InterchangeError) {
    var stream = RecordStream(
      RecordJSON(snapshot), of: entity, as: format, columns: columns, isList: isList)
    stream.begin()
    var count = 0
    for row in rows {
      if count.isMultiple(of: Self.interval) {
        if isCanceled.load(ordering: .relaxed) { throw .canceled }
        progress(Progress(records: count, total: rows.count))
      }
      do throws(StoreError) {
        try stream.append(row)
      } catch {
        throw .store(error)
      }
      count += 1
      if stream.byteCount > Self.blockSize { try sink(stream.take()) }
    }
    stream.end()
    try sink(stream.take())
    progress(Progress(records: count, total: count))
  }
}
