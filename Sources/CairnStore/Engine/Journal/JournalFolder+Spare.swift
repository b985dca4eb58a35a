internal import CairnFiles

// On a full disk there is no room for a new segment. One is kept ready, written beforehand, so that
// saves go on for as long as it has room.
extension JournalFolder {
  private var spare: String { "\(path)/journal-spare" }

  /// Keeps a segment of `size` bytes ready; asked for under the fold lock.
  func prepareSpare(size: Int) throws(StoreError) {
    guard try store.fingerprint(of: spare) == nil else { return }
    let draft = "\(spare).tmp"
    try store.perform { fileSystem throws(FileError) in
      if try fileSystem.exists(draft) { try fileSystem.remove(draft) }
      do throws(FileError) {
        try Segment.writeSpare(to: try fileSystem.open(draft, .create), size: size)
        try fileSystem.rename(draft, to: spare)
      } catch {
        // The draft only takes space that may be what was missing.
        try? fileSystem.remove(draft)
        throw error
      }
    }
  }

  /// Makes the segment after all others of the one that is kept ready; `nil` if none of `size` is.
  ///
  /// One that could not be used is removed: what of it reached the disk is unknown.
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
