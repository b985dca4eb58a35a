internal import CairnFiles

extension Writer {
  /// Saves what `make` puts in a draft.
  ///
  /// Lock, catch up, check, one write, one wait for the disk, unlock. A write that fails is taken
  /// back; a wait that fails is never repeated, because the system forgets what it could not save.
  mutating func commit(
    title: String, undoing undone: UInt64?,
    _ make: (inout CommitDraft) throws(StoreError) -> Void
  ) throws(StoreError) -> Transaction? {
    try requireWritable()
    let lock = try journals.lock(.commit, patience: options.patience)
    defer { lock.release() }
    try catchUp()
    var draft = CommitDraft(snapshot: snapshot, minter: minter)
    try make(&draft)
    draft.finishBatches()
    var editor = SnapshotEditor(snapshot)
    guard var transaction = try apply(draft, with: &editor) else { return nil }
    transaction.title = title
    transaction.undoes = undone
    let inserted = batchChanges(draft.batches)
    // Before the tail moves over the frame.
    tail.pass(inserted + transaction.changes)
    try save(transaction, batches: draft.batches)
    minter = draft.minter
    note(transaction.changes)
    for (entity, batch) in draft.batches {
      touched[entity, default: []].formUnion(batch.pieces.map(\.chunk.shard))
    }
    transaction.changes = inserted + transaction.changes
    advance(to: transaction.number, editor.sources)
    arrived.changes += transaction.changes
    return transaction
  }

  /// Applies a draft and says what it really changes; `nil` for nothing.
  private func apply(
    _ draft: CommitDraft, with editor: inout SnapshotEditor
  ) throws(StoreError) -> Transaction? {
    for (entity, batch) in draft.batches { try editor.apply(batch, to: entity) }
    var changes: [RecordChange] = []
    for change in draft.changes {
      if let applied = try editor.apply(change) { changes.append(applied) }
    }
    guard !changes.isEmpty || !draft.batches.isEmpty else { return nil }
    return Transaction(
      number: segment?.nextNumber ?? 1, time: options.clock(), replica: minter.replica, title: "",
      undoes: nil, changes: changes)
  }

  private func batchChanges(_ batches: [String: RecordBatch]) -> [RecordChange] {
    batches.sorted { $0.key < $1.key }.flatMap { entity, batch in
      batch.pieces.flatMap { piece in
        piece.chunk.keys[piece.firstRow...].map {
          RecordChange(id: ObjectID(entity: entity, key: $0), kind: .insert, fields: [])
        }
      }
    }
  }

  private mutating func save(
    _ transaction: Transaction, batches: [String: RecordBatch]
  ) throws(StoreError) {
    var writer = FrameWriter(transaction)
    writer.reserve(batches.values.reduce(0) { $0 + $1.textSize })
    for (_, batch) in batches.sorted(by: { $0.key < $1.key }) {
      for piece in batch.pieces { writer.addInserted(piece.chunk, from: piece.firstRow) }
    }
    for change in transaction.changes { writer.add(change) }
    try append((consume writer).unsealed())
  }

  /// Writes a frame that lacks its checksum, and waits until it is on the disk.
  private mutating func append(_ unsealed: consuming [UInt8]) throws(StoreError) {
    guard var current = segment else { throw .readOnly(path: folder.path) }
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
      try performOnce { () throws(StoreError) in
        try folder.perform { _ throws(FileError) in try segment.erase(frame.count) }
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

  /// Whether a frame of `count` bytes has room, and nothing stands there that was never saved.
  private func isFree(_ segment: Segment, for count: Int) throws(StoreError) -> Bool {
    guard segment.hasRoom(for: count) else { return false }
    return try folder.perform { _ throws(FileError) in try !segment.hasTornTail(within: count) }
  }
}
