internal import CairnFiles

/// The journal of an open store: the current segment, and earlier ones that may not be in the text.
///
///     archived │ earlier ──▶ segment
///     in the text              ▲ append, leave
///
/// `append` and `startSegment` need the commit lock; the rest reads files.
struct OpenJournal: Sendable {
  /// Whether the store can still be read and written.
  enum State: Sendable {
    case writable, readOnly, outcomeUnknown, closed
  }

  let folder: JournalFolder
  /// The size of a new segment, in bytes.
  private let segmentSize: Int
  private let clock: @Sendable () -> Timestamp
  var random: any RandomNumberGenerator & Sendable
  var state: State
  /// The file error that makes the journal read-only, although it was opened for writing.
  var obstacle: FileError?

  /// The current segment for writing; a read-only store may have none.
  var segment: Segment? { didSet { tail.move(to: segment) } }
  /// The end of the segment, for shards that are read late.
  let tail: JournalTail
  /// The segments before it that may not be in the text yet.
  var earlier: [Segment] = []
  /// The numbers of the segments that lost their names while they were current.
  ///
  /// No fold of another process can have archived them.
  var lost: Set<Int> = []

  /// Creates a journal whose segments are not read yet.
  init(
    _ folder: JournalFolder, _ options: ObjectStore.Options,
    _ random: any RandomNumberGenerator & Sendable, _ state: State, _ obstacle: FileError?
  ) {
    self.folder = folder
    (segmentSize, clock) = (options.segmentSize, options.clock)
    self.random = random
    (self.state, self.obstacle) = (state, obstacle)
    tail = JournalTail(folder)
  }

  private var store: StoreFolder { folder.store }

  /// The number of the next change.
  var nextNumber: UInt64 { segment?.nextNumber ?? 1 }

  /// The segments that may not be in the text yet.
  var unfoldedSegments: [Segment] { earlier + (segment.map { [$0] } ?? []) }

  /// Does work that must not be repeated.
  ///
  /// After a failure, the store refuses every save.
  private mutating func performOnce<Result>(
    _ work: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try work()
    } catch {
      state = .outcomeUnknown
      throw error
    }
  }
}

