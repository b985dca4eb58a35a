internal import CairnScreens

/// Effects that wait for the keys to rest.
struct Delays {
  private struct Waiting {
    let name: String
    let due: ContinuousClock.Instant
    let effects: [Effect]
    let lapses: Bool
  }

  private var waiting: [Waiting] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// When the next of them is due.
  var next: ContinuousClock.Instant? { waiting.map(\.due).min() }

  /// What waits.
  var effects: [Effect] { waiting.flatMap(\.effects) }

  /// Takes a delay in; a waiting one of the same name is forgotten.
  mutating func add(_ delay: Delay, at now: ContinuousClock.Instant) {
    waiting.removeAll { $0.name == delay.name }
    waiting.append(
      Waiting(
        name: delay.name, due: now.advanced(by: delay.duration), effects: delay.effects,
        lapses: delay.lapses))
  }

  /// Takes out the effects that are due at `now`, in the order in which they were asked for.
  mutating func take(dueAt now: ContinuousClock.Instant) -> [Effect] {
    let due = waiting.filter { $0.due <= now }
    waiting.removeAll { $0.due <= now }
    return due.flatMap(\.effects)
  }

  /// Takes out all effects, due or not.
  ///
  /// - Parameter isLeaving: whether something leads to another screen, so that some have lapsed.
  /// - Returns: the effects, in the order in which they were asked for.
  mutating func takeAll(isLeaving: Bool) -> [Effect] {
    defer { waiting = [] }
    return waiting.filter { !isLeaving || !$0.lapses }.flatMap(\.effects)
  }
}
