internal import CairnFiles

/// Replaces the text of a file, and notices if another program wrote the file in between.
///
///   .0003.rec.new ──▶ disk ──▶ .0003.rec.swap ──▶ exchange ──▶ compare what came out
///   (may be torn)               (whole)              ▲                 │ not what was expected
///                                                    └─────────────────┘
///
/// If the old text is not the expected one, the exchange is reversed at once. So a text that lacks
/// another program's edit has the file's name only for a moment. A file that a program is writing
/// is not touched at all: a tool that cleans files ignored by git could remove the file at `swap`,
/// even in that moment.
struct FileExchange {
  /// The result of an exchange.
  enum Outcome {
    /// The file has the new text, and is in this state; `nil` if the file was removed.
    case done(FileFingerprint?)
    /// Another program wrote the file first, or is writing it, and its text is in the file.
    case overtaken
    /// Like `overtaken`, but a program also wrote over the new text in that moment, or still does.
    /// That text is at `swap` until the next exchange puts another text there.
    case overtakenTwice
  }

  /// How long to wait for a program that is writing the file in place.
  ///
  /// A program that another thread of this process just started holds all its files for a moment,
  /// too.
  static let timeout = Duration.milliseconds(500)

  let folder: StoreFolder
  let path: String
  /// Whether `path` is the target of a link, so that the file and its permissions belong to the
  /// person.
  let isLinked: Bool
  /// The name of a copy of the file for people to look at.
  let keptName: String
  let problems: ProblemLog

  private var draft: String { Self.hiddenPath(beside: path, "new") }
  var swap: String { Self.swap(beside: path) }

  /// The path that holds the other text of an exchange.
  static func swap(beside path: String) -> String { hiddenPath(beside: path, "swap") }

  private static func hiddenPath(beside path: String, _ suffix: String) -> String {
    let name = path.dropFirst(path.parentFolder.count + 1)
    return "\(path.parentFolder)/.\(name).\(suffix)"
  }

  /// The name of a copy of a shard's file for people to look at.
  static func keptName(of shard: ShardName, _ entity: Entity) -> String {
    "\(entity.descriptorName)-\(shard.file)"
  }

  /// Replaces the text of the file if the file still has the state `expected`.
  func put(_ bytes: [UInt8], expecting expected: FileFingerprint?) throws(StoreError) -> Outcome {
    var started: (any OpenFile)?
    return try put(bytes, expecting: expected, &started)
  }

  /// Replaces the text of the file.
  ///
  /// - Parameters:
  ///   - bytes: the new text.
  ///   - expected: the state of the file; `nil` if there is none.
  ///   - started: the file that `startDraft` made for the same bytes, if it did. `put` closes it.
  /// - Returns: whether the file has the new text.
  /// - Throws: `StoreError.file`.
  func put(
    _ bytes: [UInt8], expecting expected: FileFingerprint?, _ started: inout (any OpenFile)?
  ) throws(StoreError) -> Outcome {
    if started == nil { started = try startDraft(bytes) }
    let written = try finishDraft(&started)
    // Also if no file was expected: another program may have made it since.
    guard try folder.fingerprint(of: path) != nil else {
      guard try renameNew(draft, to: path) else {
        try removeDraft()
        return .overtaken
      }
      try removeSwap()
      return .done(try named(written))
    }
    if try folder.isBeingWritten(path) {
      try removeDraft()
      return .overtaken
    }
    guard try rename(draft, to: swap) else { return .overtaken }
    switch try exchange() {
    case .done: break
    case .impossible:
      // Known gap: text that a program writes between this check and the rename is lost.
      // `StoreInfo.exchangesFiles` reports it.
      guard try folder.fingerprint(of: path) == expected else {
        try removeSwap()
        return .overtaken
      }
      return try rename(swap, to: path) ? .done(try named(written)) : .overtaken
    case .vanished:
      try removeSwap()
      return .overtaken
    }
    if try isSettled(expected) {
      try removeSwap()
      return .done(try named(written))
    }
    if try exchange() == .vanished, try folder.fingerprint(of: path) == nil {
      _ = try restoreSwap()
      return .overtaken
    }
    if try isSettled(written) {
      try removeSwap()
      return .overtaken
    }
    return try folder.fingerprint(of: swap) == nil ? .overtaken : .overtakenTwice
  }

  /// Removes the file, which is in the state `expected`.
  func takeAway(expecting expected: FileFingerprint) throws(StoreError) -> Outcome {
    if try folder.isBeingWritten(path) { return .overtaken }
    guard try rename(path, to: swap) else {
      try removeSwap()
      return .done(nil)
    }
    if try isSettled(expected) {
      try removeSwap()
      return .done(nil)
    }
    guard try folder.fingerprint(of: path) == nil else { return .overtakenTwice }
    _ = try restoreSwap()
    return .overtaken
  }

  private enum Exchange {
    case done
    /// The file system does not support the exchange.
    case impossible
    /// One of the files has lost its name, for example because a tool removed it.
    case vanished
  }

  private func exchange() throws(StoreError) -> Exchange {
    do throws(FileError) {
      return try folder.fileSystem.exchange(swap, path) ? .done : .impossible
    } catch .notFound {
      return .vanished
    } catch {
      throw .file(error)
    }
  }

