/// Another program that works in a folder and whose words are read, as `git` is.
public struct ProgramRun: Sendable {
  /// The program, looked for as a shell does, and its arguments.
  public var arguments: [String]
  /// Where it starts.
  public var folder: String
  /// The variables that it gets, and no others.
  public var variables: [String: String]
  /// What it reads from its standard input.
  public var input = Input.bytes([])
  /// Whether it has a session of its own, so that it can't ask anything on the terminal.
  public var startsSession = false

  /// What a program reads from its standard input.
  public enum Input: Sendable {
    /// These bytes, and no more.
    case bytes([UInt8])
    /// What it is told while it runs.
    case told
  }

  /// A run of the program `arguments` in `folder`.
  public init(_ arguments: [String], in folder: String, variables: [String: String]) {
    self.arguments = arguments
    self.folder = folder
    self.variables = variables
  }

  /// What came of a run.
  public struct End: Sendable {
    /// The exit status, or 128 and the number of the signal that ended it.
    public var status: Int32
    /// What it wrote on standard output.
    public var output: [UInt8]
    /// What it wrote on standard error.
    public var errors: [UInt8]
    /// Whether it was ended because nobody wanted it any more.
    public var wasCanceled = false

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Starts the program, which then runs beside this one.
  ///
  /// - Throws: `FileError` with the action `.run` when it can't be started.
  public func start() throws(FileError) -> RunningProgram { try RunningProgram(self) }

  /// Runs the program and waits for its end.
  ///
  /// - Parameter isCanceled: whether it is to be ended early, asked now and then on this thread.
  /// - Returns: what it wrote and its exit status.
  /// - Throws: `FileError` with the action `.run` when it can't be started.
  public func end(isCanceled: () -> Bool = { false }) throws(FileError) -> End {
    try start().end(isCanceled: isCanceled)
  }
}
