/// The imagined disk of a file system in memory, with settled and unsettled changes.
///
/// After a power loss, synchronized changes are kept. Any of the others may be kept: disks write in
/// any order, and the sectors of one write separately. So changes wait here in their order until a
/// synchronization settles them. This guarantees less than any real file system, so code that
/// survives here survives there.
///
///   D1  Bytes wait in sectors of 512, each separately.
///   D2  A change of names waits as a whole: a rename removes one name and adds the other.
///   D3  Synchronizing a file settles its bytes and size, but no name.
///   D4  Synchronizing a folder settles the changes of its names, and earlier changes in the same
///       folders, since they depend on each other.
struct MemoryDisk {
  enum Change {
    case bytes([UInt8], offset: Int, node: Int)
    case size(Int, node: Int)
    case entries([MemoryEntry])
  }

  private var nodes: [Int: MemoryNode] = [MemoryTree.root: MemoryNode(kind: .folder)]
  private(set) var changes: [Change] = []

  mutating func add(_ node: MemoryNode, number: Int) { nodes[number] = node }

  mutating func setEntries(_ entries: [MemoryEntry]) { changes.append(.entries(entries)) }

  mutating func truncate(_ node: Int, to size: Int) { changes.append(.size(size, node: node)) }

  mutating func write(_ bytes: [UInt8], at offset: Int, to node: Int) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 512 - (offset + start) % 512)
      changes.append(.bytes(Array(bytes[start..<end]), offset: offset + start, node: node))
      start = end
    }
  }

  /// Settles a file's bytes and size (D3).
  mutating func synchronize(_ node: Int) {
    settle { change in
      switch change {
      case .bytes(_, _, node), .size(_, node): true
      default: false
      }
    }
  }

  /// Settles a folder's names (D4).
  mutating func synchronizeFolder(_ folder: Int) {
    var folders: Set = [folder]
    var isSettled: [Bool] = []
    for change in changes.reversed() {
      guard case .entries(let entries) = change else {
        isSettled.append(false)
        continue
      }
      let concerned = entries.map(\.folder)
      let isConcerned = !folders.isDisjoint(with: concerned)
      if isConcerned { folders.formUnion(concerned) }
      isSettled.append(isConcerned)
    }
    settle { _ in isSettled.popLast() ?? false }
  }

  /// Applies the changes that `choose` accepts, in order.
  private mutating func settle(_ choose: (Change) -> Bool) {
    var waiting: [Change] = []
    for change in changes {
      if choose(change) { apply(change) } else { waiting.append(change) }
    }
    changes = waiting
  }

  private mutating func apply(_ change: Change) {
    switch change {
    case .bytes(let bytes, let offset, let node):
      nodes[node]?.bytes.overwrite(at: offset, with: bytes)
    case .size(let size, let node):
      nodes[node]?.bytes.resize(to: size)
    case .entries(let entries):
      for entry in entries { nodes[entry.folder]?.entries[entry.name] = entry.node }
    }
  }
}

extension MemoryDisk {
  /// Returns the files after a power loss that some unsettled changes survived.
  func tree(keeping survives: (Int) -> Bool) -> MemoryTree {
    var disk = self
    for (index, change) in changes.enumerated() where survives(index) { disk.apply(change) }
    disk.changes = []
    var tree = MemoryTree(disk: nil)
    var folders = [MemoryTree.root]
    while let folder = folders.popLast() {
      for (name, number) in disk.nodes[folder]?.entries ?? [:] {
        guard var node = disk.nodes[number] else { continue }
        if node.kind == .folder { folders.append(number) }
        node.entries = [:]
        if !tree.has(number) { _ = tree.add(node, number: number) }
        tree.setEntries([MemoryEntry(folder: folder, name: name, node: number)])
      }
    }
    tree.disk = disk
    return tree
  }
}
