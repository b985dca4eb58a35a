import CairnFiles
import Synchronization
import TestSupport

/// A file system that remembers which files were read whole.
final class WatchingFileSystem: ForwardingFileSystem {
  let inner: any FileSystem
  private let paths = Mutex<[String]>([])

  init(_ inner: any FileSystem) { self.inner = inner }

  /// The shards that were read, in order.
  var shardsRead: [String] {
    paths.withLock { $0 }.filter { $0.contains("/data/") }.map { String($0.suffix(8)) }
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    paths.withLock { $0.append(path) }
    return try inner.read(path)
  }
}
