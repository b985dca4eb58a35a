internal import CairnFiles

/// Writes the journal's changes to the text, and moves the journal to the archive.
///
/// The order makes it safe. A new segment for further saves is on the disk before any shard
/// changes. Every shard and its name are on the disk before a segment leaves.
struct Fold {
  let plan: FoldPlan
  let folder: StoreFolder
  let journals: JournalFolder
  let problems: ProblemLog

  /// Writes the model and the shards and waits until they and their names are on the disk.
  func writeFiles() throws(StoreError) -> [FoldedShard] {
    try ModelFold(
      folder: folder, path: try folder.destination(of: folder.model), problems: problems,
      changes: plan.modelChanges.map(\.change)
    ).run()
    try moveRenamed()
    var known = try knownFiles()
    if let first = plan.generations.first, let last = plan.generations.last {
      known.begin(first, last)
    }
    var folded: [FoldedShard] = []
    var folders: Set<String> = []
    var linkedFolders: Set<String> = []
    for (entity, shards) in plan.shards.sorted(by: { $0.key < $1.key }) {
      let shards = shards.sorted()
      let table = plan.snapshot.tables[entity]
      var texts = ParallelPrefetch(shards) { shard throws(StoreError) -> WrittenChunk? in
        try table?.chunk(of: shard).map(WrittenChunk.init)
      }
      for start in stride(from: 0, to: shards.count, by: Self.groupSize) {
        let folds = try shards[start..<min(start + Self.groupSize, shards.count)]
          .map { shard throws(StoreError) in
            let path = folder.path(of: shard, entity: entity).parentFolder
            if folders.insert(path).inserted { try makeFolder(path) }
            return try fold(of: shard, of: entity, since: known)
          }
        linkedFolders.formUnion(folds.map(\.path.parentFolder))
        // If one file fails, the drafts of the other files are removed.
        defer { for fold in folds { fold.cancel() } }
        for fold in folds { try fold.begin(known: try texts.next() ?? nil) }
        for fold in folds {
          let shard = try fold.run()
          let keys = try newKeys(in: shard, known)
          journals.noteWritten(keys, in: shard.chunk.shard, of: entity)
          folded.append(shard)
        }
      }
    }
    for shard in folded { note(shard, in: &known) }
    // Also existing parent folders: the process that made them may have been killed before its
    // sync.
    for path in folders { folders.formUnion(folder.ancestors(of: path)) }
    try synchronize(folders.union(linkedFolders).sorted())
    journals.write(known)
    // Entities that the model removed with all their records.
    for name in plan.shards.keys where plan.snapshot.model[name] == nil {
      try removeIfEmpty("\(folder.data)/\(name)")
    }
    return folded
  }

  /// The keys of the journal's new records in a file.
  ///
  /// A record whose key another one has is not among them: it moved before.
  private func newKeys(
    in folded: FoldedShard, _ known: FoldedFiles
  ) throws(StoreError) -> [RecordKey] {
    let (entity, shard) = (folded.entity, folded.chunk.shard)
    let moved = plan.moved[entity] ?? []
    let keys = folded.chunk.keys.filter { !moved.contains($0) }
    if folded.isForeign {
      // Another program may have added records, too. The journal was read for the merge.
      let inserted = try changes.of(shard, entity).filter { $0.kind == .insert }.map(\.id.key)
      return keys.filter(Set(inserted).contains)
    }
    guard let last = known[entity, shard]?.keys else { return keys }
    return keys.filter { !last.contains($0) }
  }

  private func makeFolder(_ path: String) throws(StoreError) {
    try folder.refuseDeadEnd(on: path)
    try folder.perform { fileSystem throws(FileError) in try fileSystem.makeFolder(path) }
  }

  private func note(_ folded: FoldedShard, in known: inout FoldedFiles) {
    let (entity, shard) = (folded.entity, folded.chunk.shard)
    if folded.hasLost {
      known[entity, shard]?.hasLost = true
      known[entity, shard] = known[entity, shard]?.withoutContents
    } else {
      known.note(
        folded.chunk, size: Int(folded.chunk.origin?.size ?? 0), folded.checksums)
    }
  }

