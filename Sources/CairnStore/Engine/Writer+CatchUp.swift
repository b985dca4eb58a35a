internal import CairnFiles

extension Writer {
  /// Takes in what other processes saved, and a model that was edited.
  mutating func catchUp() throws(StoreError) {
    try reloadModelIfEdited()
    guard var current = segment else { return }
    let generation = current.header.generation
    let frames = try journals.readOn(&current, state == .writable ? .readWrite : .read)
    // The new segment's name may not be on the disk yet, and what is saved in it must not be lost.
    if state == .writable, current.header.generation != generation { try journals.synchronize() }
    // In this order: a shard that is read meanwhile must learn of the frames one way or the other.
    take(frames)
    segment = current
  }

  /// Replays whole frames in memory.
  ///
  /// - Parameters:
  ///   - frames: what the journal has, in order.
  ///   - isOpening: whether it was saved before the store was opened.
  mutating func take(_ frames: [[UInt8]], isOpening: Bool = false) {
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
      if !isOpening { sources[entity]?.noteForLateReading(changes) }
      sources[entity] = sources[entity]?.replaying(changes, problems)
    }
    advance(to: version, sources)
  }
}
