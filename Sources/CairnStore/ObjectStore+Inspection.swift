internal import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// The path of the model's file within the store's folder.
  public static var modelFile: String { StoreFolder.modelName }

  /// Returns whether a path has a file where every store has a folder, or the reverse.
  ///
  /// Examples are `data/Recipe` as a file, and `model/1.rec/x`.
  ///
  /// - Parameters:
  ///   - path: the path of a file within the store.
  ///   - models: the models whose collections have folders.
  /// - Returns: whether the path is misplaced.
  public static func isMisplaced(_ path: String, in models: [ObjectModel]) -> Bool {
    let steps = path.split(separator: "/").map(String.init)
    guard let first = steps.first else { return true }
    if steps.count == 1 { return StoreContents.rootFolders.contains(first) }
    if steps.count == 2, first == "data" { return models.contains { $0[steps[1]] != nil } }
    return StoreContents.rootFiles.contains(first)
      || StoreContents.rootFolders.contains(first)
        && steps.dropLast().contains { $0.hasSuffix(".rec") }
  }

  /// The files and folders at the top of a store's folder, by name, except this machine's private
  /// ones.
  public static var contentNames: [String] {
    (StoreContents.rootFiles + StoreContents.rootFolders).sorted()
  }

  /// The name of the file that marks a folder as a store.
  public static var headerFile: String { StoreFolder.headerName }

  /// Returns the identity of the store whose STORE file has this text; `nil` for any other text.
  public static func id(inHeader text: String) -> StoreID? {
    try? StoreHeader(parsing: text, path: "").id
  }

  /// Refuses the text of a STORE file that this program cannot read, or whose store it may not
  /// write.
  ///
  /// - Throws: `StoreError.damaged`, `.needsNewer`.
  public static func checkHeader(_ text: String) throws(StoreError) {
    let header = try StoreHeader(parsing: text, path: "")
    if let feature = header.newerFeature {
      throw .needsNewer(path: StoreFolder.headerName, feature: feature)
    }
  }

  /// The problems found in the files that were read so far; `verify` reads all files.
  public var problems: [StoreProblem] { published.withLock { $0.problems }.all }

  /// The number of damaged places in the files that were read so far.
  ///
  /// Reading it takes no time: it neither waits nor counts.
  public var damageCount: Int { published.withLock { $0.problems }.damageCount }

  /// Whether the store is on the machine's real file system, where other programs find it.
  public var isOnDisk: Bool { writer.withLock { $0.folder.fileSystem is RealFileSystem } }

  /// The number of records with two sides of a merge, among the records that were read so far.
  public var conflictCount: Int { published.withLock { $0.problems }.conflictCount }

  /// Whether saves are impossible because the store was opened read-only or its folder is not
  /// writable.
  public var isReadOnly: Bool {
    published.withLock { $0.isReadOnly }
  }

  /// The file problem that prevents saves in a store opened for writing, as a part of a sentence.
  ///
  /// It stays until the store is opened again.
  public var obstacle: String? {
    published.withLock { $0.obstacle }.map { error in
      "\(error)" + (error.isFull ? "; open it again when the disk has space" : "")
    }
  }

  /// The format or the feature that only a newer program knows, because of which the store is
  /// read-only.
  ///
  /// It is `nil` if the store has none.
  public var newerFeature: String? {
    published.withLock { $0.newerFeature }
  }

  /// The replica that numbers the saves here; it changes after another store replaced this one.
  public var replica: Replica {
    published.withLock { $0.replica }
  }

  /// Returns facts about the store: its path, its counts, and the size of its history.
  public func info() throws(StoreError) -> StoreInfo {
    let writer = writer.withLock { $0 }
    let journals = writer.journal.folder
    var counts: [(entity: String, count: Int)] = []
    for entity in writer.snapshot.model.entities {
      counts.append((entity.name, try writer.snapshot.count(of: entity.name)))
    }
    return StoreInfo(
      path: writer.folder.path, id: writer.header.id, created: writer.header.created,
      replica: writer.minter.replica, version: writer.snapshot.version,
      isReadOnly: writer.journal.state == .readOnly,
      exchangesFiles: writer.journal.state == .writable ? journals.exchangesFiles() : nil,
      counts: counts,
      journalBytes: try journals.unfoldedBytes(), historyBytes: try journals.historyBytes(),
      historyStart: try journals.historyStart(), lastFold: try journals.lastFold())
  }

  /// Reads every file of the store and returns its problems, damage first.
  ///
  /// Damage is: records and saved changes that cannot be read, in the journal and in the history;
  /// records that are repeated, have both sides of a merge, or are in the wrong file; files that
  /// were cut or emptied. Notes are: files that are missing with their records or lack their last
  /// ones; values that break the model's rules; links to missing records; records that own each
  /// other in a circle; fields and files that the model does not know; files that lie elsewhere;
  /// files that other people may read. After `acceptLosses`, missing records are not reported
  /// again.
  ///
  /// - Parameter check: called at times with the numbers of checked and of all records; an error of
  ///   `check` stops the work. An error that is no `StoreError` becomes `StoreError.refused`.
  /// - Returns: the problems.
  /// - Throws: `StoreError.file` if a folder cannot be read; the errors of `check`.
  public func verify(
    checking check: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws(StoreError) -> [StoreProblem] {
    try verification.run { done, total throws(StoreError) in
      do {
        try check(done, total)
      } catch {
        throw StoreError(of: error)
      }
    }
  }

  /// Finds files that lack records which they had at the last fold.
  ///
  /// It does not wait for other processes. While another one folds, it finds nothing. Cost: a check
  /// of each file's size; files that became shorter are read.
  ///
  /// - Returns: the missing records, as `verify` names them.
  /// - Throws: `StoreError.file`.
  public func findLosses() throws(StoreError) -> [StoreProblem] {
    // A fold writes a note before it removes records from files. If the note is the same before and
    // after the check, the missing records are missing for another reason.
    for _ in 0..<3 {
      let check = verification
      let problems = try check.quickLosses()
      if problems.isEmpty || verification.folded.entries == check.folded.entries {
        return problems
      }
    }
    return []
  }

  /// Accepts the loss of records that were in the files at their last fold or backup.
  ///
  /// Only the losses that `verify` names at this moment are accepted. In a file with other damage,
  /// a missing record may be present but unreadable. `verify` names such a loss once the damage is
  /// repaired. Cost: every file of records is read, twice.
  ///
  /// - Returns: the accepted losses, which are not reported again.
  /// - Throws: `StoreError.readOnly`, and the errors of `fold` and of `verify`. Then no loss is
  ///   accepted.
  @discardableResult
  public func acceptLosses() throws(StoreError) -> [StoreProblem] {
    // After the fold, a file with more missing records than were named may look whole. So the
    // losses are read before the fold, too.
    let named = try verification.losses()
    return try afterFolding { (_, journals, _) throws(StoreError) in
      let verification = verification
      let accepted = try verification.losses().filter { loss in
        named.contains { $0.entity == loss.entity && $0.shard == loss.shard }
      }
      guard !accepted.isEmpty else { return [] }
      var folded = verification.folded
      for loss in accepted {
        // From now on, the rest of the file counts as its whole content.
        if let entity = verification.snapshot.model[loss.entity] {
          try folded.note(loss.shard, of: entity, in: verification.folder)
        }
      }
      journals.write(folded)
      return accepted.map(\.problem)
    }
  }

  var verification: Verification {
    let writer = writer.withLock { $0 }
    return Verification(
      folder: writer.folder, journals: writer.journal.folder, snapshot: writer.snapshot,
      known: writer.problems.all,
      folded: writer.journal.folder.readFoldedFiles(writer.snapshot.model))
  }
}

