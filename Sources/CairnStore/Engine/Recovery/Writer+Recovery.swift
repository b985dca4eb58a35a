internal import CairnFiles

// Recovery is the normal way to open. A gap in the numbers of the segments means that all before
// it was folded and is in the text; replaying it could bring old values back.
extension Writer {
  mutating func recover() throws(StoreError) {
    // It may be the second attempt, after another process went on meanwhile.
    (segment, earlier, touched, grown) = (nil, [], [:], [:])
    try readIdentifiers()
    let known = try knownGenerations()
    let generations = Self.afterLastGap(known)
    var frames: [[UInt8]] = []
    for generation in generations {
      frames += try read(generation, isLast: generation == generations.last)
    }
    // Nothing was read yet: the tables are made for the model that the journal ends with.
    advance(to: 0, [:])
    takeModelChanges(frames)
    if snapshot.sources.isEmpty { snapshot = snapshot.adopting(snapshot.model, from: tables) }
    try take(frames)
    if let segment { advance(to: segment.nextNumber - 1, snapshot.sources) }
    cutTornTail()
    if state == .writable, segment == nil || segment?.header.generation != known.last {
      do throws(StoreError) {
        try startSegment(after: known)
      } catch {
        guard case .file(let reason) = error, reason.preventsWriting else { throw error }
        (state, obstacle) = (.readOnly, reason)
      }
    }
  }

  /// Frees the disk space of a large save that was killed.
  private mutating func cutTornTail() {
    // If another process holds the lock, it is saving, and the next open tries again.
    guard state == .writable, var current = segment,
      (try? current.isOversized(forUsual: options.segmentSize)) == true,
      let lock = try? journals.lock(.commit, patience: .zero)
    else { return }
    defer { lock.release() }
    guard let added = try? current.readFrames(), added.isEmpty else { return }
    try? current.cutTornTail(toUsual: options.segmentSize)
    segment = current
  }

  func knownGenerations() throws(StoreError) -> [Int] {
    guard try folder.fingerprint(of: journals.path) != nil else { return [] }
    return try journals.generations()
  }

  static func afterLastGap(_ generations: [Int]) -> [Int] {
    var start = generations.count - 1
    while start > 0, generations[start - 1] == generations[start] - 1 { start -= 1 }
    return Array(generations[max(0, start)...])
  }

  private mutating func read(_ generation: Int, isLast: Bool) throws(StoreError) -> [[UInt8]] {
    guard var opened = try openSegment(generation, isLast: isLast) else {
      report(generation, "the first line cannot be read")
      return []
    }
    if let previous = segment, opened.header.base != previous.nextNumber {
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
      leave(segment, for: opened)
      return frames
    } catch {
      throw .file(error)
    }
  }

  /// Opens a segment; a folder that cannot be written makes the whole store read-only.
  private mutating func openSegment(
    _ generation: Int, isLast: Bool
  ) throws(StoreError) -> Segment? {
    if isLast, state == .writable {
      do throws(StoreError) {
        return try journals.open(generation, .readWrite)
      } catch {
        guard case .file(let reason) = error, reason.preventsWriting else { throw error }
        (state, obstacle) = (.readOnly, reason)
      }
    }
    return try journals.open(generation, .read)
  }

  /// Starts a segment where there is none, or none whose first line can be read, after what the
  /// archive remembers; the segments in `known` stay as they are.
  private mutating func startSegment(after known: [Int]) throws(StoreError) {
    let lock = try journals.lock(.commit, patience: options.patience)
    defer { lock.release() }
    if try knownGenerations() != known {
      // Another process did it meanwhile.
      lock.release()
      return try recover()
    }
    let isAllArchived = segment == nil
    for generation in try journals.archivedGenerations().reversed() where segment == nil {
      _ = try read(generation, isLast: false)
    }
    if let segment { advance(to: segment.nextNumber - 1, snapshot.sources) }
    try startSegment(after: known.last ?? 0)
    if isAllArchived { earlier = [] }
  }

  private func report(_ generation: Int, _ message: String) {
    let file = folder.name(of: journals.path(of: generation))
    problems.add([StoreProblem(severity: .damage, file: file, line: 0, message: message)])
  }
}
