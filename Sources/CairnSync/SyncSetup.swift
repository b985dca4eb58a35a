internal import CairnFiles
internal import CairnStore

/// The git settings, attributes and hook that make git treat records as records, without Cairn too.
struct SyncSetup {
  let git: Git

  init(_ git: Git) { self.git = git }

  /// The settings of the repository.
  private static let settings = [
    ("merge.cairn.name", "records of Cairn"),
    // If Cairn isn't in the path, git's own merge runs. Otherwise the file would lack one side.
    (
      "merge.cairn.driver",
      "s=2; if command -v cairn >/dev/null; then cairn git-merge -- %O %A %B %P; s=$?; fi; "
        + "[ $s -le 1 ] && exit $s; git merge-file -q --diff3 %A %O %B"
    ),
    ("diff.cairn.xfuncname", "^Id: .*$"),
  ]

  private static let attributes = [
    "*.rec -text merge=cairn diff=cairn", "/STORE -text", "/blobs/** -text",
    "/files/** -text -merge -diff",
  ]
  /// Attributes that keep git from converting a file.
  ///
  /// They go into git's own folder, which no fetch can change.
  private static let ownAttributes = [
    "*.rec", "/STORE", "/blobs/**", "/conflicts/**", "/data/**", "/ids/**", "/model/**",
    "/files/**",
    ".git*",
  ].map {
    "\($0) -text -filter -ident !working-tree-encoding"
      + ($0 == "*.rec" ? " merge=cairn diff=cairn" : $0 == "/files/**" ? " -merge -diff" : "")
  }
  /// Git never ignores the store's files, even if a person's global settings would.
  private static let ignored = [
    "!/STORE", "!/blobs/", "!/data/", "!/files/", "!/files/**", "!/ids/", "!/model/", "!*.rec",
    "/.local/",
    ".*.new",
    ".*.swap", ".*.draft",
  ]

  /// Adds all missing settings, attributes and ignore rules.
  func refresh(_ repository: inout Repository) throws(SyncError) {
    for (name, value) in Self.settings { try repository.set(name, value) }
    // By default, git lets the system decide when its objects reach the disk. A power loss could
    // then leave empty files.
    if repository.settings["core.fsync"] == nil { try repository.set("core.fsync", "all") }
    do throws(FileError) {
      try ensureLines(Self.attributes, in: ".gitattributes", replacing: "*.rec -text")
      try ensureLines(Self.ignored, in: ".gitignore")
      try guardBytes(repository.gitFolder)
    } catch {
      throw .store("\(error)")
    }
  }

  /// Overrides the attributes of other machines, so that git never changes the bytes of a record.
  func guardBytes(_ gitFolder: String) throws(FileError) {
    try ensureLines(Self.ownAttributes, in: "attributes", of: "\(gitFolder)/info")
  }

  /// Installs the pre-commit hook.
  ///
  /// - Returns: notes for the person.
  func installHook() throws(SyncError) -> [String] {
    let folder = try git.line(["rev-parse", "--git-path", "hooks"])
    let path = (folder.hasPrefix("/") ? folder : "\(git.folder)/\(folder)") + "/pre-commit"
    // A person may share a chosen hooks folder between all their repositories.
    let isLink = ((try? RealFileSystem().target(ofLink: path.parentFolder)) ?? nil) != nil
    let isOwn = try git.answer(["config", "core.hooksPath"]) == nil && !isLink
    do throws(FileError) {
      if isOwn, try SyncHook.install(at: path) { return [] }
    } catch {
      throw .store("\(error)")
    }
    return [
      "the repository already has hooks; in the pre-commit hook, a line with cairn git-hook in it keeps commits that you "
        + "make with git complete"
    ]
  }

  /// A file system that follows no link in a folder.
  static func files(in folder: String) -> any FileSystem {
    let all = RealFileSystem()
    return all.confined(to: folder, following: [:]) ?? all
  }

