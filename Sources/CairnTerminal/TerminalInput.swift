internal import CPlatform
public import CairnInterface
internal import Glibc

/// What ends a wait for the terminal.
public enum TerminalInput: Hashable, Sendable {
  /// A person did something, or the terminal has another size.
  case event(Event)
  /// Another thread asked for attention through the terminal's `wakePipe`.
  case wakeUp
  /// The descriptor that the wait was also for can be read.
  case outside
  /// The program was asked to stop for a while: save, then call `Terminal.suspend`.
  case suspensionRequested
  /// The program was asked to end, or has to.
  case end(EndReason)
}

/// Why a program has to end.
public enum EndReason: Hashable, Sendable {
  /// The signal TERM, with which a system asks programs to end.
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

  /// The signal that it stands for.
  public var signal: Int32 {
    switch self {
    case .terminated: SIGTERM
    case .hungUp, .terminalGone: SIGHUP
    case .interrupted: SIGINT
    }
  }

  /// Ends the process by the signal itself, so that whoever started it sees what ended it.
  ///
  /// To be called after `Terminal.close`. Returns only if the signal is blocked everywhere.
  public func endProcess() { platform_die_of(signal) }
}
