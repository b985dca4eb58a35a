internal import CairnFiles

extension Writer {
  /// Saves what `make` puts in a draft.
  ///
  /// Lock, catch up, check, one write, one wait for the disk, unlock. A write that fails is taken
  /// back; a wait that fails is never repeated, because the system forgets what it could not save.
  mutating func commit(
    title: String, undoing undone: UInt64?, from origin: ChangeOrigin?,
    _ make: (inout CommitDraft) throws(StoreError) -> Void
  ) throws(StoreError) -> Transaction? {
    try requireWritable()
    try folder.requireWhole()
    let lock = try lockCommits()
    defer { lock.release() }
    try catchUp()
    try recallKeys()
    var draft = CommitDraft(
      title: title, snapshot: snapshot, minter: minter, modelText: stored.text, tables: tables,
      localTime: options.localTime)
    try make(&draft)
    let finished = try draft.finish()
    guard !finished.isEmpty else { return nil }
    try noteFeatures(of: finished.content.model)
    var transaction = Transaction(
      number: segment?.nextNumber ?? 1, time: options.clock(), replica: minter.replica,
      title: draft.title.shortened(to: Transaction.longestTitle), undoes: undone,
      origin: (origin ?? options.origin)?.normalized,
      changes: [])
    // Before the tail moves over the frame.
    for step in finished.steps {
      let changes = step.all
      tail.announce(changes, step.model)
      transaction.changes = transaction.changes.isEmpty ? changes : transaction.changes + changes
    }
    try append(finished.frame(of: transaction))
    minter = draft.minter
    transaction.model = finished.model
    take(finished, as: transaction)
    return transaction
  }

  /// Makes what was saved the content.
  private mutating func take(_ finished: FinishedDraft, as transaction: Transaction) {
    if let model = transaction.model {
      noteRenamed(from: snapshot.model, to: finished.content.model)
      snapshot = finished.content
      stored.text = model.new
      stored.add(model, number: transaction.number)
      arrived.modelChanged = true
    }
    for step in finished.steps {
      note(step.changes)
      for batch in step.batches {
        let shards = batch.pieces.map(\.chunk.shard)
        touched[batch.entity, default: []].formUnion(shards)
        for shard in shards { noteGrowth(.examined, of: shard, batch.entity) }
      }
    }
    savedNumbers.append(transaction.number)
    advance(to: transaction.number, finished.sources)
    arrived.changes += transaction.changes
  }

  /// Writes a frame that lacks its checksum, and waits until it is on the disk.
  mutating func append(_ unsealed: consuming [UInt8]) throws(StoreError) {
    guard var current = segment else { throw .readOnly(path: folder.path, reason: obstacle) }
    var frame = unsealed
    let length = frame.count + FrameWriter.sealLength
    if try !isFree(current, for: length) { current = try startSegment(room: length) }
    var checksum = FrameWriter.seal(&frame, seed: current.seed)
    try write(frame, to: current)
    if try isGone(current) {
      // A tool emptied the private folder; what the text lacks is still in memory.
      lost.insert(current.header.generation)
      current = try startSegment(room: length)
      frame.removeLast(FrameWriter.sealLength)
      checksum = FrameWriter.seal(&frame, seed: current.seed)
      try write(frame, to: current)
    }
    current.advance(by: length, checksum: checksum)
    segment = current
  }

  private mutating func write(_ frame: [UInt8], to segment: Segment) throws(StoreError) {
    let folder = folder
    do throws(FileError) {
      try segment.write(frame)
    } catch {
      self.segment = try performOnce { () throws(StoreError) in
        try folder.perform { _ throws(FileError) in
          var shortened = segment
          try shortened.takeBack(frame.count)
          return shortened
        }
      }
      throw .file(error)
    }
    try performOnce { () throws(StoreError) in
      try folder.perform { _ throws(FileError) in try segment.synchronize() }
    }
  }

  func isGone(_ segment: Segment) throws(StoreError) -> Bool {
    try folder.perform { _ throws(FileError) in try segment.isGone() }
  }
}

// Segments.
extension Writer {
  /// Makes the segment that follows the current one, and goes on in it.
  ///
  /// The caller holds the commit lock and has caught up.
  @discardableResult
  mutating func startSegment(
    after generation: Int = 0, room: Int = 0
  ) throws(StoreError) -> Segment {
    try settleSegment()
    let salt = UInt32(truncatingIfNeeded: random.next())
    let header = SegmentHeader(
      generation: max(segment?.header.generation ?? 0, generation) + 1,
      base: segment?.nextNumber ?? 1, salt: salt, time: options.clock())
    let next = try journals.create(header, size: options.segmentSize, room: room)
    let journals = journals
    try performOnce { () throws(StoreError) in try journals.synchronize() }
    leave(segment, for: next)
    return next
  }

  /// Waits for the disk where another program may have died before it did: what is saved from now
  /// on is saved on top of its change, and in another file.
  private mutating func settleSegment() throws(StoreError) {
    guard let segment, !segment.isSettled else { return }
    let folder = folder
    try performOnce { () throws(StoreError) in
      try folder.perform { _ throws(FileError) in try segment.synchronize() }
    }
  }

  /// Whether a frame of `count` bytes has room, and nothing stands there that was never saved.
  private func isFree(_ segment: Segment, for count: Int) throws(StoreError) -> Bool {
    guard segment.hasRoom(for: count) else { return false }
    return try folder.perform { _ throws(FileError) in try !segment.hasTornTail(within: count) }
  }
}
