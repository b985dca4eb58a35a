internal import CairnFiles
public import CairnStore

/// Synchronizes the copies of a store on several machines through git.
///
/// ```
///   journal ──fold──▶ text ──commit──▶ HEAD ─┐
///                                            ├─ merge ──▶ commit ──▶ text and history ──▶ push
///                     remote ──fetch──▶ theirs ─┘
/// ```
///
///   1. A sync first folds all saved changes into the text and commits them. It never rebases a
///      commit and never forces a push.
///   2. The merge works on git's objects, record by record (see `TextMerge`). The checked-out files
///      change in one step at the end, while saves are blocked. A sync therefore never leaves a
///      repository in the middle of a merge.
///   3. The incoming changes form a change of the store like any other. A person can look at it and
///      undo it.
///   4. If both sides changed one field, the commit has both values between conflict marks. The
///      record still shows its local value. It stays so until a person chooses, on either machine.
///   5. If the program ends at any moment, the next sync continues. Every change is in a commit, in
///      the text or in the journal.
public struct Sync {
  /// The options of a sync.
  public struct Options {
    /// The environment variables for git.
    public var variables: [String: String]
    /// The name of this machine in commits and conflicts.
    public var machine: String
    /// Whether git must not prompt, because no person can answer.
    public var isUnattended = false
    /// Whether to accept deletions of more than half of a collection.
    public var acceptsLoss = false
    /// How long to wait for another sync of the store that is under way.
    public var lockTimeout = Duration.seconds(5)
    /// Returns whether to stop the sync.
    ///
    /// The sync calls it now and then.
    public var isCanceled: () -> Bool = { false }
    /// A function that the sync calls before each step.
    public var progress: (SyncStep) -> Void = { _ in }
    /// The git command that started before the store was open.
    public var opening: SyncOpening?

    /// Options with these variables.
    ///
    /// The default name is the machine's host name.
    public init(variables: [String: String], machine: String? = nil) {
      self.variables = variables
      self.machine = SyncChanges.plainName(machine ?? Self.machineName)
    }

    private static var machineName: String {
      let name = Machine.name.split { $0 == "." || $0.isWhitespace }.first
      return name.map(String.init) ?? "localhost"
    }
  }

  let store: ObjectStore
  let options: Options
  let git: Git

  /// A sync of the store in the folder `path`.
  public init(_ store: ObjectStore, in path: String, _ options: Options) {
    self.store = store
    self.options = options
    var git = Git(
      in: path, variables: options.variables, isUnattended: options.isUnattended,
      settings: options.opening?.settings ?? GitSettings(), isCanceled: options.isCanceled)
    let own = ["GIT_SSH_COMMAND", "GIT_SSH"].contains { options.variables[$0] != nil }
    if options.isUnattended, !own {
      // Batch mode keeps ssh from asking questions, since no person can answer.
      let entries = (try? git.settings.all(git)) ?? []
      let ssh = entries.last { $0.name == "core.sshcommand" && !$0.isOfRepository }
      git = git.setting("GIT_SSH_COMMAND", "\(ssh?.value ?? "ssh") -oBatchMode=yes")
    }
    self.git = git
  }

  /// How often a sync starts again because another machine or a person changed something.
  private static let maximumAttempts = 8

  /// Commits, fetches, merges and pushes.
  ///
  /// - Returns: the exchanged changes, and the conflicts that a person has to resolve.
  /// - Throws: the reason why the sync stopped; the finished steps stay done.
  public func run() throws(SyncError) -> SyncReport {
    var repository = try Repository(git)
    let lock = try repository.lock(wait: options.lockTimeout)
    defer { lock.release() }
    try repository.requireNothingUnderWay()
    let branch = try repository.branch()
    try git.prepareObjects()
    try mendCheckOut(repository)
    var report = SyncReport()
    try SyncSetup(git).refresh(&repository)
    var isTidied = false
    // The upkeep also runs if the sync fails early, for example without a connection.
    defer { if !isTidied { try? tidyUp(repository) {} } }
    guard let (remote, name) = try repository.upstream(of: branch) else {
      _ = try commit(repository, &report)
      throw .noRemote
    }
    report.remote = remote
    report.notes += try settingsWithoutEffect()
    // The fetch runs during the commit if git can't ask a question.
    var fetching = asksNobody(repository, remote) ? try startFetch(name, from: remote) : nil
    var isFetched = false
    var theirs: Commit?
    for _ in 0..<Self.maximumAttempts {
      if let made = try commit(repository, &report), made.hasContentChanges {
        report.sent = report.sent ?? made.summary(store.snapshot.model)
      }
      if !isFetched {
        options.progress(.fetching)
        let program = if let fetching { fetching } else { try startFetch(name, from: remote) }
        theirs = try fetched(name, from: remote, program)
      }
      (isFetched, fetching) = (true, nil)
      if let theirs, try !takeIn(theirs, from: remote, repository, &report) { continue }
      isTidied = true
      guard let head = try git.commit("HEAD"), head.id != theirs?.id else {
        report.waiting = try tidyUp(repository, conflicts)
        if try !isComplete(repository) { continue }
        return report
      }
      if try send(to: remote, name, repository, &report),
        try isThere(head.id, at: remote, name), try isComplete(repository)
      {
        try remember(remote, name, for: branch, &repository)
        report.isSent = true
        return report
      }
      isFetched = false
    }
    throw .restless
  }

