public import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// Writes the store's text into one file that every `tar` reads.
  ///
  /// The store is folded first, and no other fold can change a file meanwhile, so that the backup
  /// is the content at one moment while others go on saving. History stays out. The file has its
  /// name only once it is whole, on the disk, and read back. Of a store that is open for reading
  /// only the files stay as they are, and the backup has what a fold would make of them.
  ///
  /// A damaged store, or one that lacks records which nobody deleted, is backed up as it is, since
  /// what is left of it is worth keeping. But it takes no other file's place: that may be the
  /// backup from which the store is to be mended. What is damaged is what `verify` says.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - fileSystem: where the file is, which need not be where the store is.
  ///   - isReplacing: whether a file of that name may be replaced.
  /// - Returns: what is in it.
  /// - Throws: `StoreError.file` when the name is taken, there is no room, or what was written
  ///   reads otherwise; `.keptFromDamage` when a file would be replaced by the backup of a store
  ///   that is damaged or lacks records; `.busy` when others folded again and again meanwhile;
  ///   `.damaged` when a link in the store leads nowhere; `.needsNewer` for saves of a newer
  ///   program, which are not in the text yet; what `fold` throws.
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

  /// Backs up what a fold would leave; nobody keeps others from folding meanwhile.
  private func backUpAsRead(to archive: BackupArchive) throws(StoreError) -> Backup {
    let folder = writer.withLock { $0.folder }
    for _ in 0..<3 {
      // In this order: what was folded before the files were looked at is refreshed, and what is
      // folded after that changes them.
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

  /// Whether nothing is at `path`; a folder is refused, and so is a device, which a file in its
  /// place would take from the whole machine.
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
  /// Makes a store of a backup.
  ///
  /// The copy is a replica of its own from its first opening on: it gives its new records keys that
  /// the store which the backup was made of never gives.
  ///
  /// - Parameters:
  ///   - options: where the store goes; nothing or an empty folder is there.
  ///   - archive: the backup's file.
  ///   - fileSystem: where that file is.
  /// - Returns: how many files were written.
  /// - Throws: `StoreError.file` when something is there already or there is no room; `.damaged`
  ///   when the file is no whole backup; `.needsNewer`, `.invalidModel`. No half store is left.
  @discardableResult
  public static func restore(
    _ options: Options, from archive: String, on fileSystem: any FileSystem
  ) throws(StoreError) -> Int {
    let folder = StoreFolder(path: options.folder, fileSystem: options.fileSystem)
    return try Restoration(archive: archive, archives: fileSystem, folder: folder).run()
  }
}
