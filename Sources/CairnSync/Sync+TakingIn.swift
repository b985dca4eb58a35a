internal import CairnFiles
internal import CairnStore

extension Sync {
  /// Brings what the other side has into the store, merged with what is here.
  ///
  /// - Parameters:
  ///   - theirs: the other side's commit.
  ///   - remote: where it comes from.
  ///   - repository: the repository.
  ///   - report: is told what came.
  /// - Returns: whether it is done; not where somebody changed something here meanwhile, which has
  ///   to be committed first.
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
    let arriving = try git.difference(from: ours.id, to: theirs.id).filter(\.new.exists)
    try requireFiles(arriving, in: theirs.id, remote)
    try requireStore(in: theirs.id, remote)
    let merge =
      base == ours.id
      ? nil : try merge(base, ours.id, theirs.id, of: other, from: remote, repository)
    let target = merge?.commit ?? theirs.id
    let files = try git.difference(from: ours.id, to: target)
    let contents = try git.contents(of: files)
    let model = try newModel(files, contents) ?? store.snapshot.model
    try requireSeparate(model, remote)
    let changes = SyncChanges(files, contents, model, replacing: store.snapshot.model)
    if !options.acceptsLoss { try requireMost(changes, model, remote) }
    let summary = changes.summary(model)
    // As other changes are called, which end no sentence.
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
      // Somebody may have edited a file of ours after it was committed.
      if try commit(repository) != nil { return false }
      throw .dirty(reason: reason)
    }
    if changes.hasContentChanges { report.received = report.received ?? summary }
    if let merge { report.found.add(merge.found) }
    return true
  }

  /// What both commits go back to; `nil` where they have nothing in common.
  private func base(of ours: Commit, _ theirs: Commit) throws(SyncError) -> String? {
    // Mostly one side has nothing new, which needs no search.
    if ours.parents.contains(theirs.id) { return theirs.id }
    if theirs.parents.contains(ours.id) { return ours.id }
    return try git.answer(["merge-base", ours.id, theirs.id])
  }

  /// Makes a commit what is checked out, which is a step forward from what is.
  private func checkOut(_ commit: String, _ repository: Repository) throws(SyncError) {
    try repository.noteCheckOut(of: commit)
    // Without what a person has set for merges of their own.
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

  /// Puts back what a program that was ended in the middle of a checkout left of files: a missing
  /// one, or the beginning of what it was to become, is nobody's edit.
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
        _ = try git.uninterrupted.output(
          ["-c", "core.symlinks=false", "checkout", "-q", "HEAD", "--"] + torn.map(\.path))
      }
    }
    repository.forgetCheckOut()
  }

  /// The model among files that change, where it does.
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

  /// Makes a commit that has what both sides have, and tells what a person should know of it.
  private func merge(
    _ base: String?, _ ours: String, _ theirs: String, of other: String, from remote: String,
    _ repository: Repository
  ) throws(SyncError) -> (commit: String, found: TextMerge.Findings) {
    let start = if let base { base } else { try git.line(["mktree"]) }
    let merge = try TreeMerge(
      git, from: start, ours: ours, theirs: theirs, model: store.snapshot.model,
      in: store.localTime, names: (options.machine, other == options.machine ? remote : other))
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
  /// The machine that made it, as its message says.
  fileprivate var machine: String? {
    let prefix = SyncChanges.machineKey + ": "
    let line = message.split(whereSeparator: \.isNewline).last { $0.hasPrefix(prefix) }
    // Another machine chose it.
    let name = line.map { SyncChanges.plainName($0.dropFirst(prefix.count)) }
    return name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }
}
