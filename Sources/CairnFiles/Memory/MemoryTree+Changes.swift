internal import Glibc

extension MemoryTree {
  mutating func createFile(_ path: String) throws(FileError) -> Int {
    try add(MemoryNode(kind: .file), at: freePlace(at: path, for: .create))
  }

  mutating func makeFolder(_ path: String) throws(FileError) {
    let place = try locate(path, for: .makeFolder, followingLast: false)
    if place.node == nil {
      add(MemoryNode(kind: .folder), at: place)
      return
    }
    guard try kind(at: path, for: .makeFolder) == .folder else {
      throw .alreadyExists(.makeFolder, path: path)
    }
  }

  mutating func makeLink(_ path: String, to target: String) throws(FileError) {
    var link = MemoryNode(kind: .link)
    link.target = target
    try add(link, at: freePlace(at: path, for: .makeLink))
  }

  /// Adds a node under a free name.
  @discardableResult
  mutating func add(_ node: MemoryNode, at place: MemoryPlace) -> Int {
    let number = add(node)
    disk?.add(node, number: number)
    setEntries([MemoryEntry(folder: place.folder, name: place.name, node: number)])
    return number
  }

  mutating func remove(_ path: String) throws(FileError) {
    let place = try locate(path, for: .remove, followingLast: false)
    let node = try named(place, for: .remove, on: path)
    guard self[node].entries.isEmpty else { throw .notEmpty(.remove, path: path) }
    setEntries([MemoryEntry(folder: place.folder, name: place.name, node: nil)])
    forgetIfUnused(node)
  }

  mutating func rename(_ from: String, to: String) throws(FileError) {
    let old = try locate(from, for: .rename, followingLast: false)
    let new = try locate(to, for: .rename, on: from, followingLast: false)
    let node = try named(old, for: .rename, on: from)
    guard !new.folders.contains(node) else { throw .system(.rename, path: from, code: EINVAL) }
    if new.node == node { return }
    if let replaced = new.node {
      guard !old.folders.contains(replaced) else { throw .notEmpty(.rename, path: from) }
      try requireReplaceable(replaced, by: node, path: from)
    }
    setEntries([
      MemoryEntry(folder: old.folder, name: old.name, node: nil),
      MemoryEntry(folder: new.folder, name: new.name, node: node),
    ])
    if let replaced = new.node { forgetIfUnused(replaced) }
  }

  private func requireReplaceable(
    _ old: Int, by new: Int, path: String
  ) throws(FileError) {
    switch (self[old].kind == .folder, self[new].kind == .folder) {
    case (true, false): throw .isFolder(.rename, path: path)
    case (false, true): throw .notFolder(.rename, path: path)
    case (true, true) where !self[old].entries.isEmpty: throw .notEmpty(.rename, path: path)
    default: return
    }
  }

  mutating func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    let a = try locate(first, for: .exchange, followingLast: false)
    let b = try locate(second, for: .exchange, on: first, followingLast: false)
    let nodeA = try named(a, for: .exchange, on: first)
    let nodeB = try named(b, for: .exchange, on: first)
    if a.folders.contains(nodeB) || b.folders.contains(nodeA) { return false }
    setEntries([
      MemoryEntry(folder: a.folder, name: a.name, node: nodeB),
      MemoryEntry(folder: b.folder, name: b.name, node: nodeA),
    ])
    return true
  }

  /// Returns the node of a name, which may be a link.
  private func named(
    _ place: MemoryPlace, for action: FileAction, on subject: String
  ) throws(FileError) -> Int {
    guard let node = place.node else { throw .notFound(action, path: subject) }
    guard !place.name.isEmpty else { throw .system(action, path: subject, code: EBUSY) }
    return node
  }
}

extension MemoryTree {
  mutating func write(_ bytes: [UInt8], at offset: Int, to node: Int) {
    if bytes.isEmpty { return }
    self[node].bytes.overwrite(at: offset, with: bytes)
    touch(node)
    disk?.write(bytes, at: offset, to: node)
  }

  mutating func truncate(_ node: Int, to size: Int) {
    self[node].bytes.resize(to: size)
    touch(node)
    disk?.truncate(node, to: size)
  }
}

extension [UInt8] {
  /// Truncates the array, or extends it with zeros.
  mutating func resize(to size: Int) {
    if size < count { removeLast(count - size) }
    append(contentsOf: [UInt8](repeating: 0, count: size - count))
  }

  /// Writes bytes at an offset, and fills a gap before them with zeros.
  mutating func overwrite(at offset: Int, with bytes: [UInt8]) {
    if count < offset { resize(to: offset) }
    if count == offset { return append(contentsOf: bytes) }
    let end = offset + bytes.count
    if count < end { resize(to: end) }
    replaceSubrange(offset..<end, with: bytes)
  }
}
