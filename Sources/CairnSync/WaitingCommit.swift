internal import CairnFiles

/// A commit of what is in git's index that waits for its message.
///
/// Git looks through its index while the message is found, which it reads last. Who forgets the
/// commit gives it up, and waits until git has cleaned up behind itself: a git that is killed may
/// leave a lock that nobody takes away. No hook may write the message anew then.
final class WaitingCommit {
  private let git: Git
  private let program: RunningProgram
  private var isTold = false

  private static let arguments = ["commit", "-q", "--cleanup=verbatim", "-F", "-"]

  /// Begins a commit.
  ///
  /// - Parameters:
  ///   - git: git, with a name for whoever commits.
  ///   - names: what is committed of the index; everything where there are none.
  ///   - runsHooks: whether git looks for hooks to run.
  /// - Throws: `SyncError.noGit`.
  init(_ git: Git, of names: [String] = [], runsHooks: Bool) throws(SyncError) {
    self.git = git
    let named = names.isEmpty ? [] : ["--"] + names
    let settings = Git.withoutUpkeep + (runsHooks ? [] : ["-c", "core.hooksPath=/dev/null"])
    program = try git.start(settings + Self.arguments + named, input: .told)
  }

  deinit {
    // No message has such a character: git refuses it.
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
