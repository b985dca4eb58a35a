internal import CairnScreens
internal import Dispatch

/// Runs work that must not delay drawing.
protocol Worker: AnyObject {
  /// Runs work in a lane.
  func start(_ work: @escaping @Sendable () -> Void, in lane: BackgroundJob.Lane)
  /// Runs work that saves the history, one after the other but behind no other work: a state must
  /// not become old while the writer waits for another program.
  func keep(_ work: @escaping @Sendable () -> Void)
  /// Waits for all work of `keep` and of the writer's lane.
  func finishWriting()
  /// Waits for all long work.
  func finishLong()
}

/// A worker with threads: one for writing, one for the history, and any number for reading and long
/// work.
final class ThreadWorker: Worker {
  private let writer = DispatchQueue(label: "writer")
  private let keeper = DispatchQueue(label: "keeper")
  private let long = DispatchGroup()

  func start(_ work: @escaping @Sendable () -> Void, in lane: BackgroundJob.Lane) {
    // Each job besides the writer's gets its own queue. After a thread of a shared queue has run,
    // the dispatch library wakes the process each second by a timer.
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

/// A worker that runs work at once, so that only keys decide the result.
final class InlineWorker: Worker {
  func start(_ work: @escaping @Sendable () -> Void, in lane: BackgroundJob.Lane) { work() }

  func keep(_ work: @escaping @Sendable () -> Void) { work() }

  func finishWriting() {}

  func finishLong() {}
}
