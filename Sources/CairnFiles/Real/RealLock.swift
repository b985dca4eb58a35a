internal import CPlatform
internal import Glibc
internal import Synchronization

/// A byte of a file of the machine, held as a lock (F9).
final class RealLock: FileLock {
  private let descriptor: Mutex<Descriptor?>
  private let byte: Int64

  /// Takes the lock if it is free at once; otherwise `nil`.
  init?(_ path: String, byte: Int64, exclusive: Bool) throws(FileError) {
    let access = exclusive ? O_RDWR : O_RDONLY
    let file = try Descriptor(opening: path, access | O_CREAT, for: .lock)
    if platform_lock_byte(file.number, byte, exclusive ? 1 : 0) != 0 {
      let code = errno
      if code == EAGAIN || code == EACCES || code == EINTR { return nil }
      throw FileError(.lock, path: path, code: code)
    }
    // A lock on a file that was removed meanwhile keeps nobody out: the next one makes a new file.
    let held = try file.status(path: path)
    guard let named = try RealFileSystem().status(of: path, for: .lock),
      named.inode == held.inode, named.device == held.device
    else { return nil }
    self.byte = byte
    descriptor = Mutex(consume file)
  }

  /// Gives the lock back.
  ///
  /// Closing alone would not do it if a process that was forked meanwhile still shares the
  /// open file.
  func release() {
    descriptor.withLock { descriptor in
      if let file = descriptor.take() { _ = platform_unlock_byte(file.number, byte) }
    }
  }

  deinit { release() }
}
