internal import CPlatform
internal import Glibc
internal import Synchronization

/// A lock on a byte of a file of the machine (F9).
final class RealLock: FileLock {
  private struct State: ~Copyable {
    let file: Descriptor
    var isHeld: Bool
  }

  private let state: Mutex<State>
  private let files: RealFileSystem
  private let path: String
  private let byte: Int64
  private let access: Int32
  private let identity: FileStatus

  /// Takes the lock if it is free; otherwise `nil`.
  init?(
    _ path: String, in files: RealFileSystem, byte: Int64, exclusive: Bool
  ) throws(FileError) {
    access = exclusive ? 1 : 0
    let file = try Descriptor(
      opening: files.place(path, for: .lock), (exclusive ? O_RDWR : O_RDONLY) | O_CREAT, for: .lock)
    guard try Self.take(file, path, byte, access) else { return nil }
    let held = try file.status(path: path)
    guard try Self.isNamed(held, path, files) else { return nil }
    self.files = files
    self.path = path
    self.byte = byte
    identity = held
    state = Mutex(State(file: file, isHeld: true))
  }

  private static func take(
    _ file: borrowing Descriptor, _ path: String, _ byte: Int64, _ access: Int32
  ) throws(FileError) -> Bool {
    if platform_lock_byte(file.number, byte, access) == 0 { return true }
    let code = errno
    if code == EAGAIN || code == EACCES || code == EINTR { return false }
    throw FileError(.lock, path: path, code: code)
  }

  /// Whether the file still has its name.
  ///
  /// A lock on a removed file excludes nobody, since the next process creates a new file.
  private static func isNamed(
    _ file: FileStatus, _ path: String, _ files: RealFileSystem
  ) throws(FileError) -> Bool {
    guard let named = try files.status(of: path, for: .lock) else { return false }
    return named.isSameFile(as: file)
  }

  func renew(wait: Duration) throws(FileError) -> Bool {
    // Two users of the same open file would not exclude each other.
    let isMine = state.withLock { state in
      defer { state.isHeld = true }
      return !state.isHeld
    }
    guard isMine else { return false }
    do throws(FileError) {
      try waitForLock(path, wait) { () throws(FileError) -> Void? in
        try state.withLock { state throws(FileError) in
          try Self.take(state.file, path, byte, access) ? () : nil
        }
      }
      if try Self.isNamed(identity, path, files) { return true }
    } catch {
      release()
      throw error
    }
    release()
    return false
  }

  func isNamed() throws(FileError) -> Bool { try Self.isNamed(identity, path, files) }

  /// Releases the lock.
  ///
  /// Closing alone would not suffice if a forked process still shares the open file.
  func release() {
    state.withLock { state in
      if state.isHeld { _ = platform_unlock_byte(state.file.number, byte) }
      state.isHeld = false
    }
  }

  deinit { release() }
}
