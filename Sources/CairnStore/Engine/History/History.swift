internal import CairnFiles

/// The saved changes that can still be read, the newest first.
///
/// They are read segment by segment as they are asked for, so that the newest ones of a long history
/// cost as much as those of a short one.
public struct History {
  private let journals: JournalFolder
  private let model: ObjectModel
  /// Segments not read yet, the newest last.
  private var generations: [Int]
  /// Frames of the newest segment read, the newest last.
  private var frames: [[UInt8]] = []
  /// The first line of the oldest segment read from which nothing newer is missing.
  private var oldest: SegmentHeader?
  /// Whether no change is missing between those that were read.
  private(set) var isWhole = true
  /// What each change that was read takes back.
  private var targets: [UInt64: UInt64?] = [:]

  init(_ journals: JournalFolder, _ model: ObjectModel) throws(StoreError) {
    self.journals = journals
    self.model = model
    // In this order: a fold that goes on meanwhile moves segments from here to there.
    generations = Set(try journals.generations() + journals.archivedGenerations()).sorted()
  }

  /// The next older change, `nil` after the oldest.
  ///
  /// Cost: that of reading the change's bytes; a segment of about a megabyte where one ends.
  ///
  /// - Throws: `StoreError.file` when a segment cannot be read.
  public mutating func next() throws(StoreError) -> HistoryEntry? {
    while true {
      if let frame = frames.popLast() {
        if let entry = HistoryEntry(frame, model) { return entry }
        continue
      }
      guard let generation = generations.popLast() else { return nil }
      guard var segment = try journals.open(generation, .read) else { continue }
      frames = try journals.store.perform { _ throws(FileError) in try segment.readFrames() }
      if let oldest, segment.nextNumber != oldest.base { isWhole = false }
      if isWhole { oldest = segment.header }
    }
  }

  /// The moment back to which no change is missing from those that were read, `nil` before any was.
  var reach: Timestamp? { oldest?.time }

  private mutating func nextTransaction() throws(StoreError) -> Transaction? {
    while let entry = try next() {
      guard let transaction = entry.transaction else { continue }
      targets[transaction.number] = .some(transaction.undoes)
      return transaction
    }
    return nil
  }
}

extension History {
  // An undo is a change too, with the number of what it took back. One that was taken back itself
  // counts no more, so that repeated undo goes back and back, and redo forth again.

  /// The newest ordinary change that counts.
  mutating func newestToUndo() throws(StoreError) -> Transaction? {
    var cancelled: Set<UInt64> = []
    while let transaction = try nextTransaction() {
      if cancelled.contains(transaction.number) { continue }
      guard let target = transaction.undoes else { return transaction }
      cancelled.insert(target)
    }
    return nil
  }

  /// The newest undo that counts, unless an ordinary change came after it.
  mutating func newestToRedo() throws(StoreError) -> Transaction? {
    var cancelled: Set<UInt64> = []
    var candidates: [Transaction] = []
    while let transaction = try nextTransaction() {
      if cancelled.contains(transaction.number) { continue }
      guard let target = transaction.undoes else { break }
      cancelled.insert(target)
      candidates.append(transaction)
    }
    for candidate in candidates {
      if try isUndo(candidate) { return candidate }
    }
    return nil
  }

  /// Whether a change takes back an ordinary one, or brings one back.
  private mutating func isUndo(_ transaction: Transaction) throws(StoreError) -> Bool {
    var steps = 0
    var number = transaction.undoes
    while let target = number {
      steps += 1
      while targets[target] == nil {
        guard try nextTransaction() != nil else { return steps % 2 == 1 }
      }
      number = targets[target] ?? nil
    }
    return steps % 2 == 1
  }
}
