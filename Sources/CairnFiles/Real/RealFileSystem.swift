internal import CPlatform
internal import Glibc

/// The file system of the machine, or of one folder if it is confined.
public struct RealFileSystem: FileSystem {
  private let boundary: RealBoundary?

  /// Creates a file system with access to all files of the machine.
  public init() { boundary = nil }

  private init(_ boundary: RealBoundary) { self.boundary = boundary }

  /// Returns a file system that opens each path with `openat2`, beneath `folder`.
  public func confined(
    to folder: String, following links: [String: String]
  ) -> (any FileSystem)? {
    RealFileSystem(RealBoundary(root: folder, links: links))
  }

  func place(
    _ path: String, for action: FileAction, followingLast followsLast: Bool = true
  ) throws(FileError) -> RealPlace {
    guard let boundary else { return RealPlace(path) }
    return try boundary.place(path, for: action, followingLast: followsLast)
  }

  /// Calls `realpath`.
  public func realPath(of path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Reads the file with `read` until its end, which also works for files without a size.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    // For a pipe, opening would otherwise wait for a writer.
    let descriptor = try Descriptor(
      opening: place(path, for: .read), O_RDONLY | O_NONBLOCK, for: .read)
    let status = try descriptor.status(path: path)
    switch status.kind {
    case .file: break
    case .folder: throw .isFolder(.read, path: path)
    case .other: throw .notFile(.read, path: path)
    }
    return try wholeFile(ofSize: status.size) { count throws(FileError) in
      try descriptor.read(upTo: count, path: path)
    }
  }

  /// Calls `stat`.
  public func status(of path: String) throws(FileError) -> FileStatus? {
    do throws(FileError) {
      return try status(of: path, for: .examine)
    } catch .linkLoop {
      // A circle of links leads to nothing, like a broken link.
      return nil
    }
  }

  func status(of path: String, for action: FileAction) throws(FileError) -> FileStatus? {
    // Only paths beneath the boundary are known, so this path needs no other look.
    if let answer = try boundary?.known.status(of: path, for: action) { return answer.status }
    let place = try place(path, for: action)
    guard let boundary, place.root != nil else {
      return try unlessMissing { () throws(FileError) in
        var status = stat()
        try completing(action, path) { unsafe stat(place.way, &status) }
        return FileStatus(status)
      }
    }
    let found = try unlessMissing { () throws(FileError) in
      try Descriptor(opening: place, platform_path_only(), for: action).status(path: path)
    }
    boundary.known.note(path.parentFolder)
    return found
  }

  /// Returns the status; `nil` if the file is missing.
  private func unlessMissing(
    _ status: () throws(FileError) -> FileStatus
  ) throws(FileError) -> FileStatus? {
    do throws(FileError) { return try status() } catch .notFound { return nil }
  }

  /// Calls `renameat`.
  public func rename(_ from: String, to: String) throws(FileError) {
    let source = try place(from, for: .rename, followingLast: false)
    let target = try place(to, for: .rename, followingLast: false)
    let code = try unsafe source.withFolder(and: target, .rename) {
      unsafe renameat($0, $1, $2, $3)
    }
    guard code == 0 else { throw FileError(.rename, path: from, code: code) }
  }

  /// Calls `renameat2` with `RENAME_NOREPLACE`; if the file system lacks it, `linkat` and `unlinkat`.
  public func renameNew(_ from: String, to: String) throws(FileError) {
    let source = try place(from, for: .rename, followingLast: false)
    let target = try place(to, for: .rename, followingLast: false)
    var code = try unsafe source.withFolder(and: target, .rename) {
      unsafe platform_rename_new($0, $1, $2, $3)
    }
    if code == EINVAL || code == ENOSYS {
      code = try unsafe source.withFolder(and: target, .rename) {
        unsafe platform_link_and_unlink($0, $1, $2, $3)
      }
    }
    if [EPERM, EOPNOTSUPP, ENOSYS].contains(code) {
      // A file system without hard links: two steps remain, a look and a rename.
      let link = (try? self.target(ofLink: to)) ?? nil
      let present = try status(of: to)
      guard link == nil, present == nil else { throw .alreadyExists(.rename, path: from) }
      return try rename(from, to: to)
    }
    guard code == 0 else { throw FileError(.rename, path: from, code: code) }
  }

