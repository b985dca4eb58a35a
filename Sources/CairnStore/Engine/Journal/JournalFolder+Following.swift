internal import CairnFiles

extension JournalFolder {
  /// Reads what stands behind the end of `segment`, which becomes the last segment that there is.
  ///
  /// - Parameters:
  ///   - segment: where to go on.
  ///   - mode: how the segments after it are opened.
  /// - Returns: the frames, in order.
  /// - Throws: `StoreError.damaged` where the next segment does not go on, `.file`.
  func readOn(_ segment: inout Segment, _ mode: OpenMode) throws(StoreError) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    while true {
      frames += try newFrames(&segment)
      guard try hasSuccessor(segment) else { return frames }
      // What was saved between reading and the successor's making.
      frames += try newFrames(&segment)
      segment = try successor(of: segment, mode)
    }
  }

  private func newFrames(_ segment: inout Segment) throws(StoreError) -> [[UInt8]] {
    try store.perform { _ throws(FileError) in try segment.readFrames() }
  }

  private func hasSuccessor(_ segment: Segment) throws(StoreError) -> Bool {
    let next = segment.header.generation + 1
    if try store.fingerprint(of: path(of: next)) != nil { return true }
    return try store.fingerprint(of: archivedPath(of: next)) != nil
  }

  private func successor(of segment: Segment, _ mode: OpenMode) throws(StoreError) -> Segment {
    let generation = segment.header.generation + 1
    guard let next = try open(generation, mode), next.header.base >= segment.nextNumber else {
      throw .damaged(
        file: path(of: generation), line: 1, reason: "the journal does not go on here")
    }
    return next
  }
}
