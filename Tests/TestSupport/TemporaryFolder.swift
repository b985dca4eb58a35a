import Glibc

/// A folder for one test, removed with everything in it when the test is done.
public final class TemporaryFolder: Sendable {
  /// Where it is, without a slash at the end.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // mkdtemp takes the last six characters for its own.
    let placeholder = String(repeating: "X", count: 6)
    var template = Array("\(base)/cairn-test-\(placeholder)".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SessionError(what: "can't make a temporary folder in \(base)")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The path of something in the folder.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Gives something in the folder other permissions.
  public func setMode(_ mode: mode_t, of name: String) throws {
    guard chmod(path(name), mode) == 0 else {
      throw SessionError(what: "can't set the mode of \(name): error \(errno)")
    }
  }

  private static func remove(_ path: String) {
    guard let folder = opendir(path) else {
      unlink(path)
      return
    }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { removeEntry("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }

  private static func removeEntry(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR { remove(path) } else { unlink(path) }
  }
}
