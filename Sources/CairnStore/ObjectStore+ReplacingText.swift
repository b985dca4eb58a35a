internal import CairnFiles
internal import Synchronization

// For callers that change many files at once, such as a checkout of git. No save may see half of
// the files, and the change must be in the history.
extension ObjectStore {
  /// Folds, and lets `work` read the files before another fold can change them.
  ///
  /// Saves continue, into the journal only.
  ///
  /// - Parameter work: receives the files of records that the fold wrote. It must not use the store
  ///   for writing. To keep the wait short, the spare file is not prepared; the caller calls
  ///   `prepareSpare`.
  /// - Returns: the result of `work`.
  /// - Throws: the errors of `fold`.
  public func whileFolded<Result>(
    _ work: (_ files: [String]) -> Result
  ) throws(StoreError) -> Result {
    try afterFolding(preparesSpare: false) { (_, _, files) throws(StoreError) in work(files) }
  }

  /// Returns the reasons not to pass on some files: unreadable text, and records lost outside the
  /// store.
  ///
  /// Cost: reads the files.
  ///
  /// - Parameter paths: paths within the store. Only files of records count.
  /// - Returns: the problems, in the order of the paths.
  /// - Throws: `StoreError.file`.
  public func dangers(in paths: [String]) throws(StoreError) -> [StoreProblem] {
    let (journals, folder, model) = writer.withLock {
      ($0.journal.folder, $0.folder, $0.snapshot.model)
    }
    let known = journals.readFoldedFiles(model)
    var dangers: [StoreProblem] = []
    for path in paths {
      guard let (entity, shard) = model.file(at: path) else { continue }
      let place = try folder.place(of: shard, of: entity)
      if let loss = try known.loss(of: shard, entity.name, at: place, in: folder) {
        dangers.append(loss.problem(of: path))
      } else {
        let text = try folder.readIfAny(place)
        dangers += ShardReader.read(text, of: shard, in: entity, origin: nil).problems
          .filter { $0.severity == .damage }
      }
    }
    return dangers
  }

  /// Lets `work` replace files of the store, and saves the changes of records as one change.
  ///
  /// No process saves or folds during the work. The text is written first: if the program ends
  /// before the save, the new text stays, and only the history lacks the change.
  ///
  /// - Parameters:
  ///   - title: the title of the change in the history.
  ///   - origin: the origin of the change; `nil` for the store's own origin.
  ///   - files: the files that `work` replaces, as paths within the store.
  ///   - work: replaces files. It returns the changes of records, or the reason why it replaced no
  ///     file or not all.
  /// - Returns: the change, `nil` in its place if no record changed, or the refusal of `work`. If
  ///   saved changes are not in the text yet, the result is `nil`, nothing was done, and the caller
  ///   has to fold first.
  /// - Throws: `StoreError.readOnly`, `.busy`, `.file`, as `commit` does.
  public func replaceText<Refusal>(
    title: String, origin: ChangeOrigin? = nil, files: [String],
    _ work: () -> Result<[RecordChange], Refusal>
  ) throws(StoreError) -> Result<Transaction?, Refusal>? {
    let (journals, timeout) = try writer.withLock { writer throws(StoreError) in
      try writer.followReplacement()
      try writer.requireWritable()
      return (writer.journal.folder, writer.options.lockTimeout)
    }
    let lock = try journals.lock(.fold, timeout: timeout)
    defer { lock.release() }
    let outcome = try writer.withLock { writer throws(StoreError) in
      defer { publish(writer) }
      return try writer.replaceText(title: title, from: origin, files, work)
    }
    announce()
    // The text already has the change. While the journal has it too, an old value that a person
    // types back would be taken for the value before the change.
    if case .success(_?)? = outcome { _ = try? foldUnderLock() }
    return outcome
  }
}

