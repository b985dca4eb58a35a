import CPlatform
import Glibc

/// A terminal without a window: what a program sends to its inner end is read at its outer one.
///
/// Nothing here sleeps: a test waits until the screen satisfies it, and fails with what the screen
/// shows if that does not come before the deadline.
public final class PseudoTerminal {
  /// The longest that anything is waited for; much, as other tests may keep the machine busy.
  public static let timeout = Duration.seconds(60)

  /// The path of the inner end.
  public let name: String
  /// What the terminal shows.
  public private(set) var screen: ScreenReader
  /// All that was sent to the terminal.
  public private(set) var received: [UInt8] = []
  /// Whether nobody has the inner end open any more, or the outer one was closed.
  public private(set) var isClosed = false
  private var descriptor: Int32

  /// Opens a terminal.
  ///
  /// - Parameters:
  ///   - columns: its width.
  ///   - rows: its height.
  ///   - width: the table of widths; the project's own is `GlyphWidth.columns(of:)`.
  /// - Throws: `SessionError` if the system has none left.
  public init(
    columns: Int = 80, rows: Int = 24, width: @escaping ScreenReader.Width = { _ in 1 }
  ) throws {
    var path = [CChar](repeating: 0, count: 64)
    let size = Int32(path.count)
    descriptor = platform_open_pseudoterminal(Int32(columns), Int32(rows), &path, size)
    name = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    screen = ScreenReader(columns: columns, rows: rows, width: width)
    guard descriptor >= 0 else { throw SessionError(what: "can't open a terminal: error \(errno)") }
  }

  deinit { hangUp() }

  /// Makes a terminal the one that controls this process.
  ///
  /// For the body of an exit test, which is a process of its own. With the terminal as its standard
  /// streams the body has to end the process itself, as the test tools write to them afterwards.
  ///
  /// - Parameters:
  ///   - name: the inner end of the terminal.
  ///   - asStreams: whether it becomes the standard streams too.
  /// - Returns: its descriptor.
  /// - Throws: `SessionError` if the process leads a group already.
  @discardableResult
  public static func adopt(_ name: String, asStreams: Bool = false) throws -> Int32 {
    let descriptor = platform_adopt_terminal(name)
    guard descriptor >= 0 else {
      throw SessionError(what: "can't make \(name) the controlling terminal: error \(errno)")
    }
    if asStreams { for stream in Int32(0)...2 { dup2(descriptor, stream) } }
    return descriptor
  }

  /// Gives the terminal of a descriptor another size.
  public static func resize(_ descriptor: Int32, columns: Int, rows: Int) {
    _ = platform_resize_terminal(descriptor, Int32(columns), Int32(rows))
  }

  /// Sends what a person types, or what a terminal sends for it.
  public func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends any bytes, reading meanwhile so that neither side waits for the other.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !isClosed {
      let count = rest.prefix(1024).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
      read(wait: 0)
    }
  }

  /// Gives the terminal's window another size.
  public func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    _ = platform_resize_terminal(descriptor, Int32(columns), Int32(rows))
  }

  /// Closes the terminal's window.
  public func hangUp() {
    isClosed = true
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// The terminal's modes as one text; two are equal if nothing changed in between.
  public var modes: String {
    var text = [CChar](repeating: 0, count: 512)
    let count = platform_terminal_modes(descriptor, &text, Int32(text.count))
    return String(
      decoding: text.prefix(max(0, Int(count))).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Waits until the screen satisfies a condition.
  ///
  /// - Parameters:
  ///   - what: what is waited for, in words for the failure.
  ///   - condition: whether the screen is as it should be.
  /// - Throws: `SessionError` with the screen, if that does not come in time, if nobody is left to
  ///   send it, or if something was sent that the reader does not know.
  public func wait(for what: String, until condition: (ScreenReader) -> Bool) throws {
    let deadline = ContinuousClock.now + Self.timeout
    while true {
      guard screen.unknown.isEmpty else { throw failure("unknown: \(screen.unknown)") }
      if condition(screen) { return }
      if isClosed { throw failure("the program ended before \(what)") }
      let left = deadline - ContinuousClock.now
      guard left > .zero else { throw failure("no \(what) in time") }
      read(wait: Int32(left.components.seconds * 1000 + 100))
    }
  }

  /// Waits until something outside of the terminal is so, such as what a file holds.
  ///
  /// What is sent to the terminal meanwhile is read.
  ///
  /// - Parameters:
  ///   - what: what is waited for, in words for the failure.
  ///   - condition: whether it is so; asked again and again.
  /// - Throws: `SessionError` with the screen, if that does not come in time.
  public func wait(for what: String, outside condition: () -> Bool) throws {
    let deadline = ContinuousClock.now + Self.timeout
    while !condition() {
      guard ContinuousClock.now < deadline else { throw failure("no \(what) in time") }
      if !read(wait: 10) { sched_yield() }
    }
  }

  /// Waits until the screen has a text somewhere.
  public func wait(forText text: String) throws {
    try wait(for: "'\(text)'") { $0.text.contains(text) }
  }

  /// Reads all that has been sent so far.
  public func readAll() { while read(wait: 0) {} }

  /// Reads all that is sent until a moment, or until nobody is left to send anything.
  public func readAll(until end: ContinuousClock.Instant) {
    while !isClosed, case let left = end - ContinuousClock.now, left > .zero {
      let (seconds, attoseconds) = left.components
      read(wait: Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
  }

  /// What a program sends for something typed.
  public struct Answer {
    /// How long until the first of it came; `nil` if nothing did.
    public var delay: Duration?
    /// How long until the last of it came.
    public var duration = Duration.zero
    /// How many bytes it was.
    public var byteCount = 0
  }

  /// Sends what a person types, and reads what comes for it until nothing comes for a while.
  ///
  /// - Parameters:
  ///   - text: what is typed.
  ///   - silence: for how many milliseconds nothing comes at the end.
  /// - Returns: when the first and the last of it came, and how much it was.
  public func answer(to text: String, silence: Int32 = 100) -> Answer {
    var answer = Answer()
    let (start, before) = (ContinuousClock.now, received.count)
    send(text)
    // What came while it was sent came for it.
    if received.count > before { answer.delay = .now - start }
    while read(wait: silence) {
      answer.duration = .now - start
      answer.delay = answer.delay ?? answer.duration
    }
    answer.byteCount = received.count - before
    return answer
  }

  /// Reads what is sent within some milliseconds, and says whether there was anything.
  @discardableResult
  func read(wait milliseconds: Int32) -> Bool {
    guard !isClosed else { return false }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else {
      isClosed = true
      return false
    }
    received += bytes.prefix(count)
    screen.read(bytes.prefix(count))
    return true
  }

  func failure(_ what: String) -> SessionError {
    SessionError(what: "\(what); the screen shows:\n\(screen.text)")
  }
}
