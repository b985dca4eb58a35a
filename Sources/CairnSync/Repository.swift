internal import CairnFiles
internal import CairnStore

/// The git repository in a store's folder.
struct Repository {
  let git: Git
  /// Git's own folder, usually `.git`.
  let gitFolder: String
  /// The repository's and the person's settings: remotes, branches, Cairn's merge driver.
  private(set) var settings: [String: String]

  /// Opens the repository in the store's folder.
  ///
  /// - Parameter git: git in that folder.
  /// - Throws: `SyncError.notSynced` if there is no repository, `.withinRepository`, `.noGit`.
  init(_ git: Git) throws(SyncError) {
    self.git = git
    let entries = try git.settings.all(git)
    settings = entries.reduce(into: [:]) { $0[$1.name] = $1.value }
    if settings["extensions.partialclone"] != nil {
      throw .git(
        command: "config",
        reason:
          "the repository is a partial clone; a sync needs the whole history; make a full copy "
          + "with cairn sync init")
    }
    if entries.contains(where: { $0.isOfRepository && $0.name == "core.worktree" }) {
      throw .git(
        command: "config",
        reason: "core.worktree is set in the repository; "
          + "git config --unset core.worktree removes it")
    }
    // Asking git for the folder costs a run of it. That run is needed only if the folder looks
    // unusual, or if git did not read the folder's settings.
    if settings["core.repositoryformatversion"] != nil, let folder = Self.usualFolder(git) {
      gitFolder = folder
    } else {
      gitFolder = try Self.foundFolder(git)
    }
    try Self.requireNoLinks(git, gitFolder)
  }

  /// The files and folders of git that a sync writes.
  private static let written = [
    "", "config", "HEAD", "index", "packed-refs", "FETCH_HEAD", "COMMIT_EDITMSG", "ORIG_HEAD",
    "info", "info/attributes", "logs", "logs/HEAD", "objects", "refs", "cairn-index", "cairn-sync",
    "cairn-checkout",
  ]

  /// Refuses links in git's folder, and a git folder that lies elsewhere.
  ///
  /// Git and a sync would follow the links when they write, and the links can arrive with a folder
  /// from another person. A linked work tree is allowed: its repository names the work tree.
  private static func requireNoLinks(_ git: Git, _ gitFolder: String) throws(SyncError) {
    let files = RealFileSystem()
    func isLink(_ path: String) -> Bool { ((try? files.target(ofLink: path)) ?? nil) != nil }
    let own = "\(git.folder)/.git"
    var links = written.map { $0.isEmpty ? own : "\(own)/\($0)" }.filter(isLink)
    if files.realPath(of: gitFolder) != files.realPath(of: own) {
      let back = try? files.read("\(gitFolder)/gitdir")
      let named = String(decoding: (back ?? []).prefix { $0 != 10 }, as: UTF8.self)
      if files.realPath(of: named) != files.realPath(of: own) { links.append(own) }
    } else if (try? files.exists("\(own)/commondir")) == true {
      links.append("\(own)/commondir")
    }
    guard links.isEmpty else { throw .linksInGit(paths: links) }
  }

  private static func usualFolder(_ git: Git) -> String? {
    let fileSystem = RealFileSystem()
    let folder = "\(git.folder)/.git"
    func kind(_ name: String) -> FileStatus.Kind? {
      (try? fileSystem.status(of: "\(folder)/\(name)"))?.kind
    }
    let isUsual = kind("objects") == .folder && kind("refs") == .folder && kind("HEAD") == .file
    return isUsual ? folder : nil
  }

  private static func foundFolder(_ git: Git) throws(SyncError) -> String {
    let end = try git.run(["rev-parse", "--absolute-git-dir", "--show-prefix", "--show-toplevel"])
    guard end.status == 0 else {
      // Git reports an untrusted owner of the folder with another error.
      if end.reason.contains("not a git repository") { throw .notSynced }
      throw .git(command: "rev-parse", reason: end.reason)
    }
    let lines = end.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > 2 else { throw .git(command: "rev-parse", reason: "it said too little") }
    guard lines[1].isEmpty else { throw .withinRepository(lines[2]) }
    return lines[0]
  }

  /// The names of the remotes.
  var remotes: [String] {
    settings.keys.filter { $0.hasPrefix("remote.") && $0.hasSuffix(".url") }
      .map { String($0.dropFirst(7).dropLast(4)) }.sorted()
  }

  /// The address of a remote.
  func address(of remote: String) -> String? { settings["remote.\(remote).url"] }

  /// Whether git may run its automatic upkeep.
  var wantsUpkeep: Bool {
    !["false", "no", "off", "0"].contains(settings["maintenance.auto"]?.lowercased())
      && settings["gc.recentobjectshook"] == nil
  }

