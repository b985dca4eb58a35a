internal import CairnFiles

/// A check of every file of a store.
struct Verification {
  let folder: StoreFolder
  let journals: JournalFolder
  let snapshot: Snapshot
  /// The problems found while the store was open.
  let known: [StoreProblem]
  /// The contents of the files at the last fold.
  let folded: FoldedFiles

  /// Checks every file.
  ///
  /// - Parameter check: receives the numbers of checked and of all records, and may stop the work.
  /// - Returns: the problems, damage first.
  /// - Throws: the error of a folder that cannot be read; the errors of `check`.
  func run(
    checking check: (_ done: Int, _ total: Int) throws(StoreError) -> Void
  ) throws(StoreError) -> [StoreProblem] {
    let log = ProblemLog()
    // They only show the progress; a file that cannot be read is reported below.
    let counts = snapshot.model.storedEntities.map { (try? snapshot.count(of: $0.name)) ?? 0 }
    let total = counts.reduce(0, +)
    var done = 0
    // Shards and segments are read again, because files may have moved, and records may be on other
    // lines.
    log.add(known.filter { !$0.file.hasPrefix("data/") && !$0.file.hasPrefix(".local/") })
    log.add(try damagedChanges())
    log.add(try linkedModel())
    for (entity, count) in zip(snapshot.model.storedEntities, counts) {
      try check(done, total)
      log.add(try linkedFiles(of: entity))
      let reader = TableReader(folder: folder, entity: entity, problems: log)
      let table = try reader.read()
      try check(done + count / 3, total)
      try noteLosses(of: entity, in: log)
      log.add(table.chunks.flatMap(unknownFields))
      log.add(try brokenRules(of: entity))
      try check(done + count / 3 * 2, total)
      log.add(try danglingLinks(of: entity))
      log.add(try missingFiles(of: entity))
      done += count
    }
    log.add(try ownerCircles())
    log.add(try unreadableFiles())
    log.add(try oddFiles())
    log.add(try strayFolders())
    log.add(try openFiles())
    return [StoreProblem.Severity.damage, .conflict, .note].flatMap { severity in
      log.all.filter { $0.severity == severity }
    }
  }

  private func unknownFields(of chunk: Chunk) -> [StoreProblem] {
    var counts: [String: Int] = [:]
    for field in chunk.extras.fields.values.joined()
    where chunk.entity.storedIndex(of: field.name) == nil {
      counts[field.name, default: 0] += 1
    }
    return counts.sorted { $0.key < $1.key }.map { name, count in
      let times = count == 1 ? "once" : "\(count) times"
      return note(chunk, "\(name) is not a field of the model; it occurs here \(times)")
    }
  }

  private func strayFolders() throws(StoreError) -> [StoreProblem] {
    guard try folder.fingerprint(of: folder.data) != nil else { return [] }
    let names = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.list(folder.data)
    }
    let unknown = names.filter { snapshot.model[$0] == nil }
    let stray = unknown.filter { snapshot.model.currentName(of: $0) == $0 }.map { name in
      StoreProblem(
        severity: .note, file: "data/\(name)", line: 0,
        message: "the model has no collection \(name); if it was renamed, add %formerly: \(name)")
    }
    return try stray + hiddenFiles()
  }

  /// The files of renamed collections whose new paths are taken by other files.
  func hiddenFiles() throws(StoreError) -> [StoreProblem] {
    var found: [StoreProblem] = []
    for entity in snapshot.model.entities {
      for hidden in try folder.hiddenShards(of: entity) {
        let message =
          "its records are ignored, because \(hidden.present) exists, too; move them there and "
          + "remove this file"
        found.append(
          StoreProblem(severity: .damage, file: hidden.earlier, line: 0, message: message))
      }
    }
    return found
  }

  func note(_ chunk: Chunk, _ message: String) -> StoreProblem {
    StoreProblem(
      severity: .note, file: chunk.shard.path(entity: chunk.entity.name), line: 0,
      message: message)
  }
}
