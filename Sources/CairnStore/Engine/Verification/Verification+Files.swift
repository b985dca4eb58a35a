internal import CairnFiles

/// A loss that a check reports.
struct NamedLoss {
  let entity: String
  let shard: ShardName
  let problem: StoreProblem
}

extension Verification {
  /// Finds the losses that a check reports.
  ///
  /// Cost: as for a check, every file of records is read.
  func losses() throws(StoreError) -> [NamedLoss] {
    var losses: [NamedLoss] = []
    for entity in snapshot.model.storedEntities {
      let log = ProblemLog()
      _ = try TableReader(folder: folder, entity: entity, problems: log).read()
      losses += try noteLosses(of: entity, in: log)
    }
    return losses
  }

  /// Finds losses by the files' sizes, and reads files that became shorter.
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

  /// Notes which record files are cut, empty or missing according to `FoldedFiles`, or only seem
  /// so.
  ///
  /// - Parameters:
  ///   - entity: the entity of the files.
  ///   - log: the problems in the files' lines.
  /// - Returns: the losses among the notes.
  /// - Throws: the error of a file that cannot be checked.
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

  /// Notes files that are missing with their records.
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

  /// Notes a loss, unless it is at the end of a file with other damage.
  ///
  /// In that case, the damage is reported; its unreadable text may be the missing records.
  private func add(
    _ loss: FoldedFiles.Loss, of shard: ShardName, of entity: Entity, at path: String,
    to log: ProblemLog
  ) -> [NamedLoss] {
    let problem = loss.problem(of: folder.name(of: path))
    return log.add(loss, of: problem.file)
      ? [NamedLoss(entity: entity.name, shard: shard, problem: problem)] : []
  }

  /// A remark on a complete file that is empty, or has no line end at its end.
  private func oddEnd(of path: String) throws(StoreError) -> String? {
    let status = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.status(of: path)
    }
    guard let status, status.kind == .file else { return nil }
    // A fold removes an empty file, but not the target of a link.
    if status.size == 0 {
      return try folder.destination(of: path) == path ? "the file is empty; remove it" : nil
    }
    return try folder.endsLine(path) ? nil : "the last line has no end"
  }
}

extension Verification {
  /// A note if the model's file is a link, because changes of the model then go elsewhere.
  func linkedModel() throws(StoreError) -> [StoreProblem] {
    try note(onLink: folder.model, holding: "the model is")
  }

  /// Notes about record files that are links; links to missing files are found by reading.
  func linkedFiles(of entity: Entity) throws(StoreError) -> [StoreProblem] {
    let reader = TableReader(folder: folder, entity: entity, problems: ProblemLog())
    var found: [StoreProblem] = []
    for shard in try reader.shards() {
      found += try note(onLink: folder.place(of: shard, of: entity), holding: "its records are")
    }
    return found
  }

  /// Other files that a backup could not read: links to missing files, and unreadable files.
  func unreadableFiles() throws(StoreError) -> [StoreProblem] {
    let contents = try folder.contents()
    var found: [StoreProblem] = []
    for path in contents.deadEnds {
      if let end = try folder.deadEnd(on: "\(folder.path)/\(path)") { found.append(end.problem) }
    }
    for path in contents.files where !path.hasPrefix("data/") {
      do throws(FileError) {
        // In parts, since a kept file may be larger than the memory.
        let source = OpenFileSource(try folder.fileSystem.open("\(folder.path)/\(path)", .read))
        while try !source.next().isEmpty {}
      } catch .notFound {
        // A fold just removed the file.
        continue
      } catch {
        found.append(
          StoreProblem(severity: .damage, file: path, line: 0, message: "\(error)"))
      }
    }
    return found
  }

  private func note(
    onLink path: String, holding content: String
  ) throws(StoreError) -> [StoreProblem] {
    guard try folder.fingerprint(of: path) != nil else { return [] }
    let target = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.target(ofLink: path)
    }
    guard let target else { return [] }
    return [
      StoreProblem(
        severity: .note, file: folder.name(of: path), line: 0,
        message: "this is a link to \(target), and \(content) written there")
    ]
  }
}

extension Verification {
  /// A note if other people on the machine may read or change a part of the store.
  func openFiles() throws(StoreError) -> [StoreProblem] {
    let contents = try folder.contents()
    var open: [(path: String, mode: UInt16)] = []
    for path in ["."] + contents.folders + contents.files {
      let status = try folder.perform { fileSystem throws(FileError) in
        try fileSystem.status(of: path == "." ? folder.path : "\(folder.path)/\(path)")
      }
      if let status, status.permissions & 0o077 != 0 { open.append((path, status.permissions)) }
    }
    let above = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.status(of: folder.path.parentFolder)
    }
    // In a folder with the sticky bit, people cannot rename files of others.
    var found: [StoreProblem] = []
    if let above, above.permissions & 0o022 != 0, above.permissions & 0o1000 == 0 {
      let parent = folder.path.parentFolder
      found.append(
        StoreProblem(
          severity: .note, file: "..", line: 0,
          message: "other users may replace the store's folder (mode "
            + "\(String(above.permissions, radix: 8))); chmod go-w \(parent) prevents that"))
    }
    guard let first = open.first else { return found }
    let more = open.count > 1 ? ", and \(open.count - 1) more" : ""
    return found + [
      StoreProblem(
        severity: .note, file: first.path, line: 0,
        message: "other users may use it (mode \(String(first.mode, radix: 8)))\(more); "
          + "chmod -R go= \(folder.path) prevents that")
    ]
  }
}

extension Verification {
  /// The saved changes in the journal and in the history that cannot be read.
  func damagedChanges() throws(StoreError) -> [StoreProblem] {
    guard try folder.fingerprint(of: journals.path) != nil else { return [] }
    var found: [StoreProblem] = []
    var previous: (file: String, nextNumber: UInt64)?
    for (generation, file) in try segmentFiles() {
      guard var segment = try journals.open(generation, .read) else {
        found.append(damage(file, "the first line cannot be read"))
        continue
      }
      if let previous, segment.header.base > previous.nextNumber {
        let last = segment.header.base - 1
        found.append(
          damage(previous.file, "changes \(previous.nextNumber) to \(last) cannot be read"))
      }
      let isDamaged = try folder.perform { _ throws(FileError) in
        _ = try segment.readFrames()
        return try segment.hasDamage()
      }
      if isDamaged {
        let message = "change \(segment.nextNumber) and what follows it cannot be read"
        found.append(damage(file, message))
      }
      previous = (file, segment.nextNumber)
    }
    return found
  }

  /// The segments, the oldest first, with their files as paths within the store.
  private func segmentFiles() throws(StoreError) -> [(generation: Int, file: String)] {
    let archived = try journals.archivedGenerations()
    let current = try journals.generations().filter { !archived.contains($0) }
    let paths =
      archived.map { ($0, journals.archivedPath(of: $0)) }
      + current.map { ($0, journals.path(of: $0)) }
    return paths.sorted { $0.0 < $1.0 }
      .map { ($0, String($1.dropFirst(folder.path.utf8.count + 1))) }
  }

  private func damage(_ file: String, _ message: String) -> StoreProblem {
    StoreProblem(severity: .damage, file: file, line: 0, message: message)
  }
}
