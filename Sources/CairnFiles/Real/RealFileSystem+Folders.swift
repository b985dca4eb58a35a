internal import CPlatform
internal import Glibc

extension RealFileSystem {
  /// Calls `readdir` until the end.
  public func list(_ folder: String) throws(FileError) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw FileError(.list, path: folder, code: errno)
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

  /// Calls `mkdir`, from the first missing folder on.
  public func makeFolder(_ path: String) throws(FileError) {
    if unsafe mkdir(path, 0o700) == 0 { return }
    let code = errno
    switch code {
    case ENOENT:
      let parent = path.parentFolder
      guard parent != path else { throw FileError(.makeFolder, path: path, code: code) }
      try makeFolder(parent)
      // Someone else may have made it meanwhile, which is as good.
      guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw FileError(.makeFolder, path: path, code: errno)
      }
    case EEXIST:
      guard try status(of: path, for: .makeFolder)?.kind == .folder else {
        throw .alreadyExists(.makeFolder, path: path)
      }
    default:
      throw FileError(.makeFolder, path: path, code: code)
    }
  }

  /// Calls `fsync` for the folder.
  public func synchronizeFolder(_ path: String) throws(FileError) {
    let folder = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY, for: .synchronize)
    guard fsync(folder.number) == 0 else {
      throw FileError(.synchronize, path: path, code: errno)
    }
  }

  /// Calls `symlink`.
  public func makeLink(_ path: String, to target: String) throws(FileError) {
    try completing(.makeLink, path) { unsafe symlink(target, path) }
  }

  /// Calls `readlink`.
  public func target(ofLink path: String) throws(FileError) -> String? {
    do throws(FileError) {
      let bytes = try unsafe filling(Int(PATH_MAX), .examine, path) { buffer in
        guard let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress else { return 0 }
        return unsafe readlink(path, start, buffer.count)
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      // The system's word for "no link".
      if case .system(_, _, EINVAL) = error { return nil }
      throw error
    }
  }
}
