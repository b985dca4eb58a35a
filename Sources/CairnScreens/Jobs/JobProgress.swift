internal import Synchronization

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
