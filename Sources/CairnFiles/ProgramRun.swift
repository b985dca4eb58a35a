internal import CPlatform
internal import Glibc

/// The start of another program whose output is read, such as `git`.
public struct ProgramRun: Sendable {
  /// The program, found as in a shell, and its arguments.
  public var arguments: [String]
  /// The working folder.
  public var folder: String
  /// All environment variables.
  public var variables: [String: String]
  /// The standard input.
  public var input = Input.bytes([])
  /// Whether the program has its own session, so it can't ask anything on the terminal.
  public var startsSession = false

  /// The standard input of a program.
  public enum Input: Sendable {
    /// Fixed bytes.
    case bytes([UInt8])
    /// Bytes that are sent while the program runs.
    case told
  }

  /// Creates a run.
  public init(_ arguments: [String], in folder: String, variables: [String: String]) {
    self.arguments = arguments
    self.folder = folder
    self.variables = variables
  }

  /// The end of a program.
  public struct End: Sendable {
    /// The exit status; 128 plus the number of a signal that ended the program.
    public var status: Int32
    /// The bytes of standard output.
    public var output: [UInt8]
    /// The bytes of standard error.
    public var errors: [UInt8]
    /// Whether the program was canceled.
    public var wasCanceled = false

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Starts the program without waiting for its end.
  ///
  /// - Throws: `FileError` with the action `.run` if the program can't be started.
  public func start() throws(FileError) -> RunningProgram { try RunningProgram(self) }

  /// Runs the program and waits for its end.
  ///
  /// - Parameter isCanceled: whether to end the program early; called regularly on this thread.
  /// - Returns: the output and the exit status.
  /// - Throws: `FileError` with the action `.run` if the program can't be started.
  public func end(isCanceled: () -> Bool = { false }) throws(FileError) -> End {
    try start().end(isCanceled: isCanceled)
  }
}

/// A running program; it ends with the last reference to this object.
public final class RunningProgram {
  private let process: pid_t
  /// Whether the program has its own session, which includes its children.
  private let startsSession: Bool
  private var feed: Int32
  private var output: Int32
  private var errors: Int32
  private var status: Int32?
  private var heard = ProgramRun.End(status: 0, output: [], errors: [])

  /// The interval of calls to `isCanceled`, in milliseconds.
  private static let pollInterval: Int32 = 50
  /// The time that a program has to end before it is killed.
  private static let grace = Duration.seconds(2)
  /// The maximum number of bytes between two calls to `isCanceled`.
  private static let longestRead = 1 << 20

  /// The time when the program was asked to end.
  private var stopped: ContinuousClock.Instant?

  init(_ run: ProgramRun) throws(FileError) {
    let words = run.arguments.map { $0 + "\0" }.joined()
    let variables = run.variables.map { "\($0)=\($1)\0" }.joined()
    var (feed, output, errors, process): (Int32, Int32, Int32, pid_t) = (-1, -1, -1, -1)
    let (count, variableCount) = (Int32(run.arguments.count), Int32(run.variables.count))
    let isStarted =
      switch run.input {
      case .bytes(let bytes):
        unsafe bytes.withUnsafeBytes { input in
          unsafe platform_start_heard(
            words, count, variables, variableCount, run.folder, run.startsSession ? 1 : 0,
            input.baseAddress, input.count, &output, &errors, &process)
        }
      case .told:
        unsafe platform_start_fed(
          words, count, variables, variableCount, run.folder, run.startsSession ? 1 : 0, &feed,
          &output,
          &errors, &process)
      }
    guard isStarted == 0 else {
      let code = errno
      // The system reports a missing folder in the same way.
      let isLost = unsafe code == ENOENT && access(run.folder, F_OK) != 0
      throw FileError(.run, path: isLost ? run.folder : run.arguments.first ?? "", code: code)
    }
    (self.feed, self.output, self.errors, self.process) = (feed, output, errors, process)
    startsSession = run.startsSession
  }

  deinit {
    // The program is stopped first, so that it doesn't take an incomplete input for all of it.
    if !hasEnded() { stop() }
    for stream in [feed, output, errors] where stream >= 0 { Glibc.close(stream) }
    awaitEnd { false }
  }

