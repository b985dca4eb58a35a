internal import CairnApp
internal import CairnInterchange
internal import Glibc

/// What asks a program to stop, as something that work looks for instead of what ends it at once:
/// Ctrl-C, and the signals that `kill` and a closed terminal send.
///
/// They are blocked as long as the value lives. Those that are ignored, as by `nohup`, stay so.
final class Interruption {
  /// What is asked for.
  enum Request {
    /// Ctrl-C, of which it can be asked what it means.
    case stop
    /// The program's end, whatever it does.
    case end
  }

  private let signals: sigset_t
  /// The signal that the program is to end by, once it has left things as they are to be.
  private var ending: Int32?
  /// What was read of standard input and belongs to no line yet.
  private var unread: [UInt8] = []

  /// Makes the signals wait from now on.
  init() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) {
      unsafe sigaddset(&signals, signal)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  deinit { unblock() }

  /// What was asked for since this was called last; an end is asked for until it comes.
  func request() -> Request? {
    if ending != nil { return .end }
    var (signals, time) = (signals, timespec())
    let signal = unsafe sigtimedwait(&signals, nil, &time)
    guard signal > 0 else { return nil }
    if signal == SIGINT { return .stop }
    ending = signal
    return .end
  }

  /// A line of standard input, without its end; `nil` at the end of all, and once something is asked
  /// for.
  func line() -> String? {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while request() == nil {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard unsafe poll(&input, 1, Self.pollInterval) > 0 else { continue }
      // What is there, which may be less than a line: nothing that waits for more hears a request.
      var block = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(STDIN_FILENO, &block, block.count)
      if count <= 0 { return nil }
      unread += block.prefix(count)
    }
    return nil
  }

  /// Does something in which the signals end the program at once.
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

  /// Lets the signals end the program from now on; one that waits does at once.
  func release() {
    unblock()
    if let ending { raise(ending) }
  }

  /// How often it is asked for requests while a line is waited for, in milliseconds.
  private static let pollInterval: Int32 = 50

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }

  private func unblock() {
    var signals = signals
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}

/// What Ctrl-C means while an import makes its records.
///
/// A person at the terminal is asked whether to keep what came so far. Nothing of it stays where
/// there is nobody to ask, or a signal asks for the program's end.
struct KeepQuestion {
  private let interruption: Interruption
  private let progress: ProgressLine
  private let canAsk: Bool

  init(_ invocation: Invocation, _ progress: ProgressLine, _ interruption: Interruption) {
    self.interruption = interruption
    self.progress = progress
    canAsk = invocation.environment.terminals.isSuperset(of: [.input, .error])
  }

  /// Whether Ctrl-C was pressed too late for a question.
  var cameTooLate: Bool { interruption.request() == .stop }

  /// Does something in which Ctrl-C, like other signals, ends the program at once.
  func suspended<Result>(_ body: () throws(AppError) -> Result) throws(AppError) -> Result {
    try interruption.suspended(body)
  }

  /// Shows how far the import is, and says whether it goes on.
  func answer(_ state: ImportProgress) -> ImportProgress.Answer {
    guard let request = interruption.request() else { return progress.show(state) }
    guard canAsk, request == .stop else { return .cancel }
    progress.clear()
    let question =
      "cairn: \(counted(state.rows, "row")) done; type k to keep them, r to roll back, or nothing "
      + "to continue, then Enter: "
    while true {
      // A question that can't be asked or answered is answered by no change.
      guard (try? StandardStream.error.write(Array(question.utf8))) != nil,
        let answer = interruption.line()
      else { return .cancel }
      switch answer.lowercased() {
      case "k": return .keep
      case "r": return .cancel
      case "": return .proceed
      default: continue
      }
    }
  }
}
