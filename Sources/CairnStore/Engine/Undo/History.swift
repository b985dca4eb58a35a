internal import CairnFiles

/// The saved changes that can still be read, the newest first.
///
/// Segments are read one by one on demand, so the cost of the newest changes does not depend on the
/// length of the history.
public struct History: Sendable {
  private let journals: JournalFolder
  /// The present model.
  private let model: ObjectModel
  /// The model at the time of the next older change, derived from the newer changes.
  private var modelOfItsTime: ObjectModel
  private let localTime: LocalTime
  /// The segments that are not read yet, the newest last.
  private var generations: [Int]
  /// The contents of the oldest segment read.
  private var bytes: [UInt8] = []
  /// The ranges of its frames that were not returned yet, the newest last.
  private var frames: [Range<Int>] = []
  private var names: EntityNames
  /// The header of the oldest segment read, with no gap between it and newer ones.
  private var oldest: SegmentHeader?
  /// Whether no change is missing between the changes read.
  private(set) var hasNoGap = true
  /// The new keys of records that moved since the last change read, in the present model's names.
  private(set) var keyMoves: KeyMoves
  /// The moves that were in memory when the history was made.
  private let movesInMemory: KeyMoves
  /// The number of the newest change to read.
  private let newest: UInt64
  /// The number of the change that each change read undoes.
  private var targets: [UInt64: UInt64?] = [:]

  /// - Parameters:
  ///   - journals: the folder of the segments.
  ///   - model: the present model.
  ///   - localTime: the zone in which old times are converted to the types of the present model.
  ///   - newest: the number of the newest change to read.
  ///   - moves: the moves of records to other keys that only this process knows.
  ///   - movesInMemory: all moves that this process knows.
  /// - Throws: `StoreError.file` when the folder of the segments cannot be read.
  init(
    _ journals: JournalFolder, _ model: ObjectModel, in localTime: LocalTime,
    upTo newest: UInt64 = .max, before moves: KeyMoves = KeyMoves(),
    in movesInMemory: KeyMoves = KeyMoves()
  ) throws(StoreError) {
    (keyMoves, self.movesInMemory) = (moves, movesInMemory)
    self.journals = journals
    (self.model, modelOfItsTime) = (model, model)
    self.localTime = localTime
    self.newest = newest
    names = EntityNames(model)
    // In this order: a concurrent fold moves segments from the first folder to the second.
    generations = Set(try journals.generations() + journals.archivedGenerations()).sorted()
  }

  /// Reads the next older change; `nil` after the oldest.
  ///
  /// Cost: the change's bytes are read, and at the end of a segment the next one, of about a
  /// megabyte. The first call also reads the changes after `newest`, because the model
  /// depends on them.
  ///
  /// - Throws: `StoreError.file` when a segment cannot be read.
  public mutating func next() throws(StoreError) -> HistoryEntry? {
    while let frame = try nextFrame(.read) {
      let bytes = Array(bytes[frame])
      guard
        let entry = HistoryEntry(
          bytes, then: modelOfItsTime, now: model, in: localTime, before: keyMoves)
      else { continue }
      if entry.changesModel { follow(bytes) }
      if entry.movesKeys { keyMoves = entry.ownMoves.followed(by: keyMoves) }
      return entry
    }
    return nil
  }

  /// Returns the moves from the last change read to a newer snapshot.
  func keyMoves(until snapshot: Snapshot) -> KeyMoves {
    keyMoves.followed(by: snapshot.keyMoves.since(movesInMemory))
  }

  /// Returns to the model before a change of the model.
  private mutating func follow(_ frame: [UInt8]) {
    guard let old = FrameDecoder.modelChange(in: frame)?.change.old,
      let before = try? ObjectModel(parsing: old)
    else { return }
    modelOfItsTime = before
  }

  /// Skips a change after `newest`, but follows its change of the model.
  private mutating func skip(_ frame: Range<Int>) {
    let bytes = bytes
    let frame = bytes.span.extracting(frame)
    guard let head = FrameHead(frame), FrameTally(frame, from: head.end).changesModel
    else { return }
    follow(frame.bytes)
  }

  /// Reads the summary of the next older change; `nil` after the oldest.
  ///
  /// It does not follow the model, so a history gives either summaries or whole changes.
  ///
  /// Cost: half a microsecond and that of reading the change's bytes.
  ///
  /// - Throws: `StoreError.file` when a segment cannot be read.
  public mutating func nextSummary() throws(StoreError) -> ChangeSummary? {
    while let frame = try nextFrame(.skipped) {
      let bytes = bytes
      if let summary = ChangeSummary(bytes.span.extracting(frame), &names) { return summary }
    }
    return nil
  }

  /// The treatment of changes after `newest`.
  private enum Newer {
    /// They are read for their changes of the model.
    case read
    /// Their segments are not opened.
    case skipped
  }

