internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The saved changes that screens show, read from the journal on another thread.
///
/// Of each change only what a list says is kept; what it did to records is read again when a screen
/// asks. The newest come first, so that a long history shows at once, and the others behind them.
/// After that only what is newer is read.
final class ChangeDesk {
  let records: RecordDesk
  private(set) var entries: [ChangeSummary] = []
  /// Another one whenever there are other entries.
  private(set) var generation = 0
  private(set) var problem: String?
  /// The content whose history is known; `nil` until some of it is read for the first time.
  private var known: Snapshot?
  /// The changes older than the entries, until they are read.
  private var rest: History?
  /// The content at which reading failed, which would fail again.
  private var failed: Snapshot?
  private let reading = SingleFlight()

  /// As many changes are shown before the others are read.
  private static let firstCount = 500

  init(_ records: RecordDesk) { self.records = records }

  /// Whether the newest changes are there.
  var isRead: Bool { known != nil }

  /// Whether all changes are there.
  var isFullyRead: Bool { isRead && rest == nil }

  /// The change called by a number; a history counts its changes, whoever saved them.
  func entry(_ number: UInt64) -> ChangeSummary? { place(of: number).map { entries[$0] } }

  /// Where the change stands that is called by a number.
  func place(of number: UInt64) -> Int? { entries.place(ofChange: number) }

  /// Reads what was saved since the last look; screens look again once it is there.
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

  /// Reads what is older than the entries.
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

  /// Takes a change back, in this run or an earlier one.
  func takeBack(_ entry: ChangeSummary) -> [Effect] {
    records.undo(entry)
  }

  private struct Piece: Sendable {
    var entries: [ChangeSummary]
    /// Whether these are all up to the rest, as the newest one of before was not met.
    var replacesEntries = true
    /// What is older; `nil` for nothing that is wanted.
    var rest: History?

    /// Reads on behind `newer`.
    init(
      _ newer: [ChangeSummary], _ history: History, until newest: ChangeSummary?, atMost count: Int
    ) throws(StoreError) {
      entries = newer
      // A history counts its changes, so that there are hardly more; room that isn't used is none.
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
  /// Where the change called `number` stands in a history, the newest first.
  func place(ofChange number: UInt64) -> Int? {
    guard let newest = first?.number, number <= newest else { return nil }
    // Unless a part of the history is damaged, each is one less than the one before.
    let place = Int(clamping: newest - number)
    if place < count, self[place].number == number { return place }
    return firstIndex { $0.number == number }
  }
}

extension ChangeSummary {
  /// How many records came, changed and went: `+1 ~2 -3`.
  var counts: String { "+\(insertedCount) ~\(updatedCount) -\(deletedCount)" }

  /// Where it came from, in words, with another replica than the one that it is seen at; empty
  /// where nobody said.
  func from(seenAt replica: Replica) -> String {
    let place = self.replica == replica ? nil : "at \(self.replica)"
    return [origin?.words, place].compactMap { $0 }.joined(separator: " ")
  }
}

/// Something read from the store's files on another thread, and again where the store's content is
/// another one.
final class StoreReading<Output: Sendable> {
  private(set) var output: Output?
  private(set) var problem: String?
  private let title: String
  /// The content that the output, or the problem, is of.
  private var known: Snapshot?
  private let flight = SingleFlight()

  /// Nothing read yet; the status line says `title` while it is.
  init(_ title: String) { self.title = title }

  /// Whether it is there to be shown.
  var phase: ListPhase {
    if let problem { return .failed(problem) }
    return output == nil ? .loading : .ready
  }

  /// Lets the next look read it although the content is the same.
  func invalidate() { known = nil }

  /// Reads it, unless it is known; screens look again once it is there.
  ///
  /// - Parameters:
  ///   - records: whose store is read.
  ///   - read: reads it on another thread, given the store and the content to go by.
  /// - Returns: the effects that begin it; none where it is known or being read.
  func look(
    in records: RecordDesk,
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
