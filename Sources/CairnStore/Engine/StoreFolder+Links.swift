internal import CairnFiles

// People keep files elsewhere, on a disk that comes and goes perhaps, and put links in their
// places. Where nothing is at the end of a link, its records are not gone, and no new file may hide
// them.
extension StoreFolder {
  /// Where the link at `path` leads if nothing is there; `nil` where something is, or no link.
  func deadEnd(ofLink path: String) throws(StoreError) -> String? {
    try perform { fileSystem throws(FileError) in
      guard try fileSystem.status(of: path) == nil else { return nil }
      do throws(FileError) {
        return try fileSystem.target(ofLink: path)
      } catch .notFound {
        return nil
      }
    }
  }

  /// Refuses to go on if `path` is a link that leads nowhere.
  ///
  /// - Throws: `StoreError.damaged`.
  func refuseDeadEnd(at path: String) throws(StoreError) {
    guard let target = try deadEnd(ofLink: path) else { return }
    throw .damaged(file: path, line: 0, reason: Self.deadEndMessage(target))
  }

  /// What to do about a link to `target`, where nothing is.
  static func deadEndMessage(_ target: String) -> String {
    "this is a link to \(target), where nothing is; bring that file back, or remove the link"
  }
}
