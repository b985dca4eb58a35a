internal import Synchronization

/// Work that must not block drawing, and the effects of its result.
///
/// The work runs on another thread, so it only captures sendable values. The completion runs on the
/// drawing thread again and may touch screens and sources.
public struct BackgroundJob {
  /// The thread or queue of the work.
  public enum Lane: Hashable, Sendable {
    /// One job after the other, in order: for all jobs that write.
    case writer
    /// Concurrent: for jobs that only read.
    case reader
    /// Concurrent, too: for writes so long that other jobs can't wait for them.
    case long
  }

  /// The status line's words while the work runs, if any.
  public let title: String?
  /// The lane of the work.
  public let lane: Lane
  /// The progress of the work, if it reports any.
  public let progress: JobProgress?
  /// Whether keys wait for the result, so that keys typed ahead reach the screen after it.
  public let holdsKeys: Bool
  /// Whether text typed into a prompt is exempt from waiting.
  public let takesText: Bool
  /// The work.
  public let work: @Sendable () -> any Sendable
  /// The effects of the work's result.
  public let completion: (any Sendable) -> [Effect]
  /// The effects after a person cancels the wait; `nil` for work that can't be abandoned.
  public let abandon: (() -> [Effect])?

  /// Creates a job.
  ///
  /// - Parameters:
  ///   - title: the status line's words while the work runs.
  ///   - lane: `.writer` for all short writes.
  ///   - progress: the progress to which the work reports.
  ///   - holdsKeys: whether the next key is for the screen after the result.
  ///   - takesText: whether a changed text restarts the work.
  ///   - work: runs off the drawing thread.
  ///   - completion: runs on the drawing thread with the result of `work`.
  ///   - abandon: runs on the drawing thread instead, after a person cancels the work. Only for
  ///     work that changes nothing; its result is then ignored.
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

extension BackgroundJob {
  /// The same work for a screen in a side pane: keys don't wait for it, and only its redraws and
  /// further reads are performed.
  var beside: BackgroundJob {
    BackgroundJob(title, lane: lane, progress: progress, work: work) { output in
      completion(output).beside
    }
  }
}

extension [Effect] {
  /// Whether the effects report that the screen's record is gone.
  var asksToRetry: Bool {
    contains { if case .retry = $0 { true } else { false } }
  }

  /// The effects that are performed for a screen in a side pane.
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

/// Work for another thread, one run at a time; known elsewhere as single flight.
///
/// If more work is needed during a run, the caller asks again in the completion:
///
///     func look() -> [Effect] {
///       reading.start("reading the history", holdsKeys: true) {
///         store.history()
///       } completion: { [weak self] history in
///         self?.history = history
///         return [.refresh]
///       }
///     }
public final class SingleFlight {
  /// Whether a run is under way.
  public private(set) var isUnderWay = false

  /// The rest before work for what is visible begins, since the person may move on at once.
  package static let rest = Duration.milliseconds(60)

  /// Creates an idle instance.
  public init() {}

  /// Starts a run, unless one is under way.
  ///
  /// - Parameters:
  ///   - title: the status line's words while the work runs.
  ///   - holdsKeys: whether the next key is for the result; a person may cancel the wait.
  ///   - takesText: whether a changed text in a prompt restarts the work.
  ///   - work: runs off the drawing thread.
  ///   - completion: runs on the drawing thread with the result of `work`; the next run may start
  ///     then.
  ///   - abandon: runs instead, after a person cancels the wait.
  /// - Returns: the effects that start the run; empty if one is under way.
  public func start<Output: Sendable>(
    _ title: String? = nil, holdsKeys: Bool = false, takesText: Bool = false,
    work: @escaping @Sendable () -> Output, completion: @escaping (Output) -> [Effect],
    abandon: @escaping () -> [Effect] = { [] }
  ) -> [Effect] {
    guard !isUnderWay else { return [] }
    isUnderWay = true
    let job = BackgroundJob(title, holdsKeys: holdsKeys, takesText: takesText, work: work) {
      [self] output in
      isUnderWay = false
      return completion(output)
    } abandon: { [self] in
      isUnderWay = false
      return abandon()
    }
    return [.run(job)]
  }
}

/// The progress of a job, and a request to end it early.
///
/// Two threads share it: the working thread reports and checks for the request, and the drawing
/// thread reads and requests the end.
public final class JobProgress: Sendable {
  /// A progress report.
  public struct Reading: Hashable, Sendable {
    /// The amount done.
    public var done: Int
    /// The total amount, once known.
    public var total: Int?
    /// The present phase, such as "reading"; empty if the title tells it.
    public var phase: String

    /// Creates a report; 0 done by default.
    public init(_ done: Int = 0, of total: Int? = nil, phase: String = "") {
      self.done = done
      self.total = total
      self.phase = phase
    }

    /// The part done, from 0 to 1; `nil` while the total is unknown.
    public var fraction: Double? {
      guard let total, total > 0 else { return nil }
      return min(1, Double(done) / Double(total))
    }
  }

  /// The way in which work ends early.
  public enum Ending: Hashable, Sendable {
    /// All results are discarded.
    case cancel
    /// The results so far are kept.
    case keep
  }

  private struct State {
    var reading = Reading()
    var ending: Ending?
  }

  private let state = Mutex(State())

  /// The possible early endings; empty if the work can't end early.
  public let endings: [Ending]

  /// Creates the progress of work that has not begun.
  ///
  /// - Parameter endings: the possible early endings.
  public init(endings: [Ending] = [.cancel]) {
    self.endings = endings
  }

  /// The last report.
  public var reading: Reading { state.withLock { $0.reading } }

  /// The requested early ending; `nil` if there is no request.
  public var ending: Ending? { state.withLock { $0.ending } }

  /// Reports progress.
  public func report(_ reading: Reading) { state.withLock { $0.reading = reading } }

  /// Requests an early end; the first request counts, and an unsupported one is ignored.
  public func end(_ ending: Ending) {
    guard endings.contains(ending) else { return }
    state.withLock { $0.ending = $0.ending ?? ending }
  }
}
