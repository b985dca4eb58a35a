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
  /// A damaged store is backed up as it is, since what is left of it is worth keeping. But it takes
  /// no other file's place: that may be the backup from which the store is to be mended.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - fileSystem: where the file is, which need not be where the store is.
  ///   - isReplacing: whether a file of that name may be replaced.
  /// - Returns: what is in it.
  /// - Throws: `StoreError.file` when the name is taken, there is no room, or what was written
  ///   reads otherwise; `.keptFromDamage` when a file would be replaced by the backup of a damaged
  ///   store; `.busy` when others folded again and again meanwhile; `.damaged` when a
  ///   link in the store leads nowhere; `.needsNewer` for saves of a newer program, which are not
  ///   in the text yet; what `fold` throws.
  @discardableResult
  public func backUp(
    to path: String, on fileSystem: any FileSystem, replacing isReplacing: Bool = false
  ) throws(StoreError) -> Backup {
    let isFree = try Self.isFree(path, on: fileSystem)
    guard isFree || isReplacing else { throw .file(.alreadyExists(.write, path: path)) }
    if isReadOnly { return try backUpAsRead(to: path, on: fileSystem, isFree: isFree) }
    return try afterFolding { (folder, _) throws(StoreError) in
      let image = try StoreImage(of: folder)
      let damage = try damage(keeping: isFree ? nil : path)
      return Backup(fileCount: try Self.write(image, to: path, on: fileSystem), damage: damage)
    }
  }

  /// What is damaged in the store's text.
  ///
  /// - Parameter path: the file that a backup would replace, if there is one.
  /// - Returns: what was found.
  /// - Throws: `StoreError.keptFromDamage` if it must not be replaced.
  private func damage(keeping path: String?) throws(StoreError) -> [StoreProblem] {
    let damage = try verification.damagedText()
    if let path, !damage.isEmpty { throw .keptFromDamage(path: path, damage) }
    return damage
  }

  /// Backs up what a fold would leave; nobody keeps others from folding meanwhile.
  private func backUpAsRead(
    to path: String, on fileSystem: any FileSystem, isFree: Bool
  ) throws(StoreError) -> Backup {
    let folder = writer.withLock { $0.folder }
    for _ in 0..<3 {
      // In this order: what was folded before the files were looked at is refreshed, and what is
      // folded after that changes them.
      let files = try StoreImage(of: folder)
      try refresh()
      let image = try writer.withLock { writer throws(StoreError) in try writer.folding(files) }
      let damage = try damage(keeping: isFree ? nil : path)
      do throws(StoreError) {
        return Backup(fileCount: try Self.write(image, to: path, on: fileSystem), damage: damage)
      } catch {
        guard case .file(let reason) = error, reason.isBusy else { throw error }
      }
    }
    throw .busy(path: folder.path)
  }

  private static func write(
    _ image: StoreImage, to path: String, on fileSystem: any FileSystem
  ) throws(StoreError) -> Int {
    do throws(FileError) {
      try fileSystem.replace(path) { file throws(FileError) in
        let sums = try write(image, to: file)
        guard holds(file, image.names, sums) else { throw .device(.write, path: path) }
        guard try image.isCurrent() else { throw .busy(.read, path: path) }
      }
    } catch {
      throw .file(error)
    }
    return image.names.count
  }

  /// Whether nothing is at `path`; a folder is refused.
  private static func isFree(
    _ path: String, on fileSystem: any FileSystem
  ) throws(StoreError) -> Bool {
    do throws(FileError) {
      let kind = try fileSystem.status(of: path)?.kind
      if kind == .folder { throw .isFolder(.write, path: path) }
      return kind == nil
    } catch {
      throw .file(error)
    }
  }

  /// Writes the archive, and says the checksum of each file in it.
  private static func write(
    _ image: StoreImage, to file: any OpenFile
  ) throws(FileError) -> [UInt32] {
    var writer = TarWriter(file)
    var sums: [UInt32] = []
    for name in image.names {
      let bytes = try image.bytes(of: name)
      try writer.add(name, bytes, modified: image.modified(name))
      sums.append(CRC32C.checksum(of: bytes.span))
    }
    try writer.finish()
    return sums
  }

  /// Whether an archive reads as the files that were written to it.
  private static func holds(_ file: any OpenFile, _ names: [String], _ sums: [UInt32]) -> Bool {
    var reader = TarReader(OpenFileSource(file))
    do throws(StoreError) {
      for (name, sum) in zip(names, sums) {
        guard let entry = try reader.next(), entry.name == name,
          CRC32C.checksum(of: entry.bytes.span) == sum
        else { return false }
      }
      return try reader.next().map(\.name) == nil
    } catch {
      return false
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
