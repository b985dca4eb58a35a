// S18: undo for groups of unsaved edits. Saved changes are undone by `ObjectStore.undo`, as a new
// change.
extension ObjectContext {
  /// The largest number of edit groups that can be undone, by default 1,000; 0 keeps none.
  public var undoLimit: Int {
    get { undoStack.limit }
    set { undoStack.limit = newValue }
  }

  /// Whether unsaved edits can be undone.
  public var canUndo: Bool { !undoStack.done.isEmpty }

  /// Whether undone edits can be redone.
  public var canRedo: Bool { !undoStack.undone.isEmpty }

  /// Groups the edits of `body` into one step of undo; without a group, each edit is a step.
  ///
  /// Edits made before an error stay, as one step.
  public func undoGroup<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    openGroups += 1
    defer {
      openGroups -= 1
      closeGroup()
    }
    return try body()
  }

  /// Undoes the newest group of unsaved edits.
  ///
  /// - Throws: `StoreError.nothingToUndo`.
  public func undo() throws(StoreError) {
    guard openGroups == 0, let group = undoStack.takeBack() else {
      throw .nothingToUndo(isRedo: false)
    }
    for delta in group.reversed() { content.edits.perform(delta.inverse) }
    _ = content.edits.takeDeltas()
  }

  /// Redoes the group that was undone last; a new edit makes this impossible.
  ///
  /// - Throws: `StoreError.nothingToUndo`.
  public func redo() throws(StoreError) {
    guard openGroups == 0, let group = undoStack.bringBack() else {
      throw .nothingToUndo(isRedo: true)
    }
    for delta in group { content.edits.perform(delta) }
    _ = content.edits.takeDeltas()
  }

  /// Runs `body`, and drops its edits if it throws.
  func allOrNothing(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    let (content, undoStack, failedEdit) = (content, undoStack, failedEdit)
    do throws(StoreError) {
      try body()
    } catch {
      self.content = content
      self.undoStack = undoStack
      self.failedEdit = failedEdit
      throw error
    }
  }

  /// Ends a step of undo unless a group is open.
  func closeGroup() {
    if openGroups == 0 { undoStack.add(content.edits.takeDeltas()) }
  }
}

/// The groups of edits that can be undone, and those that were undone (S18).
///
/// An undo is made of deltas too, so that a redo is the undo of an undo.
struct UndoStack {
  private(set) var done: [[EditDelta]] = []
  private(set) var undone: [[EditDelta]] = []

  /// The largest number of groups; 0 for a context without undo.
  var limit = 1000 {
    didSet { trim() }
  }

  /// Adds a group; undone groups can no longer be redone then.
  mutating func add(_ group: [EditDelta]) {
    guard !group.isEmpty, limit > 0 else { return }
    done.append(group)
    undone = []
    trim()
  }

  /// Moves the newest group to the undone ones, and returns it.
  mutating func takeBack() -> [EditDelta]? {
    guard let group = done.popLast() else { return nil }
    undone.append(group)
    return group
  }

  /// Moves the group that was undone last back to the done ones, and returns it.
  mutating func bringBack() -> [EditDelta]? {
    guard let group = undone.popLast() else { return nil }
    done.append(group)
    return group
  }

  mutating func clear() { (done, undone) = ([], []) }

  /// Replaces each delta by the result of `change`.
  mutating func map(_ change: (EditDelta) -> EditDelta) {
    done = done.map { $0.map(change) }
    undone = undone.map { $0.map(change) }
  }

  private mutating func trim() {
    done.removeFirst(max(0, done.count - limit))
  }
}
