import CairnFiles
import TestSupport

/// A file system in memory of the kernel's, of few kilobytes.
final class SmallDisk {
  let path: String
  private let folder: TemporaryFolder
  private let isMounted: Bool

  /// Whether this process may mount one; prints that it may not.
  static let isPossible: Bool = {
    guard Program("mount") != nil, (try? SmallDisk(kilobytes: 64)) != nil else {
      print("skipped: a small disk cannot be mounted here, which takes the rights of root")
      return false
    }
    return true
  }()

  init(kilobytes: Int) throws {
    folder = try TemporaryFolder()
    path = folder.path
    let options = ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", path]
    isMounted = try Program("mount")?.run(options).status == 0
    if !isMounted { throw SessionError(what: "can't mount a disk of \(kilobytes) KB") }
  }

  deinit {
    // A store that was on it may close its files a moment later.
    if isMounted { _ = try? Program("umount")?.run(["-l", path]) }
  }
}
