internal import CairnFiles

extension Writer {
  /// Takes in what other processes saved, and a model that was edited.
  mutating func catchUp() throws(StoreError) {
    try reloadModelIfEdited()
    var frames: [[UInt8]] = []
    while var current = segment {
      frames += try read(&current)
      segment = current
      guard try hasSuccessor(current) else { break }
      // What was saved between reading and the successor's making.
      frames += try read(&current)
      segment = try successor(of: current)
    }
    take(frames)
  }

  private func read(_ segment: inout Segment) throws(StoreError) -> [[UInt8]] {
    do throws(FileError) {
      return try segment.readFrames()
    } catch {
      throw .file(error)
    }
  }

  private func hasSuccessor(_ segment: Segment) throws(StoreError) -> Bool {
    let next = segment.header.generation + 1
    if try folder.fingerprint(of: journals.path(of: next)) != nil { return true }
    return try folder.fingerprint(of: journals.archivedPath(of: next)) != nil
  }

  private func successor(of segment: Segment) throws(StoreError) -> Segment {
    let generation = segment.header.generation + 1
    guard let next = try journals.open(generation, state == .writable ? .readWrite : .read),
      next.header.base >= segment.nextNumber
    else {
      throw .damaged(
        file: journals.path(of: generation), line: 1, reason: "the journal does not go on here")
    }
    // Its name may not be on the disk yet, and what is saved in it must not be lost with it.
    if state == .writable { try journals.synchronize() }
    return next
  }

  /// Replays whole frames in memory.
  mutating func take(_ frames: [[UInt8]]) {
    var byEntity: [String: [RecordChange]] = [:]
    var version = snapshot.version
    for frame in frames {
      guard let transaction = FrameDecoder.transaction(frame, snapshot.model) else { continue }
      version = transaction.number
      note(transaction.changes)
      for change in transaction.changes { byEntity[change.id.entity, default: []].append(change) }
      arrived.changes += transaction.changes
    }
    guard version != snapshot.version else { return }
    var sources = snapshot.sources
    for (entity, changes) in byEntity {
      sources[entity] = sources[entity]?.replaying(changes, problems)
    }
    advance(to: version, sources)
  }
}
