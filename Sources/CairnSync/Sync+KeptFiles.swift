internal import CairnFiles
internal import CairnStore

/// The files in the folder of kept files that a sync does not exchange.
///
/// A sync exchanges only `files/HASH/NAME`: a regular file that has the content of its hash and is
/// not too large. Any other file stays on its machine, and the sync continues. A commit removes the
/// file from the branch, so that each machine reports it once.
struct LeftFiles {
  /// The files that are no kept files, with the reasons.
  private(set) var reasons: [String: KeptFile.Refusal]
  /// The kept files that another machine removed, and that records or the history here name.
  var needed: Set<String> = []
  /// Whether an incoming file is executable, which a kept file is not.
  var hasPrograms = false

  init(_ reasons: [String: KeptFile.Refusal] = [:]) { self.reasons = reasons }

  /// The paths at which our tree stays unchanged.
  var paths: Set<String> { needed.union(reasons.keys) }
  /// Whether the other side's commit can be taken unchanged.
  var isEmpty: Bool { reasons.isEmpty && needed.isEmpty && !hasPrograms }

  mutating func add(_ path: String, _ reason: KeptFile.Refusal) { reasons[path] = reason }

  /// The note about files that were not taken from another machine.
  func note(from remote: String) -> [String] {
    reasons.isEmpty
      ? [] : ["\(remote) has files that no store keeps, and they were not received: \(list)"]
  }

  /// The note about files that were not passed on.
  var noteHere: [String] {
    reasons.isEmpty ? [] : ["files that no store keeps stay on this machine: \(list)"]
  }

  private var list: String {
    let all = reasons.sorted { $0.key < $1.key }.map { "\($0) (\($1.words))" }
    let few = all.prefix(3).joined(separator: ", ")
    return all.count > 3 ? "\(few), and \(all.count - 3) more" : few
  }
}

extension Sync {
  /// Returns the incoming changes of files that this machine does not take.
  ///
  /// Cost: the bytes of the incoming files; the texts and the history if kept files were removed.
  func leftFiles(of incoming: [TreeChange]) throws(SyncError) -> LeftFiles {
    let files = incoming.filter { KeptFile.isPlace($0.path) }
    guard !files.isEmpty else { return LeftFiles() }
    var left = LeftFiles(try git.refusals(of: files.filter(\.new.exists)))
    left.hasPrograms = files.contains { $0.new.exists && $0.new != $0.new.plain }
    let removed = files.filter { !$0.new.exists }
    guard !removed.isEmpty, let used = store.usedFiles else { return left }
    let wanted = removed.filter { KeptFile($0.path).map { used.contains($0.hash) } == true }
    let damaged = try git.refusals(of: wanted, \.old)
    left.needed = Set(wanted.map(\.path).filter { damaged[$0] == nil })
    return left
  }

  /// The files that are too large to be kept, so that git does not read them.
  func largeFiles() -> [String: KeptFile.Refusal] {
    let fileSystem = SyncSetup.files(in: git.folder)
    var found: [String: KeptFile.Refusal] = [:]
    func look(at path: String) {
      for name in (try? fileSystem.list("\(git.folder)/\(path)")) ?? [] {
        let place = "\(path)/\(name)"
        guard let status = try? fileSystem.status(of: "\(git.folder)/\(place)") else { continue }
        if status.kind == .folder { look(at: place) }
        if status.kind == .file, status.size > KeptFile.largest { found[place] = .size }
      }
    }
    look(at: KeptFile.folder)
    return found
  }

  /// Takes files out of the index that are no kept files; they stay on the disk.
  func unstage(_ left: LeftFiles) throws(SyncError) {
    guard !left.paths.isEmpty else { return }
    _ = try git.output(["rm", "-fq", "--cached", "--ignore-unmatch", "--"] + left.paths.sorted())
  }

