internal import CairnFiles

/// A loss that a check names.
struct NamedLoss {
  let entity: String
  let shard: ShardName
  let problem: StoreProblem
}

extension Verification {
  /// The losses that a check names.
  ///
  /// Cost: as of a check, every file of records is read.
  func losses() throws(StoreError) -> [NamedLoss] {
    var losses: [NamedLoss] = []
    for entity in snapshot.model.storedEntities {
      let log = ProblemLog()
      _ = try TableReader(folder: folder, entity: entity, problems: log).read()
      losses += try noteLosses(of: entity, in: log)
    }
    return losses
  }

  /// The losses that the files' sizes tell, with what the files hold that are shorter than they were.
  func quickLosses() throws(StoreError) -> [StoreProblem] {
    var problems: [StoreProblem] = []
    for entity in snapshot.model.storedEntities {
      for shard in folded.entries[entity.name, default: [:]].keys.sorted() {
        let path = try folder.place(of: shard, of: entity)
        if let loss = try folded.loss(of: shard, entity.name, at: path, in: folder) {
          problems.append(loss.problem(of: folder.name(of: path)))
        }
      }
    }
    return problems
  }

  /// Notes what no line of the files of records tells: which of them are cut, empty or gone, as
  /// `FoldedFiles` judges, and which merely look as if they were.
  ///
  /// - Parameters:
  ///   - entity: whose files they are.
  ///   - log: has what is the matter with the files' lines.
  /// - Returns: the losses among it.
  /// - Throws: why a file cannot be looked at.
  @discardableResult
  func noteLosses(of entity: Entity, in log: ProblemLog) throws(StoreError) -> [NamedLoss] {
    let reader = TableReader(folder: folder, entity: entity, problems: ProblemLog())
    let present = try reader.shards()
    var losses: [NamedLoss] = []
    for shard in present {
      let path = try folder.place(of: shard, of: entity)
      if let loss = try folded.loss(of: shard, entity.name, at: path, in: folder) {
        losses += add(loss, of: shard, of: entity, at: path, to: log)
      } else if let message = try oddEnd(of: path) {
        let file = folder.name(of: path)
        log.add([StoreProblem(severity: .note, file: file, line: 0, message: message)])
      }
    }
    return try losses + noteGoneFiles(of: entity, besides: Set(present), in: log)
  }

  /// Notes the files that are gone with their records.
  @discardableResult
  func noteGoneFiles(
    of entity: Entity, besides present: Set<ShardName>, in log: ProblemLog
  ) throws(StoreError) -> [NamedLoss] {
    let known = folded.entries[entity.name, default: [:]].keys
    var losses: [NamedLoss] = []
    for shard in known.sorted() where !present.contains(shard) {
      let path = try folder.place(of: shard, of: entity)
      if let loss = try folded.loss(of: shard, entity.name, at: path, in: folder) {
        losses += add(loss, of: shard, of: entity, at: path, to: log)
      }
    }
    return losses
  }

  /// Takes note of a loss, unless it is in the end of a file with other damage, which is named
  /// then: what that left unreadable may be all that is missing.
  private func add(
    _ loss: FoldedFiles.Loss, of shard: ShardName, of entity: Entity, at path: String,
    to log: ProblemLog
  ) -> [NamedLoss] {
    let problem = loss.problem(of: folder.name(of: path))
    return log.add(loss, of: problem.file)
      ? [NamedLoss(entity: entity.name, shard: shard, problem: problem)] : []
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