  private mutating func nextFrame(_ newer: Newer) throws(StoreError) -> Range<Int>? {
    while true {
      if let frame = frames.popLast() { return frame }
      guard let generation = generations.popLast() else { return nil }
      guard var segment = try journals.open(generation, .read),
        newer == .read || segment.header.base <= newest
      else { continue }
      (bytes, frames) = try journals.store.perform { _ throws(FileError) in
        try segment.readFramesInPlace()
      }
      // In a segment, the chain gives the numbers, so the frames need not be read.
      let base = segment.header.base
      while !frames.isEmpty, base > newest || UInt64(frames.count - 1) > newest - base {
        let frame = frames.removeLast()
        if newer == .read { skip(frame) }
      }
      if let oldest, segment.nextNumber != oldest.base { hasNoGap = false }
      if hasNoGap { oldest = segment.header }
    }
  }

  /// The time since which all changes were read; `nil` before the first.
  var reach: Timestamp? { oldest?.time }

  private mutating func nextNoted() throws(StoreError) -> HistoryEntry? {
    guard let entry = try next() else { return nil }
    targets[entry.number] = .some(entry.undoes)
    return entry
  }
}

extension History {
  // An undo is a change too, with the number of the change that it undoes. An undo that was undone
  // itself does not count. So repeated undo goes further back, and redo goes forward again.

  /// Finds the newest ordinary change that is not undone.
  ///
  /// Cost: only the heads of skipped changes are read.
  ///
  /// - Parameter vain: the changes to leave out, because they changed nothing.
  /// - Returns: the change; `nil` if all are undone.
  /// - Throws: `StoreError.file` when a segment cannot be read.
  mutating func newestToUndo(besides vain: Set<UInt64> = []) throws(StoreError) -> Transaction? {
    var cancelled = vain
    while let entry = try nextNoted() {
      if cancelled.contains(entry.number) || entry.movesKeys { continue }
      if let target = entry.undoes {
        cancelled.insert(target)
      } else if let transaction = entry.asSaved {
        return transaction
      }
    }
    return nil
  }

  /// Whether a later change undid the change `number`, and was not undone itself.
  ///
  /// Cost: only the heads of skipped changes are read.
  mutating func isTakenBack(
    _ number: UInt64, savedBy replica: Replica?
  ) throws(StoreError) -> Bool {
    var cancelled: Set<UInt64> = []
    while let entry = try nextNoted(), entry.number >= number {
      if entry.number == number {
        // After another store came into the folder, its changes may have the same number.
        return cancelled.contains(number) && (replica == nil || entry.replica == replica)
      }
      if let target = entry.undoes, !cancelled.contains(entry.number) { cancelled.insert(target) }
    }
    return false
  }

  /// Finds the newest undo that counts, unless an ordinary change came after it.
  mutating func newestToRedo() throws(StoreError) -> Transaction? {
    var cancelled: Set<UInt64> = []
    var candidates: [(entry: HistoryEntry, moves: KeyMoves)] = []
    while let entry = try nextNoted() {
      if cancelled.contains(entry.number) || entry.movesKeys { continue }
      guard let target = entry.undoes else { break }
      cancelled.insert(target)
      candidates.append((entry, keyMoves))
    }
    for candidate in candidates where try isUndo(candidate.entry) {
      keyMoves = candidate.moves
      return candidate.entry.asSaved
    }
    return nil
  }

  /// Whether a change undoes an ordinary change; `false` for a redo.
  mutating func isUndo(_ entry: HistoryEntry) throws(StoreError) -> Bool {
    var steps = 0
    var number = entry.undoes
    while let target = number {
      steps += 1
      while targets[target] == nil {
        guard try nextNoted() != nil else { return steps % 2 == 1 }
      }
      number = targets[target] ?? nil
    }
    return steps % 2 == 1
  }
}

/// A snapshot that is moved back in time, change by change.
struct Rewind {
  private var editor: SnapshotEditor

  init(_ snapshot: Snapshot) {
    editor = SnapshotEditor(snapshot)
  }

  /// Undoes a change; all newer ones were undone before.
  ///
  /// Fields get the old values of the history, even if a person edited the text after the change.
  ///
  /// - Parameter transaction: the change, in the names and types of the present model.
  /// - Throws: why a table can't be read.
  mutating func undo(_ transaction: Transaction) throws(StoreError) {
    for change in transaction.changes.reversed() {
      let id = change.id
      guard editor.snapshot.model[id.entity] != nil else { continue }
      try editor.edit(id.entity) { table throws(StoreError) in
        try table.edit(id.key) { $0.rewind(change) }
      }
    }
  }

  /// The content after the change `version`.
  func finished(version: UInt64) -> Snapshot {
    let snapshot = editor.snapshot
    return Snapshot(
      storeID: snapshot.storeID, model: snapshot.model, version: version, tables: editor.tables,
      keyMoves: snapshot.keyMoves)
  }
}

extension ChunkDraft {
  /// Returns the record to its state before `change`.
  mutating func rewind(_ change: RecordChange) {
    let known = row(of: change.id.key)
    switch change.kind {
    case .insert:
      if let known { remove(row: known) }
    case .update:
      guard let known else { return }
      setValues(change.fields.map { ($0.name, $0.old) }, row: known)
    case .delete:
      let row = known ?? insert(change.id.key)
      setComments(change.comments, of: change.id.key)
      setValues(change.fields.map { ($0.name, $0.old) }, row: row)
    }
  }
}
