/// The nodes of a file system in memory, by number, and the folder that they hang from.
struct MemoryTree {
  static let root = 1

  private var nodes: [Int: MemoryNode] = [root: MemoryNode(kind: .folder)]
  private var lastNumber = root
  private var clock: Int64 = 0
  var locks: [MemoryLock.Place: MemoryLock.Holders] = [:]
  /// What of all this has reached the disk, if anyone wants to know.
  var disk: MemoryDisk?

  init(disk: MemoryDisk?) { self.disk = disk }

  /// The node that a name or an open file stands for, so there must be one.
  subscript(number: Int) -> MemoryNode {
    get {
      guard let node = nodes[number] else { preconditionFailure("a name leads to a node") }
      return node
    }
    _modify {
      precondition(nodes[number] != nil, "a name leads to a node")
      yield &nodes[number, default: MemoryNode(kind: .file)]
    }
  }

  func has(_ number: Int) -> Bool { nodes[number] != nil }

  func status(of number: Int) -> FileStatus {
    let node = self[number]
    return FileStatus(
      kind: node.kind == .folder ? .folder : .file, size: node.bytes.count,
      modified: node.modified, changed: node.modified, inode: UInt64(number), device: 0,
      permissions: node.permissions, linkCount: node.linkCount)
  }

  /// Adds a node that nothing names yet, under `number` where that is given.
  mutating func add(_ node: MemoryNode, number: Int? = nil) -> Int {
    let number = number ?? lastNumber + 1
    lastNumber = max(lastNumber, number)
    nodes[number] = node
    touch(number)
    return number
  }

  mutating func touch(_ number: Int) {
    clock += 1
    self[number].modified = clock
  }

  /// Forgets the node once neither a name nor an open file leads to it.
  mutating func forgetIfUnused(_ number: Int) {
    let node = self[number]
    if node.linkCount == 0, node.openCount == 0 { nodes[number] = nil }
  }

  /// Makes each name stand for the node given with it, or for nothing, all in one step.
  mutating func setEntries(_ entries: [MemoryEntry]) {
    for entry in entries {
      let old = self[entry.folder].entries[entry.name]
      self[entry.folder].entries[entry.name] = entry.node
      if let old { self[old].linkCount -= 1 }
      if let node = entry.node { self[node].linkCount += 1 }
      touch(entry.folder)
    }
    disk?.setEntries(entries)
  }
}

/// A name in a folder, and what it stands for.
struct MemoryEntry {
  let folder: Int
  let name: String
  let node: Int?
}

/// A file, a folder or a link, whatever its names.
struct MemoryNode {
  /// What the node is; decided when it is made.
  enum Kind {
    case file, folder, link
  }

  let kind: Kind
  var permissions: UInt16
  /// The contents of a file.
  ///
  /// Contents, names and target are apart, not in one enum, so that a write changes the bytes
  /// where they are.
  var bytes: [UInt8] = []
  /// The names in a folder.
  var entries: [String: Int] = [:]
  /// Where a link leads.
  var target: String?
  var modified: Int64 = 0
  var linkCount = 0
  var openCount = 0
  /// How many of those that have it open may write to it.
  var writerCount = 0

  init(kind: Kind) {
    self.kind = kind
    permissions = kind == .folder ? 0o700 : 0o600
  }
}

/// Where a path leads: to a name in a folder, and to a node if the name is taken.
struct MemoryPlace {
  /// The folders from the root to the one that has the name.
  let folders: [Int]
  /// Empty where the path ends in a folder without naming it, as `/` and `..` do.
  let name: String
  let node: Int?

  var folder: Int { folders[folders.count - 1] }
}

extension MemoryTree {
  /// Follows `path` to the name that it ends with.
  ///
  /// Links on the way are followed, and so is the last one unless `followingLast` is false. Errors
  /// name `subject`, where that is given, instead of the path.
  func locate(
    _ path: String, for action: FileAction, on subject: String? = nil,
    followingLast: Bool = true
  ) throws(FileError) -> MemoryPlace {
    let subject = subject ?? path
    guard !path.isEmpty else { throw .notFound(action, path: subject) }
    var folders = [Self.root]
    var rest = Self.steps(of: path)
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        if folders.count > 1 { folders.removeLast() }
        continue
      }
      let folder = self[folders[folders.count - 1]]
      guard folder.kind == .folder else { throw .notFolder(action, path: subject) }
      let node = folder.entries[name]
      if let node, let target = self[node].target, followingLast || !rest.isEmpty {
        links += 1
        guard links <= 40 else { throw .linkLoop(action, path: subject) }
        if target.hasPrefix("/") { folders = [Self.root] }
        rest += Self.steps(of: target)
        continue
      }
      if rest.isEmpty { return MemoryPlace(folders: folders, name: name, node: node) }
      guard let node else { throw .notFound(action, path: subject) }
      folders.append(node)
    }
    return MemoryPlace(folders: folders, name: "", node: folders.last)
  }

  /// The names in a path, the first one last.
  private static func steps(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      .filter { $0 != "." }.reversed()
  }

  /// Returns what `path` leads to, or `nil` if that is nothing.
  func kind(at path: String, for action: FileAction) throws(FileError) -> MemoryNode.Kind? {
    do throws(FileError) {
      return try locate(path, for: action).node.map { self[$0].kind }
    } catch .notFound {
      return nil
    }
  }

  func file(at path: String, for action: FileAction) throws(FileError) -> Int {
    guard let node = try locate(path, for: action).node else {
      throw .notFound(action, path: path)
    }
    guard self[node].kind == .file else { throw .isFolder(action, path: path) }
    return node
  }

  func folder(at path: String, for action: FileAction) throws(FileError) -> Int {
    guard let node = try locate(path, for: action).node else {
      throw .notFound(action, path: path)
    }
    guard self[node].kind == .folder else { throw .notFolder(action, path: path) }
    return node
  }

  /// Follows `path` to a name that is not taken.
  func freePlace(at path: String, for action: FileAction) throws(FileError) -> MemoryPlace {
    let place = try locate(path, for: action, followingLast: false)
    guard place.node == nil else { throw .alreadyExists(action, path: path) }
    return place
  }
}
