internal import CairnFiles

/// Brings one shard's file up to date without losing what anybody else writes in it.
///
///   read ──▶ merge ──▶ .0003.rec.new ──▶ disk ──▶ .0003.rec.swap ──▶ exchange ──▶ compare
///                        (may be torn)              (always whole)                   │
///             ▲                                       other content came out         │
///             └──────────────────────────────────────────────────────────────────────┘
struct ShardFold {
  let folder: StoreFolder
  let entity: Entity
  let shard: ShardName
  let problems: ProblemLog
  /// What the journal changes in the shard, in order; asked for only if the file must be merged.
  let changes: () throws(StoreError) -> [RecordChange]

  private var path: String { folder.path(of: shard, entity: entity.name) }
  private var draft: String { hiddenPath("new") }
  private var swap: String { hiddenPath("swap") }

  private func hiddenPath(_ suffix: String) -> String {
    let name = path.dropFirst(path.parentFolder.count + 1)
    return "\(path.parentFolder)/.\(name).\(suffix)"
  }

  /// Writes the shard; `known` is its chunk in memory, if there is one.
  func run(known: Chunk?) throws(StoreError) -> FoldedShard {
    try absorbLeftovers()
    var expected = try folder.fingerprint(of: path)
    var result: (chunk: Chunk, isForeign: Bool)
    if let known, known.origin == expected {
      result = (known, false)
    } else {
      result = (try merged(with: try text(at: path), expected), true)
    }
    while true {
      let bytes = ShardWriter.write(result.chunk)
      guard let surprise = try put(bytes, expecting: expected) else { break }
      // Somebody wrote the file between reading it and exchanging it: merge theirs, try again.
      result = (try merged(with: try text(at: swap), surprise), true)
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
    if bytes.isEmpty {
      guard expected != nil else { return nil }
      try perform { fileSystem throws(FileError) in try fileSystem.rename(path, to: swap) }
    } else {
      try writeDraft(bytes)
      guard expected != nil else {
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
    guard let found = try folder.fingerprint(of: swap) else { return nil }
    guard found == expected else { return found }
    try perform { fileSystem throws(FileError) in try fileSystem.remove(swap) }
    return nil
  }

  private func writeDraft(_ bytes: [UInt8]) throws(StoreError) {
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
  }

  /// Deals with what an interrupted fold left: a draft may be torn, a swapped file is whole.
  private func absorbLeftovers() throws(StoreError) {
    if try folder.fingerprint(of: draft) != nil {
      try perform { fileSystem throws(FileError) in try fileSystem.remove(draft) }
    }
    guard let origin = try folder.fingerprint(of: swap) else { return }
    let older = try merged(with: try text(at: swap), origin)
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
    let goal = "\(kept)/\(entity.descriptorName)-\(shard.file)"
    try perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(kept)
      try fileSystem.rename(file, to: goal)
      try fileSystem.synchronizeFolder(kept)
      try fileSystem.synchronizeFolder(folder.path)
    }
    problems.add([
      StoreProblem(
        severity: .note, file: String(goal.dropFirst(folder.path.count + 1)), line: 0,
        message: "another program wrote this while \(shard.path(entity: entity.name)) was saved")
    ])
  }

  private func merged(
    with bytes: [UInt8], _ origin: FileFingerprint?
  ) throws(StoreError) -> Chunk {
    let read = ShardReader.read(bytes, of: shard, in: entity, origin: origin)
    var draft = ChunkDraft(read.chunk)
    var log = ReplayLog()
    for change in try changes() { draft.replay(change, &log) }
    problems.add(log.problems(in: entity))
    return draft.finished()
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
