internal import CairnFiles

/// Brings one shard's file up to date without losing what anybody else writes in it.
///
///   read ──▶ merge ──▶ .0003.rec.new ──▶ disk ──▶ .0003.rec.swap ──▶ exchange ──▶ compare
///                        (may be torn)              (always whole)                   │
///             ▲                                       other content came out         │
///             └──────────────────────────────────────────────────────────────────────┘
struct ShardFold {
  let folder: StoreFolder
  let merge: ShardMerge

  /// How long the fold waits for a program that is writing the file in place.
  private static let patience = Duration.milliseconds(200)

  private var entity: Entity { merge.entity }
  private var shard: ShardName { merge.shard }
  private var path: String { folder.path(of: shard, entity: entity.name) }
  private var draft: String { hiddenPath("new") }
  private var swap: String { hiddenPath("swap") }

  private func hiddenPath(_ suffix: String) -> String {
    let name = path.dropFirst(path.parentFolder.count + 1)
    return "\(path.parentFolder)/.\(name).\(suffix)"
  }

  /// Writes the shard; `known` is its chunk in memory, if there is one.
  ///
  /// - Throws: `StoreError.busy` while a program is writing the file in place.
  func run(known: Chunk?) throws(StoreError) -> FoldedShard {
    try waitForWriters(of: path)
    try absorbLeftovers()
    var expected = try folder.fingerprint(of: path)
    var result: (chunk: Chunk, isForeign: Bool)
    if let known, known.origin == expected {
      result = (known, false)
    } else {
      let text = try text(at: path)
      result = (try merge.chunk(of: text, from: expected), true)
      if ShardWriter.write(result.chunk) == text,
        try folder.fingerprint(of: path) == expected
      {
        // Another process folded the same changes.
        return FoldedShard(entity: entity.name, chunk: result.chunk, isForeign: true)
      }
    }
    while true {
      let bytes = ShardWriter.write(result.chunk)
      guard let surprise = try put(bytes, expecting: expected) else { break }
      // Somebody wrote the file between reading it and exchanging it: merge theirs, try again.
      result = (try merge.chunk(of: try text(at: swap), from: surprise), true)
      expected = try folder.fingerprint(of: path)
      try perform { fileSystem throws(FileError) in try fileSystem.remove(swap) }
    }
    var written = ChunkDraft(result.chunk)
    written.origin = try folder.fingerprint(of: path)
    return FoldedShard(
      entity: entity.name, chunk: written.finished(), isForeign: result.isForeign)
  }

  /// Puts `bytes` in the place of the file.
  ///
  /// - Returns: `nil`, or the state of a file that was not the one expected; it lies at `swap`.
  private func put(
    _ bytes: [UInt8], expecting expected: FileFingerprint?
  ) throws(StoreError) -> FileFingerprint? {
    var written: FileFingerprint?
    if bytes.isEmpty {
      guard expected != nil else { return nil }
      try perform { fileSystem throws(FileError) in try fileSystem.rename(path, to: swap) }
    } else {
      written = try writeDraft(bytes)
      // Also where none was expected: somebody may have made it meanwhile.
      guard try folder.fingerprint(of: path) != nil else {
        try perform { fileSystem throws(FileError) in try fileSystem.rename(draft, to: path) }
        return nil
      }
      try perform { fileSystem throws(FileError) in
        try fileSystem.rename(draft, to: swap)
        if try fileSystem.exchange(swap, path) { return }
        // Without exchange the window is as short as a look and a rename.
        try fileSystem.rename(swap, to: path)
      }
    }
    try waitForLateWriters(orTakeBack: written)
    guard let found = try folder.fingerprint(of: swap) else { return nil }
    guard found == expected else { return found }
    try perform { fileSystem throws(FileError) in try fileSystem.remove(swap) }
    return nil
  }

  private func waitForWriters(of path: String) throws(StoreError) {
    try perform { fileSystem throws(FileError) in
      try fileSystem.waitForWriters(of: path, atMost: Self.patience)
    }
  }

  /// Waits for a program that had the file open when its name was taken away.
  ///
  /// One that goes on writing gets the name back, so that what it writes is not lost.
  private func waitForLateWriters(orTakeBack written: FileFingerprint?) throws(StoreError) {
    do throws(StoreError) {
      try waitForWriters(of: swap)
    } catch .busy {
      guard written != nil else {
        try perform { fileSystem throws(FileError) in try fileSystem.rename(swap, to: path) }
        throw .busy(path: path)
      }
      try perform { fileSystem throws(FileError) in _ = try fileSystem.exchange(swap, path) }
      if try folder.fingerprint(of: swap) == written {
        try perform { fileSystem throws(FileError) in try fileSystem.remove(swap) }
      } else {
        try keepForPeople(swap)
      }
      throw .busy(path: path)
    }
  }

  private func writeDraft(_ bytes: [UInt8]) throws(StoreError) -> FileFingerprint? {
    try perform { fileSystem throws(FileError) in
      let file = try fileSystem.open(draft, .create)
      do throws(FileError) {
        try file.write(bytes, at: 0)
        try file.synchronize()
      } catch {
        // The draft only takes space that may be what was missing.
        try? fileSystem.remove(draft)
        throw error
      }
    }
    return try folder.fingerprint(of: draft)
  }

  /// Deals with what an interrupted fold left: a draft may be torn, a swapped file is whole.
  private func absorbLeftovers() throws(StoreError) {
    if try folder.fingerprint(of: draft) != nil {
      try perform { fileSystem throws(FileError) in try fileSystem.remove(draft) }
    }
    guard let origin = try folder.fingerprint(of: swap) else { return }
    let older = try merge.chunk(of: try text(at: swap), from: origin)
    if try folder.fingerprint(of: path) == nil, older.count > 0 || !older.extras.isEmpty {
      try perform { fileSystem throws(FileError) in try fileSystem.rename(swap, to: path) }
      return
    }
    if ShardWriter.write(older) != (try text(at: path)) {
      try keepForPeople(swap)
    } else {
      try perform { fileSystem throws(FileError) in try fileSystem.remove(swap) }
    }
  }

  /// Moves a file that differs for reasons nobody can tell any more to where it is not lost.
  private func keepForPeople(_ file: String) throws(StoreError) {
    let kept = "\(folder.path)/conflicts"
    var goal = "\(kept)/\(entity.descriptorName)-\(shard.file)"
    var number = 1
    while try folder.fingerprint(of: goal) != nil {
      number += 1
      goal = "\(kept)/\(entity.descriptorName)-\(number)-\(shard.file)"
    }
    try perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(kept)
      try fileSystem.rename(file, to: goal)
      try fileSystem.synchronizeFolder(kept)
      try fileSystem.synchronizeFolder(folder.path)
    }
    merge.problems.add([
      StoreProblem(
        severity: .note, file: String(goal.dropFirst(folder.path.count + 1)), line: 0,
        message: "another program wrote this while \(shard.path(entity: entity.name)) was saved")
    ])
  }

  /// The file's bytes, none if it is not there.
  private func text(at path: String) throws(StoreError) -> [UInt8] {
    do throws(FileError) {
      return try folder.fileSystem.read(path)
    } catch .notFound {
      return []
    } catch {
      throw .file(error)
    }
  }

  private func perform(
    _ work: (any FileSystem) throws(FileError) -> Void
  ) throws(StoreError) {
    try folder.perform(work)
  }
}
