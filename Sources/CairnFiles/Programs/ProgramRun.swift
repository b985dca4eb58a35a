internal import CPlatform
internal import Glibc

/// Another program that works in a folder and whose words are read, as `git` is.
public struct ProgramRun: Sendable {
  /// The program, looked for as a shell does, and its arguments.
  public var arguments: [String]
  /// Where it starts.
  public var folder: String
  /// The variables that it gets, and no others.
  public var variables: [String: String]
  /// What it reads from its standard input.
  public var input: [UInt8] = []
  /// Whether it has no terminal, so that it can ask nothing there.
  public var isAlone = false

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

  /// How often `isCanceled` is asked, in milliseconds.
  private static let patience: Int32 = 50

  /// Runs the program and waits for its end.
  ///
  /// - Parameters:
  ///   - isCanceled: whether it is to be ended early, asked now and then on this thread.
  ///   - heard: is told what it writes on standard error, as it comes.
  /// - Returns: what it wrote and its exit status.
  /// - Throws: `FileError` with the action `.run` when it can't be started.
  public func end(
    isCanceled: () -> Bool = { false }, heard: ([UInt8]) -> Void = { _ in }
  ) throws(FileError) -> End {
    let child = try Child(self)
    var end = End(status: 0, output: [], errors: [])
    var isOver = false
    while child.isHeard, !isOver {
      if !end.wasCanceled, isCanceled() {
        end.wasCanceled = true
        child.stop(isGroup: isAlone)
      }
      // What it started and left running, as ssh leaves a connection, may hold the streams open.
      isOver = !child.wait(Self.patience) && child.hasEnded()
      end.output += child.read(&child.output)
      let words = child.read(&child.errors)
      if !words.isEmpty { heard(words) }
      end.errors += words
    }
    end.status = child.end()
    return end
  }

  /// A program that runs.
  private final class Child {
    var output: Int32 = -1
    var errors: Int32 = -1
    private var process: pid_t = -1
    private var status: Int32?

    /// Whether it may still say something.
    var isHeard: Bool { output >= 0 || errors >= 0 }

    init(_ run: ProgramRun) throws(FileError) {
      let program = run.arguments.first ?? ""
      let words = run.arguments.map { $0 + "\0" }.joined()
      let variables = run.variables.map { "\($0)=\($1)\0" }.joined()
      var (output, errors, process): (Int32, Int32, pid_t) = (-1, -1, -1)
      let isStarted = unsafe run.input.withUnsafeBytes { input in
        unsafe platform_start_heard(
          words, Int32(run.arguments.count), variables, Int32(run.variables.count), run.folder,
          run.isAlone ? 1 : 0, input.baseAddress, input.count, &output, &errors, &process)
      }
      guard isStarted == 0 else { throw FileError(.run, path: program, code: errno) }
      (self.output, self.errors, self.process) = (output, errors, process)
    }

    deinit {
      if output >= 0 { close(output) }
      if errors >= 0 { close(errors) }
    }

    /// Waits until there is something to read, at most so many milliseconds, and says if there is.
    func wait(_ milliseconds: Int32) -> Bool {
      var ends = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      return unsafe poll(&ends, nfds_t(ends.count), milliseconds) > 0
    }

    /// Reads what there is; at the end of the stream it is closed, and becomes -1.
    func read(_ stream: inout Int32) -> [UInt8] {
      var bytes: [UInt8] = []
      while stream >= 0 {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe Glibc.read(stream, &buffer, buffer.count)
        if count > 0 {
          bytes += buffer[..<count]
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          close(stream)
          stream = -1
        } else if errno == EAGAIN {
          break
        }
      }
      return bytes
    }

    func stop(isGroup: Bool) {
      _ = kill(isGroup ? -process : process, SIGTERM)
    }

    func hasEnded() -> Bool {
      if status != nil { return true }
      var word: Int32 = 0
      let found = unsafe platform_child_status(process, 0, &word)
      if found == 0 { return false }
      status = found < 0 ? -1 : word
      return true
    }

    /// Waits for its end, and returns its exit status.
    func end() -> Int32 {
      if let status { return status }
      var word: Int32 = 0
      return unsafe platform_child_status(process, 1, &word) < 0 ? -1 : word
    }
  }
}
