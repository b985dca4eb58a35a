/// A place that keeps files: the machine's own, one in memory, or one that fails on request.
///
/// Everything that Cairn keeps goes through this protocol, so that each guarantee about what
/// survives a crash, a full disk or a second process can be tried without one. Every
/// implementation obeys these rules, and the tests run them against each:
///
///   F1  A path means what it does in POSIX. A relative one starts at the working folder, which
///       in memory is the root. Symbolic links are followed, but `rename` and `remove` act on
///       the link itself.
///   F2  What is not there has the status `nil`; anything else that prevents an answer throws.
///   F3  `.create` fails if the name exists. New files have the permissions 0600, folders 0700.
///   F4  A read past the end returns fewer bytes, or none. A write past it fills the gap with
///       zeros.
///   F5  An open file outlives its name: removed or replaced, it still reads and writes, and its
///       link count is zero.
///   F6  `rename` replaces a file in one step; nobody sees the name missing.
///   F7  Bytes survive a loss of power once `synchronize` returned; a name, once
///       `synchronizeFolder` returned for the folder that holds it. Nothing else promises either.
///   F8  An interrupted call, a short read and a short write are completed, never reported.
///   F9  A lock belongs to the value that `lock` returned. Two in one process exclude each other
///       as two processes do, and a process that dies gives up its own.
///
/// ```
///   create ──▶ write ──▶ synchronize ──▶ rename ──▶ synchronizeFolder
///              (gone after a crash)   (old name)    (new name, all of it)
/// ```
public protocol FileSystem: Sendable {
  /// Returns the whole contents of the file at `path`; a pipe or a device, whose end may never come,
  /// is refused as `notFile`.
  func read(_ path: String) throws(FileError) -> [UInt8]

  /// Returns what is known about `path` without opening it, or `nil` if nothing is there.
  ///
  /// A symbolic link is followed; one that leads nowhere, or in a circle, counts as
  /// nothing.
  func status(of path: String) throws(FileError) -> FileStatus?

  /// Returns the names in a folder, in the order of their bytes, without `.` and `..`.
  func list(_ folder: String) throws(FileError) -> [String]

  /// Makes the folder `path` and the ones above it; one that exists is no error.
  func makeFolder(_ path: String) throws(FileError)

  /// Makes a symbolic link at `path` that leads to `target`, which need not exist.
  func makeLink(_ path: String, to target: String) throws(FileError)

  /// Returns where the symbolic link at `path` leads, or `nil` if `path` is no link.
  func target(ofLink path: String) throws(FileError) -> String?

  /// Gives `from` the name `to`, and replaces a file, or an empty folder, that has that name.
  ///
  /// Errors name `from`, whichever of the two they are about; so does `exchange` with `first`.
  func rename(_ from: String, to: String) throws(FileError)

  /// Gives `from` the name `to`, in one step, only if nothing has that name.
  ///
  /// - Throws: ``FileError/alreadyExists(_:path:)`` if a file, a folder or a link has that name.
  func renameNew(_ from: String, to: String) throws(FileError)

  /// Swaps what two names stand for, in one step.
  ///
  /// The answer is `false`, and nothing is changed, if the file system cannot do that.
  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool

  /// Removes a file, a link or an empty folder.
  func remove(_ path: String) throws(FileError)

  /// Waits until the names in a folder are on the disk (F7).
  func synchronizeFolder(_ path: String) throws(FileError)

  /// Opens the file at `path`; it closes when the last reference to the result goes.
  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile

  /// Opens whatever is at `path` to be read once from its start, pipes and terminals included.
  func stream(_ path: String) throws(FileError) -> any ByteSource

  /// Tells whether the files at `path` are on a network, or behind a program that may fetch them
  /// from anywhere, so that another machine can change them unheard.
  func isRemote(_ path: String) throws(FileError) -> Bool

  /// Returns what tells the file or folder at `path` from every copy of it, and stays the same as
  /// long as it is there, under whatever name; `nil` where the file system has nothing that lasts.
  func identity(of path: String) throws(FileError) -> String?

  /// Takes one byte of the file at `path` as a lock, and makes the file if there is none.
  ///
  /// `byte` says which of the file's independent locks is meant, from 0; it need not exist, and
  /// the file stays empty. An exclusive lock keeps out all others, any other only the exclusive
  /// ones. After `wait` it throws ``FileError/busy(_:path:)``; zero tries once.
  func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock

  /// Waits until no program has the file at `path` open for writing.
  ///
  /// A file that isn't there is written by nobody; nor, as far as can be told, is one whose file
  /// system doesn't say. After `wait` it throws ``FileError/busy(_:path:)``; zero looks once.
  func waitForWriters(of path: String, atMost wait: Duration) throws(FileError)

