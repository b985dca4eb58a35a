/// One history: the current entry, and the entries before and after it.
///
///     back [oldest … newest]   current   forward [nearest … farthest]
///
/// A modal entry (``Entry/isModal``) starts a stack. Entries after it belong to the stack until the
/// whole stack is dismissed.
public struct Tab: Hashable, Sendable {
  /// The entries before the current one, newest last.
  public internal(set) var back: [Entry] = []

  /// The current entry.
  public internal(set) var current: Entry

  /// The entries after the current one, nearest first.
  public internal(set) var forward: [Entry] = []

  /// The index of a closed tab before it was closed; nil for an open tab.
  var place: Int?

  /// All entries, in the order of the history.
  public var entries: [Entry] { back + [current] + forward }

  /// The entries of the innermost modal stack, the current one last; empty without such a stack.
  public var modalStack: [Entry] {
    let trail = back + [current]
    guard let start = trail.lastIndex(where: \.isModal) else { return [] }
    return Array(trail[start...])
  }

  /// The entry below the innermost modal stack; nil without such a stack.
  public var entryBelowModal: Entry? {
    let below = back.count + 1 - modalStack.count
    return modalStack.isEmpty || below == 0 ? nil : back[below - 1]
  }
}

extension Tab {
  /// Makes `entry` the current one and removes the entries that Forward led to.
  mutating func visit(_ entry: Entry) {
    back.append(current)
    current = entry
    forward = []
  }

  /// Goes back by `steps`, or forward if negative, as far as there are entries.
  mutating func move(back steps: Int) {
    let trail = entries
    let index = min(max(back.count - steps, 0), trail.count - 1)
    back = Array(trail[..<index])
    current = trail[index]
    forward = Array(trail[(index + 1)...])
  }

  /// Goes to an entry of this tab; false if the tab doesn't have it.
  mutating func jump(to id: Entry.ID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    move(back: back.count - index)
    return true
  }

  /// Ends the innermost modal stack and removes the entries that Forward led to; false if nothing
  /// is below it.
  mutating func dismiss() -> Bool {
    guard entryBelowModal != nil else { return false }
    move(back: modalStack.count)
    forward = []
    return true
  }

  /// Removes all other entries; false if no entry is left.
  mutating func keep(_ isKept: (Entry) -> Bool) -> Bool {
    if isKept(current), back.allSatisfy(isKept), forward.allSatisfy(isKept) { return true }
    let trail = entries
    let kept = trail.indices.filter { isKept(trail[$0]) }
    let here = back.count
    guard let index = kept.last(where: { $0 <= here }) ?? kept.first else { return false }
    back = kept.filter { $0 < index }.map { trail[$0] }
    current = trail[index]
    forward = kept.filter { $0 > index }.map { trail[$0] }
    return true
  }
}