  private func ensureLines(
    _ lines: [String], in name: String, of folder: String? = nil, replacing old: String? = nil
  ) throws(FileError) {
    let folder = folder ?? git.folder
    let fileSystem = Self.files(in: folder)
    let path = "\(folder)/\(name)"
    let text =
      try fileSystem.exists(path) ? String(decoding: try fileSystem.read(path), as: UTF8.self) : ""
    var present = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if present.last == "" { present.removeLast() }
    let missing = lines.filter { !present.contains($0) }
    guard !missing.isEmpty else { return }
    present.removeAll { $0 == old }
    try fileSystem.makeFolder(folder)
    let bytes = Array(((present + missing).joined(separator: "\n") + "\n").utf8)
    try fileSystem.replace(path, with: bytes)
  }
}

extension Sync {
  /// Connects the store to another repository, and syncs.
  ///
  /// Makes the store's folder a repository if it is none.
  ///
  /// - Parameter address: the other repository's address for git; `nil` if a remote is already set.
  /// - Returns: the report of the sync.
  /// - Throws: the reason of the failure; a new repository stays.
  public func begin(with address: String?) throws(SyncError) -> SyncReport {
    let branch =
      try address.map { address throws(SyncError) in
        try Self.branch(of: address, git)
      } ?? nil
    var repository: Repository
    do throws(SyncError) {
      repository = try Repository(git)
    } catch .notSynced {
      try Git.require(try git.runPrivately(["init", "-q"]), ["init"])
      _ = try git.output(["symbolic-ref", "HEAD", "refs/heads/\(branch ?? "main")"])
      git.settings.forget()
      repository = try Repository(git)
    }
    if let address { try setRemote(address, &repository) }
    try SyncSetup(git).refresh(&repository)
    let notes = try SyncSetup(git).installHook()
    do throws(SyncError) {
      var report = try run()
      report.notes = notes
      return report
    } catch {
      switch error {
      case .otherStore, .noStoreThere:
        // A wrong remote would block the right one.
        if address != nil { _ = try? git.run(["remote", "remove", "origin"]) }
      default: break
      }
      throw error
    }
  }

  private func setRemote(
    _ address: String, _ repository: inout Repository
  ) throws(SyncError) {
    if let name = repository.remotes.first(where: { repository.address(of: $0) == address }) {
      let branch = try repository.branch()
      return try repository.set("branch.\(branch).remote", name)
    }
    if let present = repository.address(of: "origin") {
      throw .otherRemote(name: "origin", address: present)
    }
    _ = try git.output(["remote", "add", "--", "origin", address])
    git.settings.forget()
    repository = try Repository(git)
  }

  /// Makes a copy of the store in another repository.
  ///
  /// - Parameters:
  ///   - address: the other repository's address for git.
  ///   - path: the folder of the copy, which must be missing or empty.
  ///   - options: the options of the sync.
  /// - Returns: notes for the person.
  /// - Throws: the reason of the failure; the folder is then empty or missing again.
  public static func copy(
    from address: String, to path: String, _ options: Options
  ) throws(SyncError) -> [String] {
    let fileSystem = RealFileSystem()
    let parent = Git(
      in: path.parentFolder, variables: options.variables, isUnattended: options.isUnattended,
      isCanceled: options.isCanceled)
    // The folders that this call makes, the innermost first.
    var made: [String] = []
    do throws(FileError) {
      var folder = path
      while folder.count > 1, try !fileSystem.exists(folder) {
        made.append(folder)
        folder = folder.parentFolder
      }
      if made.isEmpty, try !fileSystem.list(path).isEmpty { throw .notEmpty(.create, path: path) }
      try fileSystem.makeFolder(path.parentFolder)
    } catch .notEmpty {
      throw .notEmpty(path: path)
    } catch {
      throw .store("\(error)")
    }
    options.progress(.fetching)
    do throws(SyncError) {
      guard let branch = try branch(of: address, parent) else {
        throw .nothingThere(remote: address)
      }
      let arguments = [
        "clone", "-q", "--no-checkout", "--upload-pack=git-upload-pack", "-b", branch, "--",
        address, path,
      ]
      try Git.require(try parent.runPrivately(arguments), arguments)
      let git = Git(in: path, variables: options.variables, isUnattended: options.isUnattended)
      let left = try checkOutFirst(git, address, options.machine)
      var repository = try Repository(git)
      try SyncSetup(git).refresh(&repository)
      return try SyncSetup(git).installHook() + left.note(from: address)
    } catch {
      // An incomplete copy would block the next attempt.
      for name in (try? fileSystem.list(path)) ?? [] {
        try? fileSystem.removeTree("\(path)/\(name)")
      }
      // If another program put files into a folder, the folder stays.
      for folder in made { try? fileSystem.remove(folder) }
      throw error
    }
  }

