/// Work that must not hold up drawing, and what follows from its result.
///
/// The work runs on another thread and therefore takes only sendable values with it. What follows
/// runs on the drawing thread again and may touch screens and sources.
public struct Job {
  /// Where work runs.
  public enum Lane: Hashable, Sendable {
    /// One piece of work after the other, in the order asked for: whatever writes.
    case writer
    /// Side by side with other work: whatever only reads.
    case reader
    /// Side by side with other work as well: what writes for so long that nothing can wait for it.
    case long
  }

  /// What the status line says while the work runs, or nothing.
  public let title: String?
  /// Where the work runs.
  public let lane: Lane
  /// How far the work is, where it tells.
  public let progress: JobProgress?
  /// Whether keys wait for the result, so that what is typed ahead reaches the screen after it.
  public let holdsKeys: Bool
  /// Whether text that is typed in a prompt doesn't wait with the other keys.
  public let takesText: Bool
  /// The work itself.
  public let work: @Sendable () -> any Sendable
  /// What follows, given what the work returned.
  public let completion: (any Sendable) -> [Effect]
  /// What follows where nobody waits for the result any more; `nil` for work that is waited for.
  public let abandon: (() -> [Effect])?

  /// Describes work and what follows.
  ///
  /// - Parameters:
  ///   - title: what the status line says meanwhile.
  ///   - lane: the writer's for all that writes and is soon done.
  ///   - progress: what the work reports to.
  ///   - holdsKeys: true when the next key is meant for the screen that the result leads to.
  ///   - takesText: true when another text makes the work be done anew.
  ///   - work: runs off the drawing thread.
  ///   - completion: runs on the drawing thread with what `work` returned.
  ///   - abandon: runs on the drawing thread in its place once a person has stopped to wait; only
  ///     for work that changes nothing, which then ends unheard.
  public init<Output: Sendable>(
    _ title: String? = nil, lane: Lane = .reader, progress: JobProgress? = nil,
    holdsKeys: Bool = false, takesText: Bool = false,
    work: @escaping @Sendable () -> Output, completion: @escaping (Output) -> [Effect],
    abandon: (() -> [Effect])? = nil
  ) {
    self.abandon = abandon
    self.title = title
    self.lane = lane
    self.progress = progress
    self.holdsKeys = holdsKeys
    self.takesText = takesText
    self.work = work
    self.completion = { output in
      guard let output = output as? Output else {
        preconditionFailure("a job's completion gets what its own work returned")
      }
      return completion(output)
    }
  }
}

extension Job {
  /// The same work for a screen that stands beside the one with the keys: none of these waits for
  /// it, and of what follows no more is done than to draw anew and to read on.
  var beside: Job {
    Job(title, lane: lane, progress: progress, work: work) { output in
      completion(output).beside
    }
  }
}

extension [Effect] {
  /// Whether a screen says with them that what it shows is gone.
  var asksToRetry: Bool {
    contains { if case .retry = $0 { true } else { false } }
  }

  /// What of them is done for a screen that stands beside the one with the keys.
  package var beside: [Effect] {
    compactMap { effect in
      switch effect {
      case .run(let job): .run(job.beside)
      case .refresh: .refresh
      default: nil
      }
    }
  }
}
