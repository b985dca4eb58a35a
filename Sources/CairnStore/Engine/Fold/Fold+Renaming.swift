internal import CairnFiles

// A renamed collection is read from its files under any of its names (see `StoreFolder.place`). So
// moving the files only tidies up: it may stop at any moment, and the next fold continues.
extension Fold {
  /// Moves files that are under earlier names of their entities.
  ///
  /// It moves the whole folder at once if the new path is free, else file by file. A file that is
  /// in both places stays, because its records cannot be told apart; `verify` reports it.
  func moveRenamed() throws(StoreError) {
    for entity in plan.snapshot.model.entities {
      for name in entity.earlierNames where try folder.hasFolder(named: name) {
        try move(name, to: entity.name)
      }
    }
  }

  private func move(_ earlier: String, to present: String) throws(StoreError) {
    let isMoved = try folder.perform { fileSystem throws(FileError) in
      do throws(FileError) {
        try fileSystem.rename("\(folder.data)/\(earlier)", to: "\(folder.data)/\(present)")
        return true
      } catch .notEmpty {
        return false
      }
    }
    if !isMoved { try moveFiles(of: earlier, to: present) }
    journals.moveChecksums(from: earlier, to: present)
    try synchronize([folder.data])
  }

  private func moveFiles(of earlier: String, to present: String) throws(StoreError) {
    var goals: Set<String> = []
    var sources: Set<String> = ["\(folder.data)/\(earlier)"]
    for shard in try folder.shards(under: earlier) {
      let source = folder.path(of: shard, entity: earlier)
      let goal = folder.path(of: shard, entity: present)
      sources.insert(source.parentFolder)
      guard try folder.fingerprint(of: goal) == nil else { continue }
      // Leftovers of an interrupted fold beside the file may hold a person's last edit.
      let left = FileExchange.swap(beside: source)
      let isLeft = try folder.fingerprint(of: left) != nil
      try folder.perform { fileSystem throws(FileError) in
        try fileSystem.makeFolder(goal.parentFolder)
        // Another program may write the same names at this moment; then its files stay.
        if isLeft { try fileSystem.moveIfFree(left, to: FileExchange.swap(beside: goal)) }
        try fileSystem.moveIfFree(source, to: goal)
      }
      goals.formUnion([goal.parentFolder, goal.parentFolder.parentFolder])
    }
    // The new names are synchronized first, so that a name is on the disk at every moment.
    try synchronize(goals.sorted())
    try synchronize(sources.sorted())
    for path in sources.sorted().reversed() { try removeIfEmpty(path) }
  }
}

extension FileSystem {
  /// Renames a file if the new name is free.
  fileprivate func moveIfFree(_ source: String, to goal: String) throws(FileError) {
    do throws(FileError) {
      try renameNew(source, to: goal)
    } catch .alreadyExists {}
  }
}

extension StoreFolder {
  /// Returns the path of a shard's file, or the path for a new one.
  ///
  /// Until a fold moves it, the file may be under an earlier name of the entity.
  func place(of shard: ShardName, of entity: Entity) throws(StoreError) -> String {
    let present = path(of: shard, entity: entity.name)
    guard !entity.earlierNames.isEmpty, try fingerprint(of: present) == nil else { return present }
    for name in entity.earlierNames {
      let earlier = path(of: shard, entity: name)
      if try fingerprint(of: earlier) != nil { return earlier }
    }
    return present
  }

  /// Whether folders or files under earlier names of the entities of `model` can be moved.
  func hasFilesToMove(in model: ObjectModel) throws(StoreError) -> Bool {
    for entity in model.entities where !entity.earlierNames.isEmpty {
      let isFree = try !hasFolder(named: entity.name)
      for name in entity.earlierNames where try hasFolder(named: name) {
        if isFree { return true }
        for shard in try shards(under: name) {
          if try fingerprint(of: path(of: shard, entity: entity.name)) == nil { return true }
        }
      }
    }
    return false
  }

  /// The shards with files under an earlier name of an entity.
  func shards(under name: String) throws(StoreError) -> [ShardName] {
    guard try hasFolder(named: name) else { return [] }
    return try TableReader(folder: self, entity: Entity(name: name), problems: ProblemLog())
      .shards()
  }

  /// Whether the folder for the records of an entity called `name` exists.
  func hasFolder(named name: String) throws(StoreError) -> Bool {
    try perform { fileSystem throws(FileError) in
      try fileSystem.status(of: "\(data)/\(name)")?.kind == .folder
    }
  }

  /// The files of an entity that are hidden by a file under its present name, as paths in the
  /// store.
  func hiddenShards(
    of entity: Entity
  ) throws(StoreError) -> [(earlier: String, present: String)] {
    var hidden: [(earlier: String, present: String)] = []
    for name in entity.earlierNames {
      for shard in try shards(under: name) {
        guard try fingerprint(of: path(of: shard, entity: entity.name)) != nil else { continue }
        hidden.append((shard.path(entity: name), shard.path(entity: entity.name)))
      }
    }
    return hidden
  }
}
