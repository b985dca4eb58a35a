internal import Dispatch
internal import Synchronization

/// The bytes of a stream that another thread reads, such as a pipe from a slow program.
public final class GrowingInput: Sendable {
  /// The bytes that were read up to some moment.
  public struct Part: Sendable {
    /// The bytes; whole lines until the stream is complete.
    public internal(set) var bytes: [UInt8] = []
    /// Whether the stream has ended.
    public internal(set) var isComplete = false
    /// The reason why the rest can't be read.
    public internal(set) var failure: AppError?
  }

  private let state = Mutex(Part())
  private let arrival = DispatchSemaphore(value: 0)

  /// Creates an input without bytes.
  public init() {}

  /// Adds the next bytes.
  public func append(_ block: [UInt8]) {
    state.withLock { $0.bytes += block }
    arrival.signal()
  }

  /// Ends the input, with the reason if the rest can't be read.
  public func end(_ failure: AppError? = nil) {
    state.withLock { ($0.isComplete, $0.failure) = (true, failure) }
    arrival.signal()
  }

  /// Returns the bytes so far, after a wait for more than `count` of them or for the end.
  ///
  /// - Parameters:
  ///   - count: the number of bytes that the caller knows.
  ///   - timeout: the longest wait.
  /// - Returns: the bytes, whole lines unless the input is complete.
  public func part(after count: Int, atMost timeout: Duration) -> Part {
    let end = ContinuousClock.now + timeout
    while true {
      let left = ContinuousClock.now.duration(to: end)
      let isEnough = state.withLock { $0.isComplete || Self.length(of: $0) > count }
      if isEnough || left <= .zero { return lines() }
      let (seconds, attoseconds) = left.components
      let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
      _ = arrival.wait(timeout: .now() + .nanoseconds(min(nanoseconds, 100_000_000)))
    }
  }

  private func lines() -> Part {
    state.withLock { part in
      var whole = part
      whole.bytes = Array(part.bytes.prefix(Self.length(of: part)))
      return whole
    }
  }

  /// The number of bytes in whole lines, or of all bytes at the end.
  private static func length(of part: Part) -> Int {
    guard !part.isComplete else { return part.bytes.count }
    return part.bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }
}
