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
    let (journals, folder, problems, patience) = try writer.withLock {
      (writer) throws(StoreError) in
      try writer.requireWritable()
      return (writer.journals, writer.folder, writer.problems, writer.options.patience)
    }
    let lock = try journals.lock(.fold, patience: patience)
    defer { lock.release() }
    let plan = try writer.withLock { writer throws(StoreError) in
      defer { publish(writer) }
      return try writer.beginFold()
    }
    guard let plan else { return }
    do throws(StoreError) {
      let fold = Fold(plan, folder, journals, problems)
      let folded = try fold.writeShards()
      let limit = try writer.withLock { writer throws(StoreError) in
        writer.finishFold(folded, of: plan)
        publish(writer)
        try writer.saveIdentifiers()
        return writer.historyLimit
      }
      try fold.archiveSegments(forgettingBefore: limit)
    } catch {
      writer.withLock { $0.abandon(plan) }
      throw error
    }
    announce()
  }

  /// Folds, and lets nothing be saved any more through this store.
  ///
  /// - Throws: what `fold` throws; the store is closed all the same, and nothing saved is lost.
  public func close() throws(StoreError) {
    let canFold = writer.withLock { $0.state == .writable }
    defer { writer.withLock { $0.state = .closed } }
    if canFold { try fold() }
  }
}

extension Writer {
  /// What is older is not kept to be taken back.
  var historyLimit: Timestamp {
    Timestamp(
      microseconds: options.clock().microseconds - Int64(options.historyDays) * Timestamp.day)
  }
}
