/// A file system: the machine's own, one in memory, or one that fails on request.
///
/// Cairn reads and writes all files through this protocol. So tests can check each guarantee about
/// crashes, full disks and other processes. The tests check these rules for each implementation:
///
///   F1  Paths have the meaning of POSIX. A relative path starts at the working folder, which in
///       memory is the root. Symbolic links are followed, but `rename` and `remove` act on the link
///       itself.
///   F2  A missing file has the status `nil`; any other obstacle throws an error.
///   F3  `.create` fails if the name exists. New files have the permissions 0600, folders 0700.
///   F4  A read past the end returns fewer bytes, or none. A write past the end fills the gap with
///       zeros.
///   F5  An open file outlives its name: after it is removed or replaced, it can still be read and
///       written, and its link count is zero.
///   F6  `rename` replaces a file in one step; the name is never missing.
///   F7  Bytes survive a power loss after `synchronize` returned, and a name after
///       `synchronizeFolder` returned for its folder. Nothing else guarantees either.
///   F8  Interrupted calls, short reads and short writes are completed, never reported.
///   F9  A lock belongs to the value that `lock` returned. Two locks in one process exclude each
///       other like two processes, and a process that dies releases its locks.
///
/// ```
///   create ──▶ write ──▶ synchronize ──▶ rename ──▶ synchronizeFolder
///              (gone after a crash)   (old name)    (new name, all of it)
/// ```
public protocol FileSystem: Sendable {
  /// Returns the whole contents of a file. A pipe or a device, which may never end, throws
  /// `notFile`.
  func read(_ path: String) throws(FileError) -> [UInt8]

  /// Returns the status of a file without opening it; `nil` if nothing is there.
  ///
  /// Symbolic links are followed; a link that leads nowhere, or in a circle, has no status.
  func status(of path: String) throws(FileError) -> FileStatus?

  /// Returns the names in a folder, in the order of their bytes, without `.` and `..`.
  func list(_ folder: String) throws(FileError) -> [String]

  /// Creates a folder and its missing parents; an existing folder is no error.
  func makeFolder(_ path: String) throws(FileError)

  /// Creates a symbolic link to `target`, which need not exist.
  func makeLink(_ path: String, to target: String) throws(FileError)

  /// Returns the target of a symbolic link; `nil` if `path` is no link.
  func target(ofLink path: String) throws(FileError) -> String?

  /// Renames `from` to `to`, and replaces a file or an empty folder of that name.
  ///
  /// Errors name `from`, even if they are about `to`; those of `exchange` name `first`.
  func rename(_ from: String, to: String) throws(FileError)

  /// Renames `from` to `to` in one step, only if that name is free.
  ///
  /// - Throws: ``FileError/alreadyExists(_:path:)`` if the name exists, also as a link.
  func renameNew(_ from: String, to: String) throws(FileError)

  /// Exchanges two names in one step.
  ///
  /// The result is `false`, and nothing is changed, if the file system doesn't support it.
  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool

  /// Removes a file, a link or an empty folder.
  func remove(_ path: String) throws(FileError)

  /// Waits until the names in a folder are on disk (F7).
  func synchronizeFolder(_ path: String) throws(FileError)

  /// Opens a file; it closes with the last reference to the result.
  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile

  /// Opens a file to be read once from its start, including pipes and terminals.
  func stream(_ path: String) throws(FileError) -> any ByteSource

  /// Tells whether the files at `path` are on a network, or behind another program. Then other
  /// machines can change them without notice.
  func isRemote(_ path: String) throws(FileError) -> Bool

  /// Returns the identity of a file or folder, which no copy has and which renaming doesn't change;
  /// `nil` if the file system has no lasting identity.
  func identity(of path: String) throws(FileError) -> FileIdentity?

  /// Locks one byte of a file, and creates the file if it is missing.
  ///
  /// `byte` is the number of one of the file's independent locks, from 0. The byte need not exist,
  /// and the file stays empty. An exclusive lock excludes all others; other locks exclude only
  /// exclusive ones. After `wait` it throws ``FileError/busy(_:path:)``; zero tries once.
  func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock

  /// Waits until no program has a file open for writing.
  ///
  /// A missing file has no writers; nor has, as far as is known, a file whose file system doesn't
  /// tell. After `wait` it throws ``FileError/busy(_:path:)``; zero looks once.
  func waitForWriters(of path: String, atMost wait: Duration) throws(FileError)

  /// Returns the absolute path of a file, without links and `..`; `path` itself if it can't be
  /// resolved.
  func realPath(of path: String) -> String

  /// Returns a file system confined to a folder, in which only the listed symbolic links are
  /// followed.
  ///
  /// Any other link in the folder, and any path outside it, throws
  /// ``FileError/leadsOutside(_:path:)``. The folder's own path may contain links. Each call costs
  /// two more system calls.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - links: the targets of the allowed links, by the links' paths within the folder. A link
  ///     with another target is not followed.
  /// - Returns: the confined file system; `nil` if links can do no harm, as in memory.
  func confined(to folder: String, following links: [String: String]) -> (any FileSystem)?

  /// Creates a watch for changes in folders; `nil` if the file system has none.
  func makeWatch() throws(FileError) -> (any FolderWatch)?
}

