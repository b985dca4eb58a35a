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
