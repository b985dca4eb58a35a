/// The reason why a sync failed.
///
/// No error loses data: saved changes stay in the store, and commits stay in the repository.
public enum SyncError: Error, Hashable, Sendable {
  /// Git is missing, or it can't be run.
  case noGit(reason: String)
  /// The store's folder is not in a repository yet.
  case notSynced
  /// The store lies inside a larger repository, whose folder this is.
  case withinRepository(String)
  /// The repository has no remote.
  case noRemote
  /// The repository has several remotes, and the branch has no remote of its own.
  case manyRemotes([String])
  /// The repository already has this remote, with another address.
  case otherRemote(name: String, address: String)
  /// An operation of git, such as a merge, has started and not finished.
  case underWay(Work)
  /// Another sync of the store is running.
  case syncing
  /// No branch is checked out.
  case detached
  /// The other repository contains a private folder, `.local`, of another machine.
  case privateThere(remote: String)
  /// The other repository has links or submodules.
  case noFiles(remote: String, paths: [String])
  /// The other repository has files where the store has folders, or the reverse.
  case misplaced(remote: String, paths: [String])
  /// The model of the other repository joins collections of this store.
  case joins(remote: String, collections: [String])
  /// Git would follow links in its own folder, or the folder lies elsewhere.
  case linksInGit(paths: [String])
  /// File names that are not valid UTF-8 can't be merged.
  case unnamed(paths: [String])
  /// Git ignores changes of these files because of a flag in its index.
  case flagged(paths: [String])
  /// Other machines refuse files that are links here.
  case linkHere(paths: [String])
  /// The other repository lacks a file that every store has.
  case lacksFile(remote: String, path: String)
  /// The other repository deleted most records of some collections.
  case wouldLose(remote: String, losses: [String])
  /// Records are missing or unreadable, though no person deleted them here.
  ///
  /// A push would delete them on other machines too.
  case losses(first: String, count: Int)
  /// The other repository can't be reached, or denies access.
  case unreachable(remote: String, reason: String)
  /// The given repository can't be reached.
  ///
  /// The sync has changed nothing.
  case away(remote: String, reason: String)
  /// The other repository refused the push for its own reason.
  case refused(remote: String, reason: String)
  /// The other repository has commits, but no store.
  case noStoreThere(remote: String)
  /// The other repository is empty, and no store exists here either.
  case nothingThere(remote: String)
  /// The other repository holds another store.
  case otherStore(remote: String)
  /// The folder for the copy isn't empty.
  case notEmpty(path: String)
  /// Both sides changed the same lines of files without records.
  case foreignConflict(paths: [String])
  /// Both sides changed files outside the store, and the local changes are not committed.
  case dirty(reason: String)
  /// Other programs or machines save or push all the time, so the sync can't finish.
  case restless
  /// Git's lock is held by another git, or is left over from one that was killed.
  case locked(path: String)
  /// A git command failed.
  case git(command: String, reason: String)
  /// The store reported an error.
  case store(String)
  /// The caller canceled the sync.
  case canceled

  /// An unfinished operation of git.
  public enum Work: String, CaseIterable, Sendable {
    case merge = "MERGE_HEAD"
    /// A rebase, of either kind.
    case rebase = "rebase-merge"
    /// A rebase by patches.
    case rebaseByPatches = "rebase-apply"
    case cherryPick = "CHERRY_PICK_HEAD"
    case revert = "REVERT_HEAD"

    /// The command that continues or aborts the operation.
    var command: String {
      switch self {
      case .merge: "merge"
      case .rebase, .rebaseByPatches: "rebase"
      case .cherryPick: "cherry-pick"
      case .revert: "revert"
      }
    }
  }
}

extension SyncError: CustomStringConvertible {
  /// A sentence without a full stop: the problem, and what to do about it.
  ///
  /// It contains no passwords.
  public var description: String { sentence.withoutSecrets }

