internal import CairnFiles
internal import Synchronization

/// What compacting a store came to.
public struct Compaction: Hashable, Sendable {
  /// How many files of records were written anew, in the one form that their records have.
  public var rewrittenCount = 0

  /// How many files and folders were removed: empty ones, and what interrupted programs left.
  public var removedCount = 0

  /// How many bytes of history too old to be kept were removed.
  public var historyBytes = 0
}

extension ObjectStore {
  /// Folds, and gives the store's folder the form that it would have if it were written today.
  ///
  /// Files that people or other tools wrote get the order and spelling of the store's own, without
  /// the loss of a word; files without records and what was left of interrupted work go, and so
  /// does history beyond its age. A file with few records stays as it is: which file a record is in
  /// follows from its key alone, so that two replicas that hold the same records have the same
  /// files. Cost: every file of records is read.
  ///
  /// - Throws: what `fold` throws.
  @discardableResult
  public func compact() throws(StoreError) -> Compaction {
    let compaction = try afterFolding { (folder, journals, _) throws(StoreError) in
      var compaction = Compaction()
      let contents = try folder.contents()
      let plan = writer.withLock { writer in
        FoldPlan(
          generations: [], segments: writer.journal.unfoldedSegments, lost: [], last: nil,
          shards: [:],
          modelChanges: [], snapshot: writer.snapshot)
      }
      try rewrite(contents, plan, &compaction)
      try clear(folder, journals, &compaction)
      let (now, days) = writer.withLock { ($0.options.clock(), $0.options.historyDays) }
      let limit = try journals.historyLimit(at: now, keeping: days)
      compaction.historyBytes = try journals.forgetHistory(before: limit)
      return compaction
    }
    announce()
    return compaction
  }

  /// Writes the shards whose text is not the canonical one, or that a fold left half exchanged.
  private func rewrite(
    _ contents: StoreContents, _ plan: FoldPlan, _ compaction: inout Compaction
  ) throws(StoreError) {
    var plan = plan
    let (folder, journals, problems) = writer.withLock {
      ($0.folder, $0.journal.folder, $0.problems)
    }
    for entity in plan.snapshot.model.storedEntities {
      let reader = TableReader(folder: folder, entity: entity, problems: problems)
      var shards = Set(contents.swaps.compactMap { ShardName(swapped: $0, of: entity) })
      for shard in try reader.shards() where try !isCanonical(shard, of: entity, contents, folder) {
        shards.insert(shard)
      }
      plan.shards[entity.name] = shards
    }
    try write(Fold(plan, folder, journals, problems))
    let gone = Set(contents.files).subtracting(try folder.contents().files).count
    compaction.rewrittenCount = plan.shards.values.reduce(-gone) { $0 + $1.count }
    compaction.removedCount = gone
  }

  private func isCanonical(
    _ shard: ShardName, of entity: Entity, _ contents: StoreContents, _ folder: StoreFolder
  ) throws(StoreError) -> Bool {
    let path = shard.path(entity: entity.name)
    // What stands there is no file, and stays as it is.
    guard contents.files.contains(path) else { return true }
    let bytes = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.read("\(folder.path)/\(path)")
    }
    let read = ShardReader.read(bytes, of: shard, in: entity, origin: nil)
    return ShardWriter.write(read.chunk) == bytes
  }

  /// Removes drafts, which nobody is writing under the locks held, and then empty folders.
  private func clear(
    _ folder: StoreFolder, _ journals: JournalFolder, _ compaction: inout Compaction
  ) throws(StoreError) {
    let patience = writer.withLock { $0.options.patience }
    let lock = try journals.lock(.commit, patience: patience)
    defer { lock.release() }
    let contents = try folder.contents()
    let drafts = contents.drafts.map { "\(folder.path)/\($0)" } + (try journals.drafts())
    let emptyable = contents.folders.filter { $0.hasPrefix("data/") }.reversed()
    for path in drafts { try remove(path, folder, &compaction) }
    for path in emptyable.map({ "\(folder.path)/\($0)" }) {
      let names = try folder.perform { fileSystem throws(FileError) in try fileSystem.list(path) }
      if names.isEmpty { try remove(path, folder, &compaction) }
    }
  }

  private func remove(
    _ path: String, _ folder: StoreFolder, _ compaction: inout Compaction
  ) throws(StoreError) {
    try folder.perform { fileSystem throws(FileError) in try fileSystem.remove(path) }
    compaction.removedCount += 1
  }
}

extension ShardName {
  /// The shard of `entity` that a fold was exchanging when it left the hidden file at `path`.
  init?(swapped path: String, of entity: Entity) {
    guard path.hasSuffix(".swap") else { return nil }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let file = path.dropFirst(folder.count + 1).dropLast(".swap".count)
    let shard =
      entity.isBuiltIn
      ? ShardName(of: RecordKey(rawValue: 0), in: entity) : ShardName(file: String(file))
    guard let shard, shard.path(entity: entity.name) == folder + file else { return nil }
    self = shard
  }
}