extension FileSystem {
  /// Tells whether a file exists.
  public func exists(_ path: String) throws(FileError) -> Bool {
    try status(of: path) != nil
  }

  /// Returns `false`: the files are local.
  public func isRemote(_ path: String) throws(FileError) -> Bool { false }

  /// Returns the file's number, which no other file ever has.
  public func identity(of path: String) throws(FileError) -> FileIdentity? {
    guard let status = try status(of: path) else { throw .notFound(.examine, path: path) }
    return FileIdentity(number: status.inode)
  }

  /// Returns at once, since writers are unknown.
  public func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {}

  /// Returns the path itself.
  public func realPath(of path: String) -> String { path }

  /// Returns `nil`: there is nothing outside.
  public func confined(
    to folder: String, following links: [String: String]
  ) -> (any FileSystem)? { nil }

  /// Returns `nil`: changes are found by looking.
  public func makeWatch() throws(FileError) -> (any FolderWatch)? { nil }

  /// Opens the file at `path` to be read once from its start, in chunks.
  public func stream(_ path: String) throws(FileError) -> any ByteSource {
    OpenFileSource(try open(path, .read))
  }
}

/// The identity of a file or folder.
///
/// A copy has another one, and renaming does not change it.
///
/// Its description may be kept in a file and compared later.
public struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The number on its device; `nil` if numbers don't last, as on FAT and networks.
  public let number: UInt64?
  /// The time of creation, in nanoseconds since 1970; `nil` if the file system doesn't tell.
  public let created: Int64?

  /// Creates an identity from its parts.
  public init(number: UInt64? = nil, created: Int64? = nil) {
    (self.number, self.created) = (number, created)
  }

  /// Both parts, 0 for a missing one.
  public var description: String { "\(number ?? 0) \(created ?? 0)" }
}

/// The status of a file.
public struct FileStatus: Hashable, Sendable {
  /// The kind of a file.
  public enum Kind: Hashable, Sendable {
    /// Bytes on a disk.
    case file
    /// A directory with names of other files.
    case folder
    /// A pipe, a socket or a device.
    case other
  }

  /// The kind of the file.
  public let kind: Kind
  /// The number of bytes; meaningless for a folder.
  public let size: Int
  /// The time of the last change of the contents, in nanoseconds since 1970.
  public let modified: Int64
  /// The time of the last change of contents, name or permissions, in nanoseconds since 1970.
  ///
  /// A program can set `modified` back, but not this.
  public let changed: Int64
  /// The number of the file on its device, the same for as long as the file exists.
  public let inode: UInt64
  /// The number of the device.
  public let device: UInt64
  /// The permission bits, 0o600 for example.
  public let permissions: UInt16
  /// The number of names of the file.
  public let linkCount: Int

  /// Creates a status from its parts.
  public init(
    kind: Kind, size: Int, modified: Int64, changed: Int64, inode: UInt64, device: UInt64,
    permissions: UInt16, linkCount: Int
  ) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.device = device
    self.permissions = permissions
    self.linkCount = linkCount
  }

  /// Whether both are the status of one file, at the same time or at different times.
  public func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }
}

/// The purpose of an open file.
public enum OpenMode: Hashable, Sendable {
  /// The file is only read.
  case read
  /// The file is read and changed; it must exist.
  case readWrite
  /// The file is read and changed; it must not exist yet.
  case create
}

/// An open file.
///
/// It has no position, so several threads can use it at once.
public protocol OpenFile: AnyObject, Sendable {
  /// The path of the file, which errors name.
  var path: String { get }

  /// Returns the present status of the file.
  ///
  /// The link count is zero after the file was removed or replaced.
  func status() throws(FileError) -> FileStatus

  /// Returns `count` bytes from `offset`, or fewer at the end.
  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]

  /// Writes all of `bytes` from `offset`.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileError)

  /// Starts to write the file's bytes to the disk, without waiting.
  ///
  /// Before many files are synchronized, this lets the disk write them at the same time. Nothing
  /// depends on it, so it reports no error. The default does nothing.
  func startWriteBack()

  /// Waits until the file's bytes and size are on disk.
  ///
  /// After a failure the outcome is unknown, and a second successful call proves nothing: the
  /// system may have dropped unwritten data. Never try again.
  func synchronize() throws(FileError)

  /// Truncates the file, or extends it with zeros.
  func truncate(to size: Int) throws(FileError)

  /// Sets the permission bits, for example 0o644.
  func setPermissions(_ bits: UInt16) throws(FileError)
}

extension OpenFile {
  /// Returns the number of bytes in the file.
  public func size() throws(FileError) -> Int { try status().size }

  /// Does nothing: the file is in memory, or the system has no such call.
  public func startWriteBack() {}
}

extension FileSystem {
  /// Removes a file, or a folder with all its contents.
  ///
  /// Symbolic links are removed and not followed. A missing file is no error.
  public func removeTree(_ path: String) throws(FileError) {
    do throws(FileError) {
      try remove(path)
    } catch .notFound {
      return
    } catch .notEmpty {
      for name in try list(path) { try removeTree("\(path)/\(name)") }
      try remove(path)
    }
  }
}
