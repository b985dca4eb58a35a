internal import Synchronization

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

/// Work for another thread of which one piece at a time is under way, known elsewhere as single
/// flight.
///
/// Whoever wants more while one is under way asks again when that is done:
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
  /// Whether a piece of it is under way.
  public private(set) var isUnderWay = false

  /// None under way.
  public init() {}

  /// Starts a piece of work, unless one is under way.
  ///
  /// - Parameters:
  ///   - title: what the status line says meanwhile.
  ///   - holdsKeys: whether the next key is meant for the result; a person may then stop to wait.
  ///   - takesText: whether another text in a prompt makes the work be done anew.
  ///   - work: runs off the drawing thread.
  ///   - completion: runs on the drawing thread with what `work` returned, when the next piece may
  ///     begin.
  ///   - abandon: runs in its place once a person has stopped to wait.
  /// - Returns: the effects that start it; none where one is under way.
  public func start<Output: Sendable>(
    _ title: String? = nil, holdsKeys: Bool = false, takesText: Bool = false,
    work: @escaping @Sendable () -> Output, completion: @escaping (Output) -> [Effect],
    abandon: @escaping () -> [Effect] = { [] }
  ) -> [Effect] {
    guard !isUnderWay else { return [] }
    isUnderWay = true
    let job = Job(title, holdsKeys: holdsKeys, takesText: takesText, work: work) { [self] output in
      isUnderWay = false
      return completion(output)
    } abandon: { [self] in
      isUnderWay = false
      return abandon()
    }
    return [.run(job)]
  }
}

/// How far a piece of work is, and whether it is to end early.
///
/// It is shared by the thread that works, which reports and looks whether it may go on, and the one
/// that draws, which reads and asks for the end.
public final class JobProgress: Sendable {
  /// How far the work was when it reported last.
  public struct Reading: Hashable, Sendable {
    /// How much is done.
    public var done: Int
    /// How much there is to do, once that is known.
    public var total: Int?
    /// What is being done, such as "reading"; empty where the title says it.
    public var phase: String

    /// A reading; nothing is done at first.
    public init(_ done: Int = 0, of total: Int? = nil, phase: String = "") {
      self.done = done
      self.total = total
      self.phase = phase
    }

    /// The part that is done, from 0 to 1; `nil` while it isn't known how much there is.
    public var fraction: Double? {
      guard let total, total > 0 else { return nil }
      return min(1, Double(done) / Double(total))
    }
  }

  /// How work ends before it is done.
  public enum Ending: Hashable, Sendable {
    /// Nothing stays of it.
    case cancel
    /// What is done so far stays.
    case keep
  }

  private struct State {
    var reading = Reading()
    var ending: Ending?
  }

  private let state = Mutex(State())

  /// How the work can end before it is done; not at all if there is no way.
  public let endings: [Ending]

  /// Makes the progress of work that has not begun.
  ///
  /// - Parameter endings: how it can end early.
  public init(endings: [Ending] = [.cancel]) {
    self.endings = endings
  }

  /// How far it is.
  public var reading: Reading { state.withLock { $0.reading } }

  /// How it is to end, as soon as the work can; `nil` while it may go on.
  public var ending: Ending? { state.withLock { $0.ending } }

  /// Says how far it is.
  public func report(_ reading: Reading) { state.withLock { $0.reading = reading } }

  /// Asks it to end; the first to ask decides how, and what can't end so goes on.
  public func end(_ ending: Ending) {
    guard endings.contains(ending) else { return }
    state.withLock { $0.ending = $0.ending ?? ending }
  }
}
