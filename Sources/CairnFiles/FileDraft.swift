/// The new contents of a file, in a hidden file beside it.
///
/// A draft ends in one of two ways: it replaces the file, or it is discarded.
public struct FileDraft: ~Copyable {
  /// The file for the contents, empty at first.
  public let file: any OpenFile
  private let path: String
  private let goal: String
  private let files: any FileSystem
  /// The lock that marks the draft as unfinished; it is held until the draft ends.
  private let lock: (any FileLock)?

  init(
    file: any OpenFile, path: String, goal: String, files: any FileSystem,
    lock: (any FileLock)? = nil
  ) {
    self.lock = lock
    self.file = file
    self.path = path
    self.goal = goal
    self.files = files
  }

  /// Synchronizes the contents, and gives them the file's name and permissions.
  ///
  /// - Throws: The error of a step. Only if the last step fails, the folder's synchronization, the
  ///   file has the new contents; otherwise the draft is discarded.
  public consuming func takePlace() throws(FileError) {
    do throws(FileError) {
      try keepPermissions()
      try file.synchronize()
      try files.rename(path, to: goal)
    } catch {
      let path = file.path
      discard()
      throw error.naming(path)
    }
    try files.synchronizeFolder(goal.parentFolder)
  }

  /// Removes the draft; the file stays unchanged.
  public consuming func discard() {
    // The reason for discarding the draft matters more than a draft that stays.
    try? files.remove(path)
  }

  private borrowing func keepPermissions() throws(FileError) {
    guard let old = try files.status(of: goal), old.kind == .file,
      old.permissions != (try files.status(of: path))?.permissions
    else { return }
    try file.setPermissions(old.permissions & 0o777)
  }
}

/// The file of a draft.
///
/// Its errors name the file to replace, since the caller doesn't know the draft's name.
final class DraftFile: OpenFile {
  let path: String
  private let inner: any OpenFile

  init(_ inner: any OpenFile, replacing path: String) {
    self.inner = inner
    self.path = path
  }

  func status() throws(FileError) -> FileStatus {
    try naming { () throws(FileError) in try inner.status() }
  }

  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try naming { () throws(FileError) in try inner.read(at: offset, count: count) }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    try naming { () throws(FileError) in try inner.write(bytes, at: offset) }
  }

  func synchronize() throws(FileError) {
    try naming { () throws(FileError) in try inner.synchronize() }
  }

  func truncate(to size: Int) throws(FileError) {
    try naming { () throws(FileError) in try inner.truncate(to: size) }
  }

  func setPermissions(_ bits: UInt16) throws(FileError) {
    try naming { () throws(FileError) in try inner.setPermissions(bits) }
  }

  private func naming<Result>(
    _ work: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    do throws(FileError) {
      return try work()
    } catch {
      throw error.naming(path)
    }
  }
}

/// Drafts in a person's folders, where nothing else removes abandoned files.
///
///     .out.json.cairn-0.draft     what is to be out.json
///
/// The writer holds a lock on the draft, which ends with the process. So a draft with a free lock
/// was left by a killed program.
extension FileSystem {
  /// Begins to replace a file by a draft, and removes the drafts of killed programs from its
  /// folder.
  ///
  /// The result is that of ``replace(_:with:)``, for contents that take long to make or have their
  /// own errors. Errors name `path`, not the draft. If the file system has no locks, nothing is
  /// removed.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isTidying: whether to remove abandoned drafts, which reads the folder. For many files in
  ///     one folder, the first call suffices.
  /// - Returns: the draft.
  /// - Throws: `FileError` if the draft can't be created.
  public func beginReplacing(
    _ path: String, isTidying: Bool = true
  ) throws(FileError) -> FileDraft {
    try createDraft(for: path, isLocked: true, isTidying: isTidying)
  }

  /// Creates a hidden file with a free name beside the file at `path`.
  ///
  /// The name is not fixed, because a second program may replace the same file. A short-lived draft
  /// in a folder of Cairn needs no lock.
  func createDraft(
    for path: String, isLocked: Bool, isTidying: Bool = false
  ) throws(FileError) -> FileDraft {
    let goal = try destination(of: path)
    if isTidying { removeAbandonedDrafts(from: goal.parentFolder) }
    var attempt = 0
    while true {
      let name = Self.draftName(goal.lastPathComponent, attempt, isLocked: isLocked)
      let draft = "\(goal.parentFolder)/\(name)"
      do throws(FileError) {
        let file = try open(draft, .create)
        let lock = isLocked ? try lockOfDraft(draft) : nil
        let isThere = if isLocked { try file.status().linkCount > 0 } else { true }
        if isThere {
          let named = DraftFile(file, replacing: path)
          return FileDraft(file: named, path: draft, goal: goal, files: self, lock: lock)
        }
        // Another process removed the draft before it was locked, and the lock created a new file.
        try? remove(draft)
      } catch {
        // A draft with another process's lock is about to be removed.
        switch error {
        case .alreadyExists where attempt < 1000, .busy where attempt < 1000: break
        default: throw error.naming(path)
        }
      }
      attempt += 1
    }
  }

  /// Locks a draft; `nil` if the file system has no locks.
  private func lockOfDraft(_ path: String) throws(FileError) -> (any FileLock)? {
    do throws(FileError) {
      return try lock(path, byte: 0, exclusive: true, wait: .zero)
    } catch {
      if case .busy = error { throw error }
      return nil
    }
  }

  /// Removes the drafts of ended programs from a folder, as far as possible.
  private func removeAbandonedDrafts(from folder: String) {
    for name in (try? list(folder)) ?? [] where Self.isDraft(name) {
      let path = "\(folder)/\(name)"
      // The lock would follow a link, and create its target.
      guard (try? target(ofLink: path)) == nil, (try? status(of: path))?.kind == .file,
        let held = try? lock(path, byte: 0, exclusive: true, wait: .zero)
      else { continue }
      try? remove(path)
      held.release()
    }
  }

  private static func draftName(_ name: String, _ attempt: Int, isLocked: Bool) -> String {
    guard isLocked else { return ".\(name).\(attempt).draft" }
    var stem = name
    // Names have at most 255 bytes on most file systems.
    while stem.utf8.count > 200 { stem.removeLast() }
    return ".\(stem).cairn-\(attempt).draft"
  }

  private static func isDraft(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 3, parts[0].isEmpty, parts.last == "draft" else { return false }
    let mark = parts[parts.count - 2]
    let number = mark.dropFirst("cairn-".count)
    return mark.hasPrefix("cairn-") && !number.isEmpty
      && number.allSatisfy { ("0"..."9").contains($0) }
  }
}
