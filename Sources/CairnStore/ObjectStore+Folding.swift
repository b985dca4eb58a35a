internal import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// Writes the saved changes to the text files, and moves the journal to the history.
  ///
  /// Edits of the files by people or other tools are merged, field by field. If both sides changed
  /// one field, the text's value stays and is reported as a problem. Saves continue during a fold.
  /// Cost: for each 512 records with a change among them, one file is written and synchronized.
  ///
  /// - Throws: `StoreError.readOnly`, `.busy` while another process folds, `.file`. The changes
  ///   then stay in the journal, and the next fold tries again.
  public func fold() throws(StoreError) {
    try afterFolding { (_, _, _) throws(StoreError) in }
  }

  /// How many days changes can be undone after they are in the text.
  ///
  /// A new value is used from the next fold on. Setting it waits for a save that is under way.
  public var historyDays: Int {
    get { writer.withLock { $0.options.historyDays } }
    set { writer.withLock { $0.options.historyDays = newValue } }
  }

  /// Prepares the spare file, in which saves continue when the disk is full.
  ///
  /// A fold does this too, except in `whileFolded`. Cost: some milliseconds if the file is missing.
  ///
  /// - Throws: `StoreError.readOnly`, `.busy` while another process folds, `.file`. Nothing depends
  ///   on the file yet, and the next fold tries again.
  public func prepareSpare() throws(StoreError) {
    let (journals, size) = try writer.withLock { writer throws(StoreError) in
      try writer.requireWritable()
      return (writer.journal.folder, writer.options.segmentSize)
    }
    let lock = try journals.lock(.fold, timeout: .zero)
    defer { lock.release() }
    try journals.prepareSpare(size: size)
  }

  /// Folds, and runs `work` before another fold can change the text.
  ///
  /// - Parameters:
  ///   - preparesSpare: whether the spare file for a full disk is prepared.
  ///   - work: receives the files that the fold wrote.
  /// - Returns: the result of `work`.
  /// - Throws: the errors of `fold` and `work`.
  func afterFolding<Result>(
    preparesSpare: Bool = true,
    _ work: (StoreFolder, JournalFolder, _ files: [String]) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (journals, folder, timeout) = try writer.withLock { writer throws(StoreError) in
      defer { publish(writer) }
      try writer.followReplacement()
      try writer.requireWritable()
      return (writer.journal.folder, writer.folder, writer.options.lockTimeout)
    }
    let lock = try journals.lock(.fold, timeout: timeout)
    defer { lock.release() }
    let files = try foldUnderLock(preparesSpare: preparesSpare)
    return try work(folder, journals, files)
  }

  /// Folds; the caller holds the fold lock.
  ///
  /// Another program may add a record with the key of a new record during the fold. Then the new
  /// record moves to another key, and the store folds again.
  ///
  /// - Returns: the files that the fold wrote, as paths within the store.
  @discardableResult
  func foldUnderLock(preparesSpare: Bool = true) throws(StoreError) -> [String] {
    do throws(StoreError) {
      return try foldOnce(preparesSpare: preparesSpare)
    } catch .busy(let path) {
      // A program is writing a file.
      guard path == writer.withLock({ $0.folder.path }) else { throw .busy(path: path) }
      // The next plan begins with the move.
      return try foldOnce(preparesSpare: preparesSpare)
    }
  }

  private func foldOnce(preparesSpare: Bool) throws(StoreError) -> [String] {
    let plan = try writer.withLock { writer throws(StoreError) in
      defer { publish(writer) }
      return try writer.beginFold()
    }
    let (journals, now, days) = writer.withLock {
      ($0.journal.folder, $0.options.clock(), $0.options.historyDays)
    }
    guard let plan else {
      // A day without saves counts, too.
      _ = try? journals.historyLimit(at: now, keeping: days)
      return []
    }
    let fold = writer.withLock { Fold(plan, $0.folder, $0.journal.folder, $0.problems) }
    do throws(StoreError) {
      try write(fold)
      let limit = try journals.historyLimit(at: now, keeping: days)
      if try fold.archiveSegments(forgettingBefore: limit) {
        // After a failure, the next fold that removes history tries again, and so does `compact`.
        let (folder, timeout) = writer.withLock { ($0.folder, $0.options.lockTimeout) }
        let unused = UnusedFiles(
          folder: folder, journals: journals, limit: limit, timeout: timeout)
        _ = try? unused.remove()
      }
      journals.forgetWritten()
      if preparesSpare {
        let size = writer.withLock { $0.options.segmentSize }
        // If the disk has no room now, the next fold tries again; nothing depends on the file yet.
        try? journals.prepareSpare(size: size)
      }
    } catch {
      writer.withLock { writer in
        writer.abandon(plan)
        publish(writer)
      }
      throw error
    }
    announce()
    return plan.shards.flatMap { entity, shards in shards.map { $0.path(entity: entity) } }
  }

  /// Writes the files of a fold and reads their new contents into memory.
  func write(_ fold: Fold) throws(StoreError) {
    let folded = try fold.writeFiles()
    try writer.withLock { writer throws(StoreError) in
      guard writer.journal.folder.path == fold.journals.path else {
        // Another store replaced the folded one in between.
        throw .file(.notFound(.write, path: fold.journals.path))
      }
      try writer.finishFold(folded, of: fold.plan)
      publish(writer)
      try writer.saveIdentifiers()
    }
  }

  /// Folds, and closes the store for further saves.
  ///
  /// - Parameter isBrief: whether the program ran only for a moment, such as one of a thousand
  ///   commands in a loop. Then a few changes that were saved within two seconds after a fold are
  ///   not folded. The next program reads them from the journal.
  /// - Throws: the errors of `fold`. The store is closed even then, and no saved change is lost.
  public func close(isBrief: Bool = false) throws(StoreError) {
    defer {
      watch.withLock { $0 = nil }
      writer.withLock { writer in
        writer.journal.state = .closed
        writer.journal.folder.session?.release()
        publish(writer)
      }
    }
    let isDue = try writer.withLock { writer throws(StoreError) in
      guard writer.journal.state == .writable else { return false }
      return isBrief ? try writer.isFoldDue() : true
    }
    if isDue { try fold() }
  }

  /// Notes the highest key of every collection and the records of every file, for a store whose
  /// files did not come from a fold, such as a copy.
  ///
  /// Then a new record gets its key without a read of all records, and a file that disappears is
  /// reported as a loss.
  ///
  /// Cost: reads every collection.
  ///
  /// - Throws: `StoreError.readOnly`, `.busy`, `.file`.
  public func noteFiles() throws(StoreError) {
    let (journals, timeout) = try writer.withLock { writer throws(StoreError) in
      try writer.requireWritable()
      return (writer.journal.folder, writer.options.lockTimeout)
    }
    let lock = try journals.lock(.fold, timeout: timeout)
    defer { lock.release() }
    try writer.withLock { writer throws(StoreError) in
      try writer.requireWritable()
      try writer.recallKeys()
      for entity in writer.snapshot.model.storedEntities {
        try writer.minter.check(entity.name, in: writer.snapshot)
      }
      try writer.saveIdentifiers()
      var known = journals.readFoldedFiles(writer.snapshot.model)
      for entity in writer.snapshot.model.storedEntities {
        for chunk in try writer.snapshot.load(entity.name).chunks where chunk.origin != nil {
          try known.note(chunk.shard, of: entity, in: writer.folder)
        }
      }
      known.notePresence(of: [])
      journals.write(known)
    }
  }
}

extension Writer {
  /// Whether saved changes should be folded now.
  ///
  /// These are a store's first changes, changes older than two seconds, and so many changes that
  /// they slow down the next opening.
  func isFoldDue() throws(StoreError) -> Bool {
    guard hasUnfolded, let current = journal.segment else { return false }
    guard let first = try journal.folder.generations().first, first == current.header.generation,
      current.header.base > 1, current.end < 1 << 16
    else { return true }
    let age = options.clock().microseconds - current.header.time.microseconds
    return !(0..<2_000_000).contains(age)
  }
}