  /// Waits for the end of the program.
  ///
  /// - Parameter isCanceled: whether to end the program early; called regularly on this thread.
  /// - Returns: the output without the answers so far, and the exit status.
  public func end(isCanceled: () -> Bool = { false }) -> ProgramRun.End {
    close(&feed)
    var isOver = false
    while output >= 0 || errors >= 0, !isOver {
      cancel(if: isCanceled)
      // A background process of the program, such as an ssh connection, may hold the streams open.
      isOver = !wait() && hasEnded()
      hear()
    }
    awaitEnd(isCanceled)
    heard.status = status ?? -1
    return heard
  }

  /// Sends the last input, and waits for the end of the program.
  ///
  /// - Parameters:
  ///   - words: the input; if the program stops reading, its end tells the reason.
  ///   - isCanceled: whether to end the program early; called regularly on this thread.
  /// - Returns: the output and the exit status.
  public func end(
    telling words: [UInt8], isCanceled: () -> Bool = { false }
  ) -> ProgramRun.End {
    var told = 0
    while told < words.count, !isCanceled(), tell(words, from: &told) {
      hear()
      // A background process of the program may hold the stream open, and never read.
      if told < words.count, !wait(toTell: true), hasEnded() { break }
    }
    // The program is canceled first: once the stream is closed, an incomplete input looks complete.
    if told < words.count, isCanceled() { cancel { true } }
    return end(isCanceled: isCanceled)
  }

  /// Sends as much of the input as the program accepts.
  ///
  /// - Returns: whether the program still reads.
  private func tell(_ words: [UInt8], from told: inout Int) -> Bool {
    let count = unsafe words.withUnsafeBytes { bytes in
      unsafe platform_tell(feed, bytes.baseAddress.map { unsafe $0 + told }, words.count - told)
    }
    if count < 0, errno != EAGAIN, errno != EINTR { return false }
    told += max(0, count)
    return true
  }

  /// Sends an input, and reads the answer on standard output.
  ///
  /// - Parameters:
  ///   - words: the input.
  ///   - isCanceled: whether to stop; called regularly on this thread.
  ///   - isWhole: gets the answer in parts, and tells whether it is complete.
  /// - Returns: whether the answer is complete; if not, it was canceled, or the program ended or
  ///   stopped reading.
  public func answer(
    to words: [UInt8], isCanceled: () -> Bool = { false }, isWhole: (borrowing [UInt8]) -> Bool
  ) -> Bool {
    var told = 0
    while true {
      if told < words.count, !tell(words, from: &told) { return false }
      hear()
      let part = heard.output
      heard.output = []
      if isWhole(part) { return true }
      if output < 0 || isCanceled() { return false }
      _ = wait(toTell: told < words.count)
    }
  }

  private func hear() {
    heard.output += read(&output)
    heard.errors += read(&errors)
  }

  /// Waits for a short time until something can be read; tells whether it can.
  private func wait(toTell: Bool = false) -> Bool {
    var ends = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    if toTell { ends.append(pollfd(fd: feed, events: Int16(POLLOUT), revents: 0)) }
    return unsafe poll(&ends, nfds_t(ends.count), Self.pollInterval) > 0
  }

  /// Reads the available bytes, and closes the stream at its end.
  private func read(_ stream: inout Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    while stream >= 0, bytes.count < Self.longestRead {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe Glibc.read(stream, &buffer, buffer.count)
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        close(&stream)
      } else if errno == EAGAIN {
        break
      }
    }
    return bytes
  }

  private func close(_ stream: inout Int32) {
    if stream >= 0 { Glibc.close(stream) }
    stream = -1
  }

  private func cancel(if isCanceled: () -> Bool) {
    if !heard.wasCanceled, isCanceled() {
      heard.wasCanceled = true
      stop()
    }
    // A program that ignores the signal is killed.
    if let stopped, ContinuousClock.now - stopped > Self.grace { signal(SIGKILL) }
  }

  private func stop() {
    stopped = .now
    signal(SIGTERM)
  }

  private func signal(_ number: Int32) { _ = kill(startsSession ? -process : process, number) }

  private func hasEnded() -> Bool {
    if status != nil { return true }
    var word: Int32 = 0
    let found = unsafe platform_child_status(process, 0, &word)
    if found == 0 { return false }
    status = found < 0 ? -1 : word
    return true
  }

  /// Waits for the end of the program, which usually comes soon after its last output.
  private func awaitEnd(_ isCanceled: () -> Bool) {
    var pause: Int32 = 0
    while !hasEnded() {
      cancel(if: isCanceled)
      _ = poll(nil, 0, pause)
      pause = min(pause + 1, Self.pollInterval)
    }
  }
}
