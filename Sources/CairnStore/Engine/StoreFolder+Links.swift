internal import CairnFiles

// People keep files elsewhere, on a disk that comes and goes perhaps, and put links in their
// places. Where nothing is at the end of a link, its records are not gone, and no new file may hide
// them.
extension StoreFolder {
  /// The link that leads nowhere, at `path` or in the place of a folder on the way to it; `nil`
  /// where something is at `path`, or such a link is not why nothing is.
  func deadEnd(on path: String) throws(StoreError) -> DeadEnd? {
    try perform { fileSystem throws(FileError) in
      var place = path
      while try fileSystem.status(of: place) == nil {
        if let target = try self.target(ofAnyLink: place) {
          return DeadEnd(path: place, name: name(of: place), target: target)
        }
        guard place.hasPrefix("\(self.path)/") else { return nil }
        place = place.parentFolder
      }
      return nil
    }
  }

  private func target(ofAnyLink path: String) throws(FileError) -> String? {
    do throws(FileError) {
      return try fileSystem.target(ofLink: path)
    } catch .notFound {
      return nil
    }
  }

  /// Refuses to go on if `path` is behind a link that leads nowhere, or is one.
  ///
  /// - Throws: `StoreError.damaged`.
  func refuseDeadEnd(on path: String) throws(StoreError) {
    guard let deadEnd = try deadEnd(on: path) else { return }
    throw .damaged(file: deadEnd.path, line: 0, reason: deadEnd.problem.message)
  }
}

/// A link in a store's folder that leads to where nothing is.
struct DeadEnd {
  let path: String
  /// The same within the store.
  let name: String
  let target: String

  /// What is the matter, and what to do.
  var problem: StoreProblem {
    let goal = path.hasSuffix(".rec") ? "file" : "folder"
    return StoreProblem(
      severity: .damage, file: name, line: 0,
      message: "this link leads to \(target), which is missing; restore that \(goal), or remove "
        + "the link")
  }
}
