public import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// Writes the store's text into one file that every `tar` reads.
  ///
  /// The store is folded first, and no other fold can change a file during the backup. So the
  /// backup is the content at one moment, while other processes continue to save. The history is
  /// not included. The file gets its name only when it is complete, on the disk, and read back. The
  /// files of a store that is open read-only stay unchanged; the backup has the result of a fold.
  ///
  /// A damaged store, or one that lacks records lost outside the store, is backed up unchanged,
  /// because the rest is worth keeping. But its backup never replaces another file, which may be
  /// the backup for the repair. Damage is the same as in `verify`.
  ///
  /// - Parameters:
  ///   - path: the path of the backup file.
  ///   - fileSystem: the file system of the backup file; it may differ from the store's.
  ///   - isReplacing: whether an existing file may be replaced.
  /// - Returns: the result of the backup.
  /// - Throws: `StoreError.file` when the name is taken, the disk is full, or the archive reads
  ///   otherwise than it was written; `.keptFromDamage` when the backup of a store that is damaged
  ///   or lacks records would replace a file; `.busy` when others folded again and again during the
  ///   backup; `.damaged` when a link in the store leads to a missing file; `.needsNewer` for saves
  ///   of a newer program that are not in the text yet; the errors of `fold`.
  @discardableResult
  public func backUp(
    to path: String, on fileSystem: any FileSystem, replacing isReplacing: Bool = false
  ) throws(StoreError) -> Backup {
    let isFree = try Self.isFree(path, on: fileSystem)
    guard isFree || isReplacing else { throw .file(.alreadyExists(.write, path: path)) }
    let archive = BackupArchive(path: path, fileSystem: fileSystem, isFree: isFree)
    if isReadOnly { return try backUpAsRead(to: archive) }
    return try afterFolding { (folder, journals, _) throws(StoreError) in
      var review = BackupReview(verification)
      let backup = try archive.write(try StoreImage(of: folder), reviewing: &review)
      journals.write(review.folded)
      return backup
    }
  }

  /// Backs up the result of a fold without folding; other processes may fold during the backup.
  private func backUpAsRead(to archive: BackupArchive) throws(StoreError) -> Backup {
    let folder = writer.withLock { $0.folder }
    for _ in 0..<3 {
      // In this order: changes folded before the files were listed are read by the refresh. Changes
      // folded after it change the files, which `isCurrent` notices.
      let files = try StoreImage(of: folder)
      try refresh()
      let image = try writer.withLock { writer throws(StoreError) in try writer.folding(files) }
      var review = BackupReview(verification)
      do throws(StoreError) {
        return try archive.write(image, reviewing: &review)
      } catch {
        guard case .file(let reason) = error, reason.isBusy else { throw error }
      }
    }
    throw .busy(path: folder.path)
  }

  /// Whether the path is free; a folder or a device is refused.
  ///
  /// A backup must not replace a device such as `/dev/null`, which the whole machine uses.
  private static func isFree(
    _ path: String, on fileSystem: any FileSystem
  ) throws(StoreError) -> Bool {
    do throws(FileError) {
      let kind = try fileSystem.status(of: path)?.kind
      if kind == .folder { throw .isFolder(.write, path: path) }
      if kind == .other { throw .notFile(.write, path: path) }
      return kind == nil
    } catch {
      throw .file(error)
    }
  }
}

extension ObjectStore {
  /// Creates a store from a backup.
  ///
  /// From its first opening, the copy is a replica of its own: its new records get keys that the
  /// original store never uses.
  ///
  /// - Parameters:
  ///   - options: the options with the new store's folder, which must be missing or empty.
  ///   - archive: the path of the backup file.
  ///   - fileSystem: the file system of the backup file.
  /// - Returns: the number of files that were written, and the files that were left out: links in
  ///   the folder of kept files, files with another content than their hash says, and files that are
  ///   larger than ``KeptFile/largest``.
  /// - Throws: `StoreError.file` when the folder is not empty or the disk is full; `.damaged` when
  ///   the file is not a complete backup; `.needsNewer`, `.invalidModel`. After an error, no
  ///   partial store is left.
  @discardableResult
  public static func restore(
    _ options: Options, from archive: String, on fileSystem: any FileSystem
  ) throws(StoreError) -> RestoredBackup {
    let folder = StoreFolder(path: options.folder, fileSystem: options.fileSystem)
    return try Restoration(archive: archive, archives: fileSystem, folder: folder).run()
  }
}
