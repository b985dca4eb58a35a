public import CairnInterface
public import CairnTerminal

/// Why an app can't start.
public enum ApplicationError: Error, CustomStringConvertible {
  /// Keys contradict each other.
  case keys(KeymapError)
  /// There is no terminal to draw on.
  case terminal(TerminalError)

  /// A sentence about what was asked.
  public var description: String {
    switch self {
    case .keys(let error): error.description
    case .terminal(let error): error.description
    }
  }
}
