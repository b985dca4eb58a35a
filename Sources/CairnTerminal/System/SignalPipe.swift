internal import CPlatform
internal import Glibc

/// The signals that concern a terminal, as bytes that `poll` can wait for.
///
/// What runs when a signal comes may not touch Swift, so a handler in C writes the signal's number
/// into a pipe. There is one at a time, as a process has one handler for each signal.
final class SignalPipe {
  let outlet: Int32
  private let inlet: Int32
  private var isWatching = true

  init() throws(TerminalError) {
    (outlet, inlet) = try openPipe()
    guard platform_watch_signals(inlet) == 0 else {
      throw .system(action: "watch signals", code: errno)
    }
  }

  deinit {
    stop()
    close(outlet)
    close(inlet)
  }

  /// Gives the signals back what they did before; does nothing the second time.
  func stop() {
    if isWatching { platform_unwatch_signals() }
    isWatching = false
  }

  /// The signals since the last call, each once, in the order in which they came.
  func drain() -> [Int32] {
    var seen: Set<UInt8> = []
    return readAll(from: outlet).filter { seen.insert($0).inserted }.map(Int32.init)
  }
}