extension Writer {
  /// Lets `work` replace files, reads them, and saves the changes that `work` returns.
  ///
  /// If the files include the model, the saved change includes the change of the model. Undoing it
  /// then brings back collections and fields, too. The caller holds the fold lock.
  mutating func replaceText<Refusal>(
    title: String, from origin: ChangeOrigin?, _ files: [String],
    _ work: () -> Result<[RecordChange], Refusal>
  ) throws(StoreError) -> Result<Transaction?, Refusal>? {
    let lock = try lockCommits()
    defer { lock.release() }
    try catchUp()
    guard unfolded.isEmpty, stored.pending.isEmpty else { return nil }
    let (oldText, oldModel) = (stored.text, snapshot.model)
    try recallKeys()
    let outcome = work()
    try reloadModelIfEdited()
    try absorbText()
    // Also files in which only comments differ.
    var replaced: [String: Set<ShardName>] = [:]
    for case let (entity, shard)? in files.map({ snapshot.model.file(at: $0) }) {
      replaced[entity.name, default: []].insert(shard)
    }
    switch outcome {
    case .failure(let refusal): return .failure(refusal)
    case .success(let changes):
      // Records of a collection that the new model lacks can only be read with the old model.
      let gone = changes.filter { snapshot.model[$0.id.entity] == nil }
      let model =
        stored.text.isIdentical(to: oldText)
        ? nil : ModelChange(old: oldText, new: stored.text, position: gone.count)
      guard !changes.isEmpty || model != nil else {
        try noteFolded(replaced)
        try saveIdentifiers()
        return .success(nil)
      }
      let shards = changes.shards
      // Also unread shards: a search may have noted that their files have no matching record.
      for (entity, shards) in shards {
        guard let table = snapshot.tables[entity] else { continue }
        try absorb(shards, table.chunksRead, of: entity, unfoldedChanges)
        emptyUnread(shards, of: entity)
      }
      var transaction = Transaction(
        number: journal.nextNumber, time: options.clock(), replica: minter.replica,
        title: title, undoes: nil, origin: (origin ?? options.origin)?.normalized,
        changes: gone + changes.filter { snapshot.model[$0.id.entity] != nil })
      transaction.model = model
      try save(transaction, oldModel)
      try noteFolded(shards.merging(replaced) { $0.union($1) })
      // The new files may lack the highest keys of this copy, or have lower ones.
      try saveIdentifiers()
      return .success(transaction)
    }
  }

  /// Saves a change, and leaves its effect on records in memory to the caller.
  ///
  /// - Parameters:
  ///   - transaction: the change.
  ///   - oldModel: the model before it.
  /// - Throws: `StoreError` as `append` does.
  mutating func save(
    _ transaction: Transaction, _ oldModel: ObjectModel
  ) throws(StoreError) {
    var frame = FrameWriter(transaction)
    let position = transaction.model?.position ?? 0
    for change in transaction.changes[..<position] { frame.add(change) }
    if let model = transaction.model { frame.add(model) }
    for change in transaction.changes[position...] { frame.add(change) }
    journal.tail.announce({ transaction.changes[..<position].forEach($0) }, oldModel)
    journal.tail.announce({ transaction.changes[position...].forEach($0) }, snapshot.model)
    try journal.append(frame.unsealed())
    if let model = transaction.model { stored.add(model, number: transaction.number) }
    note(transaction.changes)
    advance(to: transaction.number, snapshot.tables)
  }

  /// Marks shards as empty that are unread because their files are missing.
  ///
  /// A later read would treat such a shard as older than the changes that are about to be saved. It
  /// would undo them and bring deleted records back.
  private mutating func emptyUnread(_ shards: Set<ShardName>, of entity: String) {
    guard let table = snapshot.tables[entity] else { return }
    let unread = shards.subtracting(table.chunksRead.keys)
    guard !unread.isEmpty else { return }
    var tables = snapshot.tables
    tables[entity] = table.replacing(
      Dictionary(
        uniqueKeysWithValues: unread.map { ($0, Chunk(emptyFor: $0, of: table.entity)) }))
    advance(to: snapshot.version, tables)
  }

  /// Notes that the present contents of the files of `shards` are complete.
  private func noteFolded(_ shards: [String: Set<ShardName>]) throws(StoreError) {
    var known = journal.folder.readFoldedFiles(snapshot.model)
    for (entity, shards) in shards {
      for shard in shards {
        if let entity = snapshot.model[entity] {
          try known.note(shard, of: entity, in: folder)
        } else {
          known.forget(shard, entity)
        }
      }
    }
    journal.folder.write(known)
  }
}
