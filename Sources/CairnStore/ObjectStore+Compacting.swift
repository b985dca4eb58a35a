internal import CairnFiles
internal import Synchronization

/// The result of compacting a store.
public struct Compaction: Hashable, Sendable {
  /// The number of record files that were rewritten in their canonical form.
  public var rewrittenCount = 0

  /// The number of removed files and folders: empty ones, and leftovers of interrupted programs.
  public var removedCount = 0

  /// The number of bytes of history that were removed because of their age.
  public var historyBytes = 0
}

extension ObjectStore {
  /// Folds, and rewrites the store's folder as if it were written today.
  ///
  /// Files that people or other tools wrote get the store's own order and spelling, without losing
  /// a word. Files without records, leftovers of interrupted work and history beyond its age are
  /// removed, and so are notes about merges whose kept record is gone. A file with few records
  /// stays, because a record's key alone decides its file. So two replicas with the same records
  /// have the same files. Cost: every file of records is read.
  ///
  /// - Throws: the errors of `fold`.
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
      let (now, days, timeout) = writer.withLock {
        ($0.options.clock(), $0.options.historyDays, $0.options.lockTimeout)
      }
      let limit = try journals.historyLimit(at: now, keeping: days)
      compaction.historyBytes = try journals.forgetHistory(before: limit)
      let unused = UnusedFiles(
        folder: folder, journals: journals, limit: limit, timeout: timeout)
      compaction.removedCount += try unused.remove()
      return compaction
    }
    // Only now are the edits of all files known.
    if try deleteVainMergeNotes() { try fold() }
    announce()
    return compaction
  }

  /// Writes the shards whose text is not canonical, or whose exchange a fold did not finish.
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
    // Something other than a file at the path stays unchanged.
    guard contents.files.contains(path) else { return true }
    let bytes = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.read("\(folder.path)/\(path)")
    }
    let read = ShardReader.read(bytes, of: shard, in: entity, origin: nil)
    return ShardWriter.write(read.chunk) == bytes
  }

  /// Removes drafts, which no program is writing under the locks held, and then empty folders.
  private func clear(
    _ folder: StoreFolder, _ journals: JournalFolder, _ compaction: inout Compaction
  ) throws(StoreError) {
    let timeout = writer.withLock { $0.options.lockTimeout }
    let lock = try journals.lock(.commit, timeout: timeout)
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
  /// The shard of `entity` whose interrupted exchange left the hidden file at `path`.
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
