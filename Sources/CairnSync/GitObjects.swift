internal import CairnFiles
internal import CairnStore

/// A changed file between two git trees, as `git diff-tree --raw` lists it.
struct TreeChange {
  /// A file's mode and the id of its content; both are all zeros for a missing file.
  struct Entry: Hashable {
    var mode: String
    var blob: String

    static let none = Entry(mode: "000000", blob: String(repeating: "0", count: 40))

    /// Whether the entry has readable content.
    var isReadable: Bool { exists && isRegular }
    /// Whether the file exists.
    var exists: Bool { mode != Self.none.mode }
    /// Whether the entry is a regular file, and not a link or a submodule.
    var isRegular: Bool { mode.hasPrefix("100") }
    /// The same file, which is not executable.
    var plain: Entry { isRegular ? Entry(mode: "100644", blob: blob) : self }
  }

  var path: String
  /// Whether the path is valid UTF-8, so that git commands can name it.
  var isNamed = true
  var old: Entry
  var new: Entry
  /// Whether the path is `.local`, the private folder of a machine, or lies in it.
  var isPrivate: Bool { top.lowercased() == ".local" }
  /// The first component of the path.
  var top: String { String(path.prefix { $0 != "/" }) }

  /// Parses git's output with `--raw -z`.
  static func list(_ bytes: [UInt8]) -> [TreeChange] {
    var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
    var changes: [TreeChange] = []
    while let head = parts.popFirst(), let path = parts.popFirst() {
      let words = String(decoding: head.dropFirst(), as: UTF8.self).split(separator: " ")
      guard words.count >= 5 else { continue }
      changes.append(
        TreeChange(
          path: String(decoding: path, as: UTF8.self),
          isNamed: String(validating: path, as: UTF8.self) != nil,
          old: Entry(mode: String(words[0]), blob: String(words[2])),
          new: Entry(mode: String(words[1]), blob: String(words[3]))))
    }
    return changes
  }
}

extension Git {
  /// Returns the files that differ between two trees or commits.
  func difference(from old: String, to new: String) throws(SyncError) -> [TreeChange] {
    TreeChange.list(try output(["diff-tree", "-r", "-z", "--raw", "--no-renames", old, new]))
  }

  /// Returns the old and new contents of the records and the model among `changes`.
  ///
  /// - Parameters:
  ///   - changes: the changes.
  ///   - isWanted: returns whether the contents with an id are needed.
  /// - Returns: the contents by their ids.
  /// - Throws: `SyncError.git`, `.noGit`, `.canceled`.
  func contents(
    of changes: [TreeChange], where isWanted: (String) -> Bool = { _ in true }
  ) throws(SyncError) -> [String: [UInt8]] {
    let told = changes.filter { TextMerge.knows($0.path) }.flatMap { [$0.old, $0.new] }
    return try contents(of: told.filter(\.isReadable).map(\.blob).filter(isWanted))
  }

  /// The contents of files by their ids.
  ///
  /// Cost: the bytes of all.
  func contents(of blobs: some Sequence<String>) throws(SyncError) -> [String: [UInt8]] {
    let wanted = Set(blobs).filter { !$0.allSatisfy { $0 == "0" } }.sorted()
    var contents: [String: [UInt8]] = [:]
    for (blob, object) in zip(wanted, try objects(named: wanted)) {
      guard let object else { throw .git(command: "cat-file", reason: "\(blob) can't be read") }
      contents[blob] = object.bytes
    }
    return contents
  }

  /// Writes contents into git's object database.
  ///
  /// - Parameters:
  ///   - contents: the bytes of files.
  ///   - gitFolder: git's own folder, which holds the contents briefly.
  /// - Returns: their ids in the same order.
  /// - Throws: `SyncError.store`, `.git`.
  func store(_ contents: [[UInt8]], in gitFolder: String) throws(SyncError) -> [String] {
    guard !contents.isEmpty else { return [] }
    let fileSystem = RealFileSystem()
    let folder = "\(gitFolder)/cairn-merge"
    defer { try? fileSystem.removeTree(folder) }
    do throws(FileError) {
      if try fileSystem.exists(folder) { try fileSystem.removeTree(folder) }
      try fileSystem.makeFolder(folder)
      for (number, bytes) in contents.enumerated() {
        try fileSystem.open("\(folder)/\(number)", .create).write(bytes, at: 0)
      }
    } catch {
      throw .store("\(error)")
    }
    let paths = contents.indices.map { "\(folder)/\($0)\n" }.joined()
    let ids = try output(
      ["hash-object", "-w", "--no-filters", "--stdin-paths"], input: Array(paths.utf8))
    return String(decoding: ids, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Writes a tree that is `base` with some changed files, and returns its id.
  ///
  /// A separate index keeps the checked-out files and the usual index unchanged.
  func tree(
    of base: String, with entries: [String: TreeChange.Entry], in gitFolder: String
  ) throws(SyncError) -> String {
    let index = "\(gitFolder)/cairn-index"
    defer { try? RealFileSystem().remove(index) }
    let git = setting("GIT_INDEX_FILE", index)
    _ = try git.output(["read-tree", base])
    // A null id is as long as the repository's other ids.
    let none = String(repeating: "0", count: base.utf8.count)
    let lines = entries.sorted { $0.key < $1.key }.map { path, entry in
      entry.exists ? "\(entry.mode) \(entry.blob)\t\(path)\0" : "0 \(none)\t\(path)\0"
    }
    _ = try git.output(["update-index", "-z", "--index-info"], input: Array(lines.joined().utf8))
    return try git.line(["write-tree"])
  }
}
