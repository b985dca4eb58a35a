internal import Synchronization

/// A time of a record that the history tells.
enum RecordMoment: String, Sendable {
  /// The last change of the record that Cairn made on this machine.
  case saved
  /// The change that added the record.
  case created
}

/// When records were created and last saved.
///
/// The times come from the changes in the history of this machine. The history lacks old changes,
/// and changes by editors, git and other machines. A display then shows the time of the file, which
/// is the latest possible one. A filter or an order needs the true time.
///
/// The history is read when a time is first asked for. Later saves are noted as they happen.
final class RecordTimes: Sendable {
  private struct Times: Sendable {
    /// The first known change.
    var first: Timestamp
    var saved: Timestamp
    /// Whether the first known change created the record.
    var isCreated: Bool
  }

  private typealias All = [String: [RecordKey: Times]]

  private struct State {
    /// The model whose names the times have; `nil` until times are asked for, or asked for anew.
    var model: ObjectModel?
    var isComplete = false
    var known: All = [:]
    /// The changes that were saved while the history was read.
    var recent: All = [:]
  }

  private let state = Mutex(State())
  /// Opens the history in the names of a model; `nil` for content without one.
  private let history: (@Sendable (ObjectModel) throws(StoreError) -> History)?

  init(history: (@Sendable (ObjectModel) throws(StoreError) -> History)? = nil) {
    self.history = history
  }

  /// The same history, unread.
  var unread: RecordTimes { RecordTimes(history: history) }

  /// Reads the history, unless it was read for this model.
  ///
  /// Cost: the first call reads all saved changes.
  func prepare(for model: ObjectModel) throws(StoreError) {
    let isReady = state.withLock { state in
      if state.model == model { return state.isComplete }
      // Saves are noted from now on, also while the history is read.
      (state.model, state.isComplete, state.recent) = (model, false, [:])
      return false
    }
    guard !isReady else { return }
    var read: All = [:]
    if var history = try history?(model) {
      // A move to another key changes no record.
      while let entry = try history.next() {
        if entry.movesKeys { continue }
        for change in entry.touched {
          Self.note(change.kind, change.id, entry.time, in: &read, isOlder: true)
        }
      }
    }
    state.withLock { state in
      guard state.model == model, !state.isComplete else { return }
      for (entity, times) in state.recent {
        read[entity, default: [:]].merge(times) { old, new in
          Times(first: old.first, saved: new.saved, isCreated: old.isCreated)
        }
      }
      (state.known, state.recent, state.isComplete) = (read, [:], true)
    }
  }

  /// Reads the history again when times are next asked for, because changes of it were missed.
  func expire() { state.withLock { $0.model = nil } }

  /// Notes a saved change, if times were asked for.
  func note(_ transaction: Transaction) {
    state.withLock { state in
      guard state.model != nil else { return }
      if transaction.movesKeys {
        // The history knows which records they were.
        state.model = nil
        return
      }
      for change in transaction.changes {
        if state.isComplete {
          Self.note(change.kind, change.id, transaction.time, in: &state.known, isOlder: false)
        } else {
          Self.note(change.kind, change.id, transaction.time, in: &state.recent, isOlder: false)
        }
      }
    }
  }

  private static func note(
    _ kind: RecordChange.Kind, _ id: ObjectID, _ time: Timestamp,
    in all: inout All, isOlder: Bool
  ) {
    let isCreated = kind == .insert
    guard var times = all[id.entity]?[id.key] else {
      all[id.entity, default: [:]][id.key] = Times(first: time, saved: time, isCreated: isCreated)
      return
    }
    if isOlder {
      (times.first, times.isCreated) = (time, isCreated)
    } else {
      times.saved = time
    }
    all[id.entity]?[id.key] = times
  }

  /// The time, if the history has it.
  func known(_ moment: RecordMoment, of id: ObjectID) -> Timestamp? {
    state.withLock { state in
      guard let times = state.known[id.entity]?[id.key] else { return nil }
      switch moment {
      case .saved: return times.saved
      case .created: return times.isCreated ? times.first : nil
      }
    }
  }

  /// The latest possible time: the time of the first known change, or of the file.
  func latest(of row: Row) -> Timestamp? {
    let first = state.withLock { $0.known[row.id.entity]?[row.id.key]?.first }
    let file = row.chunk.origin.map { Timestamp(microseconds: $0.modified / 1000) }
    return [first, file].compactMap(\.self).min()
  }
}
