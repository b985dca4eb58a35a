internal import Synchronization

/// A time of a record that the history tells.
enum RecordMoment: String, CaseIterable, Sendable {
  /// The last change of the record that Cairn made on this machine.
  case saved
  /// The change that added the record.
  case created

  /// The name after a time, as in `saved.latest`, for the time or else the latest possible one.
  static let latest = "latest"
}

/// When records were created and last saved.
///
/// The times come from the changes in the history of this machine. The history lacks old changes,
/// and changes by editors and other machines. Those come from the versions of the text files, if
/// git has them (`TextTimes`). Without both, the time of the file is the latest possible one. A
/// display shows it with a sign, and a filter for earlier times finds it. An order puts it after
/// the known times, since the file may have been written long after the record.
///
/// The history is read when a time is first asked for. Later saves are noted as they happen.
final class RecordTimes: Sendable {
  /// A time, and how it is known.
  struct Known: Sendable {
    var time: Timestamp
    /// Whether only a version of the text tells it.
    var isOfText: Bool
  }

  private struct Times: Sendable {
    /// The first known change.
    var first: Timestamp
    var saved: Timestamp
    /// Whether the first known change created the record.
    var isCreated: Bool
    /// Whether a sync brought the first known change, or the last one, from another machine.
    var firstArrived, lastArrived: Bool

    init(_ change: Change) {
      (first, saved, isCreated) = (change.time, change.time, change.isCreation)
      (firstArrived, lastArrived) = (change.hasArrived, change.hasArrived)
    }
  }

  /// What a change says about the times of its records.
  private struct Change {
    var time: Timestamp
    var isCreation: Bool
    var hasArrived: Bool

    init(_ kind: RecordChange.Kind, _ time: Timestamp, _ origin: ChangeOrigin?) {
      (self.time, isCreation) = (time, kind == .insert)
      hasArrived = if case .sync = origin { true } else { false }
    }
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

  /// The times of the text files; `nil` for content without files.
  private let texts: TextTimes?

  init(
    texts: TextTimes? = nil,
    history: (@Sendable (ObjectModel) throws(StoreError) -> History)? = nil
  ) {
    (self.texts, self.history) = (texts, history)
  }

  /// The same history, unread.
  var unread: RecordTimes { RecordTimes(texts: texts, history: history) }

  /// Whether the versions of an entity's text files need no reading, which may take seconds.
  func isReady(for entity: Entity) -> Bool { texts?.isReady(for: entity) ?? true }

  /// The newest versions of the text files that decide about times, by collection.
  func textVersions(of entities: [Entity]) -> [String: String] {
    entities.isEmpty ? [:] : texts?.versions(of: entities) ?? [:]
  }

  /// Reads the history and the versions of the text files, unless they were read.
  ///
  /// Cost: the first call reads all saved changes, and the versions of the entity's files.
  func prepare(for entity: Entity, in model: ObjectModel) throws(StoreError) {
    try readHistory(of: model)
    texts?.prepare(for: entity)
  }

  private func readHistory(of model: ObjectModel) throws(StoreError) {
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
          let noted = Change(change.kind, entry.time, entry.origin)
          Self.note(noted, of: change.id, in: &read, isOlder: true)
        }
      }
    }
    state.withLock { state in
      guard state.model == model, !state.isComplete else { return }
      for (entity, times) in state.recent {
        read[entity, default: [:]].merge(times) { old, new in
          var times = old
          (times.saved, times.lastArrived) = (new.saved, new.lastArrived)
          return times
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
        let noted = Change(change.kind, transaction.time, transaction.origin)
        if state.isComplete {
          Self.note(noted, of: change.id, in: &state.known, isOlder: false)
        } else {
          Self.note(noted, of: change.id, in: &state.recent, isOlder: false)
        }
      }
    }
  }

  private static func note(
    _ change: Change, of id: ObjectID, in all: inout All, isOlder: Bool
  ) {
    guard var times = all[id.entity]?[id.key] else {
      all[id.entity, default: [:]][id.key] = Times(change)
      return
    }
    if isOlder {
      (times.first, times.isCreated) = (change.time, change.isCreation)
      times.firstArrived = change.hasArrived
    } else {
      (times.saved, times.lastArrived) = (change.time, change.hasArrived)
    }
    all[id.entity]?[id.key] = times
  }

  /// The time, if the history or a version of the text has it.
  ///
  /// A change that a sync brought is older than its arrival, and its version tells how old.
  func known(_ moment: RecordMoment, of row: Row) -> Known? {
    let own = times(of: row)
    let text = texts?.times(of: row)
    switch moment {
    case .saved:
      if let own, !own.lastArrived, !hasLaterChange(text?.times, than: own.saved) {
        return Known(time: own.saved, isOfText: false)
      }
      // An edit of the file after its newest version has an unknown time.
      if let text, !text.isEdited || own?.lastArrived == false {
        return Known(time: text.times.saved, isOfText: true)
      }
      return own.map { Known(time: $0.saved, isOfText: false) }
    case .created:
      let created = own.flatMap { $0.isCreated ? $0 : nil }
      if let time = text?.times.created, created?.firstArrived ?? true {
        return Known(time: time, isOfText: true)
      }
      return created.map { Known(time: $0.first, isOfText: false) }
    }
  }

  /// Whether the versions have a change after a save of this machine.
  ///
  /// The first version after the save has the save itself, so only a second one tells.
  private func hasLaterChange(_ text: TextTimes.Times?, than saved: Timestamp) -> Bool {
    text?.before.map { $0 > saved } ?? false
  }

  private func times(of row: Row) -> Times? {
    state.withLock { $0.known[row.id.entity]?[row.key] }
  }

  /// The latest possible time: the time of the first known change, of a version of the text, or of
  /// the file.
  func latest(of row: Row) -> Timestamp? {
    let file = row.chunk.origin.map { Timestamp(microseconds: $0.modified / 1000) }
    return [times(of: row)?.first, texts?.oldestVersion(of: row), file].compactMap(\.self).min()
  }
}
