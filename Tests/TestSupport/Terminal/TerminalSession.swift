import CPlatform
import CairnFiles
import Glibc

/// A program on a terminal of its own, as a person would have it in a window.
public final class TerminalSession {
  /// The terminal: what it shows, what is sent to it.
  public let terminal: PseudoTerminal
  private let process: pid_t
  private var status: Int32?
  /// What the program needs while it runs, such as its home folder.
  private let needed: AnyObject?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the program's path and its arguments.
  ///   - environment: variables beside `TERM`, `LANG`, `PATH` and those of the test tools.
  ///   - folder: where it starts.
  ///   - columns: the terminal's width.
  ///   - rows: the terminal's height.
  ///   - width: the table of widths; the project's own is `GlyphWidth.columns(of:)`.
  ///   - needed: an object that lives as long as the session, such as the one that removes the
  ///     program's folder.
  /// - Throws: `SessionError` if it cannot be started.
  public init(
    _ arguments: [String], environment: [String: String] = [:], folder: String = "/",
    columns: Int = 80, rows: Int = 24, width: @escaping ScreenReader.Width = { _ in 1 },
    keeping needed: AnyObject? = nil
  ) throws {
    self.needed = needed
    terminal = try PseudoTerminal(columns: columns, rows: rows, width: width)
    let variables = Self.environment(environment).map { "\($0)=\($1)" }
    var child: pid_t = 0
    let code = platform_start_on_terminal(
      terminal.name, Self.block(arguments), Int32(arguments.count), Self.block(variables),
      Int32(variables.count), folder, &child)
    process = child
    guard code == 0 else {
      throw SessionError(what: "can't start \(arguments.first ?? "nothing"): error \(errno)")
    }
  }

  deinit {
    guard status == nil, process > 0 else { return }
    kill(process, SIGKILL)
    var ignored: Int32 = 0
    _ = platform_child_status(process, 1, &ignored)
  }

  /// The number by which the system knows the program.
  public var processNumber: Int32 { process }

  /// What the program shows.
  public var screen: ScreenReader { terminal.screen }

  /// How many bytes the program has sent.
  public var bytesReceived: Int { terminal.received.count }

  /// Sends what a person types, or what the terminal would send for it.
  public func send(_ text: String) { terminal.send(text) }

  /// Gives the terminal's window another size.
  public func resize(columns: Int, rows: Int) { terminal.resize(columns: columns, rows: rows) }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) { kill(process, number) }

  /// Waits until the screen satisfies a condition, and then until the frame is complete.
  ///
  /// A program draws a frame in several writes. After the first write, the rows below still show the
  /// previous frame. The frame is complete once the program sleeps, and after 200 ms at most. If
  /// 200 ms are too long, use the wait of `terminal`.
  ///
  /// - Throws: what `PseudoTerminal.wait` throws.
  public func wait(for what: String, until condition: (ScreenReader) -> Bool) throws {
    try terminal.wait(for: what, until: condition)
    let deadline = ContinuousClock.now + .milliseconds(200)
    while isBusy, ContinuousClock.now < deadline {
      if !terminal.read(wait: 1) { sched_yield() }
    }
    terminal.readAll()
  }

  /// Waits until the screen contains a text, and then until the frame is complete.
  public func wait(forText text: String) throws {
    try wait(for: "'\(text)'") { $0.text.contains(text) }
  }

  /// Whether the program's main thread, which draws, is running or waiting for the disk.
  private var isBusy: Bool {
    // The state follows the name. The name is in parentheses and may contain parentheses.
    let path = "/proc/\(process)/task/\(process)/stat"
    let line = (try? RealFileSystem().read(path)) ?? []
    let state = line.split(separator: UInt8(ascii: ")")).last?.dropFirst().first
    return state == UInt8(ascii: "R") || state == UInt8(ascii: "D")
  }

  /// Waits until the program ends, and returns its exit status, or 128 and the signal's number.
  public func waitForEnd() throws -> Int32 {
    if let status { return status }
    let deadline = ContinuousClock.now + PseudoTerminal.timeout
    var ended: Int32 = 0
    while platform_child_status(process, 0, &ended) == 0 {
      guard ContinuousClock.now < deadline else { throw terminal.failure("no end in time") }
      // Once the program has closed the terminal there is nothing to read until it ends.
      if !terminal.read(wait: 10) { sched_yield() }
    }
    status = ended
    terminal.readAll()
    return ended
  }

  private static func block(_ words: [String]) -> String { words.map { $0 + "\0" }.joined() }

  private static func environment(_ own: [String: String]) -> [String: String] {
    var variables = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]
    for name in ["PATH", "HOME", "LLVM_PROFILE_FILE"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables.merging(own) { $1 }
  }
}
