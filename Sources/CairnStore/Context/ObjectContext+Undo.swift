// S18: unsaved edits in groups. What was saved is taken back by `ObjectStore.undo`, as a new
// change.
extension ObjectContext {
  /// How many groups of edits can be taken back at most, 1,000 unless set; 0 keeps none.
  public var undoLimit: Int {
    get { undoStack.limit }
    set { undoStack.limit = newValue }
  }

  /// Whether there are unsaved edits to take back.
  public var canUndo: Bool { !undoStack.done.isEmpty }

  /// Whether there are edits to bring back that were taken back.
  public var canRedo: Bool { !undoStack.undone.isEmpty }

  /// Makes what `body` edits one step of undo; without a group each edit is a step of its own.
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

  /// Takes back the newest group of unsaved edits.
  ///
  /// - Throws: `StoreError.nothingToUndo`.
  public func undo() throws(StoreError) {
    guard openGroups == 0, let group = undoStack.takeBack() else {
      throw .nothingToUndo(isRedo: false)
    }
    for delta in group.reversed() { content.edits.perform(delta.inverse) }
    _ = content.edits.takeDeltas()
  }

  /// Brings back the group that was taken back last, until something else is edited.
  ///
  /// - Throws: `StoreError.nothingToUndo`.
  public func redo() throws(StoreError) {
    guard openGroups == 0, let group = undoStack.bringBack() else {
      throw .nothingToUndo(isRedo: true)
    }
    for delta in group { content.edits.perform(delta) }
    _ = content.edits.takeDeltas()
  }

  /// Runs `body`, and drops what it edited here if it throws.
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

/// The groups of edits that can be taken back, and those that were (S18).
///
/// A step back is a delta like any other, so that redo is the undo of an undo.
struct UndoStack {
  private(set) var done: [[EditDelta]] = []
  private(set) var undone: [[EditDelta]] = []

  /// How many groups are kept; 0 for a context whose edits are never taken back.
  var limit = 1000 {
    didSet { trim() }
  }

  /// Adds a group, after which no undone group can be redone.
  mutating func add(_ group: [EditDelta]) {
    guard !group.isEmpty, limit > 0 else { return }
    done.append(group)
    undone = []
    trim()
  }

  /// The newest group, which goes over to the ones that were taken back.
  mutating func takeBack() -> [EditDelta]? {
    guard let group = done.popLast() else { return nil }
    undone.append(group)
    return group
  }

  /// The group that was taken back last, which goes over to the ones that count.
  mutating func bringBack() -> [EditDelta]? {
    guard let group = undone.popLast() else { return nil }
    done.append(group)
    return group
  }

  mutating func clear() { (done, undone) = ([], []) }

  /// Passes each delta through `change`.
  mutating func map(_ change: (EditDelta) -> EditDelta) {
    done = done.map { $0.map(change) }
    undone = undone.map { $0.map(change) }
  }

  private mutating func trim() {
    done.removeFirst(max(0, done.count - limit))
  }
}
