internal import CPlatform
internal import Glibc

/// What another process can be told.
public enum ProcessSignal: Hashable, Sendable {
  /// To end, in its own time and manner.
  case terminate
  /// To be ended at once by the system.
  case kill

  /// Sends the signal.
  ///
  /// - Parameter process: the number of one process, from 1.
  /// - Throws: ``TerminalError/system(action:code:)`` if there is no such process, or it belongs to
  ///   somebody else.
  public func send(to process: Int32) throws(TerminalError) {
    // Numbers below 1 stand for groups of processes, this one's own among them.
    precondition(process > 0, "a process has a number from 1")
    guard Glibc.kill(process, self == .kill ? SIGKILL : SIGTERM) == 0 else {
      throw .system(action: "signal process \(process)", code: errno)
    }
  }
}

/// The end of a process that cannot do what it was started for.
public enum ProcessExit {
  /// Says why on standard error, and ends with status 1, as a shell expects of what failed.
  ///
  /// - Parameter reason: one line that begins with the program's name.
  public static func fail(_ reason: String) -> Never {
    let line = Array("\(reason)\n".utf8)
    // Where not even this can be written, the status still tells.
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(EXIT_FAILURE)
  }
}

/// What the number of a system error means.
func systemErrorText(_ code: Int32) -> String {
  guard let text = unsafe platform_error_text(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
