internal import CPlatform
internal import Glibc
internal import Synchronization

/// A path on this machine, resolved within a boundary or without one.
struct RealPlace {
  /// The path that the caller asked for, and that errors name.
  let path: String
  /// The folder that bounds the path; `nil` without a boundary.
  let root: String?
  /// The path to open: relative to `root` if there is a boundary.
  let way: String

  /// A path without a boundary.
  ///
  /// - Parameters:
  ///   - path: the path that the caller asked for.
  ///   - target: the path to open, if a link at `path` was resolved already.
  init(_ path: String, at target: String? = nil) {
    self.path = path
    root = nil
    way = target ?? path
  }

  /// The relative path `way` within the folder `root`.
  init(_ way: String, beneath root: String) {
    path = "\(root)/\(way)"
    self.root = root
    self.way = way
  }

  /// Repeats a system call until no signal interrupts it.
  ///
  /// - Throws: `FileError.leadsOutside` if a symbolic link lies within the boundary; otherwise the
  ///   error of the call.
  @discardableResult
  func completing<Count: SignedInteger>(
    _ action: FileAction, _ call: () -> Count
  ) throws(FileError) -> Count {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code == EINTR { continue }
      if root != nil, code == ELOOP || code == EXDEV { throw .leadsOutside(action, path: path) }
      throw FileError(action, path: path, code: code)
    }
  }

  /// Opens the parent folder, and calls `body` with its descriptor and the last name of the path.
  ///
  /// - Throws: the error of opening the folder, or of `body`.
  func withFolder<Output>(
    _ action: FileAction,
    _ body: (Int32, UnsafePointer<CChar>) throws(FileError) -> Output
  ) throws(FileError) -> Output {
    guard let root else {
      return try unsafe way.withCString { name in
        Result { () throws(FileError) in try unsafe body(AT_FDCWD, name) }
      }.get()
    }
    let folder = try completing(action) {
      unsafe platform_open_beneath(root, way.parentFolder, platform_path_only() | O_DIRECTORY, 0)
    }
    defer { close(folder) }
    return try unsafe way.lastPathComponent.withCString { name in
      Result { () throws(FileError) in try unsafe body(folder, name) }
    }.get()
  }

  /// Repeats a system call on the parent folder and the last name until no signal interrupts it.
  ///
  /// - Throws: the error of opening the folder, or of the call.
  func completing(
    _ action: FileAction, inFolder call: (Int32, UnsafePointer<CChar>) -> Int32
  ) throws(FileError) {
    try unsafe withFolder(action) { (folder, name) throws(FileError) in
      _ = try CairnFiles.completing(action, path) { unsafe call(folder, name) }
    }
  }

  /// Makes a system call on the names of two paths, each in its open parent folder.
  ///
  /// - Returns: 0, or the error number of the call.
  /// - Throws: the error of opening a folder.
  func withFolder(
    and other: RealPlace, _ action: FileAction,
    _ call: (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>) -> Int32
  ) throws(FileError) -> Int32 {
    try unsafe withFolder(action) { (folder, name) throws(FileError) in
      try unsafe other.withFolder(action) { (otherFolder, otherName) throws(FileError) in
        unsafe call(folder, name, otherFolder, otherName) == 0 ? 0 : errno
      }
    }
  }
}

/// The boundary of a confined file system: one folder, and the symbolic links that may leave it.
struct RealBoundary: Sendable {
  let root: String
  /// The targets of the allowed links, by the links' paths within the folder.
  let links: [String: String]
  /// The paths outside the folder that the allowed links reach, through any chain of links.
  private let targets: [String]
  /// The paths whose status needs no look at each of their folders.
  let known = KnownPaths()

  init(root: String, links: [String: String]) {
    self.root = root
    self.links = links
    var targets: [String] = []
    for (link, target) in links {
      var path = Self.path(of: target, from: "\(root)/\(link)")
      // Linux follows at most 40 links.
      for _ in 0..<40 {
        // A target within the folder needs no exception.
        if !path.hasPrefix("\(root)/") || path.contains("/../") { targets.append(path) }
        guard let next = (try? RealFileSystem().target(ofLink: path)) ?? nil else { break }
        path = Self.path(of: next, from: path)
      }
    }
    self.targets = targets
  }

