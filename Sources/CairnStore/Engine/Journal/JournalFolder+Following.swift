internal import CairnFiles

extension JournalFolder {
  /// Reads what stands behind the end of `segment`, which becomes the last segment that there is.
  ///
  /// - Parameters:
  ///   - segment: where to go on.
  ///   - mode: how the segments after it are opened.
  /// - Returns: the frames, in order, and the segments that were left behind.
  /// - Throws: `StoreError.damaged` where the next segment does not go on, `.file`.
  func readOn(_ segment: inout Segment, _ mode: OpenMode) throws(StoreError) -> (
    frames: [[UInt8]], passed: [Segment]
  ) {
    var frames: [[UInt8]] = []
    var passed: [Segment] = []
    while true {
      frames += try newFrames(&segment)
      guard let next = try generation(after: segment) else { return (frames, passed) }
      // What was saved between reading and the successor's making.
      frames += try newFrames(&segment)
      passed.append(segment)
      segment = try successor(of: segment, next, mode)
    }
  }

  private func newFrames(_ segment: inout Segment) throws(StoreError) -> [[UInt8]] {
    try store.perform { _ throws(FileError) in try segment.readFrames() }
  }

  /// The number of the segment that some process made after `segment`, `nil` if there is none yet.
  private func generation(after segment: Segment) throws(StoreError) -> Int? {
    let next = segment.header.generation + 1
    if try store.fingerprint(of: path(of: next)) != nil { return next }
    if try store.fingerprint(of: archivedPath(of: next)) != nil { return next }
    // A tool that empties the private folder may have taken the next one too.
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
