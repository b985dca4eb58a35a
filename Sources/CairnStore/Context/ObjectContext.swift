/// A place to change records: a snapshot, and edits over it that nobody else sees until they are
/// saved.
///
///     let context = store.newContext()
///     let recipe = try context.create("Recipe")
///     recipe["Name"] = .text("Carbonara")
///     try context.save(title: "Add Carbonara")
///
/// ```
///   ObjectStore ◀──save── context ◀──save── child (a form; discarded, it leaves nothing)
///        └──mergeChanges──▶  └──mergeChanges──▶
/// ```
///
/// 1. Edits are seen at once through every record of the context, links from both ends.
/// 2. A save is all or nothing. If it throws, the context is as it was, edits and all (S8).
/// 3. A save checks the edits against the store's newest content, under the store's lock: two
///    processes cannot make the same handle twice, nor one delete what another just linked to.
/// 4. What others save is taken in by a save or when `mergeChanges` is called, never in between
///    (S6). Unsaved edits win, field by field.
/// 5. A record has one `Record` in a context, and one temporary key until it is saved to the store
///    (S3).
/// 6. A child's save goes to the context above it and no further (S7).
///
/// A context and its children belong to one thread: the main context to the run loop's, one of
/// `performInBackground` to that of its work. Ids cross threads, records don't.
public final class ObjectContext {
  /// The store that is saved to.
  public let store: ObjectStore

  /// The context that a save goes to, `nil` where that is the store.
  public let parent: ObjectContext?

  /// What a save does with records that others changed, too.
  public var conflictPolicy = ConflictPolicy.error
  /// The choices that the next save adds to the model.
  var addedChoices: [NewChoice] = []

  /// Whether work over many records is to end early, which a deletion and a save ask again and
  /// again until the change is written; they throw `StoreError.canceled` then, and leave the
  /// context as it was.
  public var isCanceled: () -> Bool = { false }

  /// The content with the edits on top.
  var content: EditedSnapshot {
    didSet { knownContents = nil }
  }

  /// The content as tables, once somebody asked for it and until the next edit.
  var knownContents: Snapshot?

  /// Why an edit could not be made whole, until the edits are dropped: it must not be saved.
  var failedEdit: StoreError?

  var undoStack = UndoStack()
  var openGroups = 0
  var observers: [WeakObservation] = []
  let registry = RecordRegistry()
  let family: Family

  /// How often the content below the edits was replaced, by which records know that they must look
  /// again.
  private(set) var pin = 0

  /// What contexts that save to each other share.
  final class Family {
    /// The lasting ids of records that were saved.
    var assigned: [ObjectID: ObjectID] = [:]
    var lastTemporary: UInt64 = 0
    var contexts: [WeakContext] = []
  }

  /// A reference that does not keep a context.
  struct WeakContext {
    weak var context: ObjectContext?
  }

  init(_ store: ObjectStore, at snapshot: Snapshot) {
    self.store = store
    parent = nil
    family = Family()
    content = EditedSnapshot(snapshot)
    family.contexts.append(WeakContext(context: self))
  }

  private init(childOf parent: ObjectContext) {
    store = parent.store
    self.parent = parent
    family = parent.family
    conflictPolicy = parent.conflictPolicy
    content = parent.content.flattened
    family.contexts.removeAll { $0.context == nil }
    family.contexts.append(WeakContext(context: self))
  }

  /// A context whose saves go to this one; discarded, it leaves nothing.
  ///
  /// It sees the edits made here so far, and later ones once it merges.
  public func newChild() -> ObjectContext { ObjectContext(childOf: self) }

  /// The store's content that the edits are laid over.
  public var snapshot: Snapshot { content.snapshot }

  /// Whether there is something to save.
  public var hasChanges: Bool { content.hasChanges }

  /// What a save would do, records that do not exist yet with temporary keys.
  public var changes: [RecordChange] { content.changes() }

  /// Everything that keeps the edits from being saved.
  public func validate() -> [ValidationIssue] {
    Validator(content: content, rules: store.rules).issues()
  }

  /// Replaces the content that records read; they get the names that it has for them.
  func pin(_ content: EditedSnapshot) {
    let renaming = Renaming(from: self.content.model, to: content.model)
    self.content = content
    _ = self.content.edits.takeDeltas()
    pin += 1
    guard !renaming.isEmpty else { return }
    let ids = registry.rename(renaming)
    if !ids.isEmpty { tellAssigned(ids) }
  }

  /// Runs an edit and keeps the way back; `body` throws before it edits anything.
  ///
  /// - Throws: what `body` throws; why a file cannot be read that the edit depends on, and then
  ///   nothing is saved before the edits are dropped.
  func edit(
    _ body: (inout EditedSnapshot) throws(StoreError) -> Void
  ) throws(StoreError) {
    content.failures = ReadFailures()
    try body(&content)
    closeGroup()
    do throws(StoreError) {
      try content.failures.rethrow()
    } catch {
      failedEdit = failedEdit ?? error
      throw error
    }
  }
}
