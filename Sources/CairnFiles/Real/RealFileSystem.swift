internal import CPlatform
internal import Glibc

/// The files of the machine.
public struct RealFileSystem: FileSystem {
  /// Creates the one view of the machine's files; all are alike.
  public init() {}

  /// Reads the file with `read` until its end, which also works where it has no size.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    // Where it is a pipe after all, opening waits for somebody who writes into it.
    let descriptor = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK, for: .read)
    let status = try descriptor.status(path: path)
    switch status.kind {
    case .file: break
    case .folder: throw .isFolder(.read, path: path)
    case .other: throw .notFile(.read, path: path)
    }
    // One byte more than expected, so that the usual read also meets the end.
    var bytes = try descriptor.read(upTo: status.size + 1, path: path)
    var isAtEnd = bytes.count <= status.size && !bytes.isEmpty
    while !isAtEnd {
      let more = try descriptor.read(upTo: 64 << 10, path: path)
      bytes += more
      isAtEnd = more.isEmpty
    }
    return bytes
  }

  /// Calls `stat`.
  public func status(of path: String) throws(FileError) -> FileStatus? {
    do throws(FileError) {
      return try status(of: path, for: .examine)
    } catch .linkLoop {
      // Links that lead in a circle lead to as little as one that leads to nothing.
      return nil
    }
  }

  func status(of path: String, for action: FileAction) throws(FileError) -> FileStatus? {
    var status = stat()
    do throws(FileError) {
      try completing(action, path) { unsafe stat(path, &status) }
    } catch .notFound {
      return nil
    }
    return FileStatus(status)
  }

  /// Calls `rename`.
  public func rename(_ from: String, to: String) throws(FileError) {
    try completing(.rename, from) { unsafe Glibc.rename(from, to) }
  }

  /// Calls `renameat2` with `RENAME_EXCHANGE`.
  public func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    if unsafe platform_exchange(first, second) == 0 { return true }
    let code = errno
    if code == EINVAL || code == ENOSYS { return false }
    throw FileError(.exchange, path: first, code: code)
  }

  /// Calls `unlink`, and for a folder `rmdir`.
  public func remove(_ path: String) throws(FileError) {
    if unsafe unlink(path) == 0 { return }
    let code = errno
    guard code == EISDIR || code == EPERM else {
      throw FileError(.remove, path: path, code: code)
    }
    try completing(.remove, path) { unsafe rmdir(path) }
  }

  /// Calls `open`.
  public func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    let descriptor =
      switch mode {
      case .read: try Descriptor(opening: path, O_RDONLY)
      case .readWrite: try Descriptor(opening: path, O_RDWR)
      case .create: try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, for: .create)
      }
    if mode == .read, try descriptor.status(path: path).kind == .folder {
      throw .isFolder(.open, path: path)
    }
    return RealFile(descriptor, path: path)
  }

  /// Calls `open`; each chunk is one `read`.
  ///
  /// A device that is no terminal gives data without end, or none, as `/dev/null` does.
  public func stream(_ path: String) throws(FileError) -> any ByteSource {
    let descriptor = try Descriptor(opening: path, O_RDONLY)
    if try descriptor.isDevice(path: path), try !descriptor.read(upTo: 1, path: path).isEmpty {
      throw .notFile(.read, path: path)
    }
    return DescriptorSource(descriptor, path: path)
  }

  /// Calls `statx` for the number and the time at which it was given; where numbers do not last, as
  /// on FAT and on a network, for the time alone.
  public func identity(of path: String) throws(FileError) -> String? {
    var number: UInt64 = 0
    var created: Int64 = 0
    try completing(.examine, path) { unsafe platform_file_identity(path, &number, &created) }
    return number == 0 && created == 0 ? nil : "\(number) \(created)"
  }

  /// Calls `statfs`.
  public func isRemote(_ path: String) throws(FileError) -> Bool {
    try completing(.examine, path) { unsafe platform_is_remote(path) } == 1
  }

  /// Locks with `F_OFD_SETLK`, again and again until the wait is over.
  public func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    try waitForLock(path, wait) { () throws(FileError) in
      try RealLock(path, byte: byte, exclusive: exclusive)
    }
  }

  /// Asks for a lease, which the system grants where nobody writes.
  public func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {
    // Where no lease can be had, as on a network or for somebody else's file, it can't be told.
    try waitForLock(path, wait) { unsafe platform_is_being_written(path) == 1 ? nil : () }
  }

  /// Opens an `inotify` descriptor.
  public func makeWatch() throws(FileError) -> (any FolderWatch)? { try RealFolderWatch() }
}
