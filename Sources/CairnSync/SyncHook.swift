internal import CairnFiles

/// The pre-commit hook of a repository, which folds before a person commits with git.
enum SyncHook {
  /// The variable that is set while a sync commits.
  ///
  /// The sync has folded already.
  static let silencer = "CAIRN_SYNC"

  /// The line that identifies Cairn's own hook.
  private static let mark = "# Made by cairn sync"

  private static let text = """
    #!/bin/sh
    \(mark): what was saved is in the text before it is committed.
    [ -z "$\(silencer)" ] || exit 0
    [ -f STORE ] || exit 0
    command -v cairn >/dev/null || exit 0
    exec cairn git-hook
    """ + "\n"

  /// Whether a file is Cairn's hook in the current version.
  static func isOurs(_ path: String) -> Bool {
    (try? RealFileSystem().read(path)) == Array(text.utf8)
  }

  /// Installs the hook.
  ///
  /// - Parameter path: the path where git looks for the hook.
  /// - Returns: whether the hook is installed; `false` if the person has a different hook.
  /// - Throws: the error if the file can't be read or written.
  static func install(at path: String) throws(FileError) -> Bool {
    let fileSystem = RealFileSystem()
    if isOurs(path) { return true }
    if try fileSystem.exists(path) {
      // An older version of Cairn's hook is replaced.
      let present = String(decoding: try fileSystem.read(path), as: UTF8.self)
      guard present.contains(mark) else { return false }
    }
    try fileSystem.makeFolder(path.parentFolder)
    try fileSystem.replace(path, with: Array(text.utf8))
    try fileSystem.open(path, .readWrite).setPermissions(0o755)
    return true
  }
}
