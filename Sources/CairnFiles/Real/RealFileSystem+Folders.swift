internal import CPlatform
internal import Glibc

extension RealFileSystem {
  /// Calls `readdir` until the end.
  public func list(_ folder: String) throws(FileError) -> [String] {
    let flags = O_RDONLY | O_DIRECTORY
    let opened = try Descriptor(opening: place(folder, for: .list), flags, for: .list)
    // `closedir` closes the descriptor of the stream, so the stream needs its own.
    let own = try completing(.list, folder) { fcntl(opened.number, F_DUPFD_CLOEXEC, 3) }
    guard let stream = unsafe fdopendir(own) else {
      let code = errno
      close(own)
      throw FileError(.list, path: folder, code: code)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe String(cString: platform_entry_name(entry))
      if name != "." && name != ".." { names.append(name) }
    }
    if errno != 0 { throw FileError(.list, path: folder, code: errno) }
    return names.sortedByBytes()
  }

  /// Calls `mkdir` for the folder and its missing parents.
  public func makeFolder(_ path: String) throws(FileError) {
    let place = try place(path, for: .makeFolder, followingLast: false)
    do throws(FileError) {
      try unsafe place.completing(.makeFolder) { unsafe mkdirat($0, $1, 0o700) }
    } catch .notFound {
      let parent = path.parentFolder
      guard parent != path else { throw .notFound(.makeFolder, path: path) }
      try makeFolder(parent)
      do throws(FileError) {
        try unsafe place.completing(.makeFolder) { unsafe mkdirat($0, $1, 0o700) }
      } catch .alreadyExists {
        // Another process created it first.
      }
    } catch .alreadyExists {
      guard try status(of: path, for: .makeFolder)?.kind == .folder else {
        throw .alreadyExists(.makeFolder, path: path)
      }
    }
  }

  /// Calls `fsync` for the folder.
  public func synchronizeFolder(_ path: String) throws(FileError) {
    let folder = try Descriptor(
      opening: place(path, for: .synchronize), O_RDONLY | O_DIRECTORY, for: .synchronize)
    guard fsync(folder.number) == 0 else {
      throw FileError(.synchronize, path: path, code: errno)
    }
  }

  /// Calls `symlink`.
  public func makeLink(_ path: String, to target: String) throws(FileError) {
    let place = try place(path, for: .makeLink, followingLast: false)
    try unsafe place.completing(.makeLink) { unsafe symlinkat(target, $0, $1) }
  }

  /// Calls `readlink`.
  public func target(ofLink path: String) throws(FileError) -> String? {
    try Self.target(ofLink: place(path, for: .examine, followingLast: false))
  }

  static func target(ofLink place: RealPlace) throws(FileError) -> String? {
    do throws(FileError) {
      let bytes = try unsafe place.withFolder(.examine) { (folder, name) throws(FileError) in
        try unsafe filling(Int(PATH_MAX), .examine, place.path) { buffer in
          guard let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress else { return 0 }
          return unsafe readlinkat(folder, name, start, buffer.count)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      // The system's error for a file that is no link.
      if case .system(_, _, EINVAL) = error { return nil }
      throw error
    }
  }
}
