internal import CairnFiles
internal import CairnStore

extension Sync {
  /// Merges the other side's commit with the local one, and takes the result into the store.
  ///
  /// - Parameters:
  ///   - theirs: the other side's commit.
  ///   - remote: the name of the remote.
  ///   - repository: the repository.
  ///   - report: receives the findings and the summary.
  /// - Returns: whether the commit is merged; `false` if a person changed something here during the
  ///   merge. That change must be committed first.
  /// - Throws: `SyncError.otherStore`, `.foreignConflict`, `.dirty`, `.git`.
  func takeIn(
    _ theirs: Commit, from remote: String, _ repository: Repository, _ report: inout SyncReport
  ) throws(SyncError) -> Bool {
    guard let ours = try git.commit("HEAD"), ours.id != theirs.id else { return true }
    let base = try base(of: ours, theirs)
    if base == theirs.id { return true }
    if base == nil { try requireSameStore(theirs.id, remote) }
    options.progress(.merging)
    let other = theirs.machine ?? remote
    // Checks the incoming commit before its records and its model are read.
    let incoming = try git.difference(from: ours.id, to: theirs.id)
    let left = try leftFiles(of: incoming)
    let arriving = incoming.filter { $0.new.exists && !left.paths.contains($0.path) }
    try requireFiles(arriving, in: theirs.id, remote)
    try requireStore(in: theirs.id, remote)
    let merge =
      base == ours.id && left.isEmpty
      ? nil
      : try merge(base, ours.id, theirs.id, of: other, from: remote, leaving: left, repository)
    let target = merge?.commit ?? theirs.id
    let files = try git.difference(from: ours.id, to: target)
    let contents = try git.contents(of: files)
    let model = try newModel(files, contents) ?? store.snapshot.model
    try requireSeparate(model, remote)
    let changes = SyncChanges(files, contents, model, replacing: store.snapshot.model)
    if !options.acceptsLoss { try requireMost(changes, model, remote) }
    let summary = changes.summary(model)
    // The titles of changes begin in lower case.
    let title = summary.prefix(1).lowercased() + summary.dropFirst()
    let outcome = try stored { () throws(StoreError) in
      try store.replaceText(title: title, origin: .sync(other), files: files.map(\.path)) {
        Result { () throws(SyncError) in
          try checkOut(target, repository)
          return changes.records
        }
      }
    }
    guard let outcome else { return false }
    do throws(SyncError) {
      report.transaction = try outcome.get() ?? report.transaction
    } catch .dirty(let reason) {
      // A person may have edited a file of the store after the commit.
      if try commit(repository, &report) != nil { return false }
      throw .dirty(reason: reason)
    }
    report.add(left.note(from: remote))
    if changes.hasContentChanges { report.received = report.received ?? summary }
    if let merge { report.found.add(merge.found) }
    return true
  }

  /// The common ancestor of both commits; `nil` if they have none.
  private func base(of ours: Commit, _ theirs: Commit) throws(SyncError) -> String? {
    // Usually one side has nothing new, so no search is needed.
    if ours.parents.contains(theirs.id) { return theirs.id }
    if theirs.parents.contains(ours.id) { return ours.id }
    return try git.answer(["merge-base", ours.id, theirs.id])
  }

  /// Checks out a commit that descends from the current one.
  private func checkOut(_ commit: String, _ repository: Repository) throws(SyncError) {
    try repository.noteCheckOut(of: commit)
    // These overrides switch off the person's own settings for merges.
    let settings = [
      "merge.autoStash=false", "merge.verifySignatures=false", "core.symlinks=false",
    ]
    let arguments = (settings + ["core.hooksPath=/dev/null"]).flatMap { ["-c", $0] }
    let end = try git.uninterrupted.runPrivately(
      arguments + ["merge", "-q", "--ff-only", "--no-overwrite-ignore", commit])
    if end.status < 128 || end.reason.contains("overwritten") { repository.forgetCheckOut() }
    guard end.status != 0 else { return }
    let words = String(decoding: end.errors, as: UTF8.self)
    try Git.requireNoLock(end)
    guard words.contains("overwritten") else {
      throw .git(command: "merge", reason: end.reason)
    }
    let paths = words.split(separator: "\n").filter { $0.hasPrefix("\t") }.map { $0.dropFirst() }
    throw .dirty(reason: paths.joined(separator: ", "))
  }

