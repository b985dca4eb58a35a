internal import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// Returns the records with both sides of a merge in the text, by collection and key.
  ///
  /// Cost: searches every file, and reads the files that have conflicts.
  ///
  /// - Throws: `StoreError.file`.
  public func conflicts() throws(StoreError) -> [RecordConflict] {
    let (folder, model) = writer.withLock { ($0.folder, $0.snapshot.model) }
    var conflicts: [RecordConflict] = []
    for entity in model.storedEntities {
      let reader = TableReader(folder: folder, entity: entity, problems: ProblemLog())
      for shard in try reader.shards().sorted() {
        let text = try folder.readIfAny(try folder.place(of: shard, of: entity))
        guard ConflictMarks.mayBe(in: text), let blocks = TextBlocks(text, isLenient: true)
        else { continue }
        for key in blocks.contested.sorted() {
          let id = ObjectID(entity: entity.name, key: key)
          guard let block = blocks.records[key],
            let conflict = RecordConflict(block, of: id, entity)
          else { continue }
          conflicts.append(conflict)
        }
      }
    }
    return conflicts
  }

  /// Resolves a conflict with the sides that a person chose.
  ///
  /// - Parameters:
  ///   - title: the title of the change in the history.
  ///   - conflict: the record's two sides as the person saw them.
  ///   - choices: the number of a side, from 0, for each chosen field, as `conflicts` lists them;
  ///     the key `nil` chooses for the whole record. Fields without a choice stay contested.
  /// - Returns: the change; `nil` if the record reads the same as before.
  /// - Throws: `StoreError.notFound` if the record has other sides now, or only one; `.readOnly`,
  ///   `.busy`, `.file`.
  @discardableResult
  public func resolve(
    title: String, _ conflict: RecordConflict, _ choices: [String?: Int]
  ) throws(StoreError) -> Transaction? {
    for _ in 0..<3 {
      try fold()
      let resolution = writer.withLock { writer in
        ConflictResolution(
          folder: writer.folder, model: writer.snapshot.model, problems: writer.problems,
          seen: conflict, choices: choices)
      }
      let outcome = try replaceText(title: title, files: [resolution.file]) {
        Result { () throws(StoreError) in try resolution.run() }
      }
      if let outcome { return try outcome.get() }
    }
    throw .busy(path: writer.withLock { $0.folder.path })
  }
}

/// Replaces both sides of a record with the person's choice.
private struct ConflictResolution {
  let folder: StoreFolder
  let model: ObjectModel
  let problems: ProblemLog
  let seen: RecordConflict
  let choices: [String?: Int]

  private var id: ObjectID { seen.id }

  /// The record's file within the store.
  var file: String {
    ShardName(of: id.key, inEntity: id.entity).path(entity: id.entity)
  }

  func run() throws(StoreError) -> [RecordChange] {
    guard let entity = model[id.entity] else { throw .unknownEntity(id.entity) }
    let shard = ShardName(of: id.key, in: entity)
    let place = try folder.place(of: shard, of: entity)
    let path = try folder.destination(of: place)
    let exchange = FileExchange(
      folder: folder, path: path, isLinked: path != place,
      keptName: FileExchange.keptName(of: shard, entity), problems: problems)
    // Leftovers of an interrupted program.
    try exchange.removeDraft()
    try exchange.keepSwap()
    while true {
      let (text, state) = try folder.readSettled(path, atMost: FileExchange.timeout)
      guard let state else { throw .notFound(id) }
      let new = try resolved(text, of: entity)
      let outcome =
        new.isEmpty && path == place
        ? try exchange.takeAway(expecting: state) : try exchange.put(new, expecting: state)
      switch outcome {
      case .done:
        try folder.perform { fileSystem throws(FileError) in
          try fileSystem.synchronizeFolder(path.parentFolder)
        }
        return TextDifference(model: model)
          .changes(of: shard.path(entity: entity.name), from: text, to: new).map(\.change)
      // Another program wrote the file first. The choice is applied to the new text.
      case .overtaken: continue
      case .overtakenTwice: try exchange.keepSwap()
      }
    }
  }

  /// Returns the text of the file with the chosen sides.
  private func resolved(_ text: [UInt8], of entity: Entity) throws(StoreError) -> [UInt8] {
    guard let blocks = TextBlocks(text, isLenient: true), blocks.contested.contains(id.key),
      let block = blocks.records[id.key], let conflict = RecordConflict(block, of: id, entity),
      conflict == seen
    else { throw .notFound(id) }
    var result = MergedBlocks(blocks)
    for (key, other) in blocks.records.sorted(by: { $0.key < $1.key }) {
      let lines = key == id.key ? conflict.resolved(block, choices, of: entity) : other
      let isContested = blocks.contested.contains(key)
      let isLeft = isContested && TextBlocks(lines)?.contested.contains(key) != false
      // A side without lines deletes the record.
      if !lines.isEmpty { result.add(lines, isContested: isLeft) }
    }
    return result.text ?? []
  }
}
