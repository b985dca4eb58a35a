internal import CairnFiles

/// Puts a new text in the place of a file, and notices what anybody else wrote there meanwhile.
///
///   .0003.rec.new ──▶ disk ──▶ .0003.rec.swap ──▶ exchange ──▶ compare what came out
///   (may be torn)               (always whole)       ▲                 │ not what was expected
///                                                    └─────────────────┘
///
/// What was not expected gets its name back at once, so that nobody finds for longer than a moment
/// a text that lacks what somebody wrote. A file that somebody is seen to write is not touched at
/// all: what lies at `swap`, be it for a moment, a tool may remove that empties what git ignores.
struct FileExchange {
  /// What came of it.
  enum Outcome {
    /// The file has the new text, and is in this state; `nil` where it was taken away.
    case done(FileFingerprint?)
    /// Somebody wrote the file first, or is writing it, and what they wrote stands there.
    case overtaken
    /// The same, and what somebody else wrote on top of the new text in that moment, or is writing
    /// still, lies at `swap` until the next exchange puts another text there.
    case overtakenTwice
  }

  /// How long one waits for a program that is writing the file in place.
  static let patience = Duration.milliseconds(200)

  let folder: StoreFolder
  let path: String
  /// Whether a link led there, so that the file and its permissions are somebody's own.
  let isLinked: Bool
  /// The name of a copy of the file that people are to look at.
  let keptName: String
  let problems: ProblemLog

  private var draft: String { Self.hiddenPath(beside: path, "new") }
  var swap: String { Self.swap(beside: path) }

  /// Where the other text of an exchange lies.
  static func swap(beside path: String) -> String { hiddenPath(beside: path, "swap") }

  private static func hiddenPath(beside path: String, _ suffix: String) -> String {
    let name = path.dropFirst(path.parentFolder.count + 1)
    return "\(path.parentFolder)/.\(name).\(suffix)"
  }

  /// Puts `bytes` in the place of the file, which is in the state `expected`.
  func put(_ bytes: [UInt8], expecting expected: FileFingerprint?) throws(StoreError) -> Outcome {
    let written = try writeDraft(bytes)
    // Also where none was expected: somebody may have made it meanwhile.
    guard try folder.fingerprint(of: path) != nil else {
      try perform { fileSystem throws(FileError) in try fileSystem.rename(draft, to: path) }
      try removeSwap()
      return .done(written)
    }
    if try folder.isBeingWritten(path) {
      try removeDraft()
      return .overtaken
    }
    try perform { fileSystem throws(FileError) in try fileSystem.rename(draft, to: swap) }
    guard try exchange() else {
      // The window is as short as a look and a rename.
      try perform { fileSystem throws(FileError) in try fileSystem.rename(swap, to: path) }
      return .done(written)
    }
    if try isSettled(expected) {
      try removeSwap()
      return .done(written)
    }
    _ = try exchange()
    if try isSettled(written) {
      try removeSwap()
      return .overtaken
    }
    return try folder.fingerprint(of: swap) == nil ? .overtaken : .overtakenTwice
  }

  /// Takes the file away, which is in the state `expected`.
  func takeAway(expecting expected: FileFingerprint) throws(StoreError) -> Outcome {
    if try folder.isBeingWritten(path) { return .overtaken }
    do throws(FileError) {
      try folder.fileSystem.rename(path, to: swap)
    } catch .notFound {
      try removeSwap()
      return .done(nil)
    } catch {
      throw .file(error)
    }
    if try isSettled(expected) {
      try removeSwap()
      return .done(nil)
    }
    guard try folder.fingerprint(of: path) == nil else { return .overtakenTwice }
    try restoreSwap()
    return .overtaken
  }

  private func exchange() throws(StoreError) -> Bool {
    try folder.perform { fileSystem throws(FileError) in try fileSystem.exchange(swap, path) }
  }

  /// Whether what lies at `swap` is in the state `expected` and stays so, because no program that
  /// had the file open when its name was taken away goes on writing.
  private func isSettled(_ expected: FileFingerprint?) throws(StoreError) -> Bool {
    if try folder.isBeingWritten(swap) { return false }
    return try folder.fingerprint(of: swap) == expected
  }

  private func writeDraft(_ bytes: [UInt8]) throws(StoreError) -> FileFingerprint? {
    try perform { fileSystem throws(FileError) in
      let permissions = isLinked ? try fileSystem.status(of: path)?.permissions : nil
      let file = try fileSystem.open(draft, .create)
      do throws(FileError) {
        if let permissions { try file.setPermissions(permissions & 0o777) }
        try file.write(bytes, at: 0)
        try file.synchronize()
      } catch {
        // The draft only takes space that may be what was missing.
        try? fileSystem.remove(draft)
        throw error
      }
    }
    return try folder.fingerprint(of: draft)
  }

  /// Removes a draft that was left by somebody who was interrupted, as it may be torn.
  func removeDraft() throws(StoreError) {
    if try folder.fingerprint(of: draft) != nil {
      try perform { fileSystem throws(FileError) in try fileSystem.remove(draft) }
    }
  }

  /// Removes what lies at `swap`, if a tool did not do so before.
  func removeSwap() throws(StoreError) {
    try perform { fileSystem throws(FileError) in
      do throws(FileError) { try fileSystem.remove(swap) } catch .notFound {}
    }
  }

  /// Gives what lies at `swap` the file's name, which nothing has.
  func restoreSwap() throws(StoreError) {
    try perform { fileSystem throws(FileError) in try fileSystem.rename(swap, to: path) }
  }

  /// Moves what lies at `swap`, and differs for reasons nobody can tell any more, to where it is
  /// not lost.
  func keepSwap() throws(StoreError) {
    let kept = "\(folder.path)/conflicts"
    var goal = "\(kept)/\(keptName)"
    var number = 1
    while try folder.fingerprint(of: goal) != nil {
      number += 1
      goal = "\(kept)/\(number)-\(keptName)"
    }
    try perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(kept)
      do throws(FileError) {
        try fileSystem.rename(swap, to: goal)
      } catch  where error.isAcrossDisks {
        // A link's target may lie on another disk.
        try fileSystem.replace(goal, with: try fileSystem.read(swap))
        try fileSystem.remove(swap)
      }
      try fileSystem.synchronizeFolder(kept)
      try fileSystem.synchronizeFolder(folder.path)
    }
    problems.add([
      StoreProblem(
        severity: .note, file: folder.name(of: goal), line: 0,
        message: "another program wrote this while \(folder.name(of: path)) was saved")
    ])
  }

  private func perform(
    _ work: (any FileSystem) throws(FileError) -> Void
  ) throws(StoreError) {
    try folder.perform(work)
  }
}
