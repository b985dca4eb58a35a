internal import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// Where the model's file lies within the store's folder.
  public static var modelFile: String { StoreFolder.modelName }

  /// Whether a path within a store has a file where every store has a folder, or a folder where it
  /// has a file: `data/Recipe` as a file, or `model/1.rec/x`.
  ///
  /// - Parameters:
  ///   - path: a path of a file within the store.
  ///   - models: the models whose collections have folders.
  /// - Returns: whether the path is such a one.
  public static func isMisplaced(_ path: String, in models: [ObjectModel]) -> Bool {
    let steps = path.split(separator: "/").map(String.init)
    guard let first = steps.first else { return true }
    if steps.count == 1 { return StoreContents.rootFolders.contains(first) }
    if steps.count == 2, first == "data" { return models.contains { $0[steps[1]] != nil } }
    return StoreContents.rootFiles.contains(first)
      || StoreContents.rootFolders.contains(first)
        && steps.dropLast().contains { $0.hasSuffix(".rec") }
  }

  /// What lies at the top of a store's folder, in the order of the names, besides what is private to
  /// this machine.
  public static var contentNames: [String] {
    (StoreContents.rootFiles + StoreContents.rootFolders).sorted()
  }

  /// The name of the file that says that a folder is a store.
  public static var headerFile: String { StoreFolder.headerName }

  /// The identity of the store whose file STORE is `text`; `nil` if it is none.
  public static func id(inHeader text: String) -> StoreID? {
    try? StoreHeader(parsing: text, path: "").id
  }

  /// Refuses the text of a STORE file that this program can't read, or may not write beside.
  ///
  /// - Throws: `StoreError.damaged`, `.needsNewer`.
  public static func checkHeader(_ text: String) throws(StoreError) {
    let header = try StoreHeader(parsing: text, path: "")
    if let feature = header.newerFeature {
      throw .needsNewer(path: StoreFolder.headerName, feature: feature)
    }
  }

  /// What was found wrong in the files that were read so far; `verify` reads them all.
  public var problems: [StoreProblem] { published.withLock { $0.problems }.all }

  /// In how many places the files that were read so far are damaged.
  ///
  /// It waits for nobody, and counts nothing.
  public var damageCount: Int { published.withLock { $0.problems }.damageCount }

  /// Whether it lies in the machine's own files, where other programs find it.
  public var isOnDisk: Bool { writer.withLock { $0.folder.fileSystem is RealFileSystem } }

  /// How many records, as far as they were read, have two sides since a merge.
  public var conflictCount: Int { published.withLock { $0.problems }.conflictCount }

  /// Whether the store was opened so that nothing can be saved, or its folder cannot be written.
  public var isReadOnly: Bool {
    published.withLock { $0.isReadOnly }
  }

  /// Why nothing can be saved although the store was opened for it, as far as files are the reason,
  /// as a part of a sentence; it is the reason until the store is opened again.
  public var obstacle: String? {
    published.withLock { $0.obstacle }.map { error in
      "\(error)" + (error.isFull ? "; open it again when the disk has space" : "")
    }
  }

  /// What the store has that only a newer program knows, for which it is read-only: its format, or
  /// a feature by name; `nil` for nothing.
  public var newerFeature: String? {
    published.withLock { $0.newerFeature }
  }

  /// The replica that counts what is saved here; another one once another store took the place of
  /// this one.
  public var replica: Replica {
    published.withLock { $0.replica }
  }

  /// Returns facts about the store: its place, its counts, and the size of its history.
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
      isReadOnly: writer.journal.state == .readOnly, counts: counts,
      journalBytes: try journals.unfoldedBytes(), historyBytes: try journals.historyBytes(),
      historyStart: try journals.historyStart(), lastFold: try journals.lastFold())
  }

  /// Reads every file of the store and says what is wrong with it, damage first.
  ///
  /// Damaged are records and saved changes that cannot be read, in the journal and in the history,
  /// records that stand twice, with both sides of a merge, or in the wrong file, and files that
  /// were cut or emptied; notes are files that are gone with their records or lack their last ones,
  /// values that break the model's rules, links that lead nowhere, records that own each other in a
  /// circle, fields and files that the model does not know, files that lie elsewhere, and files that
  /// others may read. `acceptLosses` ends the naming of records that are missing.
  ///
  /// - Parameter check: hears now and then how many of how many records were looked at; what it
  ///   throws ends the look.
  /// - Returns: what is wrong.
  /// - Throws: `StoreError.file` where a folder can't be read; what `check` throws.
  public func verify(
    checking check: (_ done: Int, _ total: Int) throws(StoreError) -> Void = { _, _ in }
  ) throws(StoreError) -> [StoreProblem] {
    try verification.run(checking: check)
  }

  /// Looks whether files of records lack some that they had when they were last folded.
  ///
  /// It waits for nobody: where somebody folds all the while, it finds nothing. Cost: a look at the
  /// size of each file; those that are shorter than they were are read.
  ///
  /// - Returns: what is missing, as `verify` names it.
  /// - Throws: `StoreError.file`.
  public func findLosses() throws(StoreError) -> [StoreProblem] {
    // A fold takes note of what it takes out of the files before it does so. What is missing after
    // a note that still stands when all was looked at is missing for another reason.
    for _ in 0..<3 {
      let check = verification
      let problems = try check.quickLosses()
      if problems.isEmpty || verification.folded.entries == check.folded.entries {
        return problems
      }
    }
    return []
  }

  /// Accepts that records went which were in the files when these were last folded or backed up.
  ///
  /// Accepted is what `verify` names at this moment, and nothing else: that a file with other damage
  /// was cut, as a record may be there that cannot be read, is named once the rest is mended. Cost:
  /// every file of records is read, twice.
  ///
  /// - Returns: what is accepted, and is named no more.
  /// - Throws: `StoreError.readOnly`, what `fold` throws, and what `verify` throws; nothing is
  ///   accepted then.
  @discardableResult
  public func acceptLosses() throws(StoreError) -> [StoreProblem] {
    // The fold may make a file look whole, of which more is missing than was named.
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
  /// Bytes of changes that are not yet in the text.
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

  /// When the oldest segment that can be read begins, `nil` where there is none.
  func historyStart() throws(StoreError) -> Timestamp? {
    guard try store.fingerprint(of: path) != nil else { return nil }
    for generation in try archivedGenerations() + generations() {
      if let segment = try open(generation, .read) { return segment.header.time }
    }
    return nil
  }

  /// When the newest segment in the archive was folded: its successor was made at that moment.
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
