/// One history: where a person is, how they got there, and where Forward leads.
///
///     back [oldest … newest]   current   forward [nearest … farthest]
///
/// An entry that ``Entry/isModal`` starts a stack of its own: what was visited after it belongs to
/// it, until it is dismissed as a whole.
public struct Tab: Hashable, Sendable {
  /// The entries that Back leads to, the newest last.
  public internal(set) var back: [Entry] = []

  /// Where the person is.
  public internal(set) var current: Entry

  /// The entries that Forward leads to, the nearest first.
  public internal(set) var forward: [Entry] = []

  /// Where a closed tab stood among the tabs, counted from 0; nil for an open one.
  var place: Int?

  /// All entries, from the oldest to the farthest.
  public var entries: [Entry] { back + [current] + forward }

  /// The entries of the innermost modal stack, the current one last; empty outside of one.
  public var modalStack: [Entry] {
    let trail = back + [current]
    guard let start = trail.lastIndex(where: \.isModal) else { return [] }
    return Array(trail[start...])
  }

  /// The entry below the innermost modal stack; nil outside of one.
  public var entryBelowModal: Entry? {
    let below = back.count + 1 - modalStack.count
    return modalStack.isEmpty || below == 0 ? nil : back[below - 1]
  }
}

extension Tab {
  /// Makes `entry` the current one on top of the old; what Forward led to is gone.
  mutating func visit(_ entry: Entry) {
    back.append(current)
    current = entry
    forward = []
  }

  /// Goes `steps` back, or forward if negative, as far as there are entries.
  mutating func move(back steps: Int) {
    let trail = entries
    let index = min(max(back.count - steps, 0), trail.count - 1)
    back = Array(trail[..<index])
    current = trail[index]
    forward = Array(trail[(index + 1)...])
  }

  /// Goes to an entry of this tab; false if it isn't here.
  mutating func jump(to id: Entry.ID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    move(back: back.count - index)
    return true
  }

  /// Ends the innermost modal stack, with what Forward led to; false if nothing is below it.
  mutating func dismiss() -> Bool {
    guard entryBelowModal != nil else { return false }
    move(back: modalStack.count)
    forward = []
    return true
  }

  /// Keeps only these entries; false if none is left.
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
