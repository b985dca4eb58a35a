internal import CairnInterface
internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The saved changes for the screens, read from the journal on another thread.
///
/// Only a summary of each change is kept. The changed records are read again when a screen asks for
/// them. The newest changes are read first, so that a long history shows at once, and then the
/// older ones. After that, only newer changes are read.
final class ChangeHistory {
  let records: StoreClient
  private(set) var entries: [ChangeSummary] = []
  /// A number that changes whenever the entries change.
  private(set) var generation = 0
  private(set) var problem: String?
  /// The store content of the newest reading; `nil` before the first one.
  private var known: Snapshot?
  /// The changes older than the entries, until they are read.
  private var rest: History?
  /// The store content whose reading failed.
  ///
  /// A second try would fail again.
  private var failed: Snapshot?
  private let reading = SingleFlight()

  /// The number of changes to read and show at first.
  private static let firstCount = 500

  init(_ records: StoreClient) { self.records = records }

  /// Whether the newest changes were read.
  var isRead: Bool { known != nil }

  /// Whether all changes were read.
  var isFullyRead: Bool { isRead && rest == nil }

  /// Returns the change with a number.
  ///
  /// A history numbers its changes in one sequence for all programs.
  func entry(_ number: UInt64) -> ChangeSummary? { place(of: number).map { entries[$0] } }

  /// Returns the position of the change with a number.
  func place(of number: UInt64) -> Int? { entries.place(ofChange: number) }

  /// Reads the changes since the last reading; the screens are refreshed afterwards.
  func look() -> [Effect] {
    let (store, snapshot, newest) = (records.store, records.snapshot, entries.first)
    guard failed !== snapshot else { return [] }
    if let rest { return read(rest) }
    guard known !== snapshot else { return [] }
    let count = known == nil ? Self.firstCount : .max
    return read(holdsKeys: known == nil) { () throws(StoreError) in
      try Piece([], try store.makeHistory(), until: newest, atMost: count)
    } completion: { [self] piece in
      known = snapshot
      rest = piece.rest
      entries = piece.replacesEntries ? piece.entries : piece.entries + entries
    }
  }

  /// Reads the changes older than the entries.
  private func read(_ rest: History) -> [Effect] {
    let newer = entries
    return read(holdsKeys: false) { () throws(StoreError) in
      try Piece(newer, rest, until: nil, atMost: .max)
    } completion: { [self] piece in
      self.rest = nil
      entries = piece.entries
    }
  }

  private func read(
    holdsKeys: Bool, _ work: @escaping @Sendable () throws(StoreError) -> Piece,
    completion: @escaping (Piece) -> Void
  ) -> [Effect] {
    let snapshot = records.snapshot
    return reading.start("reading the history", holdsKeys: holdsKeys) {
      Result { () throws(StoreError) in try work() }
    } completion: { [weak self] outcome in
      guard let self else { return [] }
      switch outcome {
      case .success(let piece):
        (problem, failed) = (nil, nil)
        generation += 1
        completion(piece)
      case .failure(let error):
        failed = snapshot
        problem = error.description(in: snapshot.model)
      }
      return look() + [.refresh]
    } abandon: { [weak self] in
      self?.problem = "reading it was canceled"
      return []
    }
  }

  /// Undoes a change of this run or an earlier one.
  func takeBack(_ entry: ChangeSummary) -> [Effect] {
    records.undo(entry)
  }

  private struct Piece: Sendable {
    var entries: [ChangeSummary]
    /// Whether the entries replace the known ones, because the newest known entry was not found.
    var replacesEntries = true
    /// The older changes that are still unread; `nil` if they are not needed.
    var rest: History?

    /// Reads further changes and appends them to `newer`.
    init(
      _ newer: [ChangeSummary], _ history: History, until newest: ChangeSummary?, atMost count: Int
    ) throws(StoreError) {
      entries = newer
      // The numbers are consecutive, so there are hardly more changes. Unused capacity costs no
      // memory.
      entries.reserveCapacity(Int(min(newer.first?.number ?? 0, 1 << 20)))
      var history = history
      while let entry = try history.nextSummary() {
        if entry == newest {
          replacesEntries = false
          return
        }
        entries.append(entry)
        if entries.count == count {
          rest = history
          return
        }
      }
    }
  }
}

extension [ChangeSummary] {
  /// Returns the position of the change with a number in a history, the newest first.
  func place(ofChange number: UInt64) -> Int? {
    guard let newest = first?.number, number <= newest else { return nil }
    // Unless a part of the history is damaged, the numbers decrease by one.
    let place = Int(clamping: newest - number)
    if place < count, self[place].number == number { return place }
    return firstIndex { $0.number == number }
  }
}

extension ChangeSummary {
  /// The numbers of added, changed and deleted records for a program: `+1 ~0 -3`.
  var allCounts: String { "+\(insertedCount) ~\(updatedCount) -\(deletedCount)" }

  /// The numbers of added, changed and deleted records without zeros: `+1 -3`.
  var counts: String {
    [("+", insertedCount), ("~", updatedCount), ("-", deletedCount)].filter { $0.1 > 0 }
      .map { "\($0)\($1)" }.joined(separator: " ")
  }

  /// The color roles of the numbers: added, changed and removed records.
  var countRoles: [String: Role] {
    ["+\(insertedCount)": .good, "~\(updatedCount)": .accent, "-\(deletedCount)": .bad]
  }

  /// Returns the origin of the change in words, with the replica unless it is `replica`.
  ///
  /// Empty if the origin is unknown.
  func from(seenAt replica: Replica) -> String {
    let place = self.replica == replica ? nil : "at \(self.replica)"
    return [origin?.words, place].compactMap { $0 }.joined(separator: " ")
  }
}

/// A value read from the store's files on another thread.
///
/// It is read again when the store's content changes.
final class StoreReading<Output: Sendable> {
  private(set) var output: Output?
  private(set) var problem: String?
  private let title: String
  /// The store content that the output or problem belongs to.
  private var known: Snapshot?
  private let flight = SingleFlight()

  /// Creates an empty reading; the status line shows `title` while a reading runs.
  init(_ title: String) { self.title = title }

  /// The state of the reading.
  var phase: ListPhase {
    if let problem { return .failed(problem) }
    return output == nil ? .loading : .ready
  }

  /// Forces the next look to read again, even if the content is the same.
  func invalidate() { known = nil }

  /// Reads the value unless it is known; the screens are refreshed afterwards.
  ///
  /// - Parameters:
  ///   - records: the records of the store to read.
  ///   - read: reads the value on another thread, from the store and its content.
  /// - Returns: the effects that start the reading; empty if the value is known or being read.
  func look(
    in records: StoreClient,
    _ read: @escaping @Sendable (ObjectStore, Snapshot) throws(StoreError) -> Output
  ) -> [Effect] {
    let (store, snapshot) = (records.store, records.snapshot)
    guard known !== snapshot, !flight.isUnderWay else { return [] }
    known = snapshot
    return flight.start(title, holdsKeys: output == nil) {
      Result { () throws(StoreError) in try read(store, snapshot) }
    } completion: { [weak self] outcome in
      guard let self else { return [] }
      switch outcome {
      case .success(let output): (self.output, problem) = (output, nil)
      case .failure(let error): problem = error.description(in: snapshot.model)
      }
      return look(in: records, read) + [.refresh]
    } abandon: { [weak self] in
      self?.problem = "reading it was canceled"
      self?.known = nil
      return []
    }
  }
}
