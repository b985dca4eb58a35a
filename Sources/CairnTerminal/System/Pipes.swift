internal import CPlatform
internal import Glibc

/// A pipe by which any thread ends a wait for the terminal.
///
/// The loop waits in `poll`, which a byte in a pipe can end. Several wake-ups before the loop looks
/// are one.
public final class WakePipe: Sendable {
  let outlet: Int32
  private let inlet: Int32

  init() throws(TerminalError) {
    (outlet, inlet) = try openPipe()
  }

  deinit {
    close(outlet)
    close(inlet)
  }

  /// Ends the present wait, or else the next one.
  ///
  /// It never blocks: a full pipe ends the wait, too.
  public func wake() {
    var byte: UInt8 = 0
    _ = unsafe write(inlet, &byte, 1)
  }

  /// Removes all wake-ups, and tells whether there were any.
  func drain() -> Bool { !readAll(from: outlet).isEmpty }
}

/// Opens a pipe that doesn't block, and that started programs don't inherit.
func openPipe() throws(TerminalError) -> (outlet: Int32, inlet: Int32) {
  var ends: [Int32] = [-1, -1]
  guard unsafe platform_make_pipe(&ends) == 0 else {
    throw .system(action: "make a pipe", code: errno)
  }
  return (ends[0], ends[1])
}

/// Reads all available bytes of a descriptor that doesn't block.
func readAll(from descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  while let more = readSome(from: descriptor, atMost: 256), !more.isEmpty { bytes += more }
  return bytes
}

/// Whether a descriptor can be read without waiting.
func hasInput(_ descriptor: Int32) -> Bool { hasInput(descriptor, until: .now) }

/// Whether a descriptor can be read at once, or before a moment in the next seconds.
func hasInput(_ descriptor: Int32, until end: ContinuousClock.Instant) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  let left = max(.zero, end - .now) / .milliseconds(1)
  return unsafe poll(&entry, 1, Int32(left.rounded(.up))) > 0
}

/// Reads the next bytes of a descriptor; empty at its end, `nil` if there are none or reading
/// fails.
func readSome(from descriptor: Int32, atMost limit: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: limit)
  var count: Int
  repeat { count = unsafe read(descriptor, &bytes, limit) } while count < 0 && errno == EINTR
  return count < 0 ? nil : Array(bytes.prefix(count))
}

/// Writes a text to a descriptor; errors are ignored.
func writeAll(_ text: String, to descriptor: Int32) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

/// A pipe with the signals that concern a terminal, so `poll` can wait for them.
///
/// A signal handler must not run Swift code, so a handler in C writes the signal's number into the
/// pipe. There is only one such pipe, since a process has one handler for each signal.
final class SignalPipe {
  let outlet: Int32
  private let inlet: Int32
  private var isWatching = true

  init() throws(TerminalError) {
    (outlet, inlet) = try openPipe()
    guard platform_watch_signals(inlet) == 0 else {
      throw .system(action: "watch signals", code: errno)
    }
  }

  deinit {
    stop()
    close(outlet)
    close(inlet)
  }

  /// Restores the earlier handlers; a second call does nothing.
  func stop() {
    if isWatching { platform_unwatch_signals() }
    isWatching = false
  }

  /// Returns the signals since the last call, in order and without duplicates.
  func drain() -> [Int32] {
    var seen: Set<UInt8> = []
    return readAll(from: outlet).filter { seen.insert($0).inserted }.map(Int32.init)
  }
}
