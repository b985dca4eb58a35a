/// The reason why a command or an action failed.
///
/// The text is one line: what failed, where, and what to do. The case determines the exit status,
/// which scripts rely on.
public enum AppError: Error, Hashable, CustomStringConvertible {
  /// An error found before the store was opened: a wrong option, or a malformed URL or filter.
  case usage(String)

  /// An operation failed, a name does not exist, or a value was refused.
  case failed(String)

  /// A person stopped the command with Ctrl-C.
  case interrupted

  /// The error in one line, without the program's name.
  public var description: String {
    switch self {
    case .usage(let text), .failed(let text): text
    case .interrupted: "interrupted"
    }
  }

  /// The exit status of a process that ends with this error.
  public var exitStatus: Int32 {
    switch self {
    case .usage: 64
    case .failed: 1
    // The status of a program that SIGINT ended.
    case .interrupted: 130
    }
  }
}