extension JournalFolder {
  /// Tries to exchange two files; `nil` if the folder cannot be written.
  fileprivate func exchangesFiles() -> Bool? {
    guard let lock = try? lock(.fold, timeout: .zero) else { return nil }
    defer { lock.release() }
    let files = ["\(path)/exchange.1", "\(path)/exchange.2"]
    return try? store.perform { fileSystem throws(FileError) in
      defer { for file in files { try? fileSystem.remove(file) } }
      for file in files { try fileSystem.replace(file, with: []) }
      return try fileSystem.exchange(files[0], files[1])
    }
  }

  /// The number of bytes of changes that are not in the text yet.
  func unfoldedBytes() throws(StoreError) -> Int {
    guard try store.fingerprint(of: path) != nil else { return 0 }
    var bytes = 0
    for generation in try generations() {
      guard var segment = try open(generation, .read) else { continue }
      let start = segment.end
      _ = try store.perform { _ throws(FileError) in try segment.readFrames() }
      bytes += segment.end - start
    }
    return bytes
  }

  /// The time when the oldest readable segment begins; `nil` if there is none.
  func historyStart() throws(StoreError) -> Timestamp? {
    guard try store.fingerprint(of: path) != nil else { return nil }
    for generation in try archivedGenerations() + generations() {
      if let segment = try open(generation, .read) { return segment.header.time }
    }
    return nil
  }

  /// The time when the newest archived segment was folded: its successor was made at that moment.
  func lastFold() throws(StoreError) -> Timestamp? {
    guard let folded = try archivedGenerations().last,
      try store.fingerprint(of: path(of: folded + 1)) != nil
    else { return nil }
    return try open(folded + 1, .read)?.header.time
  }

  func historyBytes() throws(StoreError) -> Int {
    var bytes = 0
    for generation in try archivedGenerations() {
      let file = try store.fingerprint(of: archivedPath(of: generation))
      bytes += Int(file?.size ?? 0)
    }
    return bytes
  }
}
