import CPlatform
import Glibc
import Testing

/// A program on a pseudo-terminal of its own, as a person would have it in a window.
///
/// Nothing here sleeps: a test waits until the screen satisfies it, and fails with what the screen
/// shows if that does not come before the deadline.
public final class TerminalSession {
  /// What the program shows.
  public private(set) var screen: ScreenReader
  /// How many bytes the program has sent.
  public private(set) var bytesReceived = 0
  /// All that the program has sent.
  public private(set) var received: [UInt8] = []

  private var descriptor: Int32
  private let process: pid_t
  private var status: Int32?
  private var hasEnded = false

  /// The longest that anything is waited for.
  public static let patience = Duration.seconds(10)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the program's path and its arguments.
  ///   - environment: variables beside `TERM`, `LANG`, `PATH` and those of the test tools.
  ///   - folder: where it starts.
  ///   - columns: the terminal's width.
  ///   - rows: the terminal's height.
  ///   - width: the table of widths; the project's own is `GlyphWidth.columns(of:)`.
  /// - Throws: `SessionError` if it cannot be started.
  public init(
    _ arguments: [String], environment: [String: String] = [:], folder: String = "/",
    columns: Int = 80, rows: Int = 24, width: @escaping ScreenReader.Width = { _ in 1 }
  ) throws {
    let variables = Self.environment(environment).map { "\($0)=\($1)" }
    var child: pid_t = 0
    descriptor = platform_start_on_terminal(
      Self.block(arguments), Int32(arguments.count), Self.block(variables),
      Int32(variables.count), folder, Int32(columns), Int32(rows), &child)
    process = child
    screen = ScreenReader(columns: columns, rows: rows, width: width)
    guard descriptor >= 0 else {
      throw SessionError(what: "can't start \(arguments.first ?? "nothing"): error \(errno)")
    }
  }

  deinit {
    if status == nil, process > 0 {
      kill(process, SIGKILL)
      var ignored: Int32 = 0
      _ = platform_child_status(process, 1, &ignored)
    }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Sends what a person types, or what the terminal would send for it.
  public func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends any bytes, reading what the program shows meanwhile so that neither waits for the other.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !hasEnded {
      let count = rest.prefix(1024).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
      readAvailable(wait: 0)
    }
  }

  /// Gives the terminal's window another size.
  public func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    _ = platform_resize_terminal(descriptor, Int32(columns), Int32(rows))
  }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) { kill(process, number) }

  /// Closes the terminal's window, and forgets the program, which may go on without it.
  public func hangUp() {
    hasEnded = true
    close(descriptor)
    descriptor = -1
  }

  /// The terminal's modes as one text; two are equal if nothing changed in between.
  public var terminalModes: String {
    var text = [CChar](repeating: 0, count: 512)
    let count = platform_terminal_modes(descriptor, &text, Int32(text.count))
    return count > 0 ? String(decoding: text.prefix(Int(count)).map(UInt8.init), as: UTF8.self) : ""
  }

  /// Waits until the screen satisfies a condition.
  ///
  /// - Parameters:
  ///   - what: what is waited for, in words for the failure.
  ///   - location: the test's place.
  ///   - condition: whether the screen is as it should be.
  /// - Throws: `SessionError` with the screen, if that does not come in time, if the program ends
  ///   without it, or if it sent what the reader does not know.
  public func wait(
    for what: String, sourceLocation location: SourceLocation = #_sourceLocation,
    until condition: (ScreenReader) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      guard screen.unknown.isEmpty else { throw failure("unknown: \(screen.unknown)") }
      if condition(screen) { return }
      if hasEnded { throw failure("the program ended before \(what)") }
      let left = deadline - ContinuousClock.now
      guard left > .zero else { throw failure("no \(what) in time") }
      readAvailable(wait: Int32(left.components.seconds * 1000 + 100))
    }
  }

  /// Waits until the screen has a text somewhere.
  public func wait(
    forText text: String, sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try wait(for: "'\(text)'", sourceLocation: location) { $0.text.contains(text) }
  }

  /// Waits until the program ends, and returns its exit status, or 128 and the signal's number.
  public func waitForEnd() throws -> Int32 {
    if let status { return status }
    let deadline = ContinuousClock.now + Self.patience
    var ended: Int32 = 0
    while platform_child_status(process, 0, &ended) == 0 {
      guard ContinuousClock.now < deadline else { throw failure("no end in time") }
      readAvailable(wait: 10)
    }
    status = ended
    while !hasEnded, readAvailable(wait: 0) {}
    return ended
  }

  @discardableResult
  private func readAvailable(wait milliseconds: Int32) -> Bool {
    guard !hasEnded else {
      // The terminal is closed, but the program may take a moment to end.
      _ = poll(nil, 0, min(milliseconds, 10))
      return false
    }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else {
      hasEnded = true
      return false
    }
    bytesReceived += count
    received += bytes.prefix(count)
    screen.read(bytes.prefix(count))
    return true
  }

  private func failure(_ what: String) -> SessionError {
    SessionError(what: "\(what); the screen shows:\n\(screen.text)")
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
