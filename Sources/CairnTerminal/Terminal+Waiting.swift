internal import CPlatform
public import CairnInterface
internal import Glibc

/// Waiting for input.
extension Terminal {
  private enum Source: Int {
    case terminal
    case signals
    case wakes
    case outside
  }

  // Enough for a person; the rest is handled after the next drawing.
  private static let maximumEvents = 64
  // Terminals never give more at once.
  static let maximumRead = 4_096

  /// Waits for input, and returns all available input.
  ///
  /// - Parameters:
  ///   - deadline: the end of the wait; `nil` waits without a limit.
  ///   - outside: one more descriptor to wait for, which the caller reads; a negative number means
  ///     none.
  /// - Returns: the input in its order; empty if the deadline has passed. Several changes of the
  ///   size are one.
  public func wait(
    until deadline: ContinuousClock.Instant? = nil, orFor outside: Int32 = -1
  ) -> [TerminalInput] {
    guard place != .closed else { return [.end(.terminalGone)] }
    waitingInputs += decodeEarly()
    if !waitingInputs.isEmpty {
      defer { waitingInputs = [] }
      return waitingInputs
    }
    while true {
      let ready = poll(until: earliest(deadline, decoderDeadline), orFor: outside)
      var inputs = ready.contains(.wakes) && wakePipe.drain() ? [TerminalInput.wakeUp] : []
      if ready.contains(.outside) { inputs.append(.outside) }
      if ready.contains(.signals) { waitingSignals += signals.drain() }
      inputs += takeSignals()
      if ready.contains(.terminal) { inputs += readTerminal() }
      inputs += expired()
      if !inputs.isEmpty { return inputs }
      if let deadline, ContinuousClock.now >= deadline { return [] }
    }
  }

  /// Decodes what was typed before the terminal was opened.
  func decodeEarly() -> [TerminalInput] {
    guard !early.isEmpty else { return [] }
    defer { early = [] }
    return decoder.decode(early, at: elapsed).map { .event($0) }
  }

  private var decoderDeadline: ContinuousClock.Instant? { decoder.deadline.map { start + $0 } }

  private var elapsed: Duration { ContinuousClock.now - start }

  private func earliest(
    _ first: ContinuousClock.Instant?, _ second: ContinuousClock.Instant?
  ) -> ContinuousClock.Instant? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  private func poll(
    until deadline: ContinuousClock.Instant?, orFor outside: Int32
  ) -> Set<Source> {
    var descriptors = [descriptor, signals.outlet, wakePipe.outlet, outside].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let timeout = waitingSignals.isEmpty ? milliseconds(until: deadline) : 0
    // A signal may end the wait early; the next round finds it in the pipe.
    guard unsafe Glibc.poll(&descriptors, UInt(descriptors.count), timeout) > 0 else { return [] }
    return Set(descriptors.indices.filter { descriptors[$0].revents != 0 }.compactMap(Source.init))
  }

  /// The time until a deadline, rounded up so that it has passed when the wait is over.
  private func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = deadline - ContinuousClock.now
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    guard seconds < 1_000_000 else { return .max }
    return Int32(seconds) * 1_000
      + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  private func takeSignals() -> [TerminalInput] {
    let taken = waitingSignals
    waitingSignals = []
    if taken.contains(where: { EndReason(signal: $0) != nil }) { platform_see_end() }
    var inputs = taken.compactMap { signal -> TerminalInput? in
      signal == SIGTSTP ? .suspensionRequested : EndReason(signal: signal).map { .end($0) }
    }
    if taken.contains(SIGCONT) {
      // Another program may have changed the terminal's modes and screen.
      leave()
      enter()
      inputs.append(.event(.resize(size)))
    } else if taken.contains(SIGWINCH) {
      size = Self.size(of: descriptor)
      redraw()
      inputs.append(.event(.resize(size)))
    }
    return inputs
  }

  func readTerminal() -> [TerminalInput] {
    forgetLateAnswer()
    var events: [Event] = []
    repeat {
      guard let bytes = readSome(from: descriptor, atMost: Self.maximumRead), !bytes.isEmpty else {
        return events.map { .event($0) } + [.end(.terminalGone)]
      }
      events += decoder.decode(bytes, at: elapsed)
    } while events.count < Self.maximumEvents && hasInput(descriptor)
    return events.map { .event($0) }
  }

  private func expired() -> [TerminalInput] {
    guard let due = decoder.deadline, due <= elapsed else { return [] }
    return decoder.expire().map { .event($0) }
  }
}

/// An input of the terminal.
public enum TerminalInput: Hashable, Sendable {
  /// An event of a person, or a new size of the terminal.
  case event(Event)
  /// Another thread asked for attention through the terminal's `wakePipe`.
  case wakeUp
  /// The additional descriptor can be read.
  case outside
  /// The program is to stop temporarily: save, then call `Terminal.suspend`.
  case suspensionRequested
  /// The program must end.
  case end(EndReason)
}

/// The reason why a program must end.
public enum EndReason: Hashable, Sendable {
  /// The signal TERM, which asks programs to end.
  case terminated
  /// The signal HUP: the terminal's window was closed or its connection broke.
  case hungUp
  /// The signal INT, sent by another program; a key typed here is an event.
  case interrupted
  /// The terminal can no longer be read.
  case terminalGone

  init?(signal: Int32) {
    switch signal {
    case SIGTERM: self = .terminated
    case SIGHUP: self = .hungUp
    case SIGINT: self = .interrupted
    default: return nil
    }
  }

  /// The signal of the reason.
  public var signal: Int32 {
    switch self {
    case .terminated: SIGTERM
    case .hungUp, .terminalGone: SIGHUP
    case .interrupted: SIGINT
    }
  }

  /// Ends the process by the signal itself, so the parent process sees the reason.
  ///
  /// Call it after `Terminal.close`. It returns only if the signal is blocked everywhere.
  public func endProcess() { platform_die_of(signal) }
}