  private var sentence: String {
    switch self {
    case .noGit(let reason): "syncing needs git, which can't be run: \(reason)"
    case .notSynced: "the store has no remote yet; add one: cairn sync init REMOTE"
    case .withinRepository(let folder):
      "the store is part of the repository in \(folder); commit, pull "
        + "and push there with git"
    case .noRemote:
      "the changes are committed, but no remote is set; cairn sync init REMOTE "
        + "sets one"
    case .manyRemotes(let names):
      "the repository has several remotes (\(names.joined(separator: ", "))); choose one with git "
        + "branch --set-upstream-to"
    case .otherRemote(let name, let address):
      "the remote \(name) is already \(address); git remote set-url \(name) changes it"
    case .underWay(let work):
      "the repository is in the middle of a \(work.command); end it with git \(work.command) "
        + "--continue, or give it up with git \(work.command) --abort, then sync again"
    case .syncing: "another sync of the store is running; wait until it ends"
    case .privateThere(let remote):
      "\(remote) has the folder .local, which belongs to one machine; remove it there with git rm -r "
        + "--cached .local, commit and push, then sync again"
    case .noFiles(let remote, let paths):
      "\(remote) has links or other repositories among its files (\(Self.list(paths))), and they may "
        + "lead anywhere; nothing was received; in another copy, replace them by files, commit and "
        + "push, then sync again"
    case .misplaced(let remote, let paths):
      "\(remote) has files in place of folders, or folders in place of files (\(Self.list(paths))); "
        + "nothing was received; in another copy, restore them, commit and push, then sync again"
    case .joins(let remote, let collections):
      "\(remote) joins \(collections.joined(separator: " and ")) into one collection; nothing was "
        + "received; in another copy, restore the model, commit and push, then sync again"
    case .linksInGit(let paths):
      "\(Self.list(paths)): a link or another place, so git would write outside the store; replace it "
        + "by its file or folder, then sync again"
    case .unnamed(let paths):
      "\(Self.list(paths)): the name is not UTF-8, so the file can't be merged; rename "
        + "it with git, commit and push, then sync again"
    case .flagged(let paths):
      "\(Self.list(paths)): git ignores changes here, so they would not be sent; git update-index "
        + "--no-assume-unchanged --no-skip-worktree with the path ends that, then sync again"
    case .linkHere(let paths):
      "\(Self.list(paths)): a link can't be sent, because other machines don't follow it; replace the "
        + "link by its file or folder, then sync again"
    case .lacksFile(let remote, let path):
      "\(remote) lacks \(path), which every store has; nothing was received; in another copy, restore "
        + "it, commit and push, then sync again"
    case .wouldLose(let remote, let losses):
      "\(remote) deleted most records: \(losses.joined(separator: ", ")); nothing was received; cairn "
        + "sync --accept-loss receives the deletions"
    case .detached:
      "no branch is checked out; go back to yours with git checkout BRANCH, then sync again"
    case .unreachable(let remote, let reason):
      "\(remote) can't be reached (\(reason)); the changes are committed, and the next sync "
        + "sends them"
    case .away(let remote, let reason): "\(remote) can't be reached (\(reason))"
    case .refused(let remote, let reason):
      "\(remote) refused the changes (\(reason)); they are committed here"
    case .losses(let first, let count):
      "nothing was sent, because other machines would lose records: \(first)"
        + (count > 1 ? ", and \(count - 1) more places" : "")
        + "; repair it, or accept the loss with cairn store verify --accept-missing"
    case .noStoreThere(let remote):
      "\(remote) has commits but no store; name an empty repository or one with a copy of this store"
    case .nothingThere(let remote):
      "\(remote) is empty, and no store is here to send; cairn init makes one"
    case .otherStore(let remote):
      "\(remote) holds another store; cairn --store NEWFOLDER sync init copies it"
    case .notEmpty(let path): "\(path) is not empty; --store names another folder"
    case .foreignConflict(let paths):
      "\(paths.joined(separator: ", ")) changed on both machines and is not a file of records; merge it "
        + "with git merge, then sync again"
    case .dirty(let reason):
      "files in the folder are not committed, and another machine changed them, too "
        + "(\(reason)); commit them with git, then sync again"
    case .restless: "the store or the remote keeps changing; sync again"
    case .locked(let path):
      "another git is running in the repository or was killed; if none runs, remove "
        + "\(path), then sync again"
    case .git(let command, let reason): "git \(command) failed: \(reason)"
    case .store(let reason): reason
    case .canceled: "canceled; the next sync continues"
    }
  }

  /// Joins the first three paths.
  private static func list(_ paths: [String]) -> String {
    let few = paths.prefix(3).joined(separator: ", ")
    return paths.count > 3 ? "\(few) and \(paths.count - 3) more" : few
  }
}

extension String {
  /// The text without user names, passwords and queries in URLs, and without passwords in addresses
  /// such as `user:password@host:path`.
  ///
  /// An access token can be the user name, so both go. Only the user name of `ssh://` stays.
  package var withoutSecrets: String {
    var result = ""
    var rest = self[...]
    while let mark = rest.firstRange(of: "://") ?? rest.firstRange(of: ":/") {
      result += rest[..<mark.lowerBound].withoutShellPasswords + rest[mark]
      let isShell = rest[..<mark.lowerBound].hasSuffix("ssh")
      rest = rest[mark.upperBound...]
      let word = rest.prefix { !$0.isWhitespace && $0 != "'" && $0 != "\"" }
      let host = word.prefix { $0 != "/" }
      let port = host.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
      // If a password contains a slash, no "@" precedes the slash, and the port is not a number.
      let isCut = host.contains(":") && !port.allSatisfy(\.isNumber)
      // A password can contain a blank, too.
      let whole = word.contains("@") ? word : rest.prefix { !"'\"\n".contains($0) }
      if let sign = (host.contains("@") || !isCut ? host : whole).lastIndex(of: "@") {
        let name = rest[..<sign].prefix { $0 != ":" }
        if isShell { result += "\(name)@" }
        rest = rest[rest.index(after: sign)...]
      }
      // A query, a parameter or a fragment can contain a token.
      let place = rest.prefix { !$0.isWhitespace && $0 != "'" && $0 != "\"" }
      guard let query = place.firstIndex(where: { "?;#".contains($0) }), query < place.endIndex,
        place[query] == "?" || place[query...].contains("=")
      else { continue }
      result += place[..<query]
      rest = rest[place.endIndex...]
    }
    return result + rest.withoutShellPasswords
  }
}

extension Substring {
  /// The text with `user:password@` shortened to `user@`.
  fileprivate var withoutShellPasswords: String {
    split(omittingEmptySubsequences: false) { $0 == " " }.map { word in
      guard let sign = word.lastIndex(of: "@"),
        let colon = word[..<sign].firstIndex(of: ":"), !word[..<sign].contains("/")
      else { return String(word) }
      return String(word[..<colon] + word[sign...])
    }.joined(separator: " ")
  }
}
