extension ObjectContext {
  /// Saves the edits as one change, or passes them to the context above.
  ///
  /// - Parameters:
  ///   - title: what the change does, in words for the history; for a child of no meaning.
  ///   - origin: where the change comes from; `nil` for where the store's changes do, and for a
  ///     child of no meaning.
  /// - Returns: the change; `nil` if there was nothing to save, and then nothing was read or
  ///   written, and always for a child.
  /// - Throws: `StoreError.invalid` with all issues; `.conflict` with all contradictions to what
  ///   others saved, as the policy says; `.deletionDenied`; why a file cannot be read that tells
  ///   what is right; and what `ObjectStore.commit` throws. The context is then as it was.
  @discardableResult
  public func save(
    title: String = "change", origin: ChangeOrigin? = nil
  ) throws(StoreError) -> Transaction? {
    if let failedEdit { throw failedEdit }
    guard hasChanges else { return nil }
    if let parent {
      try push(to: parent)
      return nil
    }
    var minted: [ObjectID: ObjectID] = [:]
    let (edited, policy) = (content, conflictPolicy)
    let transaction = try store.commit(title: title, origin: origin) { (draft) throws(StoreError) in
      var merged = try self.checked(edited, onto: EditedSnapshot(draft.snapshot), policy)
      try self.checkCancellation()
      for id in merged.edits.touched where id.isTemporary && merged.exists(id) {
        minted[id] = ObjectID(entity: id.entity, key: try draft.mintKey(for: id.entity))
      }
      merged = merged.replacing(NameReplacement(ids: minted, model: merged.model))
      draft.changes = merged.changes()
    }
    undoStack.clear()
    pin(EditedSnapshot(store.snapshot))
    assign(minted)
    return transaction
  }

  /// The edits on newer content, provided that they may be saved there.
  private func checked(
    _ edited: EditedSnapshot, onto newest: EditedSnapshot, _ policy: ConflictPolicy
  ) throws(StoreError) -> EditedSnapshot {
    let edited = edited.renamed(as: newest.snapshot)
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
      let issues = Validator(content: merged, rules: store.rules).issues()
      guard issues.isEmpty else { throw StoreError.invalid(issues) }
      return merged
    }
    // What was found wrong may be so for want of what could not be read.
    try failures.rethrow()
    return try outcome.get()
  }

  private func push(to parent: ObjectContext) throws(StoreError) {
    var merged = try checked(content, onto: parent.content.flattened, conflictPolicy)
    let requests = merged.edits.requests.ids
    merged.edits.restoreDeleted()
    let edits = merged.edits
    var pushed = parent.content.noting(in: merged.failures)
    for id in edits.touched {
      if edits.created.contains(id) { pushed.edits.create(id) }
      for (name, value) in (edits.fields[id] ?? [:]).sorted(by: { $0.key < $1.key }) {
        pushed.set(value, name, of: id)
      }
    }
    try pushed.delete(requests)
    parent.content = pushed
    parent.closeGroup()
    undoStack.clear()
    pin(parent.content.flattened)
  }

  /// Gives records their lasting ids in all contexts that know them.
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

  /// The ids by the names that a context knows, which may not have merged the newest model yet.
  private static func renamed(
    _ ids: [ObjectID: ObjectID], as model: ObjectModel, from newest: ObjectModel
  ) -> [ObjectID: ObjectID] {
    let renaming = Renaming(from: newest, to: model)
    if renaming.isEmpty { return ids }
    return Dictionary(
      uniqueKeysWithValues: ids.map { (renaming.id($0), renaming.id($1)) })
  }
}

extension ObjectContext {
  /// Calls `body` when records that somebody holds get other ids, with the old and the new one of
  /// each: lasting ones when they are saved, and others when their collection gets another name.
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

  /// A reference that does not keep an observation.
  struct WeakObservation {
    weak var observation: AssignmentObservation?
  }
}

/// A standing wish to hear of other ids of records; it ends when its last reference goes.
public final class AssignmentObservation {
  let body: ([ObjectID: ObjectID]) -> Void

  init(_ body: @escaping ([ObjectID: ObjectID]) -> Void) {
    self.body = body
  }
}
