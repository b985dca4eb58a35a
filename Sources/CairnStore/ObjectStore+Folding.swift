internal import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// Moves what was saved into the text files, and the journal into the history.
  ///
  /// Edits that people or other tools made in the files meanwhile are taken in, field by field;
  /// where both sides changed one field, the text's value stays and is named among the problems.
  /// Saves go on while it runs. Cost: a file written and synchronized for each 512 records among
  /// which one changed.
  ///
  /// - Throws: `StoreError.readOnly`, `.busy` while another process folds, `.file`; the changes
  ///   are then still in the journal, and the next fold tries again.
  public func fold() throws(StoreError) {
    try afterFolding { (_, _, _) throws(StoreError) in }
  }

  /// For how many days changes can be taken back after they are in the text.
  ///
  /// A new value holds from the next fold on. Setting it waits for whoever is saving.
  public var historyDays: Int {
    get { writer.withLock { $0.options.historyDays } }
    set { writer.withLock { $0.options.historyDays = newValue } }
  }

  /// Makes the file ready in which saves go on where the disk is full; a fold does so by itself, but
  /// for `whileFolded`.
  ///
  /// Cost: some milliseconds where there is none.
  ///
  /// - Throws: `StoreError.readOnly`, `.busy` while another process folds, `.file`; nothing depends
  ///   on it yet, and the next fold tries again.
  public func prepareSpare() throws(StoreError) {
    let (journals, size) = try writer.withLock { writer throws(StoreError) in
      try writer.requireWritable()
      return (writer.journal.folder, writer.options.segmentSize)
    }
    let lock = try journals.lock(.fold, patience: .zero)
    defer { lock.release() }
    try journals.prepareSpare(size: size)
  }

  /// Folds, and does `work` before another fold may change the text.
  ///
  /// - Parameters:
  ///   - preparesSpare: whether the file is made ready in which saves go on where the disk is full.
  ///   - work: is done then, and told which files the fold wrote.
  /// - Returns: what `work` returns.
  /// - Throws: what `fold` and `work` throw.
  func afterFolding<Result>(
    preparesSpare: Bool = true,
    _ work: (StoreFolder, JournalFolder, _ files: [String]) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (journals, folder, patience) = try writer.withLock { writer throws(StoreError) in
      defer { publish(writer) }
      try writer.followReplacement()
      try writer.requireWritable()
      return (writer.journal.folder, writer.folder, writer.options.patience)
    }
    let lock = try journals.lock(.fold, patience: patience)
    defer { lock.release() }
    let files = try foldUnderLock(preparesSpare: preparesSpare)
    return try work(folder, journals, files)
  }

  /// Folds, for who holds the fold lock.
  ///
  /// Another program may add a record with the key of a new record during the fold. Then the new
  /// record moves to another key, and the store folds again.
  ///
  /// - Returns: the files that it wrote, by their paths in the store.
  @discardableResult
  func foldUnderLock(preparesSpare: Bool = true) throws(StoreError) -> [String] {
    do throws(StoreError) {
      return try foldOnce(preparesSpare: preparesSpare)
    } catch .busy(let path) {
      let hasMoved = try writer.withLock { writer throws(StoreError) in
        defer { publish(writer) }
        return try writer.moveTakenRecordsUnderFoldLock()
      }
      guard hasMoved else { throw .busy(path: path) }
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
      try fold.archiveSegments(forgettingBefore: limit)
      if preparesSpare {
        let size = writer.withLock { $0.options.segmentSize }
        // Where there is no room for it now, the next fold tries again; nothing depends on it yet.
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

  /// Writes the files of a fold and takes in what they hold then.
  func write(_ fold: Fold) throws(StoreError) {
    let folded = try fold.writeFiles()
    try writer.withLock { writer throws(StoreError) in
      guard writer.journal.folder.path == fold.journals.path else {
        // Another store took the place of the folded one meanwhile.
        throw .file(.notFound(.write, path: fold.journals.path))
      }
      try writer.finishFold(folded, of: fold.plan)
      publish(writer)
      try writer.saveIdentifiers()
    }
  }

  /// Folds, and lets nothing be saved any more through this store.
  ///
  /// - Parameter isBrief: whether the program ran for a moment only, as one of a thousand commands
  ///   in a loop does. Then little that was saved within two seconds after a fold is left to the
  ///   next program, which has it from the journal.
  /// - Throws: what `fold` throws; the store is closed all the same, and nothing saved is lost.
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
    let (journals, patience) = writer.withLock { ($0.journal.folder, $0.options.patience) }
    let lock = try journals.lock(.fold, patience: patience)
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
  /// Whether saves wait for a fold that should not be put off: the first one, those of more than
  /// two seconds ago, and so many that opening the store takes longer by them.
  func isFoldDue() throws(StoreError) -> Bool {
    guard !unfolded.isEmpty, let current = journal.segment else { return false }
    guard let first = try journal.folder.generations().first, first == current.header.generation,
      current.header.base > 1, current.end < 1 << 16
    else { return true }
    let age = options.clock().microseconds - current.header.time.microseconds
    return !(0..<2_000_000).contains(age)
  }
}
