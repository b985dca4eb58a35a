internal import CairnFiles

extension JournalFolder {
  /// Returns the number and the time of the newest readable change; `nil` if there is none.
  func newestChange() throws(StoreError) -> (number: UInt64, time: Timestamp)? {
    for generation in try (archivedGenerations() + generations()).reversed() {
      guard var segment = try open(generation, .read) else { continue }
      let frames = try store.perform { _ throws(FileError) in try segment.readFrames() }
      let heads = frames.reversed().lazy.compactMap { FrameDecoder($0, ObjectModel())?.transaction }
      if let head = heads.first { return (head.number, head.time) }
    }
    return nil
  }

  /// Removes the archived segments whose changes were all saved before `limit`.
  ///
  /// - Returns: the number of bytes removed.
  @discardableResult
  func forgetHistory(before limit: Timestamp) throws(StoreError) -> Int {
    var old: [Int] = []
    // A segment's frames are older than the next segment. A segment with a damaged first line has
    // no time, and is deleted together with its neighbors.
    var waiting: [Int] = []
    let archived = try archivedGenerations()
    for generation in Set(try archived + generations()).sorted() {
      if let segment = try open(generation, .read) {
        guard segment.header.time < limit else { break }
        old += waiting
        waiting = []
      }
      waiting.append(generation)
    }
    var bytes = 0
    for generation in old where archived.contains(generation) {
      bytes += Int(try store.fingerprint(of: archivedPath(of: generation))?.size ?? 0)
      try store.perform { fileSystem throws(FileError) in
        try fileSystem.remove(archivedPath(of: generation))
      }
    }
    return bytes
  }
}

// A full disk has no room for a new segment. So a spare one is written in advance, and saves
// continue while it has room.
extension JournalFolder {
  private var spare: String { "\(path)/journal-spare" }

  /// Prepares a spare segment of `size` bytes; the caller holds the fold lock.
  func prepareSpare(size: Int) throws(StoreError) {
    guard try store.fingerprint(of: spare) == nil else { return }
    let draft = "\(spare).tmp"
    try store.perform { fileSystem throws(FileError) in
      if try fileSystem.exists(draft) { try fileSystem.remove(draft) }
      do throws(FileError) {
        try Segment.writeSpare(to: try fileSystem.open(draft, .create), size: size)
        try fileSystem.rename(draft, to: spare)
      } catch {
        // On a full disk, the draft takes the space that is missing.
        try? fileSystem.remove(draft)
        throw error
      }
    }
  }

  /// Makes the next segment from the spare one; `nil` if there is no spare of `size`.
  ///
  /// A spare segment that can't be used is removed, because its state on the disk is unknown.
  func takeSpare(_ header: SegmentHeader, size: Int) throws(StoreError) -> Segment? {
    guard let kept = try store.fingerprint(of: spare) else { return nil }
    return try store.perform { fileSystem throws(FileError) in
      do throws(FileError) {
        guard kept.size == size else {
          try fileSystem.remove(spare)
          return nil
        }
        let file = try fileSystem.open(spare, .readWrite)
        let segment = try Segment.create(header, inSpare: file, size: size)
        try fileSystem.rename(spare, to: path(of: header.generation))
        return segment
      } catch {
        try? fileSystem.remove(spare)
        throw error
      }
    }
  }
}

extension JournalFolder {
  /// Reads the frames after the end of `segment` and in the segments after it.
  ///
  /// - Parameters:
  ///   - segment: the segment to continue from; it is set to the last one.
  ///   - mode: the mode in which the later segments are opened.
  /// - Returns: the frames, in order, the segments that were passed, and whether changes between
  ///   them are missing, because their segments were too old and were deleted.
  /// - Throws: `StoreError.damaged` if the next segment does not continue the chain, `.file`.
  func readOn(_ segment: inout Segment, _ mode: OpenMode) throws(StoreError) -> (
    frames: [[UInt8]], passed: [Segment], hasGap: Bool
  ) {
    var frames: [[UInt8]] = []
    var passed: [Segment] = []
    var hasGap = false
    while true {
      frames += try newFrames(&segment)
      guard let next = try generation(after: segment) else {
        return (frames, passed, hasGap)
      }
      // Frames that were saved after the last read, before the next segment was made.
      frames += try newFrames(&segment)
      passed.append(segment)
      let following = try successor(of: segment, next, mode)
      hasGap = hasGap || following.header.base > segment.nextNumber
      segment = following
    }
  }

  private func newFrames(_ segment: inout Segment) throws(StoreError) -> [[UInt8]] {
    try store.perform { _ throws(FileError) in try segment.readFrames() }
  }

  /// The number of the next segment that a process made after `segment`; `nil` if there is none
  /// yet.
  private func generation(after segment: Segment) throws(StoreError) -> Int? {
    let own = segment.header.generation
    let next = own + 1
    if try store.fingerprint(of: path(of: next)) != nil { return next }
    // A fold archives the oldest segment first: while this one has its place, no later one left.
    let present = try store.perform { files throws(FileError) in
      try files.status(of: path(of: own))
    }
    if segment.isFile(of: present) { return nil }
    if try store.fingerprint(of: archivedPath(of: next)) != nil { return next }
    // A tool that empties the private folder may have removed the next segment, too.
    let isGone = try store.perform { _ throws(FileError) in try segment.isGone() }
    guard isGone, try store.fingerprint(of: path) != nil else { return nil }
    return try generations().first { $0 > next }
  }

  private func successor(
    of segment: Segment, _ generation: Int, _ mode: OpenMode
  ) throws(StoreError) -> Segment {
    guard let next = try open(generation, mode), next.header.base >= segment.nextNumber else {
      throw .damaged(
        file: path(of: generation), line: 1, reason: "the journal does not go on here")
    }
    return next
  }
}
