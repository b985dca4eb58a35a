/// A program that has the terminal to itself for a while, such as an editor or a mail program.
public struct ForegroundProgram {
  /// How the program ended, or why it never began.
  public enum End: Hashable, Sendable {
    /// With an exit status; 128 and a signal's number where a signal ended it.
    case exited(Int32)
    /// It could not be started, for a reason in words.
    case failed(String)
  }

  /// The program, looked up in `PATH` unless it is a path, and its arguments.
  public var arguments: [String]
  /// What follows once it has ended.
  public var completion: (End) -> [Effect]

  /// A program with its arguments, and what follows.
  public init(_ arguments: [String], completion: @escaping (End) -> [Effect]) {
    self.arguments = arguments
    self.completion = completion
  }
}
