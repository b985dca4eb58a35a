internal import CPlatform
internal import Glibc

/// A signal to another process.
public enum ProcessSignal: Hashable, Sendable {
  /// Asks the process to end.
  case terminate
  /// Kills the process at once.
  case kill

  /// Sends the signal.
  ///
  /// - Parameter process: the number of one process, from 1.
  /// - Throws: ``TerminalError/system(action:code:)`` if the process doesn't exist, or belongs to
  ///   another user.
  public func send(to process: Int32) throws(TerminalError) {
    // Numbers below 1 mean groups of processes, including this one's.
    precondition(process > 0, "a process has a number from 1")
    guard Glibc.kill(process, self == .kill ? SIGKILL : SIGTERM) == 0 else {
      throw .system(action: "signal process \(process)", code: errno)
    }
  }
}

/// The end of a process that can't do its task.
public enum ProcessExit {
  /// Prints the reason on standard error, and ends with status 1 for a failure.
  ///
  /// - Parameter reason: one line that begins with the program's name.
  public static func fail(_ reason: String) -> Never {
    let line = Array("\(reason)\n".utf8)
    // If the reason can't be printed, the status still reports the failure.
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(EXIT_FAILURE)
  }
}

/// Returns the text for the number of a system error.
func systemErrorText(_ code: Int32) -> String {
  guard let text = unsafe platform_error_text(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