  /// The person's hooks that git would run during a sync.
  struct Hooks {
    /// The hooks other than Cairn's; `nil` if the hooks lie in another folder.
    fileprivate let others: Set<String>?

    /// Whether no hook of the person's runs around a commit.
    var leaveCommitsAlone: Bool {
      others?.isDisjoint(with: [
        "prepare-commit-msg", "commit-msg", "pre-commit", "post-commit", "post-rewrite",
      ]) ?? false
    }

    /// Whether Cairn's hook is the only one.
    ///
    /// It does nothing during a sync.
    var areOurs: Bool { others?.isEmpty ?? false }
  }

  /// Reads the list of hooks anew.
  func hooks() -> Hooks {
    let folder = "\(gitFolder)/hooks"
    guard settings["core.hookspath"] == nil, let names = try? RealFileSystem().list(folder) else {
      return Hooks(others: nil)
    }
    return Hooks(
      others: Set(
        names.filter { name in
          !name.hasSuffix(".sample")
            && !(name == "pre-commit" && SyncHook.isOurs("\(folder)/\(name)"))
        }))
  }

  /// Changes a setting of the repository, unless it has that value already.
  mutating func set(_ name: String, _ value: String) throws(SyncError) {
    guard settings[name] != value else { return }
    _ = try git.output(["config", name, value])
    git.settings.forget()
    settings[name] = value
  }

  /// The branch that is checked out, which may have no commit yet.
  func branch() throws(SyncError) -> String {
    let bytes = (try? RealFileSystem().read("\(gitFolder)/HEAD")) ?? []
    let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    let start = "ref: refs/heads/"
    guard line.hasPrefix(start) else { throw .detached }
    return String(line.dropFirst(start.count))
  }

  /// Returns the remote of a branch and the branch's name there; `nil` if the repository has no
  /// remote.
  func upstream(of branch: String) throws(SyncError) -> (remote: String, branch: String)? {
    let remote = settings["branch.\(branch).remote"]
    let merge = settings["branch.\(branch).merge"].map { name in
      name.hasPrefix("refs/heads/") ? String(name.dropFirst(11)) : name
    }
    if let remote, remote != ".", remotes.contains(remote) { return (remote, merge ?? branch) }
    let remotes = remotes
    if remotes.isEmpty { return nil }
    if remotes.count == 1 || remotes.contains("origin") {
      return (remotes.contains("origin") ? "origin" : remotes[0], branch)
    }
    throw .manyRemotes(remotes)
  }

  /// Throws if git is in the middle of something, such as a merge or a rebase.
  func requireNothingUnderWay() throws(SyncError) {
    for work in SyncError.Work.allCases {
      let status = try? RealFileSystem().status(of: "\(gitFolder)/\(work.rawValue)")
      if status != nil { throw .underWay(work) }
    }
  }

  /// Locks out other syncs until the lock is released.
  ///
  /// Waits first for a sync under way.
  func lock(wait: Duration) throws(SyncError) -> any FileLock {
    do throws(FileError) {
      return try RealFileSystem().lock(
        "\(gitFolder)/cairn-sync", byte: 0, exclusive: true, wait: wait)
    } catch  where error.isBusy {
      throw .syncing
    } catch {
      throw .store("\(error)")
    }
  }

  private var checkOutNote: String { "\(gitFolder)/cairn-checkout" }

  /// The commit of a checkout that started and did not finish.
  var notedCheckOut: String? {
    guard let bytes = try? RealFileSystem().read(checkOutNote), !bytes.isEmpty else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Records that a checkout of a commit starts.
  func noteCheckOut(of commit: String) throws(SyncError) {
    do throws(FileError) {
      try RealFileSystem().replace(checkOutNote, with: Array("\(commit)\n".utf8))
    } catch {
      throw .store("\(error)")
    }
  }

  /// Records that the checkout has finished.
  func forgetCheckOut() { try? RealFileSystem().remove(checkOutNote) }

  /// Returns git with a name and an address for the committer.
  ///
  /// The person's own come first.
  func identified(on machine: String) throws(SyncError) -> Git {
    let parts = ["name", "email"]
    let isNamed = parts.allSatisfy { part in
      let isTold = ["AUTHOR", "COMMITTER"].allSatisfy { role in
        git.variables["GIT_\(role)_\(part.uppercased())"]?.isEmpty == false
      }
      return isTold || settings["user.\(part)"]?.isEmpty == false
    }
    if isNamed { return git }
    if try git.answer(["var", "GIT_COMMITTER_IDENT"]) != nil { return git }
    let name = git.variables["USER"] ?? "cairn"
    return ["AUTHOR", "COMMITTER"].reduce(git) { git, role in
      git.setting("GIT_\(role)_NAME", name).setting("GIT_\(role)_EMAIL", "\(name)@\(machine)")
    }
  }
}
