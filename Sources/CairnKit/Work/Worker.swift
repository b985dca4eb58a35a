internal import CairnScreens
internal import Dispatch

/// Where work runs that must not hold up drawing.
protocol Worker: AnyObject {
  /// Runs `work` in `lane` and posts what it returns.
  func start(_ work: @escaping @Sendable () -> Void, in lane: Job.Lane)
  /// Waits until all that the writer's lane was given is done.
  func finishWriting()
}

/// Work on threads of its own: one that writes, and as many as the machine likes that read.
final class ThreadWorker: Worker {
  private let writer = DispatchQueue(label: "writer")

  func start(_ work: @escaping @Sendable () -> Void, in lane: Job.Lane) {
    // A queue for each reader: once a thread of a shared one has run, the dispatch library looks
    // after it with a timer that wakes the process each second for as long as it lives.
    (lane == .writer ? writer : DispatchQueue(label: "reader")).async(execute: work)
  }

  func finishWriting() { writer.sync {} }
}

/// Work done at once where it is asked for, so that what follows depends on nothing but the keys.
final class InlineWorker: Worker {
  func start(_ work: @escaping @Sendable () -> Void, in lane: Job.Lane) { work() }

  func finishWriting() {}
}
