internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The saved changes that screens show, read from the journal on another thread.
///
/// Of each change only its head is kept; what it did to records is read again when a screen asks.
/// After the first time only what is newer is read.
final class ChangeDesk {
  /// A saved change as a list of them shows it.
  struct Entry: Hashable, Sendable {
    let number: UInt64
    let replica: Replica
    let time: Timestamp
    let title: String
    /// The change that it took back.
    let undoes: UInt64?
    /// "+3 ~1 -2": how many records came, changed and went.
    let counts: String
  }

  let records: RecordDesk
  private(set) var entries: [Entry] = []
  private(set) var problem: String?
  /// The content whose history is known; `nil` until it is read for the first time.
  private var known: Snapshot?
  private let reading = SingleFlight()

  init(_ records: RecordDesk) { self.records = records }

  /// Whether the history was read at least once.
  var isRead: Bool { known != nil }

  /// The change called by a number; a history counts its changes, whoever saved them.
  func entry(_ number: UInt64) -> Entry? { entries.first { $0.number == number } }

  /// Reads what was saved since the last look; screens look again once it is there.
  func look() -> [Effect] {
    let (store, snapshot, newest) = (records.store, records.snapshot, entries.first)
    guard known !== snapshot else { return [] }
    return reading.start("reading the history", holdsKeys: known == nil) {
      Result { () throws(StoreError) in try Reading(store, after: newest) }
    } completion: { [weak self] outcome in
      guard let self else { return [] }
      known = snapshot
      switch outcome {
      case .success(let reading):
        problem = nil
        entries = reading.isWhole ? reading.entries : reading.entries + entries
      case .failure(let error): problem = error.description(in: snapshot.model)
      }
      return look() + [.refresh]
    } abandon: { [weak self] in
      self?.problem = "reading it was canceled"
      return []
    }
  }

  /// Takes a change back, in this run or an earlier one.
  func takeBack(_ entry: Entry) -> [Effect] { records.undo(entry.number, savedBy: entry.replica) }

  private struct Reading: Sendable {
    var entries: [Entry] = []
    /// Whether these are all, as the newest one of before was not met.
    var isWhole = true

    init(_ store: ObjectStore, after newest: Entry?) throws(StoreError) {
      var history = try store.makeHistory()
      while let entry = try history.next() {
        let head = Entry(entry)
        if head == newest {
          isWhole = false
          return
        }
        entries.append(head)
      }
    }
  }
}

extension ChangeDesk.Entry {
  init(_ entry: HistoryEntry) {
    number = entry.number
    replica = entry.replica
    time = entry.time
    title = entry.title
    undoes = entry.undoes
    counts = entry.counts
  }
}
