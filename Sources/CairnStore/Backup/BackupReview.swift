internal import CairnFiles

/// Checks the files of a backup by the bytes that are written, reading each file once.
///
/// Damage is the same as in `verify`, without the history, because its changes are in the text.
struct BackupReview {
  private let verification: Verification
  private let log = ProblemLog()
  /// The files of records that were added.
  private var added: [String: Set<ShardName>] = [:]
  /// The notes about the files, updated to their contents in the backup.
  private(set) var folded: FoldedFiles

  init(_ verification: Verification) {
    self.verification = verification
    folded = verification.folded
  }

  /// Notes the backup's contents of a file; files without records are ignored.
  ///
  /// - Parameters:
  ///   - name: the file, as a path within the store.
  ///   - contents: the file's bytes, and its own bytes without the journal's changes.
  mutating func add(_ name: String, _ contents: StoreImage.Contents) {
    guard let (entity, shard) = place(name) else { return }
    added[entity.name, default: []].insert(shard)
    let read = ShardReader.read(contents.bytes, of: shard, in: entity, origin: nil)
    log.add(read.problems)
    let found = contents.found
    let loss = verification.folded.loss(of: shard, entity.name, size: found?.count) { found ?? [] }
    if let loss {
      log.add(loss, of: name)
    } else {
      let noted = folded[entity.name, shard]
      folded.note(
        read.chunk, size: contents.bytes.count, RecordChecksums(of: contents.bytes))
      // The bytes are the same that the fold wrote.
      if let noted, noted.checksums == folded[entity.name, shard]?.checksums,
        noted.size == contents.bytes.count
      {
        folded[entity.name, shard]?.state = noted.state
      }
    }
  }

  /// Returns the damage and the losses because of which other backups should be kept.
  ///
  /// All files of `image` must be added before, except those that a fold would remove.
  mutating func finish(_ image: StoreImage) throws(StoreError) -> [StoreProblem] {
    do throws(FileError) {
      // A file's own records may have been lost before the rest was deleted.
      for name in image.emptiedNames { add(name, try image.contents(of: name)) }
    } catch {
      throw .file(error)
    }
    let folder = verification.folder
    for entity in verification.snapshot.model.storedEntities {
      log.add(try verification.missingFiles(of: entity))
      let reader = TableReader(folder: folder, entity: entity, problems: log)
      let present = try reader.shards()
      // The path of a record file may hold something other than a file.
      for shard in present where added[entity.name]?.contains(shard) != true {
        _ = try reader.read(shard)
      }
      try verification.noteGoneFiles(of: entity, besides: Set(present), in: log)
    }
    log.add(try verification.hiddenFiles())
    log.add(try verification.oddFiles())
    return log.all.filter(\.endangersBackups)
  }

  private func place(_ name: String) -> (Entity, ShardName)? {
    FoldedFiles.place(name[...]).flatMap { entity, shard in
      let model = verification.snapshot.model
      return model[model.currentName(of: entity)].map { ($0, shard) }
    }
  }
}
