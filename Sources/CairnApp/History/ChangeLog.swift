internal import CairnJSON
internal import CairnNavigation
internal import CairnRecords
public import CairnStore

/// The format of a printed log.
public enum LogFormat: String, CaseIterable, Sendable {
  /// Columns on a terminal, else fields separated by tabs.
  case text
  /// A JSON array of objects.
  case json
  /// One JSON object on each line.
  case jsonl
}

/// The subject of a log.
public enum LogSubject: Hashable, Sendable {
  case everything
  /// The changes of a collection's records.
  case collection(String)
  /// The changes of one record, which may have been deleted.
  case record(ObjectID)
}

/// The saved changes that a person asked for, the newest first.
///
/// They are printed while they are read.
public struct ChangeLog {
  private var history: History
  private let subject: LogSubject
  private let since: Timestamp?
  private let filter: HistoryFilter?
  private let model: ObjectModel
  private var left: Int
  /// The error to report if the whole history has no change of the subject; `nil` if the subject
  /// exists.
  private var absence: String?

  /// - Parameters:
  ///   - history: the changes, unread.
  ///   - model: the model, for the names in errors.
  ///   - subject: the subject of the log.
  ///   - since: the oldest time in the log.
  ///   - filter: the filter for changes.
  ///   - limit: the largest number of changes.
  ///   - absence: the error to report if there is no change of the subject.
  init(
    _ history: History, _ model: ObjectModel, _ subject: LogSubject, since: Timestamp?,
    filter: HistoryFilter?, limit: Int?, absence: String? = nil
  ) {
    self.absence = absence
    self.history = history
    self.model = model
    self.subject = subject
    self.since = since
    self.filter = filter
    left = limit ?? .max
  }

  /// Returns the next older change that matches.
  mutating func next() throws(AppError) -> HistoryEntry? {
    guard left > 0 else { return nil }
    while let entry = try step() {
      if let since, entry.time < since { return nil }
      guard isMeant(entry) else { continue }
      absence = nil
      guard filter?.accepts(entry.summary) != false else { continue }
      left -= 1
      return entry
    }
    if let absence { throw .failed(absence) }
    return nil
  }

  private mutating func step() throws(AppError) -> HistoryEntry? {
    do throws(StoreError) {
      return try history.next()
    } catch {
      throw AppError(error, in: model)
    }
  }

  private func isMeant(_ entry: HistoryEntry) -> Bool {
    switch subject {
    case .everything: true
    case .collection(let entity): entry.touches(entity: entity)
    case .record(let id): !entry.changes(of: id).isEmpty
    }
  }
}

extension ChangeLog {
  private static let blockSize = 1 << 16

  /// Prints the changes, piece by piece.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - isSeen: whether a person reads the output, so that text is in columns with local times.
  ///   - clock: the person's clock.
  ///   - sink: called with the next bytes.
  /// - Throws: ``AppError/failed(_:)`` when the history can't be read, and the errors of `sink`.
  public mutating func print(
    as format: LogFormat, isSeen: Bool, clock: WallClock,
    to sink: ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    if format == .text { return try printText(isSeen: isSeen, clock: clock, to: sink) }
    var writer = JSONWriter(format == .json ? .pretty : .compact)
    if format == .json { writer.beginArray() }
    while let entry = try next() {
      writer.write(entry.json(of: subject))
      if format == .jsonl { writer.newline() }
      if writer.bytes.count > Self.blockSize { try sink(writer.take()) }
    }
    if format == .json {
      writer.endArray()
      writer.newline()
    }
    try sink(writer.take())
  }

  private mutating func printText(
    isSeen: Bool, clock: WallClock, to sink: ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    var block = ""
    while let entry = try next() {
      block += isSeen ? entry.columns(of: subject, at: clock) : entry.fields(of: subject)
      block += "\n"
      guard block.utf8.count > Self.blockSize else { continue }
      try sink(Array(block.utf8))
      block = ""
    }
    try sink(Array(block.utf8))
  }
}

extension Workspace {
  /// Returns the log of a collection or record, even of a deleted record.
  ///
  /// - Parameters:
  ///   - address: the subject of the log; `nil` for the whole store.
  ///   - since: the time whose first moment is the oldest in the log.
  ///   - filter: the filter, in the grammar of records; `nil` for all changes.
  ///   - limit: the largest number of changes.
  /// - Returns: the log, unread.
  /// - Throws: ``AppError/failed(_:)`` when the address leads nowhere, or the history can't be
  ///   read; ``AppError/usage(_:)`` for a filter that can't be read.
  public func log(
    of address: Address?, since: TimeOption?, where filter: String? = nil, limit: Int?
  ) throws(AppError) -> ChangeLog {
    var (subject, absence) = (LogSubject.everything, String?.none)
    if let address { (subject, absence) = try self.subject(at: address) }
    let filter = try filter.flatMap { (text) throws(AppError) in try historyFilter(text) }
    do throws(StoreError) {
      return ChangeLog(
        try store.makeHistory(), store.snapshot.model, subject, since: since?.first,
        filter: filter, limit: limit, absence: absence)
    } catch {
      throw failure(error)
    }
  }

  private func historyFilter(_ text: String) throws(AppError) -> HistoryFilter? {
    do throws(FilterError) {
      return try RecordPredicate.parse(text).map { (predicate) throws(FilterError) in
        try HistoryFilter(predicate, model: store.snapshot.model, at: clock)
      }
    } catch {
      throw AppError(error)
    }
  }

  /// Returns the subject at an address, and the error to report if the subject never existed.
  private func subject(
    at address: Address
  ) throws(AppError) -> (subject: LogSubject, absence: String?) {
    let url = try routed(try url(of: address))
    do throws(AddressProblem) {
      switch try StoreAddress(url, in: store.snapshot, at: clock) {
      case .record(let id), .edit(let id): return (.record(id), nil)
      case .list(let entity, nil) where url.query.isEmpty: return (.collection(entity), nil)
      case .list, .new, .merge: throw .noPlace(url.text)
      }
    } catch .gone(let id, let collection) {
      return (.record(id), "no record \(id.key) in \(collection), now or earlier")
    } catch .noPlace {
      throw .failed("\(url.text) has no log; use a collection, a record or no URL")
    } catch {
      throw .failed(error.description)
    }
  }
}