  private static func path(of target: String, from link: String) -> String {
    target.hasPrefix("/") ? target : "\(link.parentFolder)/\(target)"
  }

  /// Resolves a path within the boundary.
  ///
  /// - Parameters:
  ///   - path: a path in the folder, a parent of the folder, or the target of an allowed link.
  ///   - action: the action that an error names.
  ///   - followsLast: whether to follow a link at the end of the path.
  /// - Returns: the place to open.
  /// - Throws: `FileError.leadsOutside` for any other path.
  func place(
    _ path: String, for action: FileAction, followingLast followsLast: Bool
  ) throws(FileError) -> RealPlace {
    // The caller chose the folder's own path, so links in it are safe.
    if path == root || path == "/" || root.hasPrefix("\(path)/") { return RealPlace(path) }
    if targets.contains(where: { covers($0, path) }) { return RealPlace(path) }
    guard path.hasPrefix("\(root)/") else { throw .leadsOutside(action, path: path) }
    let way = String(path.dropFirst(root.count + 1))
    for (link, target) in links {
      guard way.hasPrefix("\(link)/") || followsLast && way == link else { continue }
      let place = RealPlace(link, beneath: root)
      // Opens the listed target, not the link: another process could replace the link now.
      if try RealFileSystem.target(ofLink: place) == target {
        let start = Self.path(of: target, from: "\(root)/\(link)")
        return RealPlace(path, at: start + way.dropFirst(link.count))
      }
    }
    return RealPlace(way, beneath: root)
  }

  /// Whether a path is the target of a link, lies beneath it, or is a draft beside it.
  private func covers(_ target: String, _ path: String) -> Bool {
    if path == target || path.hasPrefix("\(target)/") || path == target.parentFolder { return true }
    return path.parentFolder == target.parentFolder
      && path.lastPathComponent.contains(target.lastPathComponent)
  }
}

/// The folders and files of a boundary whose paths have no symbolic links.
///
/// A save checks the states of six files. Opening a file beneath the boundary takes five system
/// calls. One call is enough while the path leads to the same file as before: that file lay beneath
/// the boundary. For a new or a missing file two calls are enough, while the path of its folder
/// leads to the same folder as before.
/// Only a status is found in this way. An open, a write or a rename examines the whole path.
final class KnownPaths: Sendable {
  private struct Identity: Equatable {
    let device: dev_t
    let number: ino_t

    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
  }

  /// The status of a file.
  struct Answer {
    /// The status; `nil` if the file is missing.
    let status: FileStatus?
  }

  private struct State {
    var folders: [String: Identity] = [:]
    var files: [String: Identity] = [:]
  }

  private let state = Mutex(State())

  /// Notes a folder after a file in it was opened beneath the boundary.
  func note(_ folder: String) {
    var status = stat()
    guard unsafe stat(folder, &status) == 0 else { return }
    let identity = Identity(status)
    state.withLock { $0.folders[folder] = identity }
  }

  /// Finds the status of a known file, or of a file in a known folder.
  ///
  /// - Returns: the answer; `nil` if neither the file nor its folder is known, or if the path leads
  ///   to a link.
  /// - Throws: the error of `lstat`.
  func status(
    of path: String, for action: FileAction
  ) throws(FileError) -> Answer? {
    var status = stat()
    if let known = state.withLock({ $0.files[path] }), unsafe lstat(path, &status) == 0,
      Identity(status) == known
    {
      return Answer(status: FileStatus(status))
    }
    let folder = path.parentFolder
    guard let knownFolder = state.withLock({ $0.folders[folder] }) else { return nil }
    guard unsafe stat(folder, &status) == 0, Identity(status) == knownFolder else { return nil }
    do throws(FileError) {
      try completing(action, path) { unsafe lstat(path, &status) }
    } catch .notFound {
      state.withLock { $0.files[path] = nil }
      return Answer(status: nil)
    }
    guard status.st_mode & S_IFMT != S_IFLNK else { return nil }
    let identity = Identity(status)
    state.withLock { $0.files[path] = identity }
    return Answer(status: FileStatus(status))
  }
}