// Frames.
extension OpenJournal {
  /// Writes a frame that lacks its checksum, and waits until it is on the disk.
  ///
  /// A failed write is taken back. A failed sync is never repeated: the system drops the data that
  /// it could not write.
  mutating func append(_ unsealed: consuming [UInt8]) throws(StoreError) {
    guard var current = segment else { throw .readOnly(path: store.path, reason: obstacle) }
    var frame = unsealed
    let length = frame.count + FrameWriter.sealLength
    if try !isFree(current, for: length) { current = try startSegment(room: length) }
    var checksum = FrameWriter.seal(&frame, seed: current.seed)
    try write(frame, to: current)
    if try isGone(current) {
      // A tool emptied the private folder; memory still has the changes that the text lacks.
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
    let store = store
    do throws(FileError) {
      try segment.write(frame)
    } catch {
      self.segment = try performOnce { () throws(StoreError) in
        try store.perform { _ throws(FileError) in
          var shortened = segment
          try shortened.takeBack(frame.count)
          return shortened
        }
      }
      throw .file(error)
    }
    try performOnce { () throws(StoreError) in
      try store.perform { _ throws(FileError) in try segment.synchronize() }
    }
  }

  private func isGone(_ segment: Segment) throws(StoreError) -> Bool {
    try store.perform { _ throws(FileError) in try segment.isGone() }
  }

  /// Whether a frame of `count` bytes fits, and its place has no unsaved bytes.
  private func isFree(_ segment: Segment, for count: Int) throws(StoreError) -> Bool {
    guard segment.hasRoom(for: count) else { return false }
    return try store.perform { _ throws(FileError) in try !segment.hasTornTail(within: count) }
  }
}

// Segments.
extension OpenJournal {
  /// Creates the next segment and makes it the current one.
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
      base: nextNumber, salt: salt, time: clock())
    let next = try folder.create(header, size: segmentSize, room: room)
    let folder = folder
    try performOnce { () throws(StoreError) in try folder.synchronize() }
    leave(for: next)
    return next
  }

  /// Syncs the segment, since another program may have died before its own sync.
  ///
  /// The next save builds on that program's change, and is in another file.
  private mutating func settleSegment() throws(StoreError) {
    guard let segment, !segment.isSettled else { return }
    let store = store
    try performOnce { () throws(StoreError) in
      try store.perform { _ throws(FileError) in try segment.synchronize() }
    }
  }

  /// Makes `next` the current segment.
  ///
  /// The old segment stays until its changes are in the text.
  mutating func leave(for next: Segment) {
    if let segment, !segment.isEmpty { earlier.append(segment) }
    segment = next
  }

  /// Opens a segment; a folder that cannot be written makes the whole store read-only.
  mutating func open(_ generation: Int, isLast: Bool) throws(StoreError) -> Segment? {
    if isLast, state == .writable {
      do throws(StoreError) {
        return try folder.open(generation, .readWrite)
      } catch {
        guard case .file(let reason) = error, reason.preventsWriting else { throw error }
        (state, obstacle) = (.readOnly, reason)
      }
    }
    return try folder.open(generation, .read)
  }

  /// Reads the frames that other processes added to the segment and the later ones.
  ///
  /// - Returns: the frames, the segment of the last one, and whether changes between them are only
  ///   in the text. The caller makes the segment the current one after it has replayed the frames.
  mutating func readOn() throws(StoreError) -> (
    frames: [[UInt8]], current: Segment, hasGap: Bool
  )? {
    guard var current = segment else { return nil }
    let generation = current.header.generation
    let (frames, passed, hasGap) = try folder.readOn(
      &current, state == .writable ? .readWrite : .read)
    // The name of the new segment must be on the disk before a save in it.
    if state == .writable, current.header.generation != generation { try folder.synchronize() }
    earlier += passed.filter { !$0.isEmpty }
    return (frames, current, hasGap)
  }

  /// Forgets the segments that a process folded; only then they leave the journal (E4).
  ///
  /// - Returns: whether there were any.
  mutating func forgetFoldedSegments() throws(StoreError) -> Bool {
    var kept: [Segment] = []
    // A fold archives the oldest segment first: while one has its place, no later one left.
    var isFolded = true
    for segment in earlier {
      let number = segment.header.generation
      if isFolded, !lost.contains(number) {
        isFolded = try store.fingerprint(of: folder.path(of: number)) == nil
      }
      if !isFolded || lost.contains(number) { kept.append(segment) }
    }
    defer { earlier = kept }
    return kept.count < earlier.count
  }

  /// Frees the disk space of a large save whose process was killed.
  mutating func cutTornTail() {
    // If another process holds the lock, it is saving, and the next open tries again.
    guard state == .writable, var current = segment,
      (try? current.isOversized(forUsual: segmentSize)) == true,
      let lock = try? folder.lock(.commit, timeout: .zero)
    else { return }
    defer { lock.release() }
    guard let added = try? current.readFrames(), added.isEmpty else { return }
    try? current.cutTornTail(toUsual: segmentSize)
    segment = current
  }

  /// The numbers of the segments in the journal, ascending.
  func generations() throws(StoreError) -> [Int] {
    guard try store.fingerprint(of: folder.path) != nil else { return [] }
    return try folder.generations()
  }
}

// Segments that a tool removed.
extension OpenJournal {
  /// Whether the journal was removed, so that only memory has its changes.
  var isLost: Bool { !lost.isEmpty }

  /// Notes if a tool removed the current segment's name, so that only open files have it.
  mutating func noteIfLost() throws(StoreError) {
    guard state == .writable, let segment, try isGone(segment) else { return }
    lost.insert(segment.header.generation)
  }

  /// Notes that the current segment moved with its folder to a path that other processes do not
  /// read.
  mutating func noteIfMoved() throws(StoreError) {
    guard let number = segment?.header.generation,
      try store.fingerprint(of: folder.path(of: number)) == nil,
      try store.fingerprint(of: folder.archivedPath(of: number)) == nil
    else { return }
    lost.insert(number)
  }
}

extension Array<Int> {
  /// The numbers of the segments after the last gap; all segments before it are in the text.
  var afterLastGap: [Int] {
    var start = count - 1
    while start > 0, self[start - 1] == self[start] - 1 { start -= 1 }
    return Array(self[Swift.max(0, start)...])
  }
}
