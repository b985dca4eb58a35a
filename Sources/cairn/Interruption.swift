internal import CairnApp
internal import CairnInterchange
internal import Glibc

/// A request to stop the program, which work checks itself: Ctrl-C, and the signals of `kill` and
/// of a closed terminal.
///
/// The signals are blocked as long as the object lives. Ignored signals, as with `nohup`, stay
/// ignored.
final class Interruption {
  /// The kind of a request.
  enum Request {
    /// Ctrl-C, whose meaning the person can be asked for.
    case stop
    /// The end of the program.
    case end
  }

  private let signals: sigset_t
  /// The signal to end the program by, after the work is completed or undone.
  private var ending: Int32?
  /// The bytes of an unfinished line of standard input.
  private var unread: [UInt8] = []

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

  /// Returns the request since the last call; a request to end stays.
  func request() -> Request? {
    if ending != nil { return .end }
    var (signals, time) = (signals, timespec())
    let signal = unsafe sigtimedwait(&signals, nil, &time)
    guard signal > 0 else { return nil }
    if signal == SIGINT { return .stop }
    ending = signal
    return .end
  }

  /// Returns a line of standard input; `nil` at the end of the input, or after a request.
  func line() -> String? {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while request() == nil {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard unsafe poll(&input, 1, Self.pollInterval) > 0 else { continue }
      // This reads the available bytes, maybe less than a line: a wait for more would miss a
      // request.
      var block = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(STDIN_FILENO, &block, block.count)
      if count <= 0 { return nil }
      unread += block.prefix(count)
    }
    return nil
  }

  /// Runs `body`, during which the signals end the program at once.
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

  /// Unblocks the signals; a waiting one ends the program.
  func release() {
    unblock()
    if let ending { raise(ending) }
  }

  /// The interval of checks for requests while waiting for a line, in milliseconds.
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

/// The effect of Ctrl-C while an import makes its records.
///
/// A person at the terminal is asked whether to keep the records so far. Without a person, or for
/// another signal, none of them stays.
struct KeepQuestion {
  private let interruption: Interruption
  private let progress: ProgressLine
  private let canAsk: Bool

  init(_ invocation: Invocation, _ progress: ProgressLine, _ interruption: Interruption) {
    self.interruption = interruption
    self.progress = progress
    canAsk = invocation.environment.terminals.isSuperset(of: [.input, .error])
  }

  /// Whether Ctrl-C came too late for a question.
  var cameTooLate: Bool { interruption.request() == .stop }

  /// Runs `body`, during which Ctrl-C and other signals end the program at once.
  func suspended<Result>(_ body: () throws(AppError) -> Result) throws(AppError) -> Result {
    try interruption.suspended(body)
  }

  /// Shows the progress of the import, and returns whether it continues.
  func answer(_ state: ImportProgress) -> ImportProgress.Answer {
    guard let request = interruption.request() else { return progress.show(state) }
    guard canAsk, request == .stop else { return .cancel }
    progress.clear()
    let question =
      "cairn: \(counted(state.rows, "row")) done; type k to keep them, r to roll back, or nothing "
      + "to continue, then Enter: "
    while true {
      // If the question can't be asked or answered, nothing is changed.
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
