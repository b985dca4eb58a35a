extension ObjectContext {
  /// Saves the edits as one change, or passes them to the parent context.
  ///
  /// - Parameters:
  ///   - title: the title of the change in the history; ignored in a child.
  ///   - origin: the origin of the change; `nil` for the store's own origin; ignored in a child.
  ///   - receipt: a mark by which the caller can find the change again; ignored in a child.
  /// - Returns: the change; always `nil` for a child. It is also `nil` if there was nothing to
  ///   save, and then no file was read or written.
  /// - Throws: `StoreError.invalid` with all issues; `.conflict` with all conflicts with changes of
  ///   others, according to the policy; `.deletionDenied`; the error of a file that a check needs
  ///   and cannot read; the errors of `ObjectStore.commit`. The context then keeps its edits.
  @discardableResult
  public func save(
    title: String = "change", origin: ChangeOrigin? = nil, receipt: Receipt? = nil
  ) throws(StoreError) -> Transaction? {
    if let failedEdit { throw failedEdit }
    guard hasChanges else { return nil }
    if let parent {
      try push(to: parent)
      return nil
    }
    let pending = pendingEdits
    var minted: [ObjectID: ObjectID] = [:]
    var moves = KeyMoves()
    let transaction: Transaction?
    do throws(StoreError) {
      transaction = try store.commit(title: title, origin: origin, receipt: receipt) {
        (draft) throws(StoreError) in
        moves = draft.snapshot.keyMoves
        minted = try pending.put(in: &draft)
      }
    } catch .invalid(let issues) {
      // The save failed, so the records have no lasting ids.
      let temporary = NameReplacement(
        ids: Dictionary(uniqueKeysWithValues: minted.map { ($1, $0) }), model: store.snapshot.model)
      throw .invalid(issues.map { $0.replacing(temporary) })
    }
    undoStack.clear()
    addedChoices = []
    let newest = store.snapshot
    pin(EditedSnapshot(newest))
    // Another program may have used a new key just after the save.
    let later = newest.keyMoves.since(moves).ids
    assign(minted.mapValues { later[$0] ?? $0 })
    return transaction
  }

  private var pendingEdits: PendingEdits {
    PendingEdits(
      content: content, policy: conflictPolicy, choices: addedChoices,
      checkCancellation: CancellationCheck(isCanceled))
  }

  private func push(to parent: ObjectContext) throws(StoreError) {
    var merged = try pendingEdits.merged(onto: parent.content.flattened)
    let issues = try Validator(content: merged, rules: store.rules).readIssues()
    guard issues.isEmpty else { throw .invalid(issues) }
    let requests = merged.edits.requests
    merged.edits.restoreDeleted()
    let edits = merged.edits
    var pushed = parent.content.noting(in: merged.failures)
    for id in edits.touched {
      if edits.created.contains(id) { pushed.edits.create(id) }
      for (name, value) in (edits.fields[id] ?? [:]).sorted(by: { $0.key < $1.key }) {
        pushed.set(value, name, of: id)
      }
    }
    try pushed.delete(requests.ids, replacedBy: requests.replacements)
    parent.content = pushed
    parent.closeGroup()
    undoStack.clear()
    pin(parent.content.flattened)
  }

  /// Gives saved records their lasting ids in all contexts that have these records.
  private func assign(_ ids: [ObjectID: ObjectID]) {
    guard !ids.isEmpty else { return }
    let contexts = family.contexts.compactMap(\.context)
    let known = contexts.map { Self.renamed(ids, as: $0.content.model, from: snapshot.model) }
    for (context, ids) in zip(contexts, known) {
      family.assigned.merge(ids) { _, new in new }
      let names = NameReplacement(ids: ids, model: context.content.model)
      context.registry.assign(ids)
      context.content = context.content.replacing(names)
      context.undoStack.map { $0.replacing(names) }
    }
    for (context, ids) in zip(contexts, known) { context.tellAssigned(ids) }
  }

  /// The ids in the names of a context, which may not have merged the newest model yet.
  private static func renamed(
    _ ids: [ObjectID: ObjectID], as model: ObjectModel, from newest: ObjectModel
  ) -> [ObjectID: ObjectID] {
    let renaming = Renaming(from: newest, to: model)
    if renaming.isEmpty { return ids }
    return Dictionary(
      uniqueKeysWithValues: ids.map { (renaming.id($0), renaming.id($1)) })
  }
}

/// The edits of a context that a commit is saving.
///
/// They are a value, so the commit calls no code of the context except the check for a
/// cancellation.
private struct PendingEdits {
  let content: EditedSnapshot
  let policy: ConflictPolicy
  /// The choices that the person added.
  let choices: [NewChoice]
  let checkCancellation: CancellationCheck

