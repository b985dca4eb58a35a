internal import CairnScreens
internal import Dispatch

/// Where work runs that must not hold up drawing.
protocol Worker: AnyObject {
  /// Runs `work` in `lane` and posts what it returns.
  func start(_ work: @escaping @Sendable () -> Void, in lane: Job.Lane)
  /// Runs `work`, which keeps where a person is, one after the other but behind no other work: a
  /// state must not get old while the writer waits for another program.
  func keep(_ work: @escaping @Sendable () -> Void)
  /// Waits until all is done that is to be kept or that the writer's lane was given.
  func finishWriting()
  /// Waits until all long work is done.
  func finishLong()
}

/// Work on threads of its own: one that writes, one that keeps where a person is, and as many as
/// the machine likes that read or are long.
final class ThreadWorker: Worker {
  private let writer = DispatchQueue(label: "writer")
  private let keeper = DispatchQueue(label: "keeper")
  private let long = DispatchGroup()

  func start(_ work: @escaping @Sendable () -> Void, in lane: Job.Lane) {
    // A queue for each piece of work beside the writer's: once a thread of a shared one has run,
    // the dispatch library looks after it with a timer that wakes the process each second for as
    // long as it lives.
    switch lane {
    case .writer: writer.async(execute: work)
    case .reader: DispatchQueue(label: "reader").async(execute: work)
    case .long: DispatchQueue(label: "long").async(group: long, execute: work)
    }
  }

  func keep(_ work: @escaping @Sendable () -> Void) { keeper.async(execute: work) }

  func finishLong() { long.wait() }

  func finishWriting() {
    writer.sync {}
    keeper.sync {}
  }
}

/// Work done at once where it is asked for, so that what follows depends on nothing but the keys.
final class InlineWorker: Worker {
  func start(_ work: @escaping @Sendable () -> Void, in lane: Job.Lane) { work() }

  func keep(_ work: @escaping @Sendable () -> Void) { work() }

  func finishWriting() {}

  func finishLong() {}
}
