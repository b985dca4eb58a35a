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

  /// Adds a group; what was taken back before cannot be brought back after it.
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
