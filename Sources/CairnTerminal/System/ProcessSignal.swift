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
