internal import CairnFiles

// Recovery is the normal way to open. A gap in the numbers of the segments means that all before
// it was folded and is in the text; replaying it could bring old values back.
extension Writer {
  mutating func recover() throws(StoreError) {
    // It may be the second attempt, after another process went on meanwhile.
    (journal.segment, journal.earlier, unfolded) = (nil, [], UnfoldedShards())
    try readIdentifiers()
    let known = try journal.generations()
    let generations = known.afterLastGap
    var frames: [[UInt8]] = []
    for generation in generations {
      frames += try read(generation, isLast: generation == generations.last)
    }
    // Nothing was read yet: the tables are made for the model that the journal ends with.
    advance(to: 0, [:])
    takeModelChanges(frames)
    if snapshot.sources.isEmpty { snapshot = snapshot.adopting(snapshot.model, from: tables) }
    try take(frames)
    if let segment = journal.segment { advance(to: segment.nextNumber - 1, snapshot.sources) }
    journal.cutTornTail()
    if journal.state == .writable,
      journal.segment == nil || journal.segment?.header.generation != known.last
    {
      do throws(StoreError) {
        try startSegment(after: known)
      } catch {
        guard case .file(let reason) = error, reason.preventsWriting else { throw error }
        (journal.state, journal.obstacle) = (.readOnly, reason)
      }
    }
  }

  private mutating func read(_ generation: Int, isLast: Bool) throws(StoreError) -> [[UInt8]] {
    guard var opened = try journal.open(generation, isLast: isLast) else {
      report(generation, "the first line cannot be read")
      return []
    }
    if let previous = journal.segment, opened.header.base != previous.nextNumber {
      report(
        previous.header.generation,
        "changes \(previous.nextNumber) to \(opened.header.base - 1) cannot be read")
    }
    do throws(FileError) {
      let frames = try opened.readFrames()
      if try opened.hasDamage() {
        report(generation, "change \(opened.nextNumber) and what follows it cannot be read")
        // Other records may link to theirs, so a new record must not get their keys.
        for name in try opened.namesBehindDamage() { noteKey(in: name) }
      }
      journal.leave(for: opened)
      return frames
    } catch {
      throw .file(error)
    }
  }

  /// Starts a segment where there is none, or none whose first line can be read, after what the
  /// archive remembers; the segments in `known` stay as they are.
  private mutating func startSegment(after known: [Int]) throws(StoreError) {
    let lock = try journal.folder.lock(.commit, patience: options.patience)
    defer { lock.release() }
    if try journal.generations() != known {
      // Another process did it meanwhile.
      lock.release()
      return try recover()
    }
    let isAllArchived = journal.segment == nil
    for generation in try journal.folder.archivedGenerations().reversed()
    where journal.segment == nil {
      _ = try read(generation, isLast: false)
    }
    if let segment = journal.segment { advance(to: segment.nextNumber - 1, snapshot.sources) }
    try journal.startSegment(after: known.last ?? 0)
    if isAllArchived { journal.earlier = [] }
  }

  private func report(_ generation: Int, _ message: String) {
    let file = folder.name(of: journal.folder.path(of: generation))
    problems.add([StoreProblem(severity: .damage, file: file, line: 0, message: message)])
  }
}
