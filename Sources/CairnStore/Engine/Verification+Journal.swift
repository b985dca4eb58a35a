internal import CairnFiles

extension Verification {
  /// The saved changes that cannot be read any more, in the journal and in the history.
  func damagedChanges() throws(StoreError) -> [StoreProblem] {
    guard try folder.fingerprint(of: journals.path) != nil else { return [] }
    var found: [StoreProblem] = []
    var previous: (file: String, nextNumber: UInt64)?
    for (generation, file) in try segmentFiles() {
      guard var segment = try journals.open(generation, .read) else {
        found.append(damage(file, "the first line cannot be read"))
        continue
      }
      if let previous, segment.header.base > previous.nextNumber {
        let last = segment.header.base - 1
        found.append(
          damage(previous.file, "changes \(previous.nextNumber) to \(last) cannot be read"))
      }
      let isDamaged = try folder.perform { _ throws(FileError) in
        _ = try segment.readFrames()
        return try segment.hasDamage()
      }
      if isDamaged {
        let message = "change \(segment.nextNumber) and what follows it cannot be read"
        found.append(damage(file, message))
      }
      previous = (file, segment.nextNumber)
    }
    return found
  }

  /// The segments, the oldest first, with their files as paths within the store.
  private func segmentFiles() throws(StoreError) -> [(generation: Int, file: String)] {
    let archived = try journals.archivedGenerations()
    let current = try journals.generations().filter { !archived.contains($0) }
    let paths =
      archived.map { ($0, journals.archivedPath(of: $0)) }
      + current.map { ($0, journals.path(of: $0)) }
    return paths.sorted { $0.0 < $1.0 }
      .map { ($0, String($1.dropFirst(folder.path.utf8.count + 1))) }
  }

  private func damage(_ file: String, _ message: String) -> StoreProblem {
    StoreProblem(severity: .damage, file: file, line: 0, message: message)
  }
}