  /// Whether the file at `swap` is in the state `expected` and stays so.
  ///
  /// It does not stay so if a program opened the file under its old name and is still writing.
  private func isSettled(_ expected: FileFingerprint?) throws(StoreError) -> Bool {
    if try folder.isBeingWritten(swap) { return false }
    let state = try folder.fingerprint(of: swap)
    return state?.hasSameContents(as: expected) ?? (expected == nil)
  }

  /// Returns the state of the file, which has its new name, unless another program wrote it since.
  private func named(_ written: FileFingerprint?) throws(StoreError) -> FileFingerprint? {
    let state = try folder.fingerprint(of: path)
    return state?.hasSameContents(as: written) == true ? state : written
  }

  /// Writes the draft of a later `put`, and doesn't wait for the disk.
  ///
  /// A fold starts the drafts of many files before it waits for the first one.
  func startDraft(_ bytes: [UInt8]) throws(StoreError) -> any OpenFile {
    try writingDraft { fileSystem throws(FileError) in
      let permissions = isLinked ? try fileSystem.status(of: path)?.permissions : nil
      let file = try fileSystem.open(draft, .create)
      if let permissions { try file.setPermissions(permissions & 0o777) }
      try file.write(bytes, at: 0)
      file.startWriteBack()
      return file
    }
  }

  private func finishDraft(_ file: inout (any OpenFile)?) throws(StoreError) -> FileFingerprint? {
    // While it is open, the file seems to be written by another program.
    defer { file = nil }
    try writingDraft { _ throws(FileError) in try file?.synchronize() }
    return try folder.fingerprint(of: draft)
  }

  private func writingDraft<Result>(
    _ work: (any FileSystem) throws(FileError) -> Result
  ) throws(StoreError) -> Result {
    try folder.perform { fileSystem throws(FileError) in
      do throws(FileError) {
        return try work(fileSystem)
      } catch {
        // On a full disk, the draft takes the space that is missing.
        try? fileSystem.remove(draft)
        throw error
      }
    }
  }

  /// Removes the draft of an interrupted program, which may be torn.
  func removeDraft() throws(StoreError) {
    try remove(draft)
  }

  /// Removes the file at `swap`.
  func removeSwap() throws(StoreError) {
    try remove(swap)
  }

  /// Removes a file, unless a tool removed it before.
  private func remove(_ path: String) throws(StoreError) {
    try perform { fileSystem throws(FileError) in
      do throws(FileError) { try fileSystem.remove(path) } catch .notFound {}
    }
  }

  /// Gives the file at `swap` the name `path`, which must be free.
  ///
  /// - Returns: whether the rename succeeded; `false` if another program made a file at `path` or
  ///   removed the one at `swap`.
  func restoreSwap() throws(StoreError) -> Bool {
    try renameNew(swap, to: path)
  }

  /// Renames a file.
  ///
  /// - Returns: whether the rename succeeded; `false` if a tool removed the file.
  private func rename(_ old: String, to new: String) throws(StoreError) -> Bool {
    do throws(FileError) {
      try folder.fileSystem.rename(old, to: new)
      return true
    } catch .notFound {
      return false
    } catch {
      throw .file(error)
    }
  }

  /// Renames a file to a name that must be free.
  ///
  /// - Returns: `false` if another program made a file with the name, or removed the file `old`.
  private func renameNew(_ old: String, to new: String) throws(StoreError) -> Bool {
    do throws(FileError) {
      try folder.fileSystem.renameNew(old, to: new)
      return true
    } catch .notFound {
      return false
    } catch .alreadyExists {
      try folder.refuseDeadEnd(on: new)
      return false
    } catch {
      throw .file(error)
    }
  }

  /// Moves the file at `swap`, if there is one, to the folder of copies.
  ///
  /// Why it differs is unknown by now, so it must not be lost.
  func keepSwap() throws(StoreError) {
    guard try folder.fingerprint(of: swap) != nil else { return }
    try keep { fileSystem, goal throws(FileError) in
      do throws(FileError) {
        try fileSystem.rename(swap, to: goal)
      } catch  where error.isAcrossDisks {
        // A link's target may lie on another disk.
        try fileSystem.replace(goal, with: try fileSystem.read(swap))
        try fileSystem.remove(swap)
      }
    }
  }

  /// Writes the text of another program to the folder of copies, so that it is not lost.
  func keep(_ text: [UInt8]) throws(StoreError) {
    try keep { fileSystem, goal throws(FileError) in try fileSystem.replace(goal, with: text) }
  }

  /// Puts a file into the folder of copies for people to look at, under a free name.
  private func keep(
    _ put: (any FileSystem, _ goal: String) throws(FileError) -> Void
  ) throws(StoreError) {
    let kept = "\(folder.path)/conflicts"
    var goal = "\(kept)/\(keptName)"
    var number = 1
    while try folder.fingerprint(of: goal) != nil {
      number += 1
      goal = "\(kept)/\(number)-\(keptName)"
    }
    try perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(kept)
      try put(fileSystem, goal)
      try fileSystem.synchronizeFolder(kept)
      try fileSystem.synchronizeFolder(folder.path)
    }
    problems.add([
      StoreProblem(
        severity: .note, file: folder.name(of: goal), line: 0,
        message: "another program wrote this while \(folder.name(of: path)) was saved",
        overrulesSave: true)
    ])
  }

  private func perform(
    _ work: (any FileSystem) throws(FileError) -> Void
  ) throws(StoreError) {
    try folder.perform(work)
  }
}
