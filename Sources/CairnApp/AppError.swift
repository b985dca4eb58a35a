/// Why Cairn could not do what a person asked for.
///
/// The text is one line: what, where, and what to do about it. The case decides the exit status,
/// as scripts rely on it.
public enum AppError: Error, Hashable, CustomStringConvertible {
  /// What could be judged before the store was opened: an option, a malformed URL or filter.
  case usage(String)

  /// It failed, something named does not exist, or a value was refused.
  case failed(String)

  /// A person ended it with Ctrl-C.
  case interrupted

  /// The error as its one line, without the program's name before it.
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
    // As of a program that SIGINT ended.
    case .interrupted: 130
    }
  }
}
