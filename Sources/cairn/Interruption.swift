internal import Glibc

/// Ctrl-C as something that work looks for, instead of what ends the program at once.
///
/// It is blocked as long as the value lives; a program that looks for it never, or whose end is
/// asked for in another way, is ended as usual.
final class Interruption {
  private let signals: sigset_t

  /// Makes Ctrl-C wait from now on.
  init() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  deinit { unblock() }

  /// Whether it was pressed since this was asked last.
  func wasPressed() -> Bool {
    var (signals, time) = (signals, timespec())
    return unsafe sigtimedwait(&signals, nil, &time) == SIGINT
  }

  /// Does something in which Ctrl-C ends the program at once, as while a question waits.
  func suspended<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unblock()
    defer {
      var signals = signals
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
    return try body()
  }

  private func unblock() {
    var signals = signals
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
