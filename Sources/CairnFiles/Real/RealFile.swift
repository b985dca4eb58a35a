internal import CPlatform
internal import Glibc

/// An open file of the machine.
final class RealFile: OpenFile {
  let path: String
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor, path: String) {
    self.path = path
    self.descriptor = descriptor
  }

  func status() throws(FileError) -> FileStatus { try descriptor.status(path: path) }

  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0, "a read lies within a file")
    var bytes = try part(at: offset, count: count)
    while !bytes.isEmpty, bytes.count < count {
      let more = try part(at: offset + bytes.count, count: count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  private func part(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try unsafe filling(count, .read, path) { buffer in
      unsafe pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    precondition(offset >= 0, "a write lies within a file")
    var done = 0
    while done < bytes.count {
      done += try completing(.write, path) {
        unsafe bytes.withUnsafeBytes { buffer in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
          return unsafe pwrite(
            descriptor.number, rest.baseAddress, rest.count, off_t(offset + done))
        }
      }
    }
  }

  func startWriteBack() {
    platform_start_write_back(descriptor.number)
  }

  func synchronize() throws(FileError) {
    guard fdatasync(descriptor.number) == 0 else {
      throw FileError(.synchronize, path: path, code: errno)
    }
  }

  func truncate(to size: Int) throws(FileError) {
    precondition(size >= 0, "a file has no negative size")
    try completing(.truncate, path) { ftruncate(descriptor.number, off_t(size)) }
  }

  func setPermissions(_ bits: UInt16) throws(FileError) {
    try completing(.permit, path) { fchmod(descriptor.number, mode_t(bits)) }
  }
}

/// An open descriptor, which closes with its owner.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  /// Opens a place with the flags of `open`.
  ///
  /// Programs that Cairn starts don't inherit the descriptor.
  init(
    opening place: RealPlace, _ flags: Int32, for action: FileAction = .open
  ) throws(FileError) {
    let path = place.path
    let opened = try place.completing(action) {
      guard let root = place.root else {
        return unsafe Glibc.open(place.way, flags | O_CLOEXEC, 0o600)
      }
      return unsafe platform_open_beneath(root, place.way, flags, 0o600)
    }
    guard opened <= STDERR_FILENO else {
      number = opened
      return
    }
    // The number belongs to a standard stream that was closed: printed text would go to the file.
    defer { close(opened) }
    number = try completing(action, path) { fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
  }

  /// Duplicates a descriptor, so each can be closed without the other.
  init(duplicating other: Int32, path: String) throws(FileError) {
    number = try completing(.open, path) { fcntl(other, F_DUPFD_CLOEXEC, 3) }
  }

  deinit { close(number) }

  /// Returns the next bytes from the position, at most `count`.
  func read(upTo count: Int, path: String) throws(FileError) -> [UInt8] {
    try unsafe filling(count, .read, path) { buffer in
      unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
    }
  }

  /// Whether it is a character device, but no terminal.
  func isDevice(path: String) throws(FileError) -> Bool {
    var status = stat()
    try completing(.examine, path) { unsafe fstat(number, &status) }
    return status.st_mode & S_IFMT == S_IFCHR && isatty(number) == 0
  }

  func status(path: String) throws(FileError) -> FileStatus {
    var status = stat()
    try completing(.examine, path) { unsafe fstat(number, &status) }
    return FileStatus(status)
  }
}

/// Repeats a call until no signal interrupts it, and throws its error (F8).
@discardableResult
func completing<Count: SignedInteger>(
  _ action: FileAction, _ path: String, _ call: () -> Count
) throws(FileError) -> Count {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw FileError(action, path: path, code: code) }
  }
}

/// Returns the bytes that one call puts in a buffer of `count` bytes.
func filling(
  _ count: Int, _ action: FileAction, _ path: String,
  _ call: (UnsafeMutableRawBufferPointer) -> Int
) throws(FileError) -> [UInt8] {
  var failure: FileError?
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    do throws(FileError) {
      filled = try completing(action, path) {
        unsafe call(UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

extension FileStatus {
  init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    self.init(
      kind: kind, size: Int(status.st_size),
      modified: Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec),
      changed: Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec),
      inode: UInt64(status.st_ino), device: UInt64(status.st_dev),
      permissions: UInt16(status.st_mode & 0o7777), linkCount: Int(status.st_nlink))
  }
}
