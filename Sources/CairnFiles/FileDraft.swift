/// The new contents of a file, in a file beside it that has yet to take its name.
///
/// It ends by one of two ways: it takes the file's place, or it is discarded.
public struct FileDraft: ~Copyable {
  /// Takes the contents; it is empty at first.
  public let file: any OpenFile
  private let path: String
  private let goal: String
  private let files: any FileSystem
  /// Says that the draft is still written; held as long as the draft is there.
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

  /// Gives the contents the file's name once they are on the disk, and the file's permissions.
  ///
  /// - Throws: What failed. Only if that is the last step, the folder's synchronization, the file
  ///   has the new contents then; else the draft is discarded.
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

  /// Removes the draft; the file stays as it is.
  public consuming func discard() {
    // Why the draft is of no use matters more than that it stays.
    try? files.remove(path)
  }

  private borrowing func keepPermissions() throws(FileError) {
    guard let old = try files.status(of: goal), old.kind == .file,
      old.permissions != (try files.status(of: path))?.permissions
    else { return }
    try file.setPermissions(old.permissions & 0o777)
  }
}

/// The file of a draft, whose errors name the file that it is to replace: nobody else knows the
/// name that the draft has.
final class DraftFile: OpenFile {
  let path: String
  private let inner: any OpenFile

  init(_ inner: any OpenFile, replacing path: String) {
    self.inner = inner
    self.path = path
  }

  func size() throws(FileError) -> Int {
    try naming { () throws(FileError) in try inner.size() }
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

  func linkCount() throws(FileError) -> Int {
    try naming { () throws(FileError) in try inner.linkCount() }
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

/// Drafts in folders of a person's own, where nobody else tidies up.
///
///     .out.json.cairn-0.draft     what is to be out.json
///
/// Whoever writes one holds a lock on it, which ends with the process. So one whose lock is free
/// was left behind by a program that was killed.
extension FileSystem {
  /// Begins to replace the file at `path` by what is written to the draft's file, and removes the
  /// drafts from its folder that killed programs left there.
  ///
  /// Does as ``replace(_:with:)`` does once the draft takes the file's place; for contents that
  /// take long to make, or come from something that fails in its own way. What fails names `path`,
  /// not the draft. Where the file system has no locks, nothing is removed.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isTidying: whether drafts that were left there are looked for, which reads the folder: who
  ///     writes many files into one does it with the first.
  /// - Returns: the draft.
  /// - Throws: `FileError`, whatever keeps the draft from being made.
  public func beginReplacing(
    _ path: String, isTidying: Bool = true
  ) throws(FileError) -> FileDraft {
    try createDraft(for: path, isLocked: true, isTidying: isTidying)
  }

  /// Creates a hidden file beside the one at `path` under a name that nobody uses.
  ///
  /// The name is not fixed, because a second program may be replacing the same file. A draft that
  /// is there only for a moment, beside files of a program's own, needs no lock.
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
        let isThere = if isLocked { try file.linkCount() > 0 } else { true }
        if isThere {
          let named = DraftFile(file, replacing: path)
          return FileDraft(file: named, path: draft, goal: goal, files: self, lock: lock)
        }
        // Somebody tidied it away before it was locked, and the lock made a new one.
        try? remove(draft)
      } catch {
        // One that is locked by another is about to be tidied away.
        switch error {
        case .alreadyExists where attempt < 1000, .busy where attempt < 1000: break
        default: throw error.naming(path)
        }
      }
      attempt += 1
    }
  }

  /// The lock on a draft, `nil` where there are none.
  private func lockOfDraft(_ path: String) throws(FileError) -> (any FileLock)? {
    do throws(FileError) {
      return try lock(path, byte: 0, exclusive: true, wait: .zero)
    } catch {
      if case .busy = error { throw error }
      return nil
    }
  }

  /// Removes the drafts from a folder whose programs are gone; what can't be had stays.
  private func removeAbandonedDrafts(from folder: String) {
    for name in (try? list(folder)) ?? [] where Self.isDraft(name) {
      let path = "\(folder)/\(name)"
      // The lock would follow a link, and make what it leads to.
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
    // No name is longer than 255 bytes as a rule.
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
