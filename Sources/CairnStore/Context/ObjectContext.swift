/// A place to change records: a snapshot, and edits over it that nobody else sees until they are
/// saved.
///
///     let context = ObjectContext(store)
///     let recipe = try context.create("Recipe")
///     recipe["Name"] = .text("Carbonara")
///     try context.save(title: "Add Carbonara")
///
/// 1. Edits are seen at once through every record of the context, links from both ends.
/// 2. A save is all or nothing. If it throws, the context is as it was, edits and all.
/// 3. A save checks the edits against the store's newest content, under the store's lock: two
///    processes cannot make the same handle twice, nor one delete what another just linked to.
/// 4. What others save is taken in when `merge` or `refresh` is called, never in between. Unsaved
///    edits win, field by field.
///
/// A context belongs to one thread; ids cross threads, records don't.
public final class ObjectContext {
  /// The store that is saved to.
  public let store: ObjectStore

  var workspace: Workspace
  private var assigned: [ObjectID: ObjectID] = [:]
  private var lastTemporary: UInt64 = 0

  /// A context on the newest content of `store`.
  public init(_ store: ObjectStore) {
    self.store = store
    workspace = Workspace(snapshot: store.snapshot, edits: Edits())
  }

  /// The content that the edits are laid over.
  public var snapshot: Snapshot { workspace.snapshot }

  /// Whether there is something to save.
  public var hasChanges: Bool { !workspace.edits.isEmpty }

  /// What a save would do, records that do not exist yet with temporary keys.
  public var changes: [RecordChange] { workspace.changes() }

  /// Everything that keeps the edits from being saved.
  public func validate() -> [ValidationIssue] { Validator(workspace: workspace).issues() }
}

// MARK: - Records

extension ObjectContext {
  /// Makes a record of `entity` with its default values.
  ///
  /// Until it is saved its key is temporary; `Record.id` then changes once.
  ///
  /// - Throws: `StoreError.unknownEntity`.
  public func create(_ entity: String) throws(StoreError) -> Record {
    guard let definition = snapshot.model[entity] else { throw .unknownEntity(entity) }
    lastTemporary += 1
    let key = RecordKey(replica: .temporary, sequence: lastTemporary)
    let id = ObjectID(entity: entity, key: key)
    workspace.edits.create(id)
    for attribute in definition.attributes {
      if let value = attribute.defaultValue { workspace.set(value, attribute.name, of: id) }
    }
    return Record(context: self, originalID: id)
  }

  /// The record `id`, `nil` if there is none or it was deleted here.
  public func record(_ id: ObjectID) -> Record? {
    workspace.exists(current(id)) ? Record(context: self, originalID: current(id)) : nil
  }

  /// Deletes records, with what the delete rules say about the records linked to them.
  ///
  /// - Throws: `StoreError.notFound`; `.deletionDenied`, and then nothing is deleted.
  public func delete(_ ids: [ObjectID]) throws(StoreError) {
    for id in ids where !workspace.exists(current(id)) { throw .notFound(id) }
    try workspace.delete(ids.map(current))
  }

  /// The identity by which a record is known now: after its first save, no longer the temporary one.
  func current(_ id: ObjectID) -> ObjectID { assigned[id] ?? id }
}

// MARK: - Saving

extension ObjectContext {
  /// Saves the edits as one change.
  ///
  /// - Parameter title: What the change does, in words for the history.
  /// - Returns: The change, or `nil` if there was nothing to save, and then nothing was written.
  /// - Throws: `StoreError.invalid` with all issues; `.notFound` for an edited record that somebody
  ///   else deleted; `.deletionDenied`; and what `ObjectStore.commit` throws.
  @discardableResult
  public func save(title: String) throws(StoreError) -> Transaction? {
    guard hasChanges else { return nil }
    var minted: [ObjectID: ObjectID] = [:]
    let edits = workspace.edits
    let transaction = try store.commit(title: title) { (draft) throws(StoreError) in
      var workspace = Workspace(snapshot: draft.snapshot, edits: edits)
      try workspace.rebase()
      for id in edits.touched where edits.created.contains(id) && workspace.exists(id) {
        minted[id] = ObjectID(entity: id.entity, key: try draft.mintKey(for: id.entity))
      }
      workspace.edits = workspace.edits.replacing(minted, in: draft.snapshot.model)
      draft.changes = workspace.changes()
    }
    assigned.merge(minted) { _, new in new }
    workspace = Workspace(snapshot: store.snapshot, edits: Edits())
    return transaction
  }

  /// Drops all edits and takes in the store's newest content.
  public func rollback() {
    workspace = Workspace(snapshot: store.snapshot, edits: Edits())
  }

  /// Takes in the store's newest content under the edits.
  ///
  /// - Returns: The records with unsaved edits that are gone; saving would throw `notFound`.
  @discardableResult
  public func refresh() -> [ObjectID] {
    workspace = Workspace(snapshot: store.snapshot, edits: workspace.edits)
    return workspace.lostRecords
  }

  /// Takes in what others saved, as the store reports it.
  ///
  /// - Returns: The records with unsaved edits that are gone; saving would throw `notFound`.
  @discardableResult
  public func merge(_ changes: ChangeSet) -> [ObjectID] {
    changes.to > snapshot.version || changes.modelChanged ? refresh() : workspace.lostRecords
  }
}
