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
