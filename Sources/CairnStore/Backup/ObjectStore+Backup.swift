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
  /// - Parameters:
  ///   - path: the file.
  ///   - fileSystem: where the file is, which need not be where the store is.
  ///   - isReplacing: whether a file of that name may be replaced.
  /// - Returns: how many files are in it.
  /// - Throws: `StoreError.file` when the name is taken, there is no room, or what was written
  ///   reads otherwise; `.busy` when others folded again and again meanwhile; `.damaged` when a
  ///   link in the store leads nowhere; `.needsNewer` for saves of a newer program, which are not
  ///   in the text yet; what `fold` throws.
  @discardableResult
  public func backUp(
    to path: String, on fileSystem: any FileSystem, replacing isReplacing: Bool = false
  ) throws(StoreError) -> Int {
    try Self.checkIsFree(path, on: fileSystem, isReplacing)
    if isReadOnly { return try backUpAsRead(to: path, on: fileSystem) }
    return try afterFolding { (folder, _) throws(StoreError) in
      try Self.write(try StoreImage(of: folder), to: path, on: fileSystem)
    }
  }

  /// Backs up what a fold would leave; nobody keeps others from folding meanwhile.
  private func backUpAsRead(
    to path: String, on fileSystem: any FileSystem
  ) throws(StoreError) -> Int {
    let folder = writer.withLock { $0.folder }
    for _ in 0..<3 {
      // In this order: what was folded before the files were looked at is refreshed, and what is
      // folded after that changes them.
      let files = try StoreImage(of: folder)
      try refresh()
      let image = try writer.withLock { writer throws(StoreError) in try writer.folding(files) }
      do throws(StoreError) {
        return try Self.write(image, to: path, on: fileSystem)
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

  private static func checkIsFree(
    _ path: String, on fileSystem: any FileSystem, _ isReplacing: Bool
  ) throws(StoreError) {
    do throws(FileError) {
      switch try fileSystem.status(of: path)?.kind {
      case nil: return
      case .folder: throw .isFolder(.write, path: path)
      default: if !isReplacing { throw .alreadyExists(.write, path: path) }
      }
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