  /// Checks out a clone if its tree is a store and has only files.
  ///
  /// - Returns: the files that are left out, which a new commit removes.
  private static func checkOutFirst(
    _ git: Git, _ address: String, _ machine: String
  ) throws(SyncError) -> LeftFiles {
    let files = try git.difference(from: try git.line(["mktree"]), to: "HEAD")
    let refusals = try git.refusals(of: files.filter { KeptFile.isPlace($0.path) })
    let left = LeftFiles(refusals)
    let unnamed = files.filter { !$0.isNamed && left.paths.contains($0.path) }.map(\.path)
    guard unnamed.isEmpty else { throw .unnamed(paths: unnamed) }
    guard !files.contains(where: \.isPrivate) else { throw .privateThere(remote: address) }
    let taken = files.filter { !left.paths.contains($0.path) }
    let links = taken.filter { !$0.new.isRegular }.map(\.path)
    guard links.isEmpty else { throw .noFiles(remote: address, paths: links) }
    let paths = taken.map(\.path)
    guard [ObjectStore.headerFile, ObjectStore.modelFile].allSatisfy(paths.contains) else {
      throw .noStoreThere(remote: address)
    }
    try requirePlaces(paths, in: [try readableModel(git, address)], address)
    let repository = try Repository(git)
    do throws(FileError) {
      try SyncSetup(git).guardBytes(repository.gitFolder)
    } catch {
      throw .store("\(error)")
    }
    if !left.isEmpty {
      try repository.commitRemoval(
        of: left.paths, as: "Leave out what is no kept file", on: machine)
    }
    let settings = ["core.symlinks=false", "core.hooksPath=/dev/null"].flatMap { ["-c", $0] }
    let arguments = settings + ["reset", "-q", "--hard"]
    try Git.require(try git.runPrivately(arguments), ["reset"])
    return left
  }

  /// Returns the model of a clone, unless this program can't read it or the header.
  private static func readableModel(
    _ git: Git, _ address: String
  ) throws(SyncError) -> ObjectModel {
    let names = [ObjectStore.headerFile, ObjectStore.modelFile]
    let objects = try git.objects(named: names.map { "HEAD:\($0)" })
    do throws(StoreError) {
      try ObjectStore.checkHeader(String(decoding: objects[0]?.bytes ?? [], as: UTF8.self))
      guard let text = String(validating: objects[1]?.bytes ?? [], as: UTF8.self) else {
        throw .damaged(file: names[1], line: 0, reason: "it is not text")
      }
      return try ObjectModel(parsing: text, file: names[1])
    } catch {
      throw .store("\(address) can't be copied: \(error)")
    }
  }

  /// The name of a repository's main branch; `nil` if it has no commit.
  private static func branch(of address: String, _ git: Git) throws(SyncError) -> String? {
    let end = try git.run([
      "ls-remote", "--symref", "--upload-pack=git-upload-pack", "--", address, "HEAD",
      "refs/heads/*",
    ])
    guard end.status == 0 else { throw .away(remote: address, reason: end.reason) }
    let lines = end.text.split(separator: "\n")
    if let line = lines.first(where: { $0.hasPrefix("ref: refs/heads/") }) {
      return line.split(separator: "\t").first.map { String($0.dropFirst(16)) }
    }
    // A new repository may name a default branch that was never pushed.
    let names = lines.compactMap { line in
      line.split(separator: "\t").last.flatMap { name in
        name.hasPrefix("refs/heads/") ? String(name.dropFirst(11)) : nil
      }
    }
    return ["main", "master"].first(where: names.contains) ?? names.first
  }
}
