internal import CairnFiles

extension Verification {
  /// Notes what no line of the files of records tells: which of them are cut, empty or gone, as
  /// `FoldedFiles` judges, and which merely look as if they were.
  func noteLosses(of entity: Entity, in log: ProblemLog) throws(StoreError) {
    let reader = TableReader(folder: folder, entity: entity, problems: ProblemLog())
    let present = try reader.shards()
    for shard in present {
      let path = try folder.place(of: shard, of: entity)
      let file = folder.name(of: path)
      if let loss = try folded.loss(of: shard, entity.name, at: path, in: folder) {
        log.add(loss, of: file)
      } else if let message = try oddEnd(of: path) {
        log.add([StoreProblem(severity: .note, file: file, line: 0, message: message)])
      }
    }
    try noteGoneFiles(of: entity, besides: Set(present), in: log)
  }

  /// Notes the files that are gone with their records.
  func noteGoneFiles(
    of entity: Entity, besides present: Set<ShardName>, in log: ProblemLog
  ) throws(StoreError) {
    let known = folded.entries[entity.name, default: [:]].keys
    for shard in known.sorted() where !present.contains(shard) {
      let path = try folder.place(of: shard, of: entity)
      if let loss = try folded.loss(of: shard, entity.name, at: path, in: folder) {
        log.add(loss, of: folder.name(of: path))
      }
    }
  }

  /// What a program that wrote the file at `path` left out, though nothing is missing.
  private func oddEnd(of path: String) throws(StoreError) -> String? {
    let status = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.status(of: path)
    }
    guard let status, status.kind == .file else { return nil }
    // A fold takes an empty file away, but not from behind a link.
    if status.size == 0 {
      return try folder.destination(of: path) == path ? "the file is empty; remove it" : nil
    }
    return try folder.endsLine(path) ? nil : "the last line has no end"
  }
}