  /// Repairs files after a program ended in the middle of a checkout.
  ///
  /// A missing file, or one with only the first part of its new content, does not come from a
  /// person's edit.
  func mendCheckOut(_ repository: Repository) throws(SyncError) {
    guard let target = repository.notedCheckOut else { return }
    if let head = try git.commit("HEAD"), head.id != target, try git.commit(target) != nil {
      let files = try git.difference(from: head.id, to: target)
      let contents = try git.contents(of: files)
      let torn = files.filter { file in
        guard file.old.exists, let new = contents[file.new.blob] else { return false }
        let present = try? SyncSetup.files(in: git.folder).read("\(git.folder)/\(file.path)")
        guard let present else { return true }
        return present.count < new.count && new.starts(with: present)
          && present != contents[file.old.blob]
      }
      if !torn.isEmpty {
        try git.uninterrupted.restore(torn.map(\.path))
      }
    }
    repository.forgetCheckOut()
  }

  /// The changed model; `nil` if the model file did not change.
  private func newModel(
    _ files: [TreeChange], _ contents: [String: [UInt8]]
  ) throws(SyncError) -> ObjectModel? {
    guard let file = files.first(where: { $0.path == ObjectStore.modelFile }),
      let text = contents[file.new.blob]
    else { return nil }
    return try stored { () throws(StoreError) in
      try ObjectModel(parsing: String(decoding: text, as: UTF8.self), file: file.path)
    }
  }

  private func requireSameStore(_ theirs: String, _ remote: String) throws(SyncError) {
    let header = try git.object(named: "\(theirs):\(ObjectStore.headerFile)")
    let text = String(decoding: header?.bytes ?? [], as: UTF8.self)
    guard let id = ObjectStore.id(inHeader: text) else {
      throw .noStoreThere(remote: remote)
    }
    guard id == store.id else { throw .otherStore(remote: remote) }
  }

  /// Merges both sides into a new commit, and returns the findings for the person.
  private func merge(
    _ base: String?, _ ours: String, _ theirs: String, of other: String, from remote: String,
    leaving left: LeftFiles, _ repository: Repository
  ) throws(SyncError) -> (commit: String, found: TextMerge.Findings) {
    let start = if let base { base } else { try git.line(["mktree"]) }
    let merge = try TreeMerge(
      git, from: start, ours: ours, theirs: theirs, leaving: left.paths,
      model: store.snapshot.model, in: store.localTime,
      names: (options.machine, other == options.machine ? remote : other))
    let blobs = try git.store(merge.written.map(\.text), in: repository.gitFolder)
    var entries = merge.entries
    for (file, blob) in zip(merge.written, blobs) {
      entries[file.path] = TreeChange.Entry(mode: file.mode, blob: blob)
    }
    let tree = try git.tree(of: ours, with: entries, in: repository.gitFolder)
    let message = Self.message(of: merge, other, options.machine)
    let commit = try repository.identified(on: options.machine).line(
      ["commit-tree", tree, "-p", ours, "-p", theirs, "-F", "-"], input: Array(message.utf8))
    return (commit, merge.found)
  }

  private static func message(
    of merge: TreeMerge, _ other: String, _ machine: String
  ) -> String {
    let model = merge.model
    var lines = ["Merge what \(other) changed", ""]
    lines += merge.found.conflicts.compactMap { conflict in
      conflict.id.map { id in
        "! \(model.path(of: id))\(conflict.field.map { ": \($0)" } ?? "")"
      }
    }
    lines += merge.found.kept.map { "= \(model.path(of: $0)): edited and deleted, kept" }
    if lines.count > 2 { lines.append("") }
    return (lines + ["\(SyncChanges.machineKey): \(machine)", ""]).joined(separator: "\n")
  }
}

extension Commit {
  /// The machine that made the commit, as its message says.
  fileprivate var machine: String? {
    let prefix = SyncChanges.machineKey + ": "
    let line = message.split(whereSeparator: \.isNewline).last { $0.hasPrefix(prefix) }
    // The name comes from another machine, so it may have unsafe characters.
    let name = line.map { SyncChanges.plainName($0.dropFirst(prefix.count)) }
    return name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }
}