  /// Leaves out changes of kept files that other machines must not get.
  ///
  /// Files that were changed or lost outside of Cairn come back. A new file that no record names is
  /// left over from a refused change.
  ///
  /// - Parameters:
  ///   - staged: the changes of the index.
  ///   - left: receives the files with a wrong content.
  /// - Throws: `SyncError.git`, `.noGit`, `.canceled`.
  func mendKeptFiles(
    in staged: inout [TreeChange], _ left: inout LeftFiles
  ) throws(SyncError) {
    let kept = staged.filter { KeptFile($0.path) != nil }
    guard !kept.isEmpty, let used = store.usedFiles else { return }
    let isUsed = { (change: TreeChange) in
      KeptFile(change.path).map { used.contains($0.hash) } == true
    }
    let wrong = try git.refusals(of: kept.filter(\.new.exists))
    let harmed = kept.filter { change in
      change.old.exists && (change.new.exists ? wrong[change.path] != nil : isUsed(change))
    }
    let lost = try git.refusals(of: harmed, \.old)
    let mended = harmed.map(\.path).filter { lost[$0] == nil }
    try git.restore(mended)
    var unstaged = Set(kept.filter { !$0.old.exists && !isUsed($0) }.map(\.path))
    for (path, reason) in wrong where !mended.contains(path) {
      left.add(path, reason)
      unstaged.insert(path)
    }
    if !unstaged.isEmpty {
      _ = try git.output(["rm", "-fq", "--cached", "--"] + unstaged.sorted())
    }
    // A damaged file that is in the last commit leaves the branch.
    let settled = unstaged.subtracting(lost.keys).union(mended)
    staged.removeAll { settled.contains($0.path) }
    for index in staged.indices where unstaged.contains(staged[index].path) {
      staged[index].new = .none
    }
  }
}

extension Git {
  /// Returns why files in a place of kept files are none, by their paths.
  ///
  /// Cost: the bytes of all files that could be kept; only one of them is in memory.
  ///
  /// - Parameters:
  ///   - changes: changed files.
  ///   - side: the side of the changes.
  /// - Returns: the reasons; kept files have none.
  /// - Throws: `SyncError.git`, `.noGit`, `.canceled`.
  func refusals(
    of changes: [TreeChange], _ side: KeyPath<TreeChange, TreeChange.Entry> = \.new
  ) throws(SyncError) -> [String: KeptFile.Refusal] {
    var refusals: [String: KeptFile.Refusal] = [:]
    var named: [(file: KeptFile, blob: String)] = []
    for change in changes {
      let entry = change[keyPath: side]
      if !entry.isRegular {
        refusals[change.path] = .irregular
      } else if change.isNamed, let file = KeptFile(change.path) {
        named.append((file, entry.blob))
      } else {
        refusals[change.path] = .name
      }
    }
    let sizes = try sizes(of: named.map(\.blob))
    for (file, blob) in named {
      if sizes[blob].map({ $0 > KeptFile.largest }) == true {
        refusals[file.path] = .size
      } else if let object = try object(named: blob), !file.holds(object.bytes) {
        refusals[file.path] = .content
      }
    }
    return refusals
  }

  /// The numbers of bytes of blobs, by their ids.
  private func sizes(of blobs: [String]) throws(SyncError) -> [String: Int] {
    guard !blobs.isEmpty else { return [:] }
    let words = Array(blobs.map { $0 + "\n" }.joined().utf8)
    let lines = try output(["cat-file", "--batch-check=%(objectname) %(objectsize)"], input: words)
    var sizes: [String: Int] = [:]
    for line in String(decoding: lines, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      if parts.count == 2 { sizes[String(parts[0])] = Int(parts[1]) }
    }
    return sizes
  }

  /// Checks files of the last commit out again, for their owner only.
  func restore(_ paths: [String]) throws(SyncError) {
    guard !paths.isEmpty else { return }
    let arguments = ["-c", "core.symlinks=false", "checkout", "-q", "HEAD", "--"]
    try Git.require(try runPrivately(arguments + paths), ["checkout"])
  }
}

extension Repository {
  /// Commits the removal of files from the branch; the index and the disk stay unchanged.
  func commitRemoval(
    of paths: some Collection<String>, as message: String, on machine: String
  ) throws(SyncError) {
    let tree = try git.tree(
      of: try git.line(["rev-parse", "HEAD"]),
      with: Dictionary(uniqueKeysWithValues: paths.map { ($0, TreeChange.Entry.none) }),
      in: gitFolder)
    let commit = try identified(on: machine).line(
      ["commit-tree", tree, "-p", "HEAD", "-m", message])
    _ = try git.output(["update-ref", "HEAD", commit])
  }
}