  private func remember(
    _ remote: String, _ name: String, for branch: String, _ repository: inout Repository
  ) throws(SyncError) {
    try repository.set("branch.\(branch).remote", remote)
    try repository.set("branch.\(branch).merge", "refs/heads/\(name)")
  }

  // MARK: Remote

  /// Whether git reaches the other repository without a prompt, for example for a passphrase.
  private func asksNobody(_ repository: Repository, _ remote: String) -> Bool {
    options.isUnattended || repository.address(of: remote)?.hasPrefix("/") == true
  }

  private func tracking(_ name: String, of remote: String) -> String {
    "refs/remotes/\(remote)/\(name)"
  }

  /// Starts to fetch the branch from the other repository.
  private func startFetch(
    _ name: String, from remote: String
  ) throws(SyncError) -> RunningProgram {
    // An explicit refspec, because a setting decides what git fetches otherwise. If the remote
    // deleted the branch, its last known commit stays.
    try git.start(
      Git.withoutUpkeep + [
        "fetch", "-q", "--upload-pack=git-upload-pack", remote,
        "+refs/heads/\(name):\(tracking(name, of: remote))",
      ])
  }

  /// Waits for the end of a fetch.
  ///
  /// - Returns: the commit of the remote branch; `nil` if the remote has no such branch.
  private func fetched(
    _ name: String, from remote: String, _ program: RunningProgram
  ) throws(SyncError) -> Commit? {
    let end = try git.end(of: program)
    try Git.requireNoLock(end)
    if end.status != 0, end.reason.contains("couldn't find remote ref") { return nil }
    guard end.status == 0 else { throw unreachable(remote, end.reason) }
    return try git.commit(tracking(name, of: remote))
  }

  /// Pushes the branch, and looks for conflicts in the store at the same time.
  ///
  /// - Returns: whether the remote accepted the push; `false` if another machine pushed first.
  private func send(
    to remote: String, _ name: String, _ repository: Repository, _ report: inout SyncReport
  ) throws(SyncError) -> Bool {
    options.progress(.sending)
    let program = try git.start([
      "push", "--porcelain", "--receive-pack=git-receive-pack", remote, "HEAD:refs/heads/\(name)",
    ])
    report.waiting = try tidyUp(repository, conflicts)
    let end = try git.end(of: program)
    if end.status == 0 { return true }
    let answer = end.text + String(decoding: end.errors, as: UTF8.self)
    let line = answer.split(separator: "\n").first { $0.hasPrefix("!") }
    guard let line else {
      // A failed hook of the person's own prints the reason first. Git's own line has no reason.
      let isOwn = end.reason.hasPrefix("failed to push some refs")
      let words = String(decoding: end.errors, as: UTF8.self).split(separator: "\n").first
      throw isOwn
        ? .refused(remote: remote, reason: words.map(String.init) ?? end.reason)
        : unreachable(remote, end.reason)
    }
    let races = ["(fetch first)", "(non-fast-forward)", "cannot lock ref", "(stale info)"]
    if races.contains(where: line.contains) { return false }
    let reason = line.split(separator: "\t").last.map(String.init) ?? end.reason
    throw .refused(remote: remote, reason: reason)
  }

  /// Runs git's upkeep in the background, and at the same time `work` and the store's upkeep.
  private func tidyUp<Result>(
    _ repository: Repository, _ work: () -> Result
  ) throws(SyncError) -> Result {
    let upkeep = repository.wantsUpkeep ? try git.startUpkeep() : nil
    let result = work()
    // If this fails, the next fold tries again.
    try? store.prepareSpare()
    if let upkeep { _ = try git.end(of: upkeep) }
    return result
  }

  /// The conflicts in the store that a person has to resolve.
  private func conflicts() -> Result<[RecordConflict], StoreError> {
    Result { () throws(StoreError) in try store.conflicts() }
  }

  // MARK: Commit

  /// Folds, and commits the store's files if they differ from the last commit.
  ///
  /// - Parameters:
  ///   - repository: the repository.
  ///   - report: receives the names of files that stay on this machine.
  /// - Returns: the committed changes; `nil` if there are none.
  /// - Throws: the reason why nothing was committed.
  func commit(
    _ repository: Repository, _ report: inout SyncReport
  ) throws(SyncError) -> SyncChanges? {
    options.progress(.committing)
    let outcome = try stored { () throws(StoreError) in
      try store.whileFolded { files in
        Result { () throws(SyncError) in
          try commitText(repository, folded: files, &report)
        }
      }
    }
    return try outcome.get()
  }

