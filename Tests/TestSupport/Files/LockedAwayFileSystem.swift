public import CairnFiles
import Synchronization

/// A file system in which the files below a path cannot be read until that is over.
public final class LockedAwayFileSystem: ForwardingFileSystem {
  /// Where the files are.
  public let inner: any FileSystem
  private let path = Mutex<String?>(nil)

  /// Locks nothing away yet.
  public init(_ inner: any FileSystem) { self.inner = inner }

  /// Makes the files whose paths begin with `path` unreadable, or none for `nil`.
  public func lockAway(_ path: String?) { self.path.withLock { $0 = path } }

  /// Reads the file unless it is locked away.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    try requireOpen(path)
    return try inner.read(path)
  }

  /// Opens the file unless it is locked away.
  public func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    try requireOpen(path)
    return try inner.open(path, mode)
  }

  private func requireOpen(_ path: String) throws(FileError) {
    if let locked = self.path.withLock({ $0 }), path.hasPrefix(locked) {
      throw .notAllowed(.read, path: path)
    }
  }
}
