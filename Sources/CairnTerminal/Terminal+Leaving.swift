internal import CPlatform
internal import CairnInterface
internal import Glibc

/// Leaving the screen temporarily.
extension Terminal {
  /// Stops the process like Ctrl-Z, and returns when it continues.
  ///
  /// Save before the call, since the process may never continue. Draw afterwards.
  public func suspend() {
    guard place == .onScreen else { return }
    leave()
    platform_stop_group()
    // The screen is entered here, so the signal to continue is not needed.
    waitingSignals += signals.drain().filter { $0 != SIGCONT && $0 != SIGTSTP }
    enter()
  }

  /// Gives the terminal to another program, such as an editor, and takes it back afterwards.
  ///
  /// During the call, the terminal has its original modes, and its keys for interrupting and
  /// stopping work as in a shell. Draw afterwards.
  ///
  /// - Parameter body: uses the terminal.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
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

  /// Runs a program in the foreground like a shell, and returns its exit status.
  ///
  /// - Parameter arguments: the program, as a path or a name in `PATH`, and its arguments.
  /// - Returns: the exit status; 128 plus the number of a signal that ended the program.
  /// - Throws: `TerminalError.cannotRun` if the program can't be started.
  public func run(_ arguments: [String]) throws(TerminalError) -> Int32 {
    try handOver { () throws(TerminalError) in try Self.runInFront(arguments) }
  }

  /// Runs a program on the terminal of this process; nothing may draw on it meanwhile.
  ///
  /// - Parameter arguments: the program, as a path or a name in `PATH`, and its arguments.
  /// - Returns: the exit status; 128 plus the number of a signal that ended the program.
  /// - Throws: `TerminalError.cannotRun` if the program can't be started.
  public static func runInFront(_ arguments: [String]) throws(TerminalError) -> Int32 {
    guard let program = arguments.first else { throw .cannotRun(program: "", code: ENOENT) }
    let status = unsafe platform_run_in_front(
      nullTerminated(arguments), Int32(arguments.count))
    guard status >= 0 else { throw .cannotRun(program: program, code: errno) }
    return status
  }

  /// Returns the words in the form that the functions of CPlatform take.
  static func nullTerminated(_ words: [String]) -> String { words.map { $0 + "\0" }.joined() }

  /// Leaves the screen for good.
  ///
  /// Signals still wait, so that the last writes are complete, except that of Ctrl-\, which ends
  /// the process.
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
    takeAnswer()
    place = .aside
    restoreTitle()
    send(screen.reports.off)
    screen.leave()
    platform_guard_disarm()
  }

  /// Sends bytes without ncurses.
  func send(_ text: String) { writeAll(text, to: descriptor) }
}
