import Glibc
import TestSupport

/// What a command answered.
struct Answer {
  /// The exit status, or 128 and the signal's number.
  let status: Int32
  /// Standard output.
  let output: String
  /// Standard error.
  let errors: String

  /// The lines of standard output.
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
  /// The lines of standard error.
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// Commands that run to their end, away from any terminal.
extension Home {
  /// Runs the program.
  func cairn(_ arguments: String..., input: String? = nil) throws -> Answer {
    try cairn(arguments, input: input)
  }

  /// Runs the program.
  func cairn(_ arguments: [String], input: String? = nil) throws -> Answer {
    try run([Self.program] + arguments, input)
  }

  /// Runs one of the example apps.
  func runExample(_ name: String) throws -> Answer { try run(["\(Self.programs)/\(name)"], nil) }

  /// Runs a line of the shell, in which `cairn` is the program and `$CAIRN` its path.
  @discardableResult
  func shell(_ script: String) throws -> Answer {
    let prelude = "CAIRN='\(Self.program)'; cairn() { \"$CAIRN\" \"$@\"; }\n"
    return try run(["/bin/bash", "-c", prelude + script], nil)
  }

  /// Runs the program, which has to succeed, and gives what it printed.
  @discardableResult
  func output(_ arguments: String..., input: String? = nil) throws -> String {
    try output(arguments, input: input)
  }

  /// Runs the program, which has to succeed, and gives what it printed.
  @discardableResult
  func output(_ arguments: [String], input: String? = nil) throws -> String {
    let answer = try cairn(arguments, input: input)
    guard answer.status == 0 else {
      throw SessionError(what: "status \(answer.status): \(answer.errors)")
    }
    return answer.output
  }

  private func run(_ arguments: [String], _ input: String?) throws -> Answer {
    let inputName = ".input"
    try write(input ?? "", to: inputName)
    let outcome = try ChildProcess(
      arguments: arguments, environment: variables, folder: path
    ).run(input: path(inputName))
    return Answer(
      status: outcome.status, output: String(decoding: outcome.output, as: UTF8.self),
      errors: String(decoding: outcome.errors, as: UTF8.self))
  }

  private var variables: [String: String] {
    var variables = ["HOME": path, "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
    for name in ["PATH", "LLVM_PROFILE_FILE"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables.merging(environment) { $1 }
  }
}