  /// The number of files that are written to the disk at the same time.
  private static var groupSize: Int { 64 }

  /// The notes about the files, without the records that this fold removes.
  ///
  /// So if the fold is interrupted, their absence is not reported as a loss.
  private func knownFiles() throws(StoreError) -> FoldedFiles {
    var known = journals.readFoldedFiles(plan.snapshot.model)
    let before = known.entries
    // Before this fold, a file from an earlier program and one that a person added look the same.
    let wasComplete = known.isComplete
    if !wasComplete { known.notePresence(of: try presentFiles()) }
    for (entity, shards) in plan.shards {
      for shard in shards {
        guard let entry = known[entity, shard],
          let chunk = try plan.snapshot.tables[entity]?.chunk(of: shard)
        else { continue }
        let kept = entry.keeping(chunk.keys)
        let path = folder.path(of: shard, entity: entity)
        if kept != entry, try known.loss(of: shard, entity, at: path, in: folder) == nil {
          // The file still has the removed records, so it is not a new one.
          known[entity, shard] = kept ?? .unknown
        }
      }
    }
    if known.entries != before || !wasComplete { journals.write(known) }
    return known
  }

  private func presentFiles() throws(StoreError) -> [(entity: String, shard: ShardName)] {
    var files: [(entity: String, shard: ShardName)] = []
    for entity in plan.snapshot.model.storedEntities {
      let reader = TableReader(folder: folder, entity: entity, problems: ProblemLog())
      files += try reader.shards().map { (entity.name, $0) }
    }
    return files
  }

  /// Waits until the names in folders are on the disk.
  func synchronize(_ paths: [String]) throws(StoreError) {
    for path in paths {
      try folder.perform { fileSystem throws(FileError) in
        try fileSystem.synchronizeFolder(path)
      }
    }
  }

  /// Removes a folder if it is empty; files that are not records stay, because they are not
  /// Cairn's.
  func removeIfEmpty(_ path: String) throws(StoreError) {
    try folder.perform { fileSystem throws(FileError) in
      do throws(FileError) {
        try fileSystem.remove(path)
      } catch .notEmpty {
        // Records may remain that the change did not include.
      } catch .notFound {
        // No fold ever wrote there.
      }
    }
  }

  private func fold(
    of shard: ShardName, of name: String, since known: FoldedFiles
  ) throws(StoreError) -> ShardFold {
    let entity = plan.snapshot.model[name] ?? Entity(name: name)
    let merge = ShardMerge(
      entity: entity, shard: shard, problems: problems, journaled: changes)
    let place = folder.path(of: shard, entity: name)
    return ShardFold(
      folder: folder, place: place, path: try folder.destination(of: place), merge: merge,
      before: known)
  }

  private let changes: JournaledChanges

  init(_ plan: FoldPlan, _ folder: StoreFolder, _ journals: JournalFolder, _ problems: ProblemLog) {
    self.plan = plan
    self.folder = folder
    self.journals = journals
    self.problems = problems
    changes = JournaledChanges(plan.segments, journals, plan.snapshot.model)
  }

  /// Moves the segments to the archive, the oldest first, and removes those older than `limit`.
  ///
  /// - Returns: whether history was removed.
  func archiveSegments(forgettingBefore limit: Timestamp) throws(StoreError) -> Bool {
    guard !plan.generations.isEmpty else { return false }
    try folder.perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(journals.archive)
    }
    for generation in plan.generations {
      guard try folder.fingerprint(of: journals.path(of: generation)) != nil else { continue }
      try folder.perform { fileSystem throws(FileError) in
        if let (last, end) = plan.last, generation == last {
          let segment = try fileSystem.open(journals.path(of: generation), .readWrite)
          try segment.truncate(to: end)
        }
        try fileSystem.rename(
          journals.path(of: generation), to: journals.archivedPath(of: generation))
      }
    }
    return try journals.forgetHistory(before: limit) > 0
  }
}
