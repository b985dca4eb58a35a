/// Why the terminal cannot be used.
public enum TerminalError: Error, Hashable, CustomStringConvertible {
  /// The process has no terminal, as in a pipe of a background job.
  case noTerminal
  /// Something of this process draws on the terminal already.
  case alreadyOpen
  /// The terminal is of a kind that cannot place its cursor.
  case tooSimple(type: String)
  /// No description of terminals is installed, neither of this type nor of any common one.
  case undescribed(type: String)
  /// The system refused something, for the reason with this number.
  case system(action: String, code: Int32)
  /// A program could not be started.
  case cannotRun(program: String, code: Int32)

  /// The reason in words.
  public var description: String {
    switch self {
    case .noTerminal:
      "no terminal to draw on"
    case .alreadyOpen:
      "the terminal is already in use"
    case .tooSimple(let type):
      "the terminal '\(type)' can't place its cursor, so nothing can be drawn on it"
    case .undescribed(let type):
      "no description of the terminal '\(type)'; install the package ncurses-base"
    case .system(let action, let code):
      "can't \(action): \(systemErrorText(code))"
    case .cannotRun(let program, let code):
      "can't run '\(program)': \(systemErrorText(code))"
    }
  }
}
