internal import CairnFiles

/// Judges the files of a backup by the bytes that it gets, each read once.
///
/// What is damaged is what `verify` names so; the history does not count, as its changes are in
/// the text.
struct BackupReview {
  private let verification: Verification
  private let log = ProblemLog()
  /// The files of records that were added.
  private var added: [String: Set<ShardName>] = [:]
  /// What is known of the files, with what they hold in the backup.
  private(set) var folded: FoldedFiles

  init(_ verification: Verification) {
    self.verification = verification
    folded = verification.folded
  }

  /// Takes note of what the backup has of a file; what holds no records is passed over.
  ///
  /// - Parameters:
  ///   - name: the file, as a path within the store.
  ///   - contents: its bytes, and what it was before the journal was laid over them.
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
      // The bytes are those that the fold wrote.
      if let noted, noted.checksums == folded[entity.name, shard]?.checksums,
        noted.size == contents.bytes.count
      {
        folded[entity.name, shard]?.state = noted.state
      }
    }
  }

  /// What endangers other backups, of the files of `image`, all of which were added but those that
  /// a fold would remove, and of what is missing among them.
  mutating func finish(_ image: StoreImage) throws(StoreError) -> [StoreProblem] {
    do throws(FileError) {
      // What they had themselves may have been cut before the rest was deleted.
      for name in image.emptiedNames { add(name, try image.contents(of: name)) }
    } catch {
      throw .file(error)
    }
    let folder = verification.folder
    for entity in verification.snapshot.model.storedEntities {
      let reader = TableReader(folder: folder, entity: entity, problems: log)
      let present = try reader.shards()
      // What stands where a file of records should be, and is none.
      for shard in present where added[entity.name]?.contains(shard) != true {
        _ = try reader.read(shard)
      }
      try verification.noteGoneFiles(of: entity, besides: Set(present), in: log)
    }
    log.add(try verification.hiddenFiles())
    return log.all.filter(\.endangersBackups)
  }

  private func place(_ name: String) -> (Entity, ShardName)? {
    FoldedFiles.place(name[...]).flatMap { entity, shard in
      let model = verification.snapshot.model
      return model[model.currentName(of: entity)].map { ($0, shard) }
    }
  }
}
