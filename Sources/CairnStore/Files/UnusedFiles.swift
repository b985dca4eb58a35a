internal import CairnFiles

/// Removes the kept files that neither a record nor the history names.
///
/// A fold does this when it removes history that is older than its age. So the undo of a change
/// finds its file as long as the change can be undone.
struct UnusedFiles {
  let folder: StoreFolder
  let journals: JournalFolder
  /// The time before which history is removed.
  let limit: Timestamp
  /// How long to wait for a save of another process.
  let timeout: Duration

  /// Removes the files; the caller holds the fold lock.
  ///
  /// Cost: if there are kept files, all texts and the history are read.
  ///
  /// - Returns: the number of removed files.
  @discardableResult
  func remove() throws(StoreError) -> Int {
    let place = "\(folder.path)/\(KeptFile.folder)"
    // The folder may be a link that is not followed.
    guard ((try? folder.fingerprint(of: place)) ?? nil) != nil else { return 0 }
    let kept = try folder.contents().files.compactMap(KeptFile.init)
    guard !kept.isEmpty else { return 0 }
    let used = try KeptFile.mentions(in: folder, journals)
    var count = 0
    for file in kept where !used.contains(file.hash) {
      let path = "\(folder.path)/\(file.path)"
      // Another process may be keeping the same file again.
      let lock = try journals.lock(.commit, timeout: timeout)
      defer { lock.release() }
      guard let state = try folder.fingerprint(of: path), isOld(state) else { continue }
      try folder.perform { files throws(FileError) in
        try files.remove(path)
        if try files.list(path.parentFolder).isEmpty { try files.remove(path.parentFolder) }
      }
      count += 1
    }
    return count
  }

  /// Whether a file is older than the history and a day; the record of a new one may not be saved
  /// yet.
  private func isOld(_ state: FileFingerprint) -> Bool {
    state.modified / 1_000
      < limit.microseconds.subtractingReportingOverflow(Timestamp.day).partialValue
  }
}

extension KeptFile {
  /// Returns the hashes in the store's texts, in the journal and in the history.
  ///
  /// Cost: all of them are read.
  static func mentions(
    in folder: StoreFolder, _ journals: JournalFolder
  ) throws(StoreError) -> Set<String> {
    var used: Set<String> = []
    let contents = try folder.contents()
    try contents.requireRecords(in: folder)
    let texts = contents.files.filter { !KeptFile.isPlace($0) }.map { "\(folder.path)/\($0)" }
    let segments =
      try journals.generations().map(journals.path)
      + journals.archivedGenerations().map(journals.archivedPath)
    for path in texts + segments { used.formUnion(mentions(in: try folder.readIfAny(path))) }
    return used
  }
}