  private func commitText(
    _ repository: Repository, folded files: [String], _ report: inout SyncReport
  ) throws(SyncError) -> SyncChanges? {
    let (names, isBorn) = try contentNames(repository)
    var contents = GitContents()
    // The old contents are read while git scans the files. `-f` ignores every .gitignore, which may
    // come from another machine. Unfinished files of a killed program have hidden names.
    var hidden = names.map { ":(exclude,glob)\($0)/**/.*" }
    let large = largeFiles()
    hidden += large.keys.map { ":(exclude,literal)\($0)" }
    let adding = try git.setting("GIT_LITERAL_PATHSPECS", "0")
      .start(["add", "-A", "-f", "-v", "--"] + names + hidden)
    if isBorn { try contents.prepare(files, in: "HEAD", git) }
    let end = try git.end(of: adding)
    var left: LeftFiles
    do throws(SyncError) {
      // Also names the files for which `git add` fails because of a flag.
      left = LeftFiles(try requireFilesOnly(in: names).merging(large) { $1 })
      try Git.require(end, ["add"])
    } catch {
      // Unstages the links; the next `git commit` of the user must not have them.
      let reset = isBorn ? ["reset", "-q"] : ["rm", "-rq", "--cached", "--ignore-unmatch"]
      _ = try? git.run(reset + ["--"] + names)
      throw error
    }
    try unstage(left)
    let git = try repository.identified(on: options.machine)
    // A person's hooks run only if there is something to commit, and with the message of that
    // commit.
    let hooks = repository.hooks()
    // Git holds a lock at the start of a commit, which would prevent the repair of kept files.
    let begins =
      !end.output.isEmpty && hooks.leaveCommitsAlone && !names.contains(KeptFile.folder)
    let runsHooks = !hooks.areOurs
    var waiting = begins ? try WaitingCommit(git, runsHooks: runsHooks) : nil
    let last = isBorn ? "HEAD" : try git.line(["mktree"])
    let comparing = try git.start(
      ["diff-index", "--cached", "-r", "-z", "--raw", "--no-renames", last, "--"])
    if !end.output.isEmpty { try contents.prepare(files, in: "", git) }
    let listing = try git.output(of: comparing, ["diff-index"])
    var staged = TreeChange.list(listing)
    try mendKeptFiles(in: &staged, &left)
    report.add(left.noteHere)
    let changes = staged.filter { names.contains($0.top) }
    guard !changes.isEmpty else { return nil }
    let model = store.snapshot.model
    let summary = SyncChanges(changes, try contents.bytes(of: changes, git), model)
    try requireMeant(summary, changes)
    let message = summary.message(model, machine: options.machine)
    // Other files that a person staged stay staged. Only folders of the store that have changes are
    // named: git reports the name of an empty folder as an error.
    if staged.count > changes.count {
      waiting = nil
      waiting = try WaitingCommit(
        git, of: Set(changes.map(\.top)).sorted(), runsHooks: runsHooks)
    }
    let commit =
      if let waiting { waiting } else { try WaitingCommit(git, runsHooks: runsHooks) }
    try commit.end(message: message)
    return summary
  }

  /// Refuses to commit deletions that come from a truncated or lost file.
  private func requireMeant(
    _ summary: SyncChanges, _ changes: [TreeChange]
  ) throws(SyncError) {
    let entities = Set(summary.records.filter { $0.kind == .delete }.map(\.id.entity))
    guard !entities.isEmpty else { return }
    let model = store.snapshot.model
    let paths = changes.filter(\.old.exists).map(\.path).filter { path in
      TextMerge.collection(of: path, in: model).map(entities.contains) ?? false
    }
    let dangers = try stored { () throws(StoreError) in try store.dangers(in: paths) }
    if let first = dangers.first {
      throw .losses(first: "\(first)", count: dangers.count)
    }
  }

  /// Returns the store's files and folders at the top of the repository, now or in the last commit,
  /// and whether a commit exists.
  func contentNames(
    _ repository: Repository
  ) throws(SyncError) -> (names: [String], isBorn: Bool) {
    let tree = try git.object(named: "HEAD^{tree}")
    let tracked = tree?.names ?? []
    // A person may have committed `.local` before the store ignored it.
    if tracked.contains(".local") { try commitWithoutPrivate(repository) }
    let fileSystem = RealFileSystem()
    let names = ObjectStore.contentNames.filter { name in
      tracked.contains(name) || (try? fileSystem.status(of: "\(git.folder)/\(name)")) != nil
    }
    return (names, tree != nil)
  }

  /// Commits only the removal of the private folder `.local`; its files stay on disk.
  private func commitWithoutPrivate(_ repository: Repository) throws(SyncError) {
    let paths = try git.output(["ls-tree", "-r", "-z", "--name-only", "HEAD", ".local"])
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    _ = try git.output(["rm", "-r", "-q", "--cached", "--ignore-unmatch", ".local"])
    try repository.commitRemoval(of: paths, as: "Keep what is private out", on: options.machine)
  }

  /// Runs `work`, and turns an error of the store into a `SyncError` with the same words.
  func stored<Result>(
    _ work: () throws(StoreError) -> Result
  ) throws(SyncError) -> Result {
    do throws(StoreError) {
      return try work()
    } catch {
      throw .store("\(error)")
    }
  }
}
