/// The nodes of a file system in memory, by their numbers.
struct MemoryTree {
  static let root = 1

  private var nodes: [Int: MemoryNode] = [root: MemoryNode(kind: .folder)]
  private var lastNumber = root
  private var clock: Int64 = 0
  var locks: [MemoryLock.Place: MemoryLock.Holders] = [:]
  /// The settled and unsettled changes, if the file system records.
  var disk: MemoryDisk?

  init(disk: MemoryDisk?) { self.disk = disk }

  /// The node of a name or an open file, which must exist.
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

  /// Adds a node without a name; it gets the next number by default.
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

  /// Removes a node without a name and without an open file.
  mutating func forgetIfUnused(_ number: Int) {
    let node = self[number]
    if node.linkCount == 0, node.openCount == 0 { nodes[number] = nil }
  }

  /// Sets the node of each name, or removes the name, all in one step.
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

/// A name in a folder, with its node.
struct MemoryEntry {
  let folder: Int
  let name: String
  let node: Int?
}

/// A file, a folder or a link, with any number of names.
struct MemoryNode {
  /// The kind of a node, which never changes.
  enum Kind {
    case file, folder, link
  }

  let kind: Kind
  var permissions: UInt16
  /// The contents of a file.
  ///
  /// Contents, names and target are separate properties, not one enum, so a write changes the bytes
  /// in place.
  var bytes: [UInt8] = []
  /// The names in a folder.
  var entries: [String: Int] = [:]
  /// Where a link leads.
  var target: String?
  var modified: Int64 = 0
  var linkCount = 0
  var openCount = 0
  /// The number of open files that can write.
  var writerCount = 0

  init(kind: Kind) {
    self.kind = kind
    permissions = kind == .folder ? 0o700 : 0o600
  }
}

/// The result of following a path: a name in a folder, and its node if the name is used.
struct MemoryPlace {
  /// The folders from the root to the folder of the name.
  let folders: [Int]
  /// The name; empty if the path ends in a folder without naming it, as `/` and `..` do.
  let name: String
  let node: Int?

  var folder: Int { folders[folders.count - 1] }
}

extension MemoryTree {
  /// Follows a path to its last name.
  ///
  /// Links on the way are followed, also the last one unless `followingLast` is false. Errors name
  /// `subject` if it is given, or else the path.
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

  /// The names in a path, in reverse order.
  private static func steps(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      .filter { $0 != "." }.reversed()
  }

  /// Returns the kind of a file; `nil` if it doesn't exist.
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

  /// Follows a path to a free name.
  func freePlace(at path: String, for action: FileAction) throws(FileError) -> MemoryPlace {
    let place = try locate(path, for: action, followingLast: false)
    guard place.node == nil else { throw .alreadyExists(action, path: path) }
    return place
  }
}
