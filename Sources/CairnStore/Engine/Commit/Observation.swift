internal import CairnFiles
internal import Synchronization

/// A subscription to changes; it ends when its last reference is released.
public final class Observation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

/// The observers of changes or of other events.
final class ObserverList<Event>: Sendable {
  private struct State {
    var bodies: [Int: @Sendable (Event) -> Void] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  func add(_ body: @escaping @Sendable (Event) -> Void) -> Observation {
    let number = state.withLock { state in
      state.next += 1
      state.bodies[state.next] = body
      return state.next
    }
    return Observation { [weak self] in
      self?.state.withLock { $0.bodies[number] = nil }
    }
  }

  /// Calls all observers, outside the lock, so that a body may read the store.
  func notify(_ event: Event) {
    let bodies = state.withLock { $0.bodies.sorted { $0.key < $1.key }.map(\.value) }
    for body in bodies { body(event) }
  }
}

/// The part of a store's state that readers, such as screens, get without waiting for a save.
struct PublishedState: Sendable {
  let snapshot: Snapshot
  /// The problems in the files of the present store.
  let problems: ProblemLog
  let isReadOnly: Bool
  let obstacle: FileError?
  let newerFeature: String?
  let replica: Replica
  /// Whether a fold has something to write.
  let isTextBehind: Bool
  /// The number of record files that a fold has to write.
  let shardsBehind: Int

  init(_ writer: Writer) {
    snapshot = writer.snapshot
    problems = writer.problems
    isReadOnly = writer.journal.state == .readOnly
    obstacle = writer.journal.obstacle
    newerFeature = writer.header.newerFeature
    replica = writer.minter.replica
    isTextBehind = writer.hasUnfolded
    shardsBehind = writer.journal.state == .writable ? writer.unfolded.count : 0
  }
}
