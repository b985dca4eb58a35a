internal import CairnFiles

/// A commit of git's index that waits for its message.
///
/// Git reads the message last, so it scans its index while Cairn composes the message. Releasing
/// this object without a message cancels the commit, and waits until git has cleaned up. A killed
/// git could leave a lock behind. While git waits, no hook may rewrite the message.
final class WaitingCommit {
  private let git: Git
  private let program: RunningProgram
  private var isTold = false

  private static let arguments = ["commit", "-q", "--cleanup=verbatim", "-F", "-"]

  /// Begins a commit.
  ///
  /// - Parameters:
  ///   - git: git, with a name and an address for the committer.
  ///   - names: the paths to commit; empty for the whole index.
  ///   - runsHooks: whether git runs hooks.
  /// - Throws: `SyncError.noGit`.
  init(_ git: Git, of names: [String] = [], runsHooks: Bool) throws(SyncError) {
    self.git = git
    let named = names.isEmpty ? [] : ["--"] + names
    let settings = Git.withoutUpkeep + (runsHooks ? [] : ["-c", "core.hooksPath=/dev/null"])
    program = try git.start(settings + Self.arguments + named, input: .told)
  }

  deinit {
    // Git refuses a message with a zero byte, which cancels the commit.
    if !isTold { _ = program.end(telling: [0]) }
  }

  /// Commits with a message.
  ///
  /// - Throws: `SyncError.git`, `.locked`, `.canceled`.
  func end(message: String) throws(SyncError) {
    isTold = true
    try Git.require(try git.end(of: program, telling: Array(message.utf8)), ["commit"])
  }
}
