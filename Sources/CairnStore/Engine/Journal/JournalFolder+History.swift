internal import CairnFiles

extension JournalFolder {
  /// The number and the time of the newest change that can be read; `nil` where there is none.
  func newestChange() throws(StoreError) -> (number: UInt64, time: Timestamp)? {
    for generation in try (archivedGenerations() + generations()).reversed() {
      guard var segment = try open(generation, .read) else { continue }
      let frames = try store.perform { _ throws(FileError) in try segment.readFrames() }
      let heads = frames.reversed().lazy.compactMap { FrameDecoder($0, ObjectModel())?.transaction }
      if let head = heads.first { return (head.number, head.time) }
    }
    return nil
  }

  /// Removes the archived segments all of whose changes were saved before `limit`.
  ///
  /// - Returns: how many bytes they took.
  @discardableResult
  func forgetHistory(before limit: Timestamp) throws(StoreError) -> Int {
    var old: [Int] = []
    // What was saved in a segment is older than the making of any that follows it. One whose first
    // line is damaged has no time of its own, and goes with those before and after it.
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
