internal import ArgumentParser
internal import CairnApp

/// A command of the command line.
///
/// `run` gets what the process was told, so that a command reads no global state, and throws only
/// errors that carry an exit status.
///
/// Its configuration has its name: to make one of the type's takes the parser a fifth of a
/// millisecond at each start of the program, whatever command is meant.
protocol CairnCommand: ParsableCommand {
  var options: GlobalOptions { get }

  func run(_ invocation: Invocation) throws(AppError)
}
