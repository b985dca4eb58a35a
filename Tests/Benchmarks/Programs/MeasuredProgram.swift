import Glibc

/// A program that is started, waited for, and asked what it used.
struct MeasuredProgram {
  /// What a run took.
  struct Run {
    let duration: Duration
    let status: Int32
    /// The most memory that it had at a time, in KiB.
    let peakMemory: Int
  }

  let path: String
  var variables: [String: String] = [:]

  /// The program called `name` in PATH, or `nil` if it isn't installed.
  static func find(_ name: String) -> MeasuredProgram? {
    guard let folders = getenv("PATH") else { return nil }
    let paths = String(cString: folders).split(separator: ":").map { "\($0)/\(name)" }
    return paths.first { access($0, X_OK) == 0 }.map { MeasuredProgram(path: $0) }
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: without the program's own name.
  ///   - output: the file that gets its output.
  /// - Returns: what the run took.
  /// - Throws: `BenchError` if it can't be started, or ends with another status than 0.
  @discardableResult
  func run(_ arguments: [String], output: String = "/dev/null") throws -> Run {
    let clock = ContinuousClock()
    let start = clock.now
    let process = try launch(arguments, output: output)
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let run = Run(
      duration: clock.now - start, status: status, peakMemory: Int(usage.ru_maxrss))
    guard status == 0 else {
      throw BenchError("\(path) \(arguments.joined(separator: " ")) ended with status \(status)")
    }
    return run
  }

  private func launch(_ arguments: [String], output: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o644)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", flags, 0o644)
    let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"] + variables.map { "\($0)=\($1)" }
    var process: pid_t = 0
    let code = Self.withPointers([path] + arguments) { words in
      Self.withPointers(environment) { posix_spawn(&process, path, &actions, nil, words, $0) }
    }
    guard code == 0 else { throw BenchError("can't start \(path): error \(code)") }
    return process
  }

  private static func withPointers<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}
