/// A place to edit records: a snapshot, and edits on it that stay private until they are saved.
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
/// 1. Edits are visible at once in every record of the context, and links from both ends.
/// 2. A save is all or nothing. If it throws, the context keeps its edits (S8).
/// 3. A save checks the edits against the store's newest content, under the store's lock. So two
///    processes cannot create the same handle, and a process cannot delete a record that another
///    one just linked to.
/// 4. Changes by others become visible only at a save or at a call of `mergeChanges` (S6). Unsaved
///    edits win, field by field.
/// 5. A record has one `Record` in a context, and one temporary key until it is saved to the store
///    (S3).
/// 6. A child saves to its parent context only (S7).
///
/// A context and its children belong to one thread. The main context belongs to the thread of the
/// run loop, a context of `performInBackground` to the thread of its work. Ids may be passed
/// between threads, records may not.
public final class ObjectContext {
  /// The store of the context.
  public let store: ObjectStore

  /// The context that a save goes to; `nil` if it goes to the store.
  public let parent: ObjectContext?

  /// The treatment of records at a save that others changed, too.
  public var conflictPolicy = ConflictPolicy.error
  /// The choices that the next save adds to the model.
  var addedChoices: [NewChoice] = []

  /// Whether work over many records should stop early.
  ///
  /// Deletions and saves call it repeatedly until the change is written. If it returns true, they
  /// throw `StoreError.canceled` and leave the context unchanged. A save calls it while other saves
  /// wait, so it must return at once and must not use the store.
  public var isCanceled: () -> Bool = { false }

  /// The content with the edits.
  var content: EditedSnapshot {
    didSet { knownContents = nil }
  }

  /// The content as tables, cached from the first use to the next edit.
  var knownContents: Snapshot?

  /// The error of an incomplete edit, which must not be saved; it stays until the edits are
  /// dropped.
  var failedEdit: StoreError?

  var undoStack = UndoStack()
  var openGroups = 0
  var observers: [WeakObservation] = []
  let registry = RecordRegistry()
  let family: Family

  /// The number of times that the content below the edits was replaced.
  ///
  /// A record compares it to notice that it must be read again.
  private(set) var pin = 0

  /// The state that a context shares with its parents and children.
  final class Family {
    /// The lasting ids of records that were saved.
    var assigned: [ObjectID: ObjectID] = [:]
    var lastTemporary: UInt64 = 0
    var contexts: [WeakContext] = []
  }

  /// A weak reference to a context.
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

  /// Creates a context whose saves go to this one; an unsaved child leaves no trace.
  ///
  /// It sees the edits made here so far, and later ones after it merges.
  public func newChild() -> ObjectContext { ObjectContext(childOf: self) }

  /// The store's content below the edits.
  public var snapshot: Snapshot { content.snapshot }

  /// Whether there is something to save.
  public var hasChanges: Bool { content.hasChanges }

  /// The changes of a save; new records have temporary keys.
  public var changes: [RecordChange] { content.changes() }

  /// Returns all issues that prevent a save of the edits.
  public func validate() -> [ValidationIssue] {
    Validator(content: content, rules: store.rules).issues()
  }

  /// Replaces the content that records read, and gives records the content's names and keys.
  func pin(_ content: EditedSnapshot) {
    let names = self.content.replacement(in: content.snapshot)
    self.content = content
    _ = self.content.edits.takeDeltas()
    pin += 1
    guard let names else { return }
    if !names.ids.isEmpty { family.assigned = family.assigned.mapValues(names.replace) }
    let ids = registry.rename(names)
    if !ids.isEmpty { tellAssigned(ids) }
  }

  /// Refuses saves until the edits are dropped, because an edit was not possible.
  func refuseSave(because error: StoreError) { failedEdit = failedEdit ?? error }

  /// Runs an edit as a step of undo; `body` must throw before it edits.
  ///
  /// - Throws: the errors of `body`; the error of a file that the edit depends on and that cannot
  ///   be read. In the second case, saves are refused until the edits are dropped.
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
