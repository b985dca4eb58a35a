public import CairnFiles

/// A file system that does what another does, but for the few calls that a test bends.
///
///     final class SlowFileSystem: ForwardingFileSystem {
///       let inner: any FileSystem
///       func synchronizeFolder(_ path: String) throws(FileError) { … }
public protocol ForwardingFileSystem: FileSystem {
  /// The file system that answers every call that is not bent.
  var inner: any FileSystem { get }
}

extension ForwardingFileSystem {
  /// Reads the file.
  public func read(_ path: String) throws(FileError) -> [UInt8] { try inner.read(path) }
  /// Asks for the status.
  public func status(of path: String) throws(FileError) -> FileStatus? {
    try inner.status(of: path)
  }
  /// Lists the folder.
  public func list(_ folder: String) throws(FileError) -> [String] { try inner.list(folder) }
  /// Makes the folder.
  public func makeFolder(_ path: String) throws(FileError) { try inner.makeFolder(path) }
  /// Makes the link.
  public func makeLink(_ path: String, to target: String) throws(FileError) {
    try inner.makeLink(path, to: target)
  }
  /// Asks where the link leads.
  public func target(ofLink path: String) throws(FileError) -> String? {
    try inner.target(ofLink: path)
  }
  /// Gives the file another name.
  public func rename(_ from: String, to: String) throws(FileError) {
    try inner.rename(from, to: to)
  }
  /// Gives the file a name that nothing has.
  public func renameNew(_ from: String, to: String) throws(FileError) {
    try inner.renameNew(from, to: to)
  }
  /// Swaps the names.
  public func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    try inner.exchange(first, second)
  }
  /// Asks whether the files are on a network.
  public func isRemote(_ path: String) throws(FileError) -> Bool { try inner.isRemote(path) }
  /// Asks what tells the file from its copies.
  public func identity(of path: String) throws(FileError) -> FileIdentity? {
    try inner.identity(of: path)
  }
  /// Removes the file.
  public func remove(_ path: String) throws(FileError) { try inner.remove(path) }
  /// Waits for the folder.
  public func synchronizeFolder(_ path: String) throws(FileError) {
    try inner.synchronizeFolder(path)
  }
  /// Opens the file.
  public func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    try inner.open(path, mode)
  }
  /// Opens the stream.
  public func stream(_ path: String) throws(FileError) -> any ByteSource {
    try inner.stream(path)
  }
  /// Takes the lock.
  public func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    try inner.lock(path, byte: byte, exclusive: exclusive, wait: wait)
  }
  /// Waits for writers.
  public func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {
    try inner.waitForWriters(of: path, atMost: wait)
  }
  /// Makes the watch.
  public func makeWatch() throws(FileError) -> (any FolderWatch)? { try inner.makeWatch() }
}

/// An open file that does what another does, but for the few calls that a test bends.
public protocol ForwardingFile: OpenFile {
  /// The file that answers every call that is not bent.
  var inner: any OpenFile { get }
}

extension ForwardingFile {
  /// The path that it was opened by.
  public var path: String { inner.path }
  /// Asks for the status.
  public func status() throws(FileError) -> FileStatus { try inner.status() }
  /// Reads from the file.
  public func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try inner.read(at: offset, count: count)
  }
  /// Writes to the file.
  public func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    try inner.write(bytes, at: offset)
  }
  /// Waits for the disk.
  public func synchronize() throws(FileError) { try inner.synchronize() }
  /// Sets the permissions.
  public func setPermissions(_ bits: UInt16) throws(FileError) {
    try inner.setPermissions(bits)
  }
  /// Cuts the file.
  public func truncate(to size: Int) throws(FileError) { try inner.truncate(to: size) }
}
