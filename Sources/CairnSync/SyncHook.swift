internal import CairnFiles

/// What a repository runs by itself: the fold before a commit that a person makes with git.
enum SyncHook {
  /// The variable that says that a sync is committing, which has folded already.
  static let silencer = "CAIRN_SYNC"

  /// Tells our hook from another's.
  private static let mark = "# Made by cairn sync"

  private static let text = """
    #!/bin/sh
    \(mark): what was saved is in the text before it is committed.
    [ -z "$\(silencer)" ] || exit 0
    [ -f STORE ] || exit 0
    command -v cairn >/dev/null || exit 0
    exec cairn git-hook
    """ + "\n"

  /// Whether a file is our hook, as this program writes it.
  static func isOurs(_ path: String) -> Bool {
    (try? RealFileSystem().read(path)) == Array(text.utf8)
  }

  /// Puts the hook in its place.
  ///
  /// - Parameter path: where git looks for it.
  /// - Returns: whether it is there; not where somebody has a hook of their own.
  /// - Throws: why the file can't be read or written.
  static func install(at path: String) throws(FileError) -> Bool {
    let fileSystem = RealFileSystem()
    if isOurs(path) { return true }
    if try fileSystem.exists(path) {
      // An older one of ours is replaced.
      let present = String(decoding: try fileSystem.read(path), as: UTF8.self)
      guard present.contains(mark) else { return false }
    }
    try fileSystem.makeFolder(path.parentFolder)
    try fileSystem.replace(path, with: Array(text.utf8))
    try fileSystem.open(path, .readWrite).setPermissions(0o755)
    return true
  }
}
