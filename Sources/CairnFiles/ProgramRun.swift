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

/// A program that runs beside this one; who forgets it ends it.
public final class RunningProgram {
  private let process: pid_t
  /// Whether it has a session of its own, with all that it started.
  private let startsSession: Bool
  private var feed: Int32
  private var output: Int32
  private var errors: Int32
  private var status: Int32?
  private var heard = ProgramRun.End(status: 0, output: [], errors: [])

  /// How often `isCanceled` is asked, in milliseconds.
  private static let pollInterval: Int32 = 50
  /// How long a program that was told to end may take until it is ended by force.
  private static let grace = Duration.seconds(2)
  /// As many bytes are read before `isCanceled` is asked again.
  private static let longestRead = 1 << 20

  /// When it was told to end.
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
      // The system says the same of a missing folder.
      let isLost = unsafe code == ENOENT && access(run.folder, F_OK) != 0
      throw FileError(.run, path: isLost ? run.folder : run.arguments.first ?? "", code: code)
    }
    (self.feed, self.output, self.errors, self.process) = (feed, output, errors, process)
    startsSession = run.startsSession
  }

  deinit {
    // First of all, so that what was told until then isn't taken for all.
    if !hasEnded() { stop() }
    for stream in [feed, output, errors] where stream >= 0 { Glibc.close(stream) }
    awaitEnd { false }
  }

  /// Waits for its end.
  ///
  /// - Parameter isCanceled: whether it is to be ended early, asked now and then on this thread.
  /// - Returns: what it wrote, but for answers that were heard before, and its exit status.
  public func end(isCanceled: () -> Bool = { false }) -> ProgramRun.End {
    close(&feed)
    var isOver = false
    while output >= 0 || errors >= 0, !isOver {
      cancel(if: isCanceled)
      // What it started and left running, as ssh leaves a connection, may hold the streams open.
      isOver = !wait() && hasEnded()
      hear()
    }
    awaitEnd(isCanceled)
    heard.status = status ?? -1
    return heard
  }

  /// Tells it the last thing that it is told, and waits for its end.
  ///
  /// - Parameters:
  ///   - words: what it is told; where it hears no more, its end says why.
  ///   - isCanceled: whether it is to be ended early, asked now and then on this thread.
  /// - Returns: what it wrote, and its exit status.
  public func end(
    telling words: [UInt8], isCanceled: () -> Bool = { false }
  ) -> ProgramRun.End {
    var told = 0
    while told < words.count, !isCanceled(), tell(words, from: &told) {
      hear()
      // What it started and left running may hold the stream open, and hear nothing.
      if told < words.count, !wait(toTell: true), hasEnded() { break }
    }
    // In this order: once the stream is closed, what was told until then looks like all of it.
    if told < words.count, isCanceled() { cancel { true } }
    return end(isCanceled: isCanceled)
  }

  /// Tells it as much of some words as it takes.
  ///
  /// - Returns: whether it hears.
  private func tell(_ words: [UInt8], from told: inout Int) -> Bool {
    let count = unsafe words.withUnsafeBytes { bytes in
      unsafe platform_tell(feed, bytes.baseAddress.map { unsafe $0 + told }, words.count - told)
    }
    if count < 0, errno != EAGAIN, errno != EINTR { return false }
    told += max(0, count)
    return true
  }

  /// Tells it something, and hears the answer on its standard output.
  ///
  /// - Parameters:
  ///   - words: what it is told.
  ///   - isCanceled: whether to stop, asked now and then on this thread.
  ///   - isWhole: is given what it says, part by part, and knows whether that is all.
  /// - Returns: whether it was all; otherwise nobody wants it any more, or the program ended, or
  ///   hears no more.
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

  /// Waits until there is something to read, but not for long, and says if there is.
  private func wait(toTell: Bool = false) -> Bool {
    var ends = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    if toTell { ends.append(pollfd(fd: feed, events: Int16(POLLOUT), revents: 0)) }
    return unsafe poll(&ends, nfds_t(ends.count), Self.pollInterval) > 0
  }

  /// Reads what there is; at the end of the stream it is closed.
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
    // One that doesn't listen, or that can't.
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

  /// Waits until it has ended, which it mostly has once it says nothing more.
  private func awaitEnd(_ isCanceled: () -> Bool) {
    var pause: Int32 = 0
    while !hasEnded() {
      cancel(if: isCanceled)
      _ = poll(nil, 0, pause)
      pause = min(pause + 1, Self.pollInterval)
    }
  }
}
