internal import CairnFiles

/// What lies in a store's folder besides what is private to this machine.
struct StoreContents {
  /// The files, as paths within the store, folder by folder in the order of their names.
  var files: [String] = []
  /// The folders that the files lie in, each after the one that it lies in.
  var folders: [String] = []
  /// What programs left that were interrupted while they wrote; none of it is whole.
  var drafts: [String] = []
  /// Files that an interrupted fold had exchanged; they are whole, and a fold takes them in.
  var swaps: [String] = []
  /// Links that lead nowhere, where files or folders of the store should be.
  var deadEnds: [String] = []

  static let rootFiles = [
    StoreFolder.headerName, ".gitattributes", ".gitignore", ".stignore", "favorites.rec",
  ]
  static let rootFolders = ["blobs", "conflicts", "data", "ids", "model"]
  /// As deep as shards lie, so that links in a circle end.
  static let depth = 3

  /// Whether a path within a store is that of something that a store may hold.
  static func mayHold(_ path: String) -> Bool {
    mayHold(path.split(separator: "/").map(String.init))
  }

  /// Whether a path within a store, in steps, is that of something that a store may hold.
  static func mayHold(_ steps: [String]) -> Bool {
    guard let first = steps.first else { return false }
    if steps.count == 1 { return rootFiles.contains(first) || rootFolders.contains(first) }
    return rootFolders.contains(first)
      && steps.dropFirst().allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
  }

  /// Takes note of what a folder holds; `path` is the folder's within the store, empty for the
  /// root.
  mutating func add(_ path: String, _ store: StoreFolder) throws(StoreError) {
    let folder = path.isEmpty ? store.path : "\(store.path)/\(path)"
    let names = try store.perform { fileSystem throws(FileError) in try fileSystem.list(folder) }
    for name in names {
      let place = path.isEmpty ? name : "\(path)/\(name)"
      let status = try store.perform { fileSystem throws(FileError) in
        try fileSystem.status(of: "\(store.path)/\(place)")
      }
      switch status?.kind {
      case .file: add(file: place, name, isInRoot: path.isEmpty)
      case .folder where path.isEmpty ? Self.rootFolders.contains(name) : isWithinDepth(place):
        folders.append(place)
        try add(place, store)
      case nil where Self.mayHold(place):
        // Else a fold took it away in this moment.
        if try store.deadEnd(on: "\(store.path)/\(place)") != nil { deadEnds.append(place) }
      default: continue
      }
    }
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

  /// The file that a hidden one called `.NAME.0.draft` or `.NAME.new` was to become.
  private static func subject(of name: String) -> String {
    var parts = name.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    if parts.popLast() == "draft" { _ = parts.popLast() }
    return parts.joined(separator: ".")
  }
}

extension StoreFolder {
  /// What lies in the folder, links to files and folders elsewhere followed.
  func contents() throws(StoreError) -> StoreContents {
    var contents = StoreContents()
    try contents.add("", self)
    return contents
  }
}
