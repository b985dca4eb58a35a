internal import Synchronization

/// Files that are only in memory and behave as the machine's do.
///
/// It serves tests and stores that shall leave no trace. One that records can also show what a
/// loss of power would leave of it; see `afterLossOfPower(keeping:)`.
public final class MemoryFileSystem: FileSystem {
  let tree: Mutex<MemoryTree>

  /// Creates an empty file system, in which the working folder is the root.
  ///
  /// One that records keeps apart what is synchronized and what is not, which takes about three
  /// times the memory and never gives it back.
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

  /// Returns what is known about a path; the device is 0, and times are those of a counter.
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

  /// Gives a file another name.
  public func rename(_ from: String, to: String) throws(FileError) {
    try tree.withLock { tree throws(FileError) in try tree.rename(from, to: to) }
  }

  /// Gives a file a name that nothing has.
  public func renameNew(_ from: String, to: String) throws(FileError) {
    try tree.withLock { tree throws(FileError) in
      guard try tree.locate(to, for: .rename, on: from, followingLast: false).node == nil else {
        throw .alreadyExists(.rename, path: from)
      }
      try tree.rename(from, to: to)
    }
  }

  /// Swaps what two names stand for.
  public func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    try tree.withLock { tree throws(FileError) in try tree.exchange(first, second) }
  }

  /// Removes a file, a link or an empty folder.
  public func remove(_ path: String) throws(FileError) {
    try tree.withLock { tree throws(FileError) in try tree.remove(path) }
  }

  /// Records that a folder's names would survive a loss of power.
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

  /// Takes one byte of a file as a lock.
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

  /// Waits until nobody has a file open for writing.
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

  /// Makes a watch that looks at the folders when it is asked.
  public func makeWatch() throws(FileError) -> (any FolderWatch)? { MemoryFolderWatch(self) }
}
