public import CairnFiles
import Synchronization

/// A file system that asks before it waits for the disk, and claims to have waited either way.
///
/// It shows two things: which states a loss of power could find, as nothing but a wait rules any
/// out, and what becomes of a program that leaves a wait out.
public final class SynchronizationFilter: ForwardingFileSystem {
  /// A wait for the disk.
  public enum Wait: Hashable, Sendable {
    /// For the bytes of the file that was opened by `path`, `time` counting from 1.
    case file(path: String, time: Int)
    /// For the names in a folder.
    case folder(path: String)
  }

  /// The file system that is waited for.
  public let inner: any FileSystem
  let shallWait: @Sendable (Wait) -> Bool

  /// A file system over `inner` that waits when `shallWait` says so.
  public init(_ inner: any FileSystem, _ shallWait: @escaping @Sendable (Wait) -> Bool) {
    self.inner = inner
    self.shallWait = shallWait
  }

  /// Waits for the folder, or claims so.
  public func synchronizeFolder(_ path: String) throws(FileError) {
    if shallWait(.folder(path: path)) { try inner.synchronizeFolder(path) }
  }

  /// Opens a file that asks too.
  public func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    FilteredFile(try inner.open(path, mode), of: self)
  }
}

/// A file that asks before it waits for the disk.
private final class FilteredFile: ForwardingFile {
  let inner: any OpenFile
  private let files: SynchronizationFilter
  private let times = Mutex(0)

  init(_ inner: any OpenFile, of files: SynchronizationFilter) {
    self.inner = inner
    self.files = files
  }

  func synchronize() throws(FileError) {
    let time = times.withLock { times in
      times += 1
      return times
    }
    if files.shallWait(.file(path: path, time: time)) { try inner.synchronize() }
  }
}