  /// Returns the absolute path of the file at `path`, without links and `..`; `path` itself if it
  /// can't be resolved.
  func realPath(of path: String) -> String

  /// Returns a file system that is confined to a folder: only the listed symbolic links are
  /// followed.
  ///
  /// Any other link in the folder, and any path outside it, throws
  /// ``FileError/leadsOutside(_:path:)``. The folder's own path may contain links. Each call costs
  /// two more system calls.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - links: the targets of the links that may be followed, by the links' paths within the
  ///     folder. A link that has another target is not followed.
  /// - Returns: the confined file system; `nil` if links can do no harm, as in memory.
  func confined(to folder: String, following links: [String: String]) -> (any FileSystem)?

  /// Makes what tells of changes in folders; `nil` if nothing does.
  func makeWatch() throws(FileError) -> (any FolderWatch)?
}

extension FileSystem {
  /// Tells whether something is at `path`.
  public func exists(_ path: String) throws(FileError) -> Bool {
    try status(of: path) != nil
  }

  /// Files are the machine's own unless their file system says otherwise.
  public func isRemote(_ path: String) throws(FileError) -> Bool { false }

  /// The file's number, which no other file ever has.
  public func identity(of path: String) throws(FileError) -> String? {
    guard let status = try status(of: path) else { throw .notFound(.examine, path: path) }
    return "\(status.inode)"
  }

  /// Returns at once, as writers can't be told.
  public func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {}

  /// The path itself.
  public func realPath(of path: String) -> String { path }

  /// None: nothing lies outside.
  public func confined(
    to folder: String, following links: [String: String]
  ) -> (any FileSystem)? { nil }

  /// None: changes are found by looking.
  public func makeWatch() throws(FileError) -> (any FolderWatch)? { nil }

  /// Opens the file at `path` to be read once from its start, in chunks.
  public func stream(_ path: String) throws(FileError) -> any ByteSource {
    OpenFileSource(try open(path, .read))
  }
}

/// What is known about a file without reading it.
public struct FileStatus: Hashable, Sendable {
  /// What a path leads to.
  public enum Kind: Hashable, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A pipe, a socket or a device.
    case other
  }

  /// What the path leads to.
  public let kind: Kind
  /// The number of bytes; without meaning for a folder.
  public let size: Int
  /// When the contents last changed, in nanoseconds since 1970.
  public let modified: Int64
  /// When the contents, the name or the permissions last changed, in nanoseconds since 1970.
  ///
  /// A program can set `modified` back, but not this.
  public let changed: Int64
  /// The number of the file on its device, the same for as long as the file exists.
  public let inode: UInt64
  /// The number of the device.
  public let device: UInt64
  /// The permission bits, 0o600 for example.
  public let permissions: UInt16
  /// How many names the file has.
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
}

/// What a file is opened for.
public enum OpenMode: Hashable, Sendable {
  /// Only to be read.
  case read
  /// To be read and changed; it must exist.
  case readWrite
  /// To be read and changed; it must not exist yet.
  case create
}

/// An open file.
///
/// It keeps no position, so that several threads may use it at once.
public protocol OpenFile: AnyObject, Sendable {
  /// The path that it was opened by, which errors name.
  var path: String { get }

  /// Returns the number of bytes in the file.
  func size() throws(FileError) -> Int

  /// Returns `count` bytes from `offset`, or as many as there are before the end.
  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]

  /// Writes all of `bytes` from `offset`.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileError)

  /// Starts to write the file's bytes to the disk, and doesn't wait.
  ///
  /// If many files are to be synchronized, the disk then writes them at the same time. Nothing
  /// depends on it, so it reports no error. The default does nothing.
  func startWriteBack()

  /// Waits until the file's bytes and size are on the disk.
  ///
  /// After a failure the outcome is unknown, and a second call that succeeds says nothing: the
  /// system may have dropped what it could not write. Never try again.
  func synchronize() throws(FileError)

  /// Makes the file `size` bytes long, by cutting it or with zeros at its end.
  func truncate(to size: Int) throws(FileError)

  /// Gives the file the permission bits, 0o644 for example.
  func setPermissions(_ bits: UInt16) throws(FileError)

  /// Returns how many names the file has; zero once it was removed or replaced.
  func linkCount() throws(FileError) -> Int
}

extension OpenFile {
  /// Does nothing: the file is in memory, or the system has no such call.
  public func startWriteBack() {}
}

extension FileSystem {
  /// Removes what is at `path`, with everything in it if it is a folder.
  ///
  /// Symbolic links are removed and not followed. What is not there is no error.
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
