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
