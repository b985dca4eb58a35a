internal import Glibc
internal import Synchronization

/// A file system in memory, which behaves like the machine's.
///
/// It is for tests and for stores that must leave no trace. If it records, it can also show the
/// effect of a power loss; see `afterLossOfPower(keeping:)`.
public final class MemoryFileSystem: FileSystem {
  let tree: Mutex<MemoryTree>

  /// Creates an empty file system, whose working folder is the root.
  ///
  /// Recording separates settled and unsettled changes. It takes about three times the memory, and
  /// never frees it.
  public init(isRecording: Bool = false) {
    tree = Mutex(MemoryTree(disk: isRecording ? MemoryDisk() : nil))
  }

  init(_ tree: consuming sending MemoryTree) {
    self.tree = Mutex(tree)
  }

  /// Returns the contents of a file.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    try tree.withLock { tree throws(FileError) in
      tree[try tree.file(at: path, for: .read)].bytes
    }
  }

  /// Returns the status of a file.
  ///
  /// The device is 0, and times come from a counter.
  public func status(of path: String) throws(FileError) -> FileStatus? {
    try tree.withLock { tree throws(FileError) in
      do throws(FileError) {
        return try tree.locate(path, for: .examine).node.map { tree.status(of: $0) }
      } catch .notFound {
        return nil
      } catch .linkLoop {
        return nil
      }
    }
  }

  /// Returns the names in a folder.
  public func list(_ folder: String) throws(FileError) -> [String] {
    try tree.withLock { tree throws(FileError) in
      tree[try tree.folder(at: folder, for: .list)].entries.keys.map { $0 }.sortedByBytes()
    }
  }

  /// Makes a folder and those above it.
  public func makeFolder(_ path: String) throws(FileError) {
    do throws(FileError) {
      try tree.withLock { tree throws(FileError) in try tree.makeFolder(path) }
    } catch .notFound where path.parentFolder != path {
      try makeFolder(path.parentFolder)
      try makeFolder(path)
    }
  }

  /// Makes a symbolic link.
  public func makeLink(_ path: String, to target: String) throws(FileError) {
    try tree.withLock { tree throws(FileError) in try tree.makeLink(path, to: target) }
  }

  /// Returns where a symbolic link leads.
  public func target(ofLink path: String) throws(FileError) -> String? {
    try tree.withLock { tree throws(FileError) in
      let place = try tree.locate(path, for: .examine, followingLast: false)
      guard let node = place.node else { throw .notFound(.examine, path: path) }
      return tree[node].target
    }
  }

  /// Renames a file.
  public func rename(_ from: String, to: String) throws(FileError) {
    try tree.withLock { tree throws(FileError) in try tree.rename(from, to: to) }
  }

  /// Renames a file to a free name.
  public func renameNew(_ from: String, to: String) throws(FileError) {
    try tree.withLock { tree throws(FileError) in
      guard try tree.locate(to, for: .rename, on: from, followingLast: false).node == nil else {
        throw .alreadyExists(.rename, path: from)
      }
      try tree.rename(from, to: to)
    }
  }

  /// Exchanges two names.
  public func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    try tree.withLock { tree throws(FileError) in try tree.exchange(first, second) }
  }

  /// Removes a file, a link or an empty folder.
  public func remove(_ path: String) throws(FileError) {
    try tree.withLock { tree throws(FileError) in try tree.remove(path) }
  }

  /// Settles a folder's names, which then survive a power loss.
  public func synchronizeFolder(_ path: String) throws(FileError) {
    try tree.withLock { tree throws(FileError) in
      let folder = try tree.folder(at: path, for: .synchronize)
      tree.disk?.synchronizeFolder(folder)
    }
  }

  /// Opens a file.
  public func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    let node = try tree.withLock { tree throws(FileError) in
      let node =
        mode == .create ? try tree.createFile(path) : try tree.file(at: path, for: .open)
      tree[node].openCount += 1
      if mode != .read { tree[node].writerCount += 1 }
      return node
    }
    return MemoryFile(node: node, of: self, path: path, isWritable: mode != .read)
  }

  /// Locks one byte of a file.
  public func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    try waitForLock(path, wait) { () throws(FileError) in
      let taken = try tree.withLock { tree throws(FileError) in
        try tree.lock(path, byte: byte, exclusive: exclusive)
      }
      return taken.map { MemoryLock($0, in: self) }
    }
  }

  /// Waits until a file is not open for writing.
  public func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {
    try waitForLock(path, wait) { () throws(FileError) -> Void? in
      do throws(FileError) {
        let writers = try tree.withLock { tree throws(FileError) in
          try tree.locate(path, for: .examine).node.map { tree[$0].writerCount }
        }
        return writers ?? 0 > 0 ? nil : ()
      } catch .notFound {
        return ()
      }
    }
  }

  /// Creates a watch that compares the folders at each call.
  public func makeWatch() throws(FileError) -> (any FolderWatch)? { MemoryFolderWatch(self) }
}

extension MemoryFileSystem {
  /// The number of changes that a power loss could undo, if this file system records.
  public var unsettledCount: Int {
    tree.withLock { $0.disk?.changes.count ?? 0 }
  }

  /// Returns the files after a power loss now; this file system stays unchanged.
  ///
  /// `survives` decides for each unsettled change whether it reached the disk. Changes are numbered
  /// in order from 0 up to ``unsettledCount``. A change is a sector of 512 bytes, a new size, or a
  /// rename, creation or removal. The result also records, and has no locks. This file system must
  /// be one that records.
  public func afterLossOfPower(keeping survives: (Int) -> Bool) -> MemoryFileSystem {
    let disk = tree.withLock { $0.disk }
    guard let disk else { preconditionFailure("only a file system that records can lose power") }
    return MemoryFileSystem(disk.tree(keeping: survives))
  }
}

/// An open file in memory.
final class MemoryFile: OpenFile {
  let path: String
  private let node: Int
  private let files: MemoryFileSystem
  private let isWritable: Bool

  init(node: Int, of files: MemoryFileSystem, path: String, isWritable: Bool) {
    self.node = node
    self.files = files
    self.path = path
    self.isWritable = isWritable
  }

  func status() throws(FileError) -> FileStatus { files.tree.withLock { $0.status(of: node) } }

  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0, "a read lies within a file")
    return files.tree.withLock { [UInt8]($0[node].bytes.dropFirst(offset).prefix(count)) }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    precondition(offset >= 0, "a write lies within a file")
    guard isWritable else { throw .system(.write, path: path, code: EBADF) }
    files.tree.withLock { $0.write(bytes, at: offset, to: node) }
  }

  func synchronize() throws(FileError) {
    files.tree.withLock { $0.disk?.synchronize(node) }
  }

  func truncate(to size: Int) throws(FileError) {
    precondition(size >= 0, "a file has no negative size")
    guard isWritable else { throw .system(.truncate, path: path, code: EINVAL) }
    files.tree.withLock { $0.truncate(node, to: size) }
  }

  func setPermissions(_ bits: UInt16) throws(FileError) {
    files.tree.withLock { $0[node].permissions = bits }
  }

  deinit {
    files.tree.withLock { tree in
      tree[node].openCount -= 1
      if isWritable { tree[node].writerCount -= 1 }
      tree.forgetIfUnused(node)
    }
  }
}
