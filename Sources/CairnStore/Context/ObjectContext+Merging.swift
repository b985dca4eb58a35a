extension ObjectContext {
  /// Takes in what others saved since the last save or merge, under the edits.
  ///
  /// The owner calls it at a turn of its loop, as when the store's observers heard of a change; a
  /// child takes in the context above it. Unsaved edits win, field by field; lists take both
  /// changes.
  ///
  /// - Returns: the records with unsaved edits that others deleted; a save meets a conflict.
  @discardableResult
  public func mergeChanges() -> [ObjectID] {
    let failures = ReadFailures()
    let newest = (parent?.content.flattened ?? EditedSnapshot(store.snapshot)).noting(in: failures)
    guard parent != nil || newest.snapshot !== snapshot else { return content.lostRecords }
    undoStack.add(content.edits.takeDeltas())
    // Where something cannot be read the context stays where it is; a contradiction throws for a
    // save alone.
    let edited = content.noting(in: failures).renamed(as: newest.snapshot)
    guard let merged = try? Rebase.run(edited, onto: newest, .keepingEdits),
      (try? failures.rethrow()) != nil
    else { return content.lostRecords }
    let renaming = Renaming(from: content.model, to: merged.model)
    if !renaming.isEmpty {
      let names = NameReplacement(renaming: renaming, model: merged.model)
      undoStack.map { $0.replacing(names) }
    }
    undoStack.map { Self.rebase($0, from: edited, onto: merged) }
    pin(merged)
    return merged.lostRecords
  }

  /// The same step between values that have what others did to them.
  private static func rebase(
    _ delta: EditDelta, from old: EditedSnapshot, onto new: EditedSnapshot
  ) -> EditDelta {
    guard case .field(let id, let name, let before, let after) = delta,
      let property = new.model[id.entity]?[name]
    else { return delta }
    let merge = FieldMerge(property: property)
    let carried = { (entry: Value??) -> Value?? in
      guard let entry else { return .none }
      let merged = merge.merged(
        base: old.valueBelow(name, of: id), mine: entry, theirs: new.valueBelow(name, of: id))
      return new.entry(for: merged ?? entry, name, id)
    }
    return .field(id, name, old: carried(before), new: carried(after))
  }

  /// Drops all edits; records are again as the pinned snapshot has them.
  public func rollback() {
    failedEdit = nil
    undoStack.clear()
    pin(EditedSnapshot(content.snapshot, inheriting: content.inherited))
  }

  /// Drops all edits and takes in the newest content, as if the context were new.
  public func reset() {
    failedEdit = nil
    undoStack.clear()
    pin(parent?.content.flattened ?? EditedSnapshot(store.snapshot))
  }

  /// Makes a record a fault again, so that its fields are looked up anew.
  ///
  /// - Parameters:
  ///   - record: a record of this context.
  ///   - merging: whether its unsaved values stay; else they are dropped, but for a record that was
  ///     made here.
  public func refresh(_ record: Record, merging: Bool) {
    precondition(record.context === self, "a record of another context")
    if !merging, !content.edits.created.contains(record.id) {
      content.edits.forget(record.id)
      closeGroup()
    }
    record.turnIntoFault()
  }
}
