public import CairnFiles
import Synchronization

/// A file system that notes which files are read, or opened to be read.
public final class ReadingFileSystem: ForwardingFileSystem {
  /// The file system that reads them.
  public let inner: any FileSystem
  private let paths = Mutex<[String]>([])

  /// A file system that notes what is read from `inner`.
  public init(_ inner: any FileSystem) { self.inner = inner }

  /// The paths of what was read so far, in order.
  public var pathsRead: [String] { paths.withLock { $0 } }

  /// Reads the file and notes it.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    paths.withLock { $0.append(path) }
    return try inner.read(path)
  }

  /// Opens the file and notes it.
  public func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    paths.withLock { $0.append(path) }
    return try inner.open(path, mode)
  }
}
