import Glibc

/// Another program that tests compare with, if it is installed.
public struct Program: Sendable {
  private let name: String

  /// The program called `name`; `nil`, with a line that says so, if it is not in the path.
  public init?(_ name: String) {
    guard let (_, status) = Program.shell("command -v \(name)"), status == 0 else {
      print("skipped: \(name) is not installed")
      return nil
    }
    self.name = name
  }

  /// Runs it and returns what it wrote on standard output and standard error, and its status.
  public func run(_ arguments: [String]) throws -> (output: String, status: Int32) {
    let words = arguments.map { argument in
      let parts = argument.split(separator: "'", omittingEmptySubsequences: false)
      return "'" + parts.joined(separator: "'\\''") + "'"
    }
    let command = ([name] + words).joined(separator: " ") + " 2>&1"
    guard let result = Program.shell(command) else {
      throw SessionError(what: "can't start \(name)")
    }
    return result
  }

  private static func shell(_ command: String) -> (output: String, status: Int32)? {
    guard let pipe = popen(command, "r") else { return nil }
    var output: [UInt8] = []
    var byte = fgetc(pipe)
    while byte != EOF {
      output.append(UInt8(truncatingIfNeeded: byte))
      byte = fgetc(pipe)
    }
    let status = pclose(pipe)
    return (String(decoding: output, as: UTF8.self), status >> 8)
  }
}
