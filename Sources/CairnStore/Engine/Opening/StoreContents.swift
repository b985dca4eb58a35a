internal import CairnFiles

/// The contents of a store's folder, without the part that is private to this machine.
struct StoreContents {
  /// The files, as paths within the store, folder by folder in the order of their names.
  var files: [String] = []
  /// The folders of the files, each after its parent.
  var folders: [String] = []
  /// Incomplete files of interrupted programs.
  var drafts: [String] = []
  /// Complete files that an interrupted fold had exchanged; a fold reads them.
  var swaps: [String] = []
  /// Links to missing targets that have names of files or folders of the store.
  var deadEnds: [String] = []
  /// Links with names of files or folders of the store that are not followed on this machine.
  var forbidden: [String] = []

  static let rootFiles =
    [
      StoreFolder.headerName, ".gitattributes", ".gitignore", ".stignore",
    ] + ShardName.ofBuiltIns.values.sorted()
  static let rootFolders = ["blobs", "conflicts", "data", KeptFile.folder, "ids", "model"]
  /// The depth of shards in folders, a limit that ends links in a circle.
  static let depth = 3

  /// Whether a store may hold a file or folder at a path.
  static func mayHold(_ path: String) -> Bool {
    mayHold(path.split(separator: "/").map(String.init))
  }

  /// Whether a store may hold a file or folder at a path, given as its steps.
  static func mayHold(_ steps: [String]) -> Bool {
    guard let first = steps.first else { return false }
    if steps.count == 1 { return rootFiles.contains(first) || rootFolders.contains(first) }
    return rootFolders.contains(first)
      && steps.dropFirst().allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
  }

  /// Adds the contents of the folder at `path` within the store; an empty path is the root.
  mutating func add(_ path: String, _ store: StoreFolder) throws(StoreError) {
    let folder = path.isEmpty ? store.path : "\(store.path)/\(path)"
    let names = try store.perform { fileSystem throws(FileError) in try fileSystem.list(folder) }
    for name in names {
      let place = path.isEmpty ? name : "\(path)/\(name)"
      let status: FileStatus?
      do throws(StoreError) {
        status = try store.perform { fileSystem throws(FileError) in
          try fileSystem.status(of: "\(store.path)/\(place)")
        }
      } catch .file(let error) where error.leadsOutside {
        if Self.mayHold(place) { forbidden.append(place) }
        continue
      }
      switch status?.kind {
      case .file: add(file: place, name, isInRoot: path.isEmpty)
      case .folder where path.isEmpty ? Self.rootFolders.contains(name) : isWithinDepth(place):
        folders.append(place)
        try add(place, store)
      case nil where Self.mayHold(place):
        // Otherwise a fold just removed the file.
        if try store.deadEnd(on: "\(store.path)/\(place)") != nil { deadEnds.append(place) }
      default: continue
      }
    }
  }

  /// Refuses to go on without records that are behind a link that is not followed.
  ///
  /// - Throws: `StoreError.file`, with the link's path.
  func requireRecords(in store: StoreFolder) throws(StoreError) {
    guard let link = forbidden.first(where: { !KeptFile.isPlace($0) }) else { return }
    throw .file(.leadsOutside(.read, path: "\(store.path)/\(link)"))
  }

  private mutating func add(file path: String, _ name: String, isInRoot: Bool) {
    if isInRoot ? Self.rootFiles.contains(name) : !name.hasPrefix(".") {
      files.append(path)
    } else if name.hasPrefix("."), !isInRoot || Self.rootFiles.contains(Self.subject(of: name)) {
      if name.hasSuffix(".new") || name.hasSuffix(".draft") { drafts.append(path) }
      if name.hasSuffix(".swap") { swaps.append(path) }
    }
  }

  private func isWithinDepth(_ path: String) -> Bool {
    path.utf8.count { $0 == UInt8(ascii: "/") } < Self.depth
  }

  /// The name of the file for which a hidden file `.NAME.0.draft` or `.NAME.new` is a draft.
  private static func subject(of name: String) -> String {
    var parts = name.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    if parts.popLast() == "draft" { _ = parts.popLast() }
    return parts.joined(separator: ".")
  }
}

extension StoreFolder {
  /// Lists the contents of the folder, following links to files and folders elsewhere.
  func contents() throws(StoreError) -> StoreContents {
    var contents = StoreContents()
    try contents.add("", self)
    return contents
  }
}