  /// Calls `renameat2` with `RENAME_EXCHANGE`.
  public func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    let one = try place(first, for: .exchange, followingLast: false)
    let other = try place(second, for: .exchange, followingLast: false)
    let code = try unsafe one.withFolder(and: other, .exchange) {
      unsafe platform_exchange($0, $1, $2, $3)
    }
    if code == 0 { return true }
    if code == EINVAL || code == ENOSYS { return false }
    throw FileError(.exchange, path: first, code: code)
  }

  /// Calls `unlink`, and for a folder `rmdir`.
  public func remove(_ path: String) throws(FileError) {
    let place = try place(path, for: .remove, followingLast: false)
    do throws(FileError) {
      try unsafe place.completing(.remove) { unsafe unlinkat($0, $1, 0) }
    } catch {
      switch error {
      case .isFolder, .notAllowed:
        try unsafe place.completing(.remove) { unsafe unlinkat($0, $1, AT_REMOVEDIR) }
      default: throw error
      }
    }
  }

  /// Calls `open`.
  public func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    let place = try place(path, for: mode == .create ? .create : .open)
    let descriptor =
      switch mode {
      // Opening a pipe would otherwise block until another process writes to it.
      case .read: try Descriptor(opening: place, O_RDONLY | (boundary == nil ? 0 : O_NONBLOCK))
      case .readWrite: try Descriptor(opening: place, O_RDWR)
      case .create: try Descriptor(opening: place, O_RDWR | O_CREAT | O_EXCL, for: .create)
      }
    if mode == .read {
      switch try descriptor.status(path: path).kind {
      case .folder: throw .isFolder(.open, path: path)
      case .other where boundary != nil: throw .notFile(.open, path: path)
      case .other, .file: break
      }
    }
    return RealFile(descriptor, path: path)
  }

  /// Calls `open`; each chunk is one `read`.
  ///
  /// A device that is no terminal gives endless data, or none, as `/dev/null` does.
  public func stream(_ path: String) throws(FileError) -> any ByteSource {
    let descriptor = try Descriptor(opening: place(path, for: .open), O_RDONLY)
    if try descriptor.isDevice(path: path), try !descriptor.read(upTo: 1, path: path).isEmpty {
      throw .notFile(.read, path: path)
    }
    return DescriptorSource(descriptor, path: path)
  }

  /// Calls `statx` for the number and the time of creation; if numbers don't last, as on FAT and
  /// networks, only for the time.
  public func identity(of path: String) throws(FileError) -> FileIdentity? {
    let file = try Descriptor(
      opening: place(path, for: .examine), platform_path_only(), for: .examine)
    var number: UInt64 = 0
    var created: Int64 = 0
    try completing(.examine, path) {
      unsafe platform_file_identity(file.number, &number, &created)
    }
    if number == 0 && created == 0 { return nil }
    return FileIdentity(
      number: number == 0 ? nil : number, created: created == 0 ? nil : created)
  }

  /// Calls `statfs`.
  public func isRemote(_ path: String) throws(FileError) -> Bool {
    let file = try Descriptor(
      opening: place(path, for: .examine), platform_path_only(), for: .examine)
    return try completing(.examine, path) { platform_is_remote(file.number) } == 1
  }

  /// Locks with `F_OFD_SETLK`, repeatedly until the wait is over.
  public func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    try waitForLock(path, wait) { () throws(FileError) in
      try RealLock(path, in: self, byte: byte, exclusive: exclusive)
    }
  }

  /// Requests a lease, which the system grants if there is no writer.
  public func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {
    let place = try place(path, for: .examine)
    // Without a lease, as on a network or for another user's file, writers are unknown.
    try waitForLock(path, wait) {
      guard let file = try? Descriptor(opening: place, O_RDONLY | O_NONBLOCK) else { return () }
      return platform_is_being_written(file.number) == 1 ? nil : ()
    }
  }

  /// Opens an `inotify` descriptor.
  public func makeWatch() throws(FileError) -> (any FolderWatch)? { try RealFolderWatch() }
}

/// Returns all bytes of a file.
///
/// A read may return fewer bytes than requested before the end: on Linux, at most 2 GiB at once,
/// and on some file systems any number. So only a read without bytes is the end, or one that ends
/// exactly at the expected size.
///
/// - Parameters:
///   - size: the expected size; the file may be larger or smaller by now.
///   - read: reads at most the given number of bytes.
/// - Returns: the bytes.
/// - Throws: the errors of `read`.
func wholeFile(
  ofSize size: Int, _ read: (Int) throws(FileError) -> [UInt8]
) throws(FileError) -> [UInt8] {
  // One byte more than expected, so the first read usually meets the end.
  var bytes = try read(size + 1)
  var isAtEnd = bytes.isEmpty || bytes.count == size
  while !isAtEnd {
    let more = try read(max(size + 1 - bytes.count, 64 << 10))
    bytes += more
    isAtEnd = more.isEmpty || bytes.count == size
  }
  return bytes
}
