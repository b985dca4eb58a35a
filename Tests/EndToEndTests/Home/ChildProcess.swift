import Glibc
import TestSupport

/// A program that runs to its end without a terminal.
///
/// What it writes is read while it runs, so that neither side waits for the other, and a program
/// that doesn't end is killed at a deadline.
struct ChildProcess {
  /// What a program left when it ended.
  struct Outcome {
    /// The exit status, or 128 and the signal's number.
    let status: Int32
    let output: [UInt8]
    let errors: [UInt8]
  }

  /// The longest that any program is waited for.
  static let timeout = Duration.seconds(120)

  let arguments: [String]
  let environment: [String: String]
  let folder: String

  /// Runs the program.
  ///
  /// - Parameter input: the path of a file that it reads as standard input.
  /// - Returns: what it wrote and how it ended.
  /// - Throws: `SessionError` when it can't be started or doesn't end in time.
  func run(input: String) throws -> Outcome {
    var output = try Pipe()
    var errors = try Pipe()
    let process = try start(input: input, output: output.inner, errors: errors.inner)
    output.closeInner()
    errors.closeInner()
    let deadline = ContinuousClock.now + Self.timeout
    while output.isOpen || errors.isOpen {
      guard ContinuousClock.now < deadline else {
        kill(process, SIGKILL)
        throw SessionError(what: "\(arguments) did not end in time")
      }
      Pipe.wait(for: output, errors)
      output.read()
      errors.read()
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: output.bytes,
      errors: errors.bytes)
  }

  private func start(input: String, output: Int32, errors: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // A thread of the tests has signals blocked, which a program would go on with.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    // env changes the folder, which not every libc can do when it starts a program.
    let starter = "/usr/bin/env"
    let words = [starter, "--chdir=\(folder)"] + arguments
    let code = Self.withBlock(words) { arguments in
      Self.withBlock(environment.map { "\($0)=\($1)" }) { variables in
        posix_spawn(&process, starter, &actions, &attributes, arguments, variables)
      }
    }
    guard code == 0 else {
      throw SessionError(what: "can't start \(arguments): error \(code)")
    }
    return process
  }

  private static func withBlock<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

/// A pipe whose inner end a child has.
private struct Pipe {
  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = true
  let inner: Int32
  private let outer: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw SessionError(what: "can't make a pipe: error \(errno)")
    }
    // Other children must not keep it open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (outer, inner) = (ends[0], ends[1])
  }

  func closeInner() { close(inner) }

  /// Waits until one of the pipes has something to read, at most a second.
  static func wait(for first: Pipe, _ second: Pipe) {
    var entries = [first, second].filter(\.isOpen).map {
      pollfd(fd: $0.outer, events: Int16(POLLIN), revents: 0)
    }
    poll(&entries, nfds_t(entries.count), 1000)
  }

  /// Reads what is there, if there is something.
  mutating func read() {
    var entry = pollfd(fd: outer, events: Int16(POLLIN), revents: 0)
    while isOpen, poll(&entry, 1, 0) > 0 {
      var block = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(outer, &block, block.count)
      if count > 0 {
        bytes += block.prefix(count)
      } else {
        isOpen = false
        close(outer)
      }
    }
  }
}
