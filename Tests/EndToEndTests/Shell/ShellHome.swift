import Glibc
import TestSupport

/// A person's own folder, empty at first, with a shell that knows the built program as `cairn`.
///
/// Nothing outside the folder decides what a run does: no variable of the machine's user reaches
/// it but those that find programs.
final class ShellHome {
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

  /// Variables that every run gets besides `HOME` and `PATH`.
  var environment: [String: String] = [:]
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("", to: Self.inputName)
  }

  /// A home whose store has a model and records, each a collection and its assignments.
  convenience init(model: String, _ records: [[String]] = []) throws {
    try self.init()
    try write(model, to: "model.rec")
    try expect(cairn("init", "--model", "model.rec"))
    for record in records { try expect(cairn(["add"] + record)) }
  }

  var path: String { folder.path }

  /// The path of something in the folder.
  func path(_ name: String) -> String { folder.path(name) }

  /// Runs the program.
  func cairn(_ arguments: String..., input: String? = nil) throws -> Answer {
    try cairn(arguments, input: input)
  }

  /// Runs the program.
  func cairn(_ arguments: [String], input: String? = nil) throws -> Answer {
    try run([try Self.program()] + arguments, input)
  }

  /// Runs a line of the shell, in which `cairn` is the program and `$CAIRN` its path.
  @discardableResult
  func shell(_ script: String) throws -> Answer {
    let program = try Self.program()
    return try run(
      ["/bin/bash", "-c", "CAIRN='\(program)'; cairn() { \"$CAIRN\" \"$@\"; }\n" + script], nil)
  }

  /// Runs the program, which has to succeed, and gives what it printed.
  @discardableResult
  func output(_ arguments: String..., input: String? = nil) throws -> String {
    try expect(cairn(arguments, input: input)).output
  }

  /// Puts a file into the folder.
  func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  /// Puts a file into the folder.
  func write(_ bytes: [UInt8], to name: String) throws {
    guard let file = fopen(path(name), "w") else {
      throw SessionError(what: "can't write \(name): error \(errno)")
    }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw SessionError(what: "can't write all of \(name)")
    }
  }

  /// The text of a file in the folder.
  func text(of name: String) throws -> String {
    guard let file = fopen(path(name), "r") else {
      throw SessionError(what: "can't read \(name): error \(errno)")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&block, 1, block.count, file), count > 0 {
      bytes += block.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let inputName = ".input"

  @discardableResult
  private func expect(_ answer: Answer) throws -> Answer {
    guard answer.status == 0 else {
      throw SessionError(what: "status \(answer.status): \(answer.errors)")
    }
    return answer
  }

  private func run(_ arguments: [String], _ input: String?) throws -> Answer {
    try write(input ?? "", to: Self.inputName)
    let outcome = try ChildProcess(
      arguments: arguments, environment: variables, folder: path
    ).run(input: path(Self.inputName))
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

  /// The program, which is built into the folder that the tests are built into.
  static func program() throws -> String {
    var path = [CChar](repeating: 0, count: 4096)
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else {
      throw SessionError(what: "can't tell where the tests are: error \(errno)")
    }
    let tests = String(
      decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let program = tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/cairn"
    guard access(program, X_OK) == 0 else {
      throw SessionError(what: "there is no program \(program); swift build makes it")
    }
    return program
  }
}