  /// Merges the edits with the content of `draft`, checks them, and adds them to the draft.
  ///
  /// - Returns: the lasting ids of the new records, by their temporary ids.
  func put(in draft: inout CommitDraft) throws(StoreError) -> [ObjectID: ObjectID] {
    // First, because a draft changes the model before the records.
    var missing = content.newChoices(in: draft.model)
    for choice in choices.map({ $0.renamed(in: draft.model) })
    where !missing.contains(choice) && !choice.isIn(draft.model) { missing.append(choice) }
    if !missing.isEmpty { try draft.updateModel(try draft.model.addingChoices(missing)) }
    var merged = try merged(onto: EditedSnapshot(draft.snapshot))
    try checkCancellation()
    var minted: [ObjectID: ObjectID] = [:]
    for id in merged.edits.touched where id.isTemporary && merged.exists(id) {
      minted[id] = ObjectID(entity: id.entity, key: try draft.mintKey(for: id.entity))
    }
    merged = merged.replacing(NameReplacement(ids: minted, model: merged.model))
    draft.changes = merged.changes()
    return minted
  }

  /// Returns the edits merged with newer content.
  ///
  /// - Throws: the errors of `ObjectContext.save`.
  func merged(onto newest: EditedSnapshot) throws(StoreError) -> EditedSnapshot {
    let edited = content.renamed(as: newest.snapshot)
    let displaced = EditedSnapshot(newest.snapshot, edits: edited.edits).displacedEdits
    if let (id, field) = displaced.first {
      guard let field else { throw .unknownEntity(id.entity) }
      throw .unfitValue(id, field: field, reason: "is no longer a field")
    }
    let failures = ReadFailures()
    let outcome = Result { () throws(StoreError) in
      try checkCancellation()
      let merged = try Rebase.run(
        edited.noting(in: failures), onto: newest.noting(in: failures), .by(policy))
      try checkCancellation()
      return merged
    }
    // An unread file may be the cause of an issue.
    try failures.rethrow()
    return try outcome.get()
  }
}

extension ObjectContext {
  /// Calls `body` when the ids of records in use change, with the old and the new id of each.
  ///
  /// New records get lasting ids when they are saved. Other records get new ids when their
  /// collection is renamed, or when another program uses their key.
  ///
  /// - Returns: the observation, which ends when it is released.
  public func observeAssignedIDs(
    _ body: @escaping ([ObjectID: ObjectID]) -> Void
  ) -> AssignmentObservation {
    let observation = AssignmentObservation(body)
    observers.removeAll { $0.observation == nil }
    observers.append(WeakObservation(observation: observation))
    return observation
  }

  func tellAssigned(_ ids: [ObjectID: ObjectID]) {
    for observer in observers { observer.observation?.body(ids) }
  }

  /// A weak reference to an observation.
  struct WeakObservation {
    weak var observation: AssignmentObservation?
  }
}

/// A subscription to new ids of records; it ends when its last reference is released.
public final class AssignmentObservation {
  let body: ([ObjectID: ObjectID]) -> Void

  init(_ body: @escaping ([ObjectID: ObjectID]) -> Void) {
    self.body = body
  }
}

extension ObjectContext {
  /// Merges the changes that others saved since the last save or merge.
  ///
  /// The owner calls it at a turn of its loop, for example after a change. A child merges its
  /// parent. Unsaved edits win, field by field; lists take both changes.
  ///
  /// - Returns: the records with unsaved edits that others deleted; a save of them is a conflict.
  @discardableResult
  public func mergeChanges() -> [ObjectID] {
    let failures = ReadFailures()
    let newest = (parent?.content.flattened ?? EditedSnapshot(store.snapshot)).noting(in: failures)
    guard parent != nil || newest.snapshot !== snapshot else { return content.lostRecords }
    undoStack.add(content.edits.takeDeltas())
    // If a file cannot be read, the context keeps its snapshot. Conflicts throw only in a save.
    let edited = content.noting(in: failures).renamed(as: newest.snapshot)
    guard let merged = try? Rebase.run(edited, onto: newest, .keepingEdits),
      (try? failures.rethrow()) != nil
    else { return content.lostRecords }
    if let names = content.replacement(in: newest.snapshot) {
      undoStack.map { $0.replacing(names) }
    }
    undoStack.map { Self.rebase($0, from: edited, onto: merged) }
    pin(merged)
    return merged.lostRecords
  }

  /// Returns the step of the undo stack with the changes of others merged into both of its values.
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

  /// Drops all edits; records return to the pinned snapshot.
  public func rollback() {
    failedEdit = nil
    addedChoices = []
    undoStack.clear()
    pin(EditedSnapshot(content.snapshot, inheriting: content.inherited))
  }

  /// Drops all edits and loads the newest content, like a new context.
  public func reset() {
    failedEdit = nil
    addedChoices = []
    undoStack.clear()
    pin(parent?.content.flattened ?? EditedSnapshot(store.snapshot))
  }

  /// Turns a record into a fault, so that its fields are read again.
  ///
  /// - Parameters:
  ///   - record: a record of this context.
  ///   - merging: whether its unsaved values stay; a new record always keeps them.
  public func refresh(_ record: Record, merging: Bool) {
    precondition(record.context === self, "a record of another context")
    if !merging, !content.edits.created.contains(record.id) {
      content.edits.forget(record.id)
      closeGroup()
    }
    record.turnIntoFault()
  }
}
