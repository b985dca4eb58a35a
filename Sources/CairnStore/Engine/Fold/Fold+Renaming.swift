internal import CairnFiles

// A collection that got another name is read from where its files lie, under any name that it had
// (see `StoreFolder.place`). So moving them is a matter of tidiness: it may stop at any moment, and
// the next fold goes on.
extension Fold {
  /// Moves files that lie under names that their entities had before.
  ///
  /// The whole folder at once where nothing is in its way, else file by file. One that is in both
  /// places stays where it is, as no one can tell which of its records is which; `verify` names it.
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
      // What an interrupted fold left beside the file may be a person's last words in it.
      let left = FileExchange.swap(beside: source)
      let isLeft = try folder.fingerprint(of: left) != nil
      try folder.perform { fileSystem throws(FileError) in
        try fileSystem.makeFolder(goal.parentFolder)
        if isLeft { try fileSystem.rename(left, to: FileExchange.swap(beside: goal)) }
        try fileSystem.rename(source, to: goal)
      }
      goals.formUnion([goal.parentFolder, goal.parentFolder.parentFolder])
    }
    // The new names first, so that there is no moment without any.
    try synchronize(goals.sorted())
    try synchronize(sources.sorted())
    for path in sources.sorted().reversed() { try removeIfEmpty(path) }
  }
}

extension StoreFolder {
  /// Where the file of a shard lies: under the entity's name or, until a fold moves it, under one
  /// that the entity had before; where it is to be made if there is none.
  func place(of shard: ShardName, of entity: Entity) throws(StoreError) -> String {
    let present = path(of: shard, entity: entity.name)
    guard !entity.earlierNames.isEmpty, try fingerprint(of: present) == nil else { return present }
    for name in entity.earlierNames {
      let earlier = path(of: shard, entity: name)
      if try fingerprint(of: earlier) != nil { return earlier }
    }
    return present
  }

  /// Whether folders or files lie under names that entities of `model` had before, and can be
  /// moved.
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

  /// The shards with files under a name that an entity had before.
  func shards(under name: String) throws(StoreError) -> [ShardName] {
    guard try hasFolder(named: name) else { return [] }
    return try TableReader(folder: self, entity: Entity(name: name), problems: ProblemLog())
      .shards()
  }

  /// Whether there is a folder for the records of an entity called `name`.
  func hasFolder(named name: String) throws(StoreError) -> Bool {
    try perform { fileSystem throws(FileError) in
      try fileSystem.status(of: "\(data)/\(name)")?.kind == .folder
    }
  }

  /// The files of an entity, as paths within the store, that another one under its present name
  /// hides.
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
