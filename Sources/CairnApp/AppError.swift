public import CairnInterchange

/// The reason why a command or an action failed.
///
/// The text is one line: what failed, where, and what to do. The case determines the exit status,
/// which scripts rely on.
public enum AppError: Error, Hashable, CustomStringConvertible {
  /// An error found before the store was opened: a wrong option, or a malformed URL or filter.
  case usage(String)

  /// An operation failed, a name does not exist, or a value was refused.
  case failed(String)

  /// A file can be read in several ways; the remedies name the likeliest ones.
  case undecided(String, [DialectRemedy])

  /// A person stopped the command with Ctrl-C.
  case interrupted

  /// The error in one line, without the program's name.
  public var description: String {
    switch self {
    case .usage(let text), .failed(let text), .undecided(let text, _): text
    case .interrupted: "interrupted"
    }
  }

  /// The ways to read a file that can be read in several ways.
  var remedies: [DialectRemedy] {
    if case .undecided(_, let remedies) = self { remedies } else { [] }
  }

  /// The exit status of a process that ends with this error.
  public var exitStatus: Int32 {
    switch self {
    case .usage: 64
    case .failed, .undecided: 1
    // The status of a program that SIGINT ended.
    case .interrupted: 130
    }
  }
}
