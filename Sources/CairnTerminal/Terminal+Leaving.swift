internal import CPlatform
internal import CairnInterface
internal import Glibc

/// Leaving the screen for a while.
extension Terminal {
  /// Stops the process as Ctrl-Z does elsewhere, and returns once it goes on.
  ///
  /// Save before: nobody knows whether it ever goes on. Draw afterwards.
  public func suspend() {
    guard place == .onScreen else { return }
    leave()
    platform_stop_group()
    // The screen is entered here, so the signal that the process goes on says nothing new.
    waitingSignals += signals.drain().filter { $0 != SIGCONT && $0 != SIGTSTP }
    enter()
  }

  /// Gives the terminal to something else, such as an editor, and undoes it afterwards.
  ///
  /// Meanwhile the terminal is as it was found, and its keys for interrupting and stopping do what
  /// they do in a shell. Draw afterwards.
  ///
  /// - Parameter body: what uses the terminal meanwhile.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public func handOver<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard place == .onScreen else { return try body() }
    platform_ignore_interrupts(1)
    leave()
    platform_let_stop(1)
    defer {
      platform_let_stop(0)
      enter()
      platform_ignore_interrupts(0)
    }
    return try body()
  }

  /// Runs a program in front, as a shell would, and returns its exit status.
  ///
  /// - Parameter arguments: the program, looked up in `PATH` unless it is a path, and its
  ///   arguments.
  /// - Returns: the exit status, or 128 and the number of the signal that ended the program.
  /// - Throws: `TerminalError.cannotRun` if it could not be started.
  public func run(_ arguments: [String]) throws(TerminalError) -> Int32 {
    try handOver { () throws(TerminalError) in try Self.runInFront(arguments) }
  }

  /// Runs a program on the terminal of this process, which must not be drawn on meanwhile.
  ///
  /// - Parameter arguments: the program, looked for as a shell does, and its arguments.
  /// - Returns: its exit status, or 128 and the number of the signal that ended the program.
  /// - Throws: `TerminalError.cannotRun` if it could not be started.
  public static func runInFront(_ arguments: [String]) throws(TerminalError) -> Int32 {
    guard let program = arguments.first else { throw .cannotRun(program: "", code: ENOENT) }
    let words = arguments.map { $0 + "\0" }.joined()
    let status = unsafe platform_run_in_front(words, Int32(arguments.count))
    guard status >= 0 else { throw .cannotRun(program: program, code: errno) }
    return status
  }

  /// Leaves the screen for good; signals still wait, so that what is written then is written whole,
  /// but for that of Ctrl-\, which ends the process.
  public func leaveScreen() {
    leave()
    platform_see_end()
  }

  func enter() {
    let reset = screen.reset
    unsafe platform_guard_arm(reset, reset.utf8.count)
    place = .onScreen
    size = Self.size(of: descriptor)
    screen.resize(size)
    screen.enter()
    shown = nil
    send(screen.reports.on + (usesMouse ? screen.reports.mouseOn : ""))
  }

  func leave() {
    guard place == .onScreen else { return }
    place = .aside
    restoreTitle()
    send(screen.reports.off)
    screen.leave()
    platform_guard_disarm()
  }

  /// Sends bytes that ncurses knows nothing of.
  func send(_ text: String) { writeAll(text, to: descriptor) }
}
