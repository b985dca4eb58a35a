extension FaultyFileSystem {
  /// Reads a file, or fails.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    try attempt(.read, path) { () throws(FileError) in try inner.read(path) }
  }

  /// Asks for a status, or fails.
  public func status(of path: String) throws(FileError) -> FileStatus? {
    try attempt(.examine, path) { () throws(FileError) in try inner.status(of: path) }
  }

  /// Lists a folder, or fails.
  public func list(_ folder: String) throws(FileError) -> [String] {
    try attempt(.list, folder) { () throws(FileError) in try inner.list(folder) }
  }

  /// Makes a folder, or fails.
  public func makeFolder(_ path: String) throws(FileError) {
    try attempt(.makeFolder, path) { () throws(FileError) in try inner.makeFolder(path) }
  }

  /// Makes a link, or fails.
  public func makeLink(_ path: String, to target: String) throws(FileError) {
    try attempt(.makeLink, path) { () throws(FileError) in
      try inner.makeLink(path, to: target)
    }
  }

  /// Asks where a link leads, or fails.
  public func target(ofLink path: String) throws(FileError) -> String? {
    try attempt(.examine, path) { () throws(FileError) in try inner.target(ofLink: path) }
  }

  /// Gives a file another name, or fails.
  public func rename(_ from: String, to: String) throws(FileError) {
    try attempt(.rename, from) { () throws(FileError) in try inner.rename(from, to: to) }
  }

  /// Gives a file a name that nothing has, or fails.
  public func renameNew(_ from: String, to: String) throws(FileError) {
    try attempt(.rename, from) { () throws(FileError) in try inner.renameNew(from, to: to) }
  }

  /// Swaps two names, or fails.
  public func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    try attempt(.exchange, first) { () throws(FileError) in try inner.exchange(first, second) }
  }

  /// Removes a file, or fails.
  public func remove(_ path: String) throws(FileError) {
    try attempt(.remove, path) { () throws(FileError) in try inner.remove(path) }
  }

  /// Synchronizes a folder, or fails.
  public func synchronizeFolder(_ path: String) throws(FileError) {
    try attempt(.synchronize, path) { () throws(FileError) in
      try inner.synchronizeFolder(path)
    }
  }

  /// Opens a file whose calls fail like these, or fails.
  public func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    try attempt(mode == .create ? .create : .open, path) { () throws(FileError) in
      FaultyFile(try inner.open(path, mode), of: self)
    }
  }

  /// Asks whether files are on a network, or fails.
  public func isRemote(_ path: String) throws(FileError) -> Bool {
    try attempt(.examine, path) { () throws(FileError) in try inner.isRemote(path) }
  }

  /// Asks what tells a file from its copies, or fails.
  public func identity(of path: String) throws(FileError) -> String? {
    try attempt(.examine, path) { () throws(FileError) in try inner.identity(of: path) }
  }

  /// Takes a lock, or fails.
  public func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    try attempt(.lock, path) { () throws(FileError) in
      try inner.lock(path, byte: byte, exclusive: exclusive, wait: wait)
    }
  }

  /// Waits for writers, or fails.
  public func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {
    try attempt(.examine, path) { () throws(FileError) in
      try inner.waitForWriters(of: path, atMost: wait)
    }
  }
}
